"""Experiments: the same instances by every encoding and solver, measured, stored and reported."""
