"""What a solver printed: competition output (`s` and `v` lines) or MiniSat's result file.

    s SATISFIABLE                     SAT                 s OPTIMUM FOUND
    v 1 -2                            1 -2 3 0            v x1 -x2
    v 3 0                                                 v x3

The third is that of pseudo-Boolean solvers, whose values have no end mark. They say `o VALUE` for
each better solution; the last one counts.

Read strictly, because answers travel: a lost line must not pass for a smaller answer. Lines that
belong to neither (banners, statistics, comments) are skipped, an error message is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from satchel.errors import InputError

_OPTIMAL = "OPTIMUM FOUND"
_COMPETITION = {
    "SATISFIABLE": "sat",
    "UNSATISFIABLE": "unsat",
    "UNKNOWN": "unknown",
    _OPTIMAL: "sat",
}
_MINISAT = {
    "SAT": "sat",
    "SATISFIABLE": "sat",
    "UNSAT": "unsat",
    "UNSATISFIABLE": "unsat",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
    "UNKNOWN": "unknown",
}
_ERROR = re.compile(r"\(error\b|error\b|\*+ *error\b", re.IGNORECASE)
_NAME = re.compile(r"-?x[1-9][0-9]{0,9}")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")


@dataclass(frozen=True)
class SolverOutput:
    """A verdict, and for `sat` the literals that were given as true.

    `optimal` is whether the solver says that there is no better answer, `stated` the value of its
    objective as it says.
    """

    status: Literal["sat", "unsat", "unknown"]
    literals: tuple[int, ...] = ()
    optimal: bool = False
    stated: int | None = None

    def truth(self, variables: int) -> list[bool | None]:
        """For each variable from 1 its value, None where none was given (index 0 is unused).

        InputError for a literal beyond `variables` and for a variable given twice differently.
        """
        truth: list[bool | None] = [None] * (variables + 1)
        for literal in self.literals:
            variable = abs(literal)
            if variable > variables:
                raise InputError(f"literal {literal} is beyond the formula's {variables} variables")
            if truth[variable] is (literal < 0):
                raise InputError(f"variable {variable} is given as both true and false")
            truth[variable] = literal > 0
        return truth


def read_output(text: str, *, file: str | None = None) -> SolverOutput:
    """Read what a solver printed; an InputError says which line is no answer, and why."""
    lines = numbered(text)
    try:
        if any(_is(line, "s") or _is(line, "v") for _, line in lines):
            return competition(lines, _values)
        return _result_file(lines)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, from 1."""
    return [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]


def competition(
    lines: Sequence[tuple[int, str]],
    read_values: Callable[[Sequence[tuple[int, str]]], tuple[int, ...]],
) -> SolverOutput:
    """What `s`, `o` and `v` lines say; `read_values` takes the contents of the last ones."""
    status: Literal["sat", "unsat", "unknown"] | None = None
    optimal, stated = False, None
    values: list[tuple[int, str]] = []
    for number, line in lines:
        if _is(line, "s"):
            found = _status(line[1:].strip(), _COMPETITION, number)
            if status is not None and status != found:
                raise InputError(f"status {found} contradicts status {status} above", line=number)
            status = found
            optimal = optimal or line[1:].strip() == _OPTIMAL
        elif _is(line, "o"):
            stated = _stated(line[1:].strip(), number)
        elif _is(line, "v"):
            values.append((number, line[1:]))
        elif _ERROR.match(line):
            raise InputError(f"the solver reports an error: {line[:80]}", line=number)
    if status is None:
        raise InputError("there is no s line")
    if status == "sat":
        return SolverOutput(status, read_values(values), optimal, stated)
    if any(content.strip() for _, content in values):
        raise InputError(f"status {status}, and yet there are v lines", line=values[0][0])
    return SolverOutput(status)


def _values(lines: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    # A formula without variables has a v line without values.
    first = next((content.split()[0] for _, content in lines if content.strip()), "x1")
    return _named(lines) if lines and _NAME.match(first) else _literals(lines)


def _stated(digits: str, line: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,1000}", digits):
        raise InputError(f"{digits[:20]!r} is not the value of an objective", line=line)
    return int(digits)


def _result_file(lines: list[tuple[int, str]]) -> SolverOutput:
    content = [(number, line) for number, line in lines if line and not _is(line, "c")]
    if not content:
        raise InputError("no answer: neither s and v lines nor a MiniSat result file")
    number, first = content[0]
    status = _status(first, _MINISAT, number)
    if status == "sat":
        return SolverOutput(status, _literals(content[1:]))
    if len(content) > 1:
        raise InputError(f"more lines after {first}", line=content[1][0])
    return SolverOutput(status)


def _status(words: str, known: dict[str, str], line: int) -> Literal["sat", "unsat", "unknown"]:
    match known.get(words):
        case "sat":
            return "sat"
        case "unsat":
            return "unsat"
        case "unknown":
            return "unknown"
        case _:
            raise InputError(f"{words[:80]!r} is not a status", line=line)


def _literals(lines: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """The numbers up to the final 0, which must be there and be the last."""
    literals: list[int] = []
    complete = False
    for number, content in lines:
        for token in content.split():
            if complete:
                raise InputError("values after the final 0", line=number)
            if not _NUMBER.fullmatch(token):
                raise InputError(f"{token[:20]!r} is not a literal", line=number)
            literals.append(int(token))
            complete = literals[-1] == 0
    if not complete:
        raise InputError("the final 0 is missing: the values are not complete")
    return tuple(literals[:-1])


def _named(lines: Iterable[tuple[int, str]]) -> tuple[int, ...]:
    """Variables x1, x2, ..., each once: a name that was cut off would repeat another."""
    literals: dict[int, int] = {}
    for number, content in lines:
        for token in content.split():
            if not _NAME.fullmatch(token):
                raise InputError(f"{token[:20]!r} is not a variable x1, x2, ...", line=number)
            literal = int(token.replace("x", ""))
            if abs(literal) in literals:
                raise InputError(f"x{abs(literal)} is given twice", line=number)
            literals[abs(literal)] = literal
    return tuple(literals.values())


def _is(line: str, kind: str) -> bool:
    """Whether a line is of the kind that its first letter, standing alone, says."""
    return line == kind or line.startswith((f"{kind} ", f"{kind}\t"))
