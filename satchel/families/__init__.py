"""Families of benchmark instances: one family, one file; each makes instances of any size.

A module here, or an entry point of the group `satchel.families`, has a constant `FAMILY`; see
`protocol.py` for what it offers. A family knows how instances are made and nothing else: what is
hard, new or worth keeping is found out by `satchel.submission`.
"""
