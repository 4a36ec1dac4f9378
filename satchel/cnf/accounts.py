"""Who pays for what: clauses, variables and time by constraint kind and encoding."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from satchel.cnf.formula import Account
from satchel.cnf.sink import CountingSink


class Accounts:
    """A stack of accounts; whatever the sink takes in is charged to the one on top."""

    def __init__(self, sink: CountingSink) -> None:
        self._sink = sink
        self._open = [("clause", "tseitin")]
        self._totals: dict[tuple[str, str], list[float]] = {}
        self._mark = self._reading()

    @contextmanager
    def charge(self, kind: str, encoding: str) -> Iterator[None]:
        """Charge one more constraint of this kind with what happens inside."""
        self._settle()
        self._open.append((kind, encoding))
        try:
            yield
        finally:
            self._settle()
            self._totals[kind, encoding][0] += 1
            self._open.pop()

    def close(self) -> tuple[Account, ...]:
        """All accounts, by name; empty ones are left out."""
        self._settle()
        return tuple(
            Account(*name, int(n), int(variables), int(clauses), int(literals), seconds, int(sums))
            for name, (n, variables, clauses, literals, sums, seconds) in sorted(
                self._totals.items()
            )
            if n or variables or clauses or sums
        )

    def _reading(self) -> tuple[float, ...]:
        sink = self._sink
        return (0, sink.variables, sink.clauses, sink.literals, sink.linear, perf_counter())

    def _settle(self) -> None:
        now = self._reading()
        totals = self._totals.setdefault(self._open[-1], [0, 0, 0, 0, 0, 0.0])
        for place, (later, earlier) in enumerate(zip(now, self._mark, strict=True)):
            totals[place] += later - earlier
        self._mark = now
