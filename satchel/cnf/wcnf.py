"""Writing WCNF for MaxSAT solvers: hard clauses `h ... 0`, soft clauses `WEIGHT ... 0`, no header.

Each term of the objective is a soft clause of one literal, which costs its weight where the term's
literal is true. A formula's *hash* is the SHA-256 of the file without its comments, as in DIMACS.
Source: the input format of the MaxSAT Evaluations since 2022.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from satchel.cnf.formula import Formula
from satchel.cnf.sink import MAX_VARIABLE
from satchel.errors import InputError, SizeError

MAX_TOTAL: Final = 2**63 - 1
"""What all weights may add up to: solvers compute in 64 bits."""

_SLICE: Final = 1 << 12
"""Clauses turned into text at a time."""


def wcnf_size(formula: Formula) -> tuple[int, int]:
    """The numbers of variables and of clauses, hard and soft."""
    soft = len(formula.objective.terms) if formula.objective else 0
    return formula.variables, formula.clauses + soft


def write_wcnf(out: BinaryIO, formula: Formula, comments: Sequence[str] = ()) -> str:
    """Write a formula with its objective to a binary stream; returns the hash.

    InputError where it has none, or linear constraints; SizeError where its numbers are too large.
    """
    formula.refuse_linear("WCNF")
    if formula.objective is None:
        raise InputError("WCNF is for models with an objective (dimacs is for others)")
    if formula.objective.total > MAX_TOTAL:
        raise SizeError("the weights add up to more than MaxSAT solvers take, 2^63 - 1")
    if formula.variables > MAX_VARIABLE:
        raise SizeError(f"{formula.variables} variables are too many ({MAX_VARIABLE} are not)")
    for comment in comments:
        out.write(f"c {comment}".rstrip().encode() + b"\n")
    digest = hashlib.sha256()
    for text in _text(formula):
        digest.update(text)
        out.write(text)
    return digest.hexdigest()


def _text(formula: Formula) -> Iterator[bytes]:
    lines: list[str] = []
    for clause in formula.iterate():
        lines.append(f"h {' '.join(map(str, (*clause, 0)))}\n")
        if len(lines) == _SLICE:
            yield "".join(lines).encode()
            lines.clear()
    if formula.objective is not None:
        lines += [f"{weight} {-literal} 0\n" for weight, literal in formula.objective.terms]
    yield "".join(lines).encode()
