"""DIMACS CNF: clauses as text, below everything that makes or solves formulas."""

from typing import Final

MAX_VARIABLE: Final = 2**28 - 1
"""The greatest variable that solvers take."""
