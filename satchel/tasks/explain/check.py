"""The check of an explanation, apart from the search: a fresh solver for each question, on a model
that has only the statements in question, and the facts as statements.

That something is possible is shown by an assignment, which the model's meaning decides. That
something follows is the solver's word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeVar

from satchel.cnf.options import Options
from satchel.errors import BackendError
from satchel.ir import BoolExpr, IntExpr, Model, Not, Statement
from satchel.tasks.explain.explanation import Case, Step
from satchel.tasks.explain.facts import Fact, values_of
from satchel.tasks.session import Assumption, Session, prepare

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks explanations of one model; statements without a label or with a `hard` one stay."""

    model: Model
    hard: Collection[str]
    backend: str
    options: Options

    def contradiction(self, labels: Sequence[str]) -> list[str]:
        """What is wrong with labels as a minimal contradiction, a line each."""
        wrong = self._strange(labels)
        if self._satisfiable(labels):
            wrong.append("the statements have a common solution")
        for label in labels:
            if not self._satisfiable(_without(labels, label)):
                wrong.append(f"not minimal: without {label!r} there is no solution either")
        return wrong

    def steps(
        self, steps: Sequence[Step], left_open: Mapping[str, Collection[int | bool]]
    ) -> Iterator[list[str]]:
        """What is wrong with each step, and at last with what they leave open."""
        known: set[Fact] = set()
        for number, step in enumerate(steps, 1):
            yield [f"step {number}: {fault}" for fault in self._step(step, known)]
            known.update(step.facts)
        yield list(self._left(known, left_open))

    def _step(self, step: Step, known: Collection[Fact]) -> Iterator[str]:
        yield from self._strange(step.labels)
        yield from (f"{fact} is not known yet" for fact in step.premises if fact not in known)
        yield from (f"{fact} is known already" for fact in step.facts if fact in known)
        if not step.facts:
            yield "nothing follows"
        yield from self._derivation(step)
        for case in step.cases:
            yield from (f"suppose {case.supposed}: {fault}" for fault in self._case(step, case))

    def _derivation(self, step: Step) -> Iterator[str]:
        """Whether the facts follow, and from nothing less."""
        for fact in self._avoidable(step.labels, step.premises, step.facts):
            yield f"{fact} does not follow"
        for label in step.labels:
            rest = _without(step.labels, label)
            avoidable = self._avoidable(rest, step.premises, step.facts)
            yield from _needless(step.facts, avoidable, repr(label))
        for premise in step.premises:
            others = _without(step.premises, premise)
            avoidable = self._avoidable(step.labels, others, step.facts)
            yield from _needless(step.facts, avoidable, str(premise))

    def _case(self, step: Step, case: Case) -> Iterator[str]:
        """Whether what is supposed leads to a contradiction, with nothing but what the step has."""
        if replace(case.supposed, holds=not case.supposed.holds) not in step.facts:
            yield "that does not deny what follows"
        known = {*step.premises, case.supposed}
        for inner in case.steps:
            if not {*inner.labels} <= {*step.labels}:
                yield f"{inner.labels} are not of the step"
            yield from (f"{fact} is not known yet" for fact in inner.premises if fact not in known)
            yield from self._derivation(inner)
            known.update(inner.facts)
        if not case.steps or case.steps[-1].facts:
            yield "it leads to no contradiction"
        else:
            yield from self._dead_end(case.steps[-1])

    def _dead_end(self, step: Step) -> Iterator[str]:
        """Whether labels and premises contradict each other, and nothing less does."""
        if self._satisfiable(step.labels, step.premises):
            yield "the end is no contradiction"
        for label in step.labels:
            if not self._satisfiable(_without(step.labels, label), step.premises):
                yield f"not minimal: the contradiction does without {label!r}"
        for premise in step.premises:
            if not self._satisfiable(step.labels, _without(step.premises, premise)):
                yield f"not minimal: the contradiction does without {premise}"

    def _left(
        self, known: Collection[Fact], left_open: Mapping[str, Collection[int | bool]]
    ) -> Iterator[str]:
        """Whether each name has one value left, or those said to be open, and really has these."""
        denied: list[Fact] = []
        for name, shown in self.model.shown.items():
            values = _values_left(name, shown, known)
            said = list(left_open.get(name, values[:1]))
            if not values or set(values) != set(said):
                yield f"{name}: {values} are left, but said to be possible are {said}"
            if len(values) > 1:
                boolean = isinstance(shown, BoolExpr)
                denied += [
                    Fact(name, True, not value) if boolean else Fact(name, value, holds=False)
                    for value in values
                ]
        labels = [s.label for s in self.model.statements if s.label is not None]
        for fact in set(denied) - self._avoidable(labels, (), denied):
            yield f"{fact} is certain, but said to be open"

    def _strange(self, labels: Iterable[str]) -> list[str]:
        own = {statement.label for statement in self.model.statements}
        return [f"no statement is labelled {label!r}" for label in labels if label not in own]

    def _satisfiable(self, labels: Sequence[str], premises: Sequence[Fact] = ()) -> bool:
        part = self._part(labels, premises, {})
        with closing(self._open(part)) as session:
            return _decide(session, part, [])

    def _avoidable(
        self, labels: Sequence[str], premises: Sequence[Fact], facts: Sequence[Fact]
    ) -> set[Fact]:
        """Those of the facts that may be false where statements and premises hold."""
        if not facts:
            return set()
        shown = {str(index): Not(fact.expression(self.model)) for index, fact in enumerate(facts)}
        part = self._part(labels, premises, shown)
        with closing(self._open(part)) as session:
            return {
                fact
                for index, fact in enumerate(facts)
                if _decide(session, part, [(str(index), True)])
            }

    def _part(
        self, labels: Sequence[str], premises: Sequence[Fact], shown: Mapping[str, BoolExpr]
    ) -> Model:
        """The model with these statements, what stays, and the premises; nothing else."""
        wanted = {*labels, *self.hard, None}
        statements = [s for s in self.model.statements if s.label in wanted]
        statements += [Statement(premise.expression(self.model)) for premise in premises]
        return Model.assembled(self.model.variables.values(), statements, shown, None)

    def _open(self, part: Model) -> Session:
        used = {statement.label for statement in part.statements}
        own = {label: choice for label, choice in self.options.labels.items() if label in used}
        options = replace(self.options, labels=own)
        return prepare(part, self.backend, options, every=True).open()


def _decide(session: Session, part: Model, assumptions: Sequence[Assumption]) -> bool:
    """Whether there is a solution; one that the model's meaning refuses is none."""
    verdict = session.solve(assumptions)
    if verdict is None:
        raise BackendError("the solver gave up without an answer")
    if verdict:
        values, _ = session.solution()
        shown = part.shown_values(values)
        wrong = part.violations(values)
        wrong += [f"{name} was assumed" for name, value in assumptions if shown[name] != value]
        if wrong:
            raise BackendError(f"its answer breaks the model: {'; '.join(wrong[:3])}")
    return verdict


def _without(members: Sequence[M], one: M) -> list[M]:
    return [member for member in members if member != one]


def _needless(facts: Sequence[Fact], avoidable: Collection[Fact], member: str) -> Iterator[str]:
    for fact in facts:
        if fact not in avoidable:
            yield f"not minimal: {fact} follows without {member}"


def _values_left(name: str, shown: BoolExpr | IntExpr, known: Collection[Fact]) -> list[int | bool]:
    """The values that the known facts leave, in order."""
    own = [fact for fact in known if fact.name == name]
    if isinstance(shown, BoolExpr):
        denied = {not fact.holds for fact in own}
        return [value for value in (False, True) if value not in denied]
    certain = {fact.value for fact in own if fact.holds}
    excluded = {fact.value for fact in own if not fact.holds}
    values = [value for value in values_of(shown) if value not in excluded]
    return [value for value in values if value in certain] if certain else values
