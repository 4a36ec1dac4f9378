"""At-most-one: `encode(out, literals)`, one file an encoding.

The literals are distinct, of distinct variables, and at least two.
"""
