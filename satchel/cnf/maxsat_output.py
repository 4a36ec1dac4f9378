"""What a MaxSAT solver printed: `o`, `s` and `v` lines, the values in either of two forms.

    o 7                               o 7
    s OPTIMUM FOUND                   s SATISFIABLE
    v 101                             v 1 -2 3

A digit for each variable since 2022, literals before, whose end was not marked. Either has to give
every variable, because nothing else tells a whole answer from one that was cut off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from satchel.cnf.output import SolverOutput, competition, numbered
from satchel.errors import InputError

_BITS = re.compile(r"[01]+")
_LITERAL = re.compile(r"-?[1-9][0-9]{0,9}")


def read_maxsat_output(text: str, variables: int, *, file: str | None = None) -> SolverOutput:
    """Read the answer to a WCNF of so many variables; InputError says which line is none."""
    try:
        return competition(numbered(text), partial(_values, variables))
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _values(variables: int, lines: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    tokens = [(number, token) for number, content in lines for token in content.split()]
    bits = "".join(token for _, token in tokens)
    if len(bits) == variables and _BITS.fullmatch(bits):
        return tuple(v if bit == "1" else -v for v, bit in enumerate(bits, 1))
    if tokens and tokens[-1][1] == "0":
        tokens.pop()
    literals: dict[int, int] = {}
    for number, token in tokens:
        if not _LITERAL.fullmatch(token):
            words = f"neither a literal nor a digit for each of the {variables} variables"
            raise InputError(f"{token[:20]!r}: {words}", line=number)
        if literals.setdefault(abs(int(token)), int(token)) != int(token):
            raise InputError(f"variable {abs(int(token))} is given as both", line=number)
    if len(literals) < variables:
        first = next(v for v in range(1, variables + 1) if v not in literals)
        words = f"values for {len(literals)} of {variables} variables, none for variable {first}"
        raise InputError(f"{words}: not complete")
    return tuple(literals.values())
