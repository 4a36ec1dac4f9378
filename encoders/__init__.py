"""Puzzles, one file each. Imports as `satchel.encoders`, and under no other name."""

if __name__ != "satchel.encoders":
    raise ImportError("import satchel.encoders: under another name it would be a second copy")
