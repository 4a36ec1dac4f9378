"""SMT-LIB benchmarks as text: asking for values, fixing them, and completing the head.

A benchmark asks for nothing but sat or unsat. What is measured differs from it by commands that ask
for the values; what is submitted, by what its head says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from satchel.smt.terms import numeral

_EXIT: Final = "(exit)"
_CHECK: Final = "(check-sat)"
_UNKNOWN: Final = "(set-info :status unknown)"
_SOURCE: Final = "(set-info :source |\n"


def asking(text: str, symbols: Iterable[str]) -> str:
    """The script with a question for the values of symbols at its end."""
    first, rest = text.split("\n", 1)
    body = rest.removesuffix(f"{_EXIT}\n")
    wanted = "\n".join(f"  |{symbol}|" for symbol in symbols)
    question = f"(get-value (\n{wanted}\n))\n" if wanted else ""
    return f"{first}\n(set-option :produce-models true)\n{body}{question}{_EXIT}\n"


def fixed(text: str, values: Mapping[str, int]) -> str:
    """The script with each symbol equal to a value."""
    head, tail = text.rsplit(f"\n{_CHECK}\n", 1)
    equal = "\n".join(f"(assert (= |{symbol}| {_written(x)}))" for symbol, x in values.items())
    return f"{head}\n{equal}\n{_CHECK}\n{tail}"


def completed(text: str, status: str, first: Iterable[str], last: Iterable[str]) -> str:
    """The script with its status, and more lines at the beginning and the end of its source."""
    head, tail = text.split("\n|)\n", 1)
    head = head.replace(_SOURCE, _SOURCE + "".join(f"{line}\n" for line in first), 1)
    more = "".join(f"\n{line}" for line in last)
    return f"{head}{more}\n|)\n{tail.replace(_UNKNOWN, f'(set-info :status {status})', 1)}"


def sizes(text: str) -> tuple[int, int]:
    """The numbers of variables and of assertions."""
    lines = text.splitlines()
    return (
        sum(line.startswith("(declare-const ") for line in lines),
        sum(line.startswith("(assert ") or line == "(assert" for line in lines),
    )


def logic(text: str) -> str:
    """The logic that the script sets."""
    return text.split("(set-logic ", 1)[1].split(")", 1)[0]


def answer(values: Mapping[str, int]) -> str:
    """A model as solvers print it."""
    pairs = "\n".join(f"(|{symbol}| {_written(x)})" for symbol, x in values.items())
    return f"sat\n({pairs})\n" if pairs else "sat\n"


def _written(value: int) -> str:
    return str(value).lower() if isinstance(value, bool) else numeral(value)
