"""Cardinality: `encode(out, literals, lo, hi)`, one file an encoding: lo to hi of them are true.

The literals are of distinct variables; `0 <= lo <= hi <= n`, and one of the bounds bites.
"""
