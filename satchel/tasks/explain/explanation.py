"""An explanation: labels that contradict each other, or steps to what is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias

from satchel.ir.given import shortened
from satchel.tasks.explain.facts import Fact

Kind: TypeAlias = Literal["contradiction", "steps", "unknown"]


@dataclass(frozen=True, slots=True)
class Step:
    """From the statements with these labels and the premises, known before, the facts follow.

    Of a step from several labels `cases` may say how, one label at a time: a case for each fact.
    """

    labels: tuple[str, ...]
    premises: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    cases: tuple[Case, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain data; each fact is its name, a value, and whether it has that value."""
        return {
            "labels": list(self.labels),
            "premises": [fact.to_json() for fact in self.premises],
            "facts": [fact.to_json() for fact in self.facts],
            "cases": [case.to_json() for case in self.cases],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The step that `to_json` wrote."""
        premises, facts = (tuple(Fact(*f) for f in data[key]) for key in ("premises", "facts"))
        cases = tuple(Case.from_json(case) for case in data["cases"])
        return cls(tuple(data["labels"]), premises, facts, cases)


@dataclass(frozen=True, slots=True)
class Case:
    """What cannot be: from the premises of a step and what is `supposed` steps lead to the last.

    It has no facts: its labels and its premises contradict each other.
    """

    supposed: Fact
    steps: tuple[Step, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "supposed": self.supposed.to_json(),
            "steps": [step.to_json() for step in self.steps],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The case that `to_json` wrote."""
        return cls(Fact(*data["supposed"]), tuple(Step.from_json(s) for s in data["steps"]))


@dataclass(frozen=True, repr=False, slots=True)
class Explanation:
    """Why there is no solution, or why the solutions are as they are.

    A `contradiction`: `labels` name statements that have no common solution, while without any of
    the labels there is one; `smallest` says that no set with fewer labels does. They are None where
    only the puzzle's `argument` was asked for, and empty where the statements that stay contradict
    each other. `steps`: from each step's labels and premises, and from no fewer of them, its facts
    follow; what they leave open is in `open`: the name with the values that it has in solutions.
    `unknown`: the work ended for the `reason` given; `steps` are those found till then.
    `hard` are the labels that were not to be dropped. `checked`: by solvers that were given nothing
    but the statements and facts in question, and the satisfiable cases by the model's meaning.
    """

    kind: Kind
    backend: str
    labels: tuple[str, ...] | None = None
    smallest: bool = False
    argument: str | None = None
    steps: tuple[Step, ...] = ()
    open: Mapping[str, tuple[int | bool, ...]] = field(default_factory=dict)
    hard: tuple[str, ...] = ()
    reason: str | None = None
    checked: bool = False
    times: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        parts: list[str] = [self.kind, *(["checked"] if self.checked else [])]
        parts += [f"{len(self.steps)} steps"] if self.steps else []
        parts += [f"{len(self.open)} open"] if self.open else []
        parts += [f"labels={shortened(str(list(self.labels)))}"] if self.labels else []
        told = {"argument": self.argument, "reason": self.reason, "backend": self.backend}
        parts += [f"{name}={value}" for name, value in told.items() if value is not None]
        return f"Explanation({', '.join(parts)})"

    def solution(self) -> dict[str, int | bool] | None:
        """The only solution, as the steps have it; None where they do not lead to one."""
        if self.kind != "steps" or self.open:
            return None
        facts = [fact for step in self.steps for fact in step.facts]
        values = {fact.name: fact.value for fact in facts if fact.holds}
        return values | {
            fact.name: False for fact in facts if fact.value is True and not fact.holds
        }

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`; `from` says which step found each premise."""
        return {
            "kind": self.kind,
            "reason": self.reason,
            "labels": None if self.labels is None else list(self.labels),
            "smallest": self.smallest,
            "argument": self.argument,
            "steps": [step.to_json() | {"from": origins(self.steps, step)} for step in self.steps],
            "open": {name: list(values) for name, values in self.open.items()},
            "hard": list(self.hard),
            "backend": self.backend,
            "checked": self.checked,
            "times": {name: round(seconds, 6) for name, seconds in self.times.items()},
        }


def origins(steps: Sequence[Step], step: Step) -> list[int]:
    """For each premise of the step the number, from 1, of the one that found it."""
    found = {fact: number for number, each in enumerate(steps, 1) for fact in each.facts}
    return [found[premise] for premise in step.premises]
