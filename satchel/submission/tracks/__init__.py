"""The kinds of competition, one file each.

A module here, or an entry point of the group `satchel.tracks`, has a constant `TRACK`, an object
with all that `protocol.Track` asks for; its file's name is the track's: `satchel submit NAME`.
Read `sat.py` first. A track says

- in which format its files are, how they end, and what hashing and linting take them for;
- which solver is the easy one, and which one must succeed where none is chosen;
- `measure`: one solver on one file, in a process that is killed at its limits;
- `certify`: what vouches for an answer, on that very file; `transfer`: the same for a renamed copy.

All else is the same for all tracks and done above: which candidates there are, what is measured
already, the folder, the table, the description.
"""
