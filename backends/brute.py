"""`brute`: the oracle. Every assignment, tried in order, against the model's meaning.

A statement is looked at as soon as the last variable of its scope has a value, and never taken
apart: nothing but `satchel.ir.semantics` decides. So this is slow, simple, and independent of
everything that it is there to test.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log2, prod
from typing import TYPE_CHECKING, Final, Literal

from satchel.backends._always import AlwaysThere
from satchel.backends.protocol import Statistics, Verdict
from satchel.errors import BackendError
from satchel.ir.semantics import Evaluator, Tape
from satchel.ir.variables import BoolVar, Variable
from satchel.ir.walk import variables
from satchel.version import VERSION

if TYPE_CHECKING:
    from satchel.ir import BoolExpr, Model

_MAX_ASSIGNMENTS: Final = 2**40
"""Enough for 6 queens as a matrix; most are never reached."""

_CACHED: Final = 1 << 12
"""Verdicts remembered for each statement."""


class BruteBackend:
    """Exhaustive search on the model."""

    name: Final = "brute"
    takes: Final[Literal["model"]] = "model"
    incremental: Final = True
    follows_hints: Final = False

    @property
    def version(self) -> str:
        """Which solver stands behind the name."""
        return f"satchel {VERSION}"

    def open(self, problem: Model) -> BruteSession:
        """Take in a model; BackendError where it has too many assignments."""
        return BruteSession(problem)


class BruteSession:
    """A search that goes on where it stopped: statements added later only take solutions away."""

    def __init__(self, model: Model) -> None:
        self._variables = list(model.variables.values())
        size = prod(len(_values(x)) for x in self._variables)
        if size > _MAX_ASSIGNMENTS:
            raise BackendError(
                f"brute is for models of up to 2^{log2(_MAX_ASSIGNMENTS):.0f} assignments;"
                f" this one has 2^{log2(size):.0f}"
            )
        self._statements = [statement.expr for statement in model.statements]
        self._added: list[BoolExpr] = []
        self._search = self._solutions(self._statements)
        self._found: dict[str, int] | None = None
        self._core: list[BoolExpr] = []
        self._tried = 0

    def add(self, statement: BoolExpr) -> None:
        """Add one more constraint over the model's variables."""
        self._added.append(statement)

    def solve(self, assumptions: Sequence[BoolExpr] = ()) -> Verdict:
        """Search for a solution, from the start if there are assumptions."""
        if assumptions:
            self._core = list(assumptions)
            search = self._solutions([*self._statements, *self._added, *assumptions])
            self._found = next(search, None)
            self._search = self._solutions(self._statements)
        else:
            self._core = []
            if self._found is None or not self._allowed(self._found):
                self._found = next(filter(self._allowed, self._search), None)
        return self._found is not None

    def values(self) -> Mapping[str, int]:
        """The last solution."""
        if self._found is None:
            raise BackendError("brute has no solution to give")
        return self._found

    def core(self) -> list[BoolExpr]:
        """All assumptions: which were needed is not looked into."""
        return self._core

    def statistics(self) -> Statistics:
        """How many values were tried."""
        return {"tried": self._tried}

    def close(self) -> None:
        """Nothing is held."""

    def _allowed(self, found: Mapping[str, int]) -> bool:
        value = Evaluator(found)
        return all(value(statement) for statement in self._added)

    def _solutions(self, statements: Sequence[BoolExpr]) -> Iterator[dict[str, int]]:
        """Every assignment under which the statements hold, in order of the variables' values."""
        depth = {x: level for level, x in enumerate(self._variables, 1)}
        due: defaultdict[int, list[_Judged]] = defaultdict(list)
        for statement in statements:
            scope = variables(statement)
            due[max((depth[x] for x in scope), default=0)].append(_Judged(statement, scope))
        chosen: dict[str, int] = {}
        if not all(judged(chosen) for judged in due[0]):
            return
        pending: list[Iterator[int]] = []
        while True:
            level = len(pending)
            if level == len(self._variables):
                yield dict(chosen)
            else:
                pending.append(iter(_values(self._variables[level])))
            while pending and not self._next(pending, chosen, due):
                pending.pop()
            if not pending:
                return

    def _next(
        self,
        pending: list[Iterator[int]],
        chosen: dict[str, int],
        due: Mapping[int, list[_Judged]],
    ) -> bool:
        """Give the deepest variable its next value that no statement forbids, if there is one."""
        level = len(pending)
        name = self._variables[level - 1].name
        statements = due.get(level, ())
        for value in pending[-1]:
            self._tried += 1
            chosen[name] = value
            if all(judged(chosen) for judged in statements):
                return True
        return False


class _Judged:
    """A statement with its verdicts so far."""

    def __init__(self, statement: BoolExpr, scope: Sequence[Variable]) -> None:
        names = tuple(x.name for x in scope)

        holds = Tape(statement)

        @lru_cache(_CACHED)
        def verdict(*values: int) -> bool:
            return bool(holds(dict(zip(names, values, strict=True)))[0])

        self._names = names
        self._verdict = verdict

    def __call__(self, chosen: Mapping[str, int]) -> bool:
        return self._verdict(*[chosen[name] for name in self._names])


FAMILY = AlwaysThere(BruteBackend.name, BruteBackend())


def _values(variable: Variable) -> Sequence[int]:
    if isinstance(variable, BoolVar):
        return (False, True)
    return list(variable.domain)
