"""What a store's records compare: configurations on instances, in several numberings.

A configuration is a model, a profile and a backend. The model counts only where a puzzle was run by
more than one; versions and limits are part of it where a store has several of them, so that runs
that cannot be compared are never mixed.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from satchel.compare.record import Record
from satchel.compare.report.faults import unbelieved
from satchel.compare.report.marks import left_out, marks
from satchel.compare.run import Run as Plan

WRONG = "wrong"
"""The ending of a run whose answer is not believed."""


@dataclass(frozen=True)
class Configuration:
    """A column of the comparison; unused parts are empty."""

    profile: str
    backend: str
    model: str = ""
    more: str = ""
    """Versions, options and limits, where they tell columns apart."""

    @property
    def encoding(self) -> str:
        """The profile, with what else precedes the backend."""
        return ", ".join(part for part in (self.model, self.profile) if part)

    @property
    def solver(self) -> str:
        """The backend, with what else tells columns apart."""
        return f"{self.backend} ({self.more})" if self.more else self.backend

    @property
    def label(self) -> str:
        """The name in tables and plots, different for different configurations."""
        return " · ".join(part for part in (self.encoding, self.solver) if part)


@dataclass(frozen=True)
class Run:
    """One record as the statistics see it."""

    record: Record
    configuration: Configuration
    instance: str
    """The instance's name; with its parameters, where others have the same name."""
    numbering: int | None
    """Which of the instance's shuffles, from 1 on; None is the natural numbering. Seeds are random
    numbers, others for each instance."""
    fault: str | None
    """Why the answer is not believed."""
    left_out: str | None = None
    """Why it does not count in figures; see `marks.py`."""

    @property
    def family(self) -> str:
        """The puzzle."""
        return self.record.run.puzzle

    @property
    def time(self) -> float:
        """Seconds of CPU time, or else of wall time: see `Record.seconds`."""
        return self.record.seconds

    @property
    def limit(self) -> float:
        """Seconds, on the same clock."""
        return self.record.run.timeout

    @property
    def solved(self) -> bool:
        """Whether there is a believed answer within the limit."""
        return self.record.solved and self.fault is None and self.time <= self.limit

    @property
    def ending(self) -> str:
        """What came of it in a word: the status where it is solved, else `wrong`, `timeout`, ..."""
        if self.fault is not None:
            return WRONG
        if self.solved:
            return self.record.status
        return (self.record.reason or "timeout").partition(":")[0]

    @property
    def marks(self) -> tuple[str, ...]:
        """Why its time says little, if so: names out of `MARKS`."""
        return marks(self.record)


@dataclass(frozen=True)
class Comparison:
    """All runs of a store, in an order that depends on nothing but themselves."""

    runs: tuple[Run, ...]

    @classmethod
    def of(cls, records: Iterable[Record], included: Collection[str] = ()) -> Comparison:
        """Group the records; of two of one run the first counts.

        `included` are marks out of `MARKS` whose runs count all the same.
        """
        kept = list({record.run.id: record for record in reversed(list(records))}.values())
        instances = _instance_names(record.run for record in kept)
        columns = _configurations([record.run for record in kept])
        about: dict[str, list[Record]] = defaultdict(list)
        for record in kept:
            about[instances[_instance(record.run)]].append(record)
        runs = [
            run for instance, answers in about.items() for run in _runs(instance, answers, columns)
        ]
        spared = left_out(runs, included)
        runs = [replace(run, left_out=spared.get(run.record.run.id)) for run in runs]
        return cls(tuple(sorted(runs, key=_order)))

    @cached_property
    def counted(self) -> Comparison:
        """The runs that count in figures, ranks and plots."""
        return Comparison(tuple(run for run in self.runs if run.left_out is None))

    @cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        """Those that were run, by name."""
        found = {run.configuration for run in self.runs}
        return tuple(sorted(found, key=lambda each: (each.encoding, each.backend, each.more)))

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The puzzles, by name."""
        return tuple(sorted({run.family for run in self.runs}))

    @cached_property
    def instances(self) -> tuple[str, ...]:
        """The instances, by name."""
        return tuple(sorted({run.instance for run in self.runs}, key=natural))

    @cached_property
    def shuffles(self) -> tuple[int, ...]:
        """The shuffled numberings, from 1 on."""
        return tuple(sorted({run.numbering for run in self.runs if run.numbering is not None}))

    @cached_property
    def satisfiable(self) -> dict[str, bool]:
        """What an instance is, where a believed answer says so."""
        return {
            run.instance: run.record.status != "unsat"
            for run in self.runs
            if run.fault is None and run.record.solved
        }

    def of_family(self, family: str) -> Comparison:
        """The runs on one puzzle."""
        return Comparison(tuple(run for run in self.runs if run.family == family))

    def columns(self, numbering: int | None) -> dict[Configuration, list[Run]]:
        """The runs of one numbering, for each configuration."""
        found: dict[Configuration, list[Run]] = {each: [] for each in self.configurations}
        for run in self.runs:
            if run.numbering == numbering:
                found[run.configuration].append(run)
        return found


def natural(name: str) -> list[str | int]:
    """A key by which names are sorted with their numbers as numbers: queens/8, queens/16."""
    parts = re.split(r"(\d+)", name)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]


def _runs(
    instance: str, answers: Sequence[Record], columns: Mapping[str, Configuration]
) -> Iterator[Run]:
    """The runs of one instance."""
    faults = unbelieved(answers)
    seeds = sorted({each.run.shuffle for each in answers if each.run.shuffle is not None})
    numberings: dict[int | None, int] = {seed: place for place, seed in enumerate(seeds, 1)}
    for record in answers:
        plan = record.run
        numbering = numberings.get(plan.shuffle)
        yield Run(record, columns[plan.id], instance, numbering, faults.get(plan.id))


def _order(run: Run) -> tuple[object, ...]:
    shuffle = -1 if run.numbering is None else run.numbering
    return natural(run.instance), run.configuration.label, shuffle, run.record.run.id


def _instance(run: Plan) -> tuple[str, str]:
    return run.puzzle, json.dumps(run.parameters, sort_keys=True, ensure_ascii=False)


def _instance_names(runs: Iterable[Plan]) -> dict[tuple[str, str], str]:
    """A name for each instance: the first of its own, with its parameters where others have it."""
    own: dict[tuple[str, str], str] = {}
    for run in runs:
        key = _instance(run)
        own[key] = min(own.get(key, run.instance), run.instance)
    named = Counter(own.values())
    return {key: name if named[name] == 1 else " ".join((name, *key)) for key, name in own.items()}


def _configurations(runs: list[Plan]) -> dict[str, Configuration]:
    """The configuration of each run, by its id."""
    models: dict[str, set[str]] = defaultdict(set)
    for run in runs:
        models[run.puzzle].add(run.model)
    several = any(len(names) > 1 for names in models.values())
    varying = _varying(runs)
    return {
        run.id: Configuration(
            profile=run.profile,
            backend=run.backend,
            model=run.model if several else "",
            more=", ".join(
                f"{name} {_rest(run)[name]}" for name in varying[_names(run)] if name in _rest(run)
            ),
        )
        for run in runs
    }


def _varying(runs: list[Plan]) -> Mapping[tuple[str, ...], list[str]]:
    """For each profile and backend what else differs among its runs."""
    seen: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for run in runs:
        for name, value in _rest(run).items():
            seen[_names(run)][name].add(value)
    return {
        key: [name for name, values in rest.items() if len(values) > 1]
        for key, rest in seen.items()
    }


def _names(run: Plan) -> tuple[str, ...]:
    return run.profile, run.backend


def _rest(run: Plan) -> dict[str, str]:
    memory = "unlimited" if run.memory is None else f"{run.memory} B"
    if run.walltime is None:
        times = {"timeout": f"{run.timeout:g} s of wall time"}
    else:
        times = {"timeout": f"{run.timeout:g} s", "walltime": f"{run.walltime:g} s"}
    return {
        "version": run.version,
        **times,
        "memory": memory,
        "options": json.dumps(run.options, sort_keys=True, ensure_ascii=False),
    }
