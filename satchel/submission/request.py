"""What a submission is to be: for which track, of which instances, in which range of difficulty."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satchel.errors import InputError
from satchel.submission.generating.order import Order, find_family
from satchel.submission.tracks.protocol import Label, Limits, Track
from satchel.submission.tracks.registered import track_named


@dataclass(frozen=True)
class Request:
    """All on which a submission depends; equal ones give equal files, as far as time permits.

    Raises InputError where the family is not fit for the track, or a solver is not here.
    """

    track: str
    order: Order
    probe: str
    solver: str
    easy: float = 60.0
    """Seconds in which the easy solver may not solve an instance."""
    hard: float = 3600.0
    """Seconds in which the solver must."""
    memory: int | None = None
    """Bytes for each of them; None: not limited."""
    copies: int = 0
    """So many renamed and shuffled copies of each instance."""
    author: str | None = None
    """Whose submission it is, for competitions that have that in files or folders."""
    date: str | None = None
    """Of which day, as in `2026-01-31`; for the same ones."""

    def __post_init__(self) -> None:
        family = find_family(self.order.family)
        if self.track not in family.tracks:
            fit = ", ".join(sorted(family.tracks))
            raise InputError(f"{self.order.family} is for {fit}, not for {self.track}")
        if self.rules.dated and self.date is None:
            raise InputError(f"a submission to {self.track} carries its day: --date YYYY-MM-DD")
        if self.date is not None and not self.rules.dated:
            raise InputError(f"a submission to {self.track} has no date: --date has no effect")
        for solver in (self.solver, self.probe):
            self.rules.version(solver)

    @classmethod
    def of(
        cls,
        track: str,
        order: Order,
        *,
        probe: str | None = None,
        solver: str | None = None,
        **limits: Any,
    ) -> Request:
        """A request for the track's usual solvers, unless others are asked for."""
        rules = track_named(track)
        return cls(track, order, probe or rules.probe, solver or rules.solver, **limits)

    @property
    def rules(self) -> Track:
        """The track."""
        return track_named(self.track)

    @property
    def easy_limits(self) -> Limits:
        """Of the easy solver."""
        return Limits(self.easy, self.memory)

    @property
    def hard_limits(self) -> Limits:
        """Of the chosen one."""
        return Limits(self.hard, self.memory)

    @property
    def label(self) -> Label:
        """What files may say of it."""
        return Label(self.order.family, self.author, self.date)

    def words(self) -> list[str]:
        """The command line, as far as the bytes of an instance can depend on it."""
        return ["satchel", "submit", self.track, *self.order.words()[2:]]

    def whole_words(self) -> list[str]:
        """The whole command line, but for the folder."""
        words = [*self.words(), "--probe", self.probe, "--solver", self.solver]
        words += ["--easy", f"{self.easy:g}", "--hard", f"{self.hard:g}"]
        for flag in ("memory", "copies", "author", "date"):
            value = getattr(self, flag)
            words += [f"--{flag}", str(value)] if value else []
        return words

    def preface(self) -> tuple[str, ...]:
        """The first lines of every file: the command line and the seed."""
        return shlex.join(self.words()), f"seed {self.order.seed}"

    def to_json(self) -> Mapping[str, Any]:
        """All that the files depend on, for people and for comparing; each value is plain data."""
        dated = self.rules.dated
        return {
            "command": shlex.join(self.words()),
            "easy": self.easy,
            "hard": self.hard,
            "probe": self.probe,
            "solver": self.solver,
            "memory": self.memory,
            "copies": self.copies,
            "author": self.author if dated else None,
            "date": self.date if dated else None,
        }
