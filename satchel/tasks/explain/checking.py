"""The check of an explanation as a job for a worker."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from satchel.cnf.options import Options
from satchel.ir import Model
from satchel.tasks.explain.check import Checker
from satchel.tasks.explain.explanation import Step
from satchel.tasks.work.events import Ended, Event


@dataclass(frozen=True, slots=True)
class Checked(Event):
    """One part of the explanation is checked: what is wrong with it."""

    faults: Sequence[str]


@dataclass(frozen=True, slots=True)
class Check:
    """A job: check `labels` as a minimal contradiction, or (where that is None) the steps."""

    model: Model
    backend: str
    options: Options
    hard: tuple[str, ...]
    labels: tuple[str, ...] | None
    steps: tuple[Step, ...]
    open: Mapping[str, Sequence[int | bool]]

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=False),
            "backend": self.backend,
            "options": self.options.to_json(),
            "hard": list(self.hard),
            "labels": None if self.labels is None else list(self.labels),
            "steps": [step.to_json() for step in self.steps],
            "open": {name: list(values) for name, values in self.open.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(
            Model.from_json(data["model"]),
            str(data["backend"]),
            Options.from_json(data["options"]),
            tuple(data["hard"]),
            None if data["labels"] is None else tuple(data["labels"]),
            tuple(Step.from_json(step) for step in data["steps"]),
            data["open"],
        )

    def carry_out(self) -> Generator[Event]:
        """An event for each step, and one for what is left open; or one for the contradiction.

        Raises what the search raises.
        """
        start = time.perf_counter()
        checker = Checker(self.model, self.hard, self.backend, self.options)
        if self.labels is not None:
            yield Checked(checker.contradiction(self.labels))
        else:
            yield from map(Checked, checker.steps(self.steps, self.open))
        yield Ended(time.perf_counter() - start, 0.0)
