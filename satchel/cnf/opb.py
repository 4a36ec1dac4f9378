"""Writing OPB: a formula as pseudo-Boolean constraints, one a line, clauses among them.

The form is the one that every reader takes: linear sums over plain variables with signed weights,
`>=` or `=`, the header first. Where numbers go beyond 32 bits, which some readers refuse, the
header also says how large they are, as competitions since 2024 ask for. An objective is a line
`min:` of the same kind, its cost but for the constant `opb_shift`.

A formula's *hash* is the SHA-256 of the file without its comments, the header being none:
`grep -v '^\\* [^#]' FILE | sha256sum`. Source: Roussel and Manquinho, the input format of the
pseudo-Boolean competitions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from satchel.cnf.formula import Formula
from satchel.cnf.objective import Objective
from satchel.cnf.pseudo_boolean import PseudoBoolean, WeightedLiterals

_SMALL = 2**31 - 1
"""What the numbers of one constraint may add up to for every reader."""

CONTRADICTION = b"+1 x1 >= 2 ;"
"""The empty clause, for which OPB has no empty sum."""


def opb_size(formula: Formula) -> tuple[int, int]:
    """The numbers of variables and of constraints that the header says."""
    constraints = formula.clauses + len(formula.linear)
    # Without variables there are only empty clauses, and those are written with one.
    return max(formula.variables, min(constraints, 1)), constraints


def write_opb(out: BinaryIO, formula: Formula, comments: Sequence[str] = ()) -> str:
    """Write clauses and linear constraints to a binary stream; returns the hash."""
    variables, constraints = opb_size(formula)
    header = f"* #variable= {variables} #constraint= {constraints}{_sizes(formula)}\n".encode()
    out.write(header)
    for comment in comments:
        out.write(f"* {comment}".rstrip().encode() + b"\n")
    digest = hashlib.sha256(header)
    for line in _lines(formula):
        text = line + b"\n"
        digest.update(text)
        out.write(text)
    return digest.hexdigest()


def _sizes(formula: Formula) -> str:
    """Nothing, or equations and bits, as numbers beyond 32 bits ask for."""
    totals = [part.total + part.bound for part in formula.linear]
    if formula.objective is not None:
        totals.append(formula.objective.total)
    largest = max(totals, default=0)
    if largest <= _SMALL:
        return ""
    equations = sum(part.relation == "=" for part in formula.linear)
    return f" #equal= {equations} intsize= {largest.bit_length()}"


def opb_shift(objective: Objective) -> int:
    """What the cost exceeds the value of the line `min:` by: the weights of negative literals."""
    return sum(weight for weight, literal in objective.terms if literal < 0)


def _lines(formula: Formula) -> Iterator[bytes]:
    if formula.objective is not None and formula.objective.terms:
        yield f"min: {_over_variables(formula.objective.terms)};".encode()
    for clause in formula.iterate():
        if not clause:
            yield CONTRADICTION
            continue
        terms = " ".join(f"+1 x{x}" if x > 0 else f"-1 x{-x}" for x in clause)
        yield f"{terms} >= {1 - sum(x < 0 for x in clause)} ;".encode()
    for part in formula.linear:
        yield _sum(part)


def _sum(part: PseudoBoolean) -> bytes:
    """The constraint over variables alone: `w * not x` is `w - w * x`."""
    bound = part.bound - sum(weight for weight, literal in part.terms if literal < 0)
    return f"{_over_variables(part.terms)}{part.relation} {bound} ;".encode()


def _over_variables(terms: WeightedLiterals) -> str:
    """Signed weights on variables, each with a space behind it."""
    return "".join(f"+{w} x{x} " if x > 0 else f"-{w} x{-x} " for w, x in terms)
