"""The search for an explanation, wherever it runs: a contradiction, or one step after the other."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from satchel.cnf.options import Options
from satchel.ir import BoolExpr, Model
from satchel.tasks.explain.cases import Supposing
from satchel.tasks.explain.explanation import Case, Step
from satchel.tasks.explain.facts import Facts, Mask, bits
from satchel.tasks.explain.groups import grouped
from satchel.tasks.explain.minimal import minimal, smallest
from satchel.tasks.explain.oracle import Oracle
from satchel.tasks.explain.stepwise import Deduction, Stepwise
from satchel.tasks.work.events import Ended, Event


@dataclass(frozen=True, slots=True)
class Contradicted(Event):
    """There is no solution: a minimal set of labels, and those that could not be dropped."""

    labels: Sequence[str]
    smallest: bool
    undroppable: Sequence[str]


@dataclass(frozen=True, slots=True)
class Consequences(Event):
    """There are solutions: so many facts are true in all of them; what is `open` is not fixed."""

    count: int
    open: Mapping[str, Sequence[int | bool]]
    undroppable: Sequence[str]


@dataclass(frozen=True, slots=True)
class Stepped(Event):
    """One step, as `Step.to_json` writes it; so many facts are left to explain."""

    step: Mapping[str, Any]
    left: int


@dataclass(frozen=True, slots=True)
class Search:
    """A job: explain a model by a backend, the labels in `keep` not to be dropped.

    `fewest`: of the sets of labels that contradict each other a smallest one.
    """

    model: Model
    backend: str
    options: Options
    keep: tuple[str, ...]
    fewest: bool

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        return {
            "model": self.model.to_json(symmetries=False),
            "backend": self.backend,
            "options": self.options.to_json(),
            "keep": list(self.keep),
            "fewest": self.fewest,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        return cls(
            Model.from_json(data["model"]),
            str(data["backend"]),
            Options.from_json(data["options"]),
            tuple(data["keep"]),
            bool(data["fewest"]),
        )

    def carry_out(self) -> Generator[Event]:
        """A contradiction; or the number of consequences, and the steps that lead to them.

        Raises BackendError where the solver fails or gives up, InputError and ModelError where the
        request makes no sense, MemoryError where memory ends.
        """
        start = time.perf_counter()
        grouping = grouped(self.model, self.keep)
        with Oracle(grouping, None, self.backend, self.options) as oracle:
            satisfiable = oracle.solve(oracle.everything) is not None
            grouping = oracle.grouping
            if not satisfiable:
                yield self._contradiction(oracle)
        if satisfiable:
            facts = Facts(self.model)
            with Oracle(grouping, facts, self.backend, self.options) as oracle:
                yield from _steps(Stepwise(oracle, facts))
        yield Ended(time.perf_counter() - start, 0.0)

    def _contradiction(self, oracle: Oracle) -> Contradicted:
        left_out: list[Mask] = []

        def core(groups: Mask) -> Mask | None:
            witness = oracle.grown_groups(groups, 0)
            if witness is None:
                return oracle.core()[0]
            left_out.append(oracle.everything & ~witness.groups)
            return None

        def uncovered(groups: Mask) -> Mask | None:
            witness = oracle.grown_groups(groups, 0)
            return None if witness is None else oracle.everything & ~witness.groups

        found = minimal(core, oracle.core()[0])
        if self.fewest:
            found = smallest(uncovered, left_out, found.bit_count() - 1) or found
        return Contradicted(_labels(oracle, found), self.fewest, oracle.grouping.undroppable)


def _steps(stepwise: Stepwise) -> Iterator[Event]:
    facts, oracle = stepwise.facts, stepwise.oracle
    stepwise.start()
    certain = facts.strongest(stepwise.todo)
    count, left_open = stepwise.todo.bit_count(), _open(facts, certain)
    yield Consequences(count, left_open, oracle.grouping.undroppable)
    for deduction in stepwise.steps():
        step = Step(
            tuple(_labels(oracle, deduction.groups)),
            facts.named(deduction.premises),
            facts.named(facts.strongest(deduction.facts)),
            tuple(_cases(stepwise, deduction)),
        )
        yield Stepped(step.to_json(), stepwise.todo.bit_count())


def _cases(stepwise: Stepwise, deduction: Deduction) -> Iterator[Case]:
    """A step from several groups, taken apart for each of its facts, where that can be done."""
    if deduction.groups.bit_count() < 2:
        return
    facts, oracle = stepwise.facts, stepwise.oracle
    supposing = Supposing(oracle, facts, stepwise.following)
    for number in bits(facts.strongest(deduction.facts)):
        steps = [
            Step(
                tuple(_labels(oracle, inference.groups)),
                facts.named(inference.premises),
                () if inference.fact is None else (facts[inference.fact],),
            )
            for inference in supposing.refuted(deduction.groups, deduction.premises, number)
        ]
        if steps:
            yield Case(facts[facts.negated(number)], tuple(steps))


def _open(facts: Facts, certain: Mask) -> dict[str, list[int | bool]]:
    """The names whose value is not certain, with the values that are not excluded."""
    found: dict[str, list[int | bool]] = {}
    for name, atoms in facts.of_name.items():
        if any(certain >> atom & 1 for atom in atoms):
            continue
        possible = [atom for atom in atoms if not certain >> (atom + facts.count) & 1]
        if isinstance(facts.model.shown[name], BoolExpr):
            if possible:
                found[name] = [False, True]
        else:
            found[name] = [facts.atoms[atom][1] for atom in possible]
    return found


def _labels(oracle: Oracle, groups: Mask) -> list[str]:
    return [oracle.grouping.groups[index].label for index in bits(groups)]
