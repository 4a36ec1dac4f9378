"""Who pays for what: clauses, variables and time by constraint kind and encoding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from satchel.cnf.auto import Choice
from satchel.cnf.formula import Account
from satchel.cnf.sink import CountingSink


class _Key(NamedTuple):
    kind: str
    encoding: str
    why: str
    owner: str | None


_VARIABLES = 1
"""Where an account counts variables."""


class Accounts:
    """A stack of accounts; whatever the sink takes in is charged to the one on top."""

    def __init__(self, sink: CountingSink) -> None:
        self._sink = sink
        self._open = [_plain(None)]
        self._totals: dict[_Key, list[float]] = {}
        self._mark = self._reading()

    def turn_to(self, label: str | None) -> None:
        """What is charged to no constraint goes to the statement of this label from now on."""
        if self._open[0].owner != label:
            self._settle()
            self._open[0] = _plain(label)

    @contextmanager
    def charge(
        self, kind: str, choice: Choice, owner: str | None, constraints: int = 1
    ) -> Iterator[None]:
        """Charge so many more constraints of this kind with what happens inside."""
        self._settle()
        key = _Key(kind, choice.name, choice.why, owner)
        self._open.append(key)
        try:
            yield
        finally:
            self._settle()
            self._totals[key][0] += constraints
            self._open.pop()

    def claim(self, kind: str, choice: Choice, owner: str | None) -> None:
        """Charge one variable that is about to be made, and nothing else: there may be millions."""
        key = _Key(kind, choice.name, choice.why, owner)
        self._totals.setdefault(key, [0, 0, 0, 0, 0, 0.0])[_VARIABLES] += 1
        self._mark[_VARIABLES] += 1

    def close(self) -> tuple[Account, ...]:
        """All accounts, in the order in which they were opened; empty ones are left out."""
        self._settle()
        return tuple(
            Account(*key, int(n), int(variables), int(clauses), int(literals), seconds, int(sums))
            for key, (n, variables, clauses, literals, sums, seconds) in self._totals.items()
            if n or variables or clauses or sums
        )

    def _reading(self) -> list[float]:
        sink = self._sink
        return [0, sink.variables, sink.clauses, sink.literals, sink.linear, perf_counter()]

    def _settle(self) -> None:
        now = self._reading()
        totals = self._totals.setdefault(self._open[-1], [0, 0, 0, 0, 0, 0.0])
        for place, (later, earlier) in enumerate(zip(now, self._mark, strict=True)):
            totals[place] += later - earlier
        self._mark = now


def _plain(label: str | None) -> _Key:
    return _Key("clause", "tseitin", "what needs no encoding", label)


_COUNTS = ("constraints", "variables", "clauses", "literals", "seconds", "linear")


def by_encoding(accounts: Iterable[Account]) -> list[Account]:
    """One account for each kind and encoding, by name; owners and reasons are left out."""
    sums: dict[tuple[str, str], list[Any]] = {}
    for account in accounts:
        total = sums.setdefault((account.kind, account.encoding), [0] * len(_COUNTS))
        for place, name in enumerate(_COUNTS):
            total[place] += getattr(account, name)
    return [Account(*key, "", None, *sums[key]) for key in sorted(sums)]
