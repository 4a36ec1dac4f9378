"""Figures of the runs of one numbering: what was solved, PAR-2, the virtual best, ranks.

All functions are pure and see one run for each pair of a configuration and an instance.

PAR-2, the penalised average runtime, is the mean over the runs of the time in seconds, where a run
that was not solved counts as twice its limit (SAT competitions since 2017). The virtual best solver
takes for each instance the configuration that was best there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

Key = TypeVar("Key", bound=Hashable)

PENALTY = 2
"""How often the limit counts where nothing was solved."""


class Result(Protocol):
    """What the figures need of a run."""

    @property
    def instance(self) -> str: ...
    @property
    def solved(self) -> bool: ...
    @property
    def time(self) -> float: ...
    @property
    def limit(self) -> float: ...


R = TypeVar("R", bound=Result)


def penalised(run: Result) -> float:
    """Seconds of a run; twice its limit where it was not solved."""
    return run.time if run.solved else PENALTY * run.limit


def par2(runs: Sequence[Result]) -> float | None:
    """The mean of the penalised times, in seconds; None of no runs."""
    return sum(map(penalised, runs)) / len(runs) if runs else None


def virtual_best(runs: Iterable[R]) -> list[R]:
    """For each instance the best of its runs, in the order in which instances come first."""
    best: dict[str, R] = {}
    for run in runs:
        other = best.setdefault(run.instance, run)
        if penalised(run) < penalised(other):
            best[run.instance] = run
    return list(best.values())


def unique_solves(columns: Mapping[Key, Iterable[Result]]) -> dict[Key, int]:
    """For each column on how many instances it alone solved."""
    solvers: dict[str, list[Key]] = defaultdict(list)
    for key, runs in columns.items():
        for run in runs:
            if run.solved:
                solvers[run.instance].append(key)
    alone = Counter(keys[0] for keys in solvers.values() if len(keys) == 1)
    return {key: alone[key] for key in columns}


def ranks(scores: Mapping[Key, float]) -> dict[Key, int]:
    """Places from 1 on, the lowest score first; equals share the better place (1, 2, 2, 4)."""
    ordered = sorted(scores.values())
    return {key: 1 + ordered.index(score) for key, score in scores.items()}


@dataclass(frozen=True)
class Figures:
    """The figures of one column, PAR-2 in seconds; None where there are no such runs.

    A run is of a satisfiable or an unsatisfiable instance only where that is known. The rank is
    None where runs are missing: the others had more to do.
    """

    runs: int
    solved: int
    solved_sat: int | None
    solved_unsat: int | None
    par2: float | None
    par2_sat: float | None
    par2_unsat: float | None
    unique: int | None = None
    rank: int | None = None


def figures(
    columns: Mapping[Key, Sequence[R]], satisfiable: Mapping[str, bool]
) -> tuple[dict[Key, Figures], Figures]:
    """The figures of each column, and those of the virtual best of them.

    `satisfiable` maps instances to what they are; who is not in it counts in totals only.
    """
    instances = {run.instance for runs in columns.values() for run in runs}
    complete = {key: runs for key, runs in columns.items() if len(runs) == len(instances)}
    places = ranks(
        {key: score for key, runs in complete.items() if (score := par2(runs)) is not None}
    )
    alone = unique_solves(columns)
    each = {
        key: _figures(runs, satisfiable, alone[key], places.get(key))
        for key, runs in columns.items()
    }
    best = virtual_best(run for runs in columns.values() for run in runs)
    return each, _figures(best, satisfiable)


def _figures(
    runs: Sequence[Result],
    satisfiable: Mapping[str, bool],
    unique: int | None = None,
    rank: int | None = None,
) -> Figures:
    sat = [run for run in runs if satisfiable.get(run.instance) is True]
    unsat = [run for run in runs if satisfiable.get(run.instance) is False]
    return Figures(
        runs=len(runs),
        solved=_solved(runs),
        solved_sat=_solved(sat) if sat else None,
        solved_unsat=_solved(unsat) if unsat else None,
        par2=par2(runs),
        par2_sat=par2(sat),
        par2_unsat=par2(unsat),
        unique=unique,
        rank=rank,
    )


def _solved(runs: Iterable[Result]) -> int:
    return sum(run.solved for run in runs)
