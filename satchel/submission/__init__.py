"""From a family to a submission: what is new and hard enough, measured, certified, described.

The steps, in the order in which `submit.py` takes them for a `request.py`: `generating/` makes
instances, `measuring/` finds those in range, `certifying/` what vouches for their answers, and
`packing/` gives all of it its place in the folder (`layout.py`), with who can read it (`readers/`)
and a description (`paper/`). What differs between competitions is in `tracks/`, one file each.
"""
