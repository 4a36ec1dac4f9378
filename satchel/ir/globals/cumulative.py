"""Cumulative: tasks that share a resource of limited capacity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, Self

from satchel.errors import ModelError
from satchel.ir.bounds import hull, values
from satchel.ir.conditional import Choice
from satchel.ir.core import And, BoolExpr, Expr, IntLike, LinearExpr, Not, Sum, integers, linear
from satchel.ir.given import sequence
from satchel.ir.protocols import GlobalConstraint

_LISTED: Final = 256
"""Values of a demand up to which it is a sum over the steps between them."""


class Task(NamedTuple):
    """When it starts, how long it runs, and what it takes of the resource meanwhile."""

    start: LinearExpr
    duration: LinearExpr
    demand: LinearExpr


class Cumulative(GlobalConstraint):
    """At every time, the tasks that run then demand together at most the capacity.

    `Cumulative(starts, durations, demands, capacity)`: a task runs from its start for its duration,
    the end not included; durations, demands and the capacity may be expressions. False where one
    of these is negative; ModelError for negative numbers and lists of different lengths.
    """

    __slots__ = ("capacity", "tasks")
    kind = "cumulative"

    def __init__(
        self,
        starts: Iterable[IntLike],
        durations: Iterable[IntLike],
        demands: Iterable[IntLike],
        capacity: IntLike,
    ) -> None:
        columns = [
            list(integers(starts, "the starts of Cumulative")),
            [_size("a duration", each) for each in sequence(durations, "the durations")],
            [_size("a demand", each) for each in sequence(demands, "the demands")],
        ]
        if len(set(map(len, columns))) > 1:
            lengths = ", ".join(str(len(column)) for column in columns)
            raise ModelError(f"Cumulative needs three lists of one length, not of {lengths}")
        self.tasks: tuple[Task, ...] = tuple(map(Task, *columns))
        self.capacity: LinearExpr = _size("the capacity", capacity)

    def children(self) -> tuple[Expr, ...]:
        columns = zip(*self.tasks, strict=True)
        return (*(part for column in columns for part in column), self.capacity)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        starts, durations, demands = _thirds(children[:-1])
        return cls(starts, durations, demands, children[-1])

    def holds(self, values: Sequence[int]) -> bool:
        *parts, capacity = values
        starts, durations, demands = _thirds(parts)
        return min(capacity, *durations, *demands, 0) == 0 and all(
            sum(
                demand
                for start, duration, demand in zip(starts, durations, demands, strict=True)
                if start <= moment < start + duration
            )
            <= capacity
            for moment in starts
        )

    def decompose(self) -> BoolExpr:
        """By tasks: when one starts, those that run do not exceed the capacity.

        Nothing is exceeded at another time for the first time.
        """
        return And(*self.sizes(), *(self.within(task.start) for task in self.tasks))

    def negation(self) -> BoolExpr:
        """The negation of the decomposition."""
        return Not(self.decompose())

    def with_functions(self) -> BoolExpr | None:
        """By tasks, with the demand of each while it runs as an integer, where one is wide."""
        demands = [task.demand for task in self.tasks]
        if all(values(demand).size <= _LISTED for demand in demands):
            return None
        return self.decompose()

    def sizes(self) -> Iterator[BoolExpr]:
        """That durations, demands and the capacity are not negative, where they could be."""
        for size in (*(part for task in self.tasks for part in task[1:]), self.capacity):
            if hull(size)[0] < 0:
                yield size >= 0

    def moments(self) -> list[int]:
        """The times at which a task may start: only then is the capacity exceeded first."""
        return sorted({moment for task in self.tasks for moment in values(task.start)})

    def within(self, moment: IntLike) -> BoolExpr:
        """The demands of the tasks that run at a moment, which may be a start, are not too many."""
        running: list[LinearExpr] = []
        for start, duration, demand in self.tasks:
            first, last = hull(start - moment), hull(start + duration - moment)
            if first[0] <= 0 < last[1] and hull(demand)[1] > 0:
                runs = And(start <= moment, start + duration > moment)
                running.append(_demanded(demand, runs))
        return Sum(running) <= self.capacity


def _size(name: str, given: IntLike) -> LinearExpr:
    """A size as an expression; what is a number from the start must not be negative."""
    size = linear(given)
    if not isinstance(given, Expr) and size.constant < 0:
        raise ModelError(f"{name} of Cumulative is not negative: {size.constant}")
    return size


def _demanded(demand: LinearExpr, runs: BoolExpr) -> LinearExpr:
    """The demand where the task runs, else 0: a sum over the steps between possible demands.

    Of wide ones it is a function, which has no place in a constraint without functions.
    """
    if not demand.terms:
        return demand.constant * runs
    if values(demand).size > _LISTED:
        return linear(Choice(runs, demand, linear(0)))
    levels = [0, *(value for value in values(demand) if value > 0)]
    return Sum((high - low) * And(runs, demand >= high) for low, high in pairwise(levels))


def _thirds(parts: Sequence[Any]) -> list[Sequence[Any]]:
    count = len(parts) // 3
    return [parts[count * i : count * (i + 1)] for i in range(3)]
