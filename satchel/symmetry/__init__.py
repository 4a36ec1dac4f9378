"""Groups of symmetries: what generators generate, its classes and subgroups, orbits of solutions.

`images.py` composes symmetries, `group.py` generates, `classes.py` and `subgroups.py` sort what is
there up to conjugacy, `breaking.py` says which solution of an orbit comes first.
"""
