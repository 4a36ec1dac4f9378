"""Reading OPB strictly: what `opb.py` writes, and anything else is an error with its line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from satchel.cnf.pseudo_boolean import PseudoBoolean, normal_form
from satchel.cnf.sink import MAX_VARIABLE
from satchel.dimacs.falsified import Falsified
from satchel.errors import InputError

_COUNT = rb"(0|[1-9][0-9]{0,17})"
_HEADER = re.compile(
    rb"\* #variable= %b #constraint= %b(?: #equal= %b intsize= %b)?" % ((_COUNT,) * 4)
)
_CONSTRAINT = re.compile(rb"((?:[+-][1-9][0-9]* x[1-9][0-9]* )+)(>=|=) ?(0|-?[1-9][0-9]*) ?;")
_OBJECTIVE = re.compile(rb"min: ((?:[+-][1-9][0-9]* x[1-9][0-9]* )+);")
_TERM = re.compile(rb"([+-][0-9]+) x([0-9]+) ")


@dataclass(frozen=True)
class Opb:
    """Constraints as read, in normal form, the first of them on line `first`; an objective of
    weighted variables, if there is one."""

    variables: int
    constraints: Sequence[PseudoBoolean]
    first: int
    sha256: str
    objective: Sequence[tuple[int, int]] | None = None

    def hash(self) -> str:
        """The hash that writing gave."""
        return self.sha256

    def falsified(self, literals: Iterable[int]) -> Falsified | None:
        """The first constraint that does not hold where these literals are true, and only they."""
        true = set(literals)
        for index, constraint in enumerate(self.constraints):
            # A variable without a value is false.
            true.update(-v for _, x in constraint.terms if (v := abs(x)) not in true)
            if not constraint.holds(true):
                where = f"constraint {index + 1} (line {self.first + index})"
                return Falsified(where, [x for _, x in constraint.terms])
        return None

    def cost(self, literals: Iterable[int]) -> int | None:
        """The objective's value where these literals are true, and only they; None without one."""
        true = set(literals)
        return None if self.objective is None else sum(w for w, x in self.objective if x in true)


def read_opb(data: bytes, *, file: str | None = None) -> Opb:
    """Read (decompressed) OPB; an InputError names `file` and the line."""
    try:
        return _read(data)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _read(data: bytes) -> Opb:
    header, *lines = data.split(b"\n")
    numbers = _HEADER.fullmatch(header)
    if numbers is None:
        raise InputError("expected the header `* #variable= N #constraint= M`", line=1)
    variables, count = int(numbers[1]), int(numbers[2])
    if variables > MAX_VARIABLE:
        raise InputError(f"more than {MAX_VARIABLE} variables", line=1)
    if lines and not lines[-1]:
        lines.pop()
    elif lines:
        raise InputError("the last line has no end", line=len(lines) + 1)
    comments = next((i for i, text in enumerate(lines) if not _is_comment(text)), len(lines))
    first = comments + 2
    digest = hashlib.sha256(header + b"\n")
    objective = None
    if lines[comments:] and lines[comments].startswith(b"min:"):
        objective = _objective(lines[comments], variables, first)
        digest.update(lines[comments] + b"\n")
        comments, first = comments + 1, first + 1
    constraints = []
    for line, text in enumerate(lines[comments:], first):
        digest.update(text + b"\n")
        constraints.append(_constraint(text, variables, line))
    if len(constraints) != count:
        raise InputError(f"the header says {count} constraints, not {len(constraints)}", line=1)
    return Opb(variables, constraints, first, digest.hexdigest(), objective)


def _is_comment(text: bytes) -> bool:
    return text.startswith(b"*") and not text[1:].lstrip().startswith(b"#")


def _constraint(text: bytes, variables: int, line: int) -> PseudoBoolean:
    found = _CONSTRAINT.fullmatch(text)
    if found is None:
        raise InputError(_why(text), line=line)
    terms = _terms(found[1], variables, line)
    relation: Literal[">=", "="] = ">=" if found[2] == b">=" else "="
    return normal_form(terms, relation, _number(found[3], line))


def _objective(text: bytes, variables: int, line: int) -> list[tuple[int, int]]:
    found = _OBJECTIVE.fullmatch(text)
    if found is None:
        raise InputError("expected `min: +WEIGHT xN ... ;`", line=line)
    return _terms(found[1], variables, line)


def _terms(text: bytes, variables: int, line: int) -> list[tuple[int, int]]:
    """Weighted variables of the header's, each once."""
    terms = [(_number(weight, line), _number(x, line)) for weight, x in _TERM.findall(text)]
    seen: set[int] = set()
    for _, x in terms:
        if x > variables:
            raise InputError(f"x{x} is beyond the {variables} variables of the header", line=line)
        if x in seen:
            raise InputError(f"x{x} stands twice on one line", line=line)
        seen.add(x)
    return terms


def _number(digits: bytes, line: int) -> int:
    try:
        return int(digits)
    except ValueError as error:  # Python's own limit on digits
        raise InputError("a number with too many digits", line=line) from error


def _why(text: bytes) -> str:
    """What is wrong with a line that is no constraint, as far as that can be told."""
    if b"\r" in text:
        return "a carriage return"
    if text.startswith(b"*"):
        return "a comment after the first constraint, or a second header"
    if not text.endswith(b" ;"):
        return "a line is a constraint and ends with ` ;`"
    return "expected `+WEIGHT xN ... >= BOUND ;` or `... = BOUND ;`"
