"""What an SMT solver printed: a verdict, then `(get-value ...)` pairs or a model, or both.

    sat                               sat
    ((x 5) (|y z| (- 2)))             ((define-fun x () Int 5)
                                       (define-fun |y z| () Int (- 2)))

Read strictly: what is neither is refused. Errors are, too, unless they follow `unsat` or `unknown`:
a script asks for a model before it can know that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from satchel.errors import InputError
from satchel.smt.expressions import Atom, Expression, Group, expressions, name_of

Status: TypeAlias = Literal["sat", "unsat", "unknown"]

_STATUS: Mapping[str, Status] = {
    "sat": "sat",
    "unsat": "unsat",
    "unknown": "unknown",
    "timeout": "unknown",
}
_NUMERAL = re.compile(r"0|[1-9][0-9]*")


class Given(NamedTuple):
    """A value, None where it is no literal one, and the line it stands on."""

    value: int | None
    line: int


@dataclass
class SmtAnswer:
    """A verdict, and the values given by name; Booleans are True and False.

    There may be more names than the script declares: z3 repeats its definitions. `file` is where
    the answer was read, for errors.
    """

    status: Status
    values: dict[str, Given] = field(default_factory=dict)
    file: str | None = None


def read_answer(text: str, *, file: str | None = None) -> SmtAnswer:
    """Read what a solver printed; an InputError says which line is no answer, and why.

    Values are given by the symbols of the script, without their quotes. One verdict is read: the
    output of a script that asks for several is refused.
    """
    try:
        answer = _answer(expressions(text))
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error
    answer.file = file
    return answer


def _answer(found: Iterator[Expression]) -> SmtAnswer:
    answer: SmtAnswer | None = None
    for part in found:
        if isinstance(part, Group) and name_of(part[:1]) == "error":
            if answer is None or answer.status == "sat":
                raise InputError(f"the solver reports an error: {_told(part)}", line=part.line)
        elif isinstance(part, Group):
            if answer is None:
                raise InputError("values come before the verdict", line=part.line)
            if answer.status == "unsat":
                raise InputError("unsat, and yet there are values", line=part.line)
            _take(part, answer)
        elif (word := name_of([part])) not in ("success", "unsupported"):
            if word is None or word not in _STATUS:
                raise InputError(f"{part.text[:40]!r} is no answer", line=part.line)
            if answer is not None:
                raise InputError("a second verdict", line=part.line)
            answer = SmtAnswer(_STATUS[word])
    if answer is None:
        raise InputError("no answer: neither sat, unsat nor unknown")
    return answer


def _take(group: Group, answer: SmtAnswer) -> None:
    """The values of a model or of a list of pairs; both may be there, and must agree."""
    for part in group[1:] if name_of(group[:1]) == "model" else group:
        match part:
            case Group([Atom("define-fun"), Atom() as name, Group([]), Atom(sort), term]):
                value = _value(term)
                if value is not None and sort != ("Bool" if isinstance(value, bool) else "Int"):
                    raise InputError(f"{name.text} is not of sort {sort}", line=part.line)
            case Group([Atom("define-fun"), Atom(), Group(), _, _]):
                continue  # a function, and so none of the script's
            case Group([Atom() as name, term]):
                value = _value(term)
            case _:
                words = "a pair (name value) or (define-fun name () sort value) is expected"
                raise InputError(words, line=part.line)
        _note(answer, _name(name), Given(value, name.line))


def _note(answer: SmtAnswer, name: str, given: Given) -> None:
    known = answer.values.setdefault(name, given)
    if (type(known.value), known.value) != (type(given.value), given.value):
        words = f"{name} has another value on line {known.line}"
        raise InputError(words, line=given.line)


def _value(term: Expression) -> int | None:
    """`true`, `false`, a numeral or `(- numeral)`; None for any other term."""
    match term:
        case Atom("true" | "false"):
            return term.text == "true"
        case Atom(text) if _NUMERAL.fullmatch(text):
            return _number(text, term.line)
        case Group([Atom("-"), Atom(text)]) if _NUMERAL.fullmatch(text):
            return -_number(text, term.line)
    return None


def _number(digits: str, line: int) -> int:
    try:
        return int(digits)
    except ValueError as error:  # Python's own limit on digits
        raise InputError("a number with too many digits", line=line) from error


def _name(atom: Atom) -> str:
    found = name_of([atom])
    if found is None:
        raise InputError(f"{atom.text[:40]!r} is no name", line=atom.line)
    return found


def _told(group: Group) -> str:
    return " ".join(part.text.strip('"') for part in group[1:] if isinstance(part, Atom))[:200]
