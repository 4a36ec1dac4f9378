"""Random small models over everything the IR has, and options over everything registered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, get_args

from satchel.cnf import portfolio
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.orders import ORDERS
from satchel.errors import BackendError
from satchel.ir import (
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    AtMostOne,
    Automaton,
    BoolConst,
    BoolExpr,
    Circuit,
    Clauses,
    Cumulative,
    Element,
    Exactly,
    ExactlyOne,
    GlobalCardinality,
    HamiltonianCycle,
    If,
    Iff,
    Implies,
    Inverse,
    LexLess,
    LexLessEq,
    Max,
    Min,
    Model,
    NegativeTable,
    NoOverlap2D,
    Or,
    Precedence,
    Regular,
    Sum,
    Table,
    Xor,
)
from satchel.ir.semantics import Tape
from satchel.passes import OPTIONAL
from satchel.tasks.session import prepare
from satchel.testing import brute_force as brute_force
from satchel.testing.solutions import domain

NATIVE = {"native"}
"""Encodings that write more than clauses; they have suites of their own, too."""


class Grower:
    """Grows expressions over a few variables; `depth` bounds the nesting."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.model = Model()
        self.bools = [self.model.bool(f"b{i}") for i in range(random.randint(1, 4))]
        self.ints = [
            self.model.int(f"x{i}", random.sample(range(-4, 6), random.randint(1, 5)))
            for i in range(random.randint(1, 3))
        ]
        self.booleans = [
            self._constant_or_variable,
            lambda d: ~self.boolean(d),
            lambda d: And(self._some(d, 4)),
            lambda d: Or(self._some(d, 4)),
            lambda d: Implies(self.boolean(d), self.boolean(d)),
            lambda d: Iff(self.boolean(d), self.boolean(d)),
            lambda d: Xor(self._some(d, 5)),
            lambda d: If(self.boolean(d), self.boolean(d), self.boolean(d)),
            self._comparison,
            self._comparison,
            self._cardinality,
            self._cardinality,
            lambda d: AllDifferent([self.integer(d) for _ in range(random.randint(0, 4))]),
            self._table,
            lambda d: Circuit([self.integer(d) for _ in range(random.randint(0, 4))]),
            self._cycle,
            self._nooverlap,
            self._pair_of_lists,
            self._cumulative,
            self._global_cardinality,
            self._regular,
            self._precedence,
            self._clauses,
            lambda d: self.integer(d) == random.randint(-4, 5),
        ]
        self.integers = [
            lambda _: random.choice(self.ints),
            lambda _: random.choice(self.ints) + random.randint(-3, 3),
            lambda _: random.randint(-3, 3) * random.choice(self.ints) + random.randint(-2, 2),
            lambda d: self.integer(d) + self.integer(d) * random.choice([-2, -1, 1, 2]),
            lambda d: If(self.boolean(d), self.integer(d), self.integer(d)),
            lambda d: Element([random.randint(-3, 4) for _ in range(3)], self.integer(d)),
            lambda d: Element([self.integer(d), self.integer(d), 2], self.integer(d)),
            lambda d: self.integer(d) * self.integer(d),
            lambda d: self.boolean(d) * self.integer(d),
            lambda d: abs(self.integer(d)),
            lambda d: random.choice([Max, Min])(
                self.integer(d) for _ in range(random.randint(1, 3))
            ),
        ]

    def boolean(self, depth: int) -> Any:
        if depth == 0:
            return self._constant_or_variable(0)
        return self.random.choice(self.booleans)(depth - 1)

    def integer(self, depth: int) -> Any:
        if depth == 0:
            return self.random.choice(self.ints)
        return self.random.choice(self.integers)(depth - 1)

    def _some(self, depth: int, most: int) -> list[BoolExpr]:
        return [self.boolean(depth) for _ in range(self.random.randint(0, most))]

    def _constant_or_variable(self, _: int) -> BoolExpr:
        kind = self.random.randrange(10)
        if kind == 0:
            return BoolConst(self.random.random() < 0.5)
        if kind < 4:
            return self.random.choice(self.ints) <= self.random.randint(-4, 5)
        return self.random.choice(self.bools)

    def _comparison(self, depth: int) -> BoolExpr:
        random = self.random
        coefficients = [-3, -2, -1, 0, 1, 1, 2, 3, 7]
        parts = [self.integer(depth), self.boolean(depth), self.boolean(depth)]
        left = Sum(
            random.choice(coefficients) * p for p in random.sample(parts, random.randint(1, 3))
        )
        right = random.choice([random.randint(-6, 6), self.integer(depth)])
        compare = random.choice(["__le__", "__lt__", "__ge__", "__gt__", "__eq__", "__ne__"])
        return getattr(left, compare)(right)

    def _cardinality(self, depth: int) -> BoolExpr:
        args = self._some(depth, 9)
        if args and self.random.random() < 0.3:
            args.append(self.random.choice([args[0], ~args[0]]))
        if self.random.random() < 0.4:
            return self.random.choice([AtMostOne, ExactlyOne])(args)
        return self.random.choice([AtMost, AtLeast, Exactly])(args, self.random.randint(-1, 5))

    def _cycle(self, depth: int) -> BoolExpr:
        size = self.random.randint(2, 5)
        pairs = [(u, v) for u in range(size) for v in range(u)]
        chosen = self.random.sample(pairs, self.random.randint(1, len(pairs)))
        return HamiltonianCycle(size, [(u, v, self.boolean(depth)) for u, v in chosen])

    def _table(self, depth: int) -> BoolExpr:
        columns = [self.integer(depth) for _ in range(self.random.randint(1, 3))]
        cells: list[int | None] = [None, *range(-3, 5)]
        rows = [
            [self.random.choice(cells) for _ in columns] for _ in range(self.random.randint(0, 5))
        ]
        return self.random.choice([Table, NegativeTable])(columns, rows)

    def _pair_of_lists(self, depth: int) -> BoolExpr:
        kind = self.random.choice([LexLess, LexLessEq, Inverse])
        count = self.random.randint(0, 3)
        return kind(*([self.integer(depth) for _ in range(count)] for _ in range(2)))

    def _cumulative(self, depth: int) -> BoolExpr:
        count = self.random.randint(0, 4)
        starts = [self.integer(depth) for _ in range(count)]
        durations, demands = (
            [self.random.choice([0, 1, 2, 3, self.integer(0)]) for _ in range(count)]
            for _ in range(2)
        )
        return Cumulative(
            starts, durations, demands, self.random.choice([1, 2, 4, self.integer(0)])
        )

    def _global_cardinality(self, depth: int) -> BoolExpr:
        args = [self.integer(depth) for _ in range(self.random.randint(0, 4))]
        counts = {
            value: self.random.choice([0, 1, 2, (0, 1), (1, 3), self.integer(0)])
            for value in self.random.sample(range(-2, 3), self.random.randint(0, 3))
        }
        return GlobalCardinality(args, counts, closed=self.random.random() < 0.3)

    def _regular(self, depth: int) -> BoolExpr:
        states = range(self.random.randint(1, 3))
        arcs = [
            (state, value, self.random.choice(states))
            for state in states
            for value in range(-2, 4)
            if self.random.random() < 0.6
        ]
        known = {0, *(head for *_, head in arcs)}
        accepting = [state for state in known if self.random.random() < 0.6]
        args = [self.integer(depth) for _ in range(self.random.randint(0, 4))]
        return Regular(args, Automaton(arcs, 0, accepting))

    def _precedence(self, depth: int) -> BoolExpr:
        values = self.random.sample(range(-2, 4), self.random.randint(0, 4))
        return Precedence([self.integer(depth) for _ in range(self.random.randint(0, 5))], values)

    def _clauses(self, depth: int) -> BoolExpr:
        args = self._some(depth, 5)
        numbers = []
        for _ in range(self.random.randint(0, 4)):
            some = self.random.sample(range(len(args)), self.random.randint(0, min(len(args), 3)))
            numbers += [self.random.choice([place + 1, -place - 1]) for place in some] + [0]
        return Clauses(args, numbers)

    def _nooverlap(self, depth: int) -> BoolExpr:
        count = self.random.randint(0, 3)
        corners = [[self.integer(depth) for _ in range(count)] for _ in range(2)]
        sizes: list[list[Any]] = [
            [self.random.choice([0, 1, 2, 3, self.integer(0)]) for _ in range(count)]
            for _ in range(2)
        ]
        return NoOverlap2D(*corners, *sizes)


def random_model(random: Random) -> Model:
    """A few statements over a few variables, most of them shown, some through views.

    One model in four shows nothing, which means that it shows everything.
    """
    grower = Grower(random)
    model = grower.model
    post_statements(grower, random.randint(1, 3), random)
    if random.random() < 0.25:
        return model
    for b in grower.bools:
        model.show(b.name, b)
    for x in grower.ints:
        model.show(x.name, random.choice([x, x, 2 - x, 3 * x + 1]))
    if random.random() < 0.3:
        model.show("expression", grower.boolean(2))
    return model


def random_objective(random: Random) -> Model:
    """Such a model with something to minimize or maximize."""
    grower = Grower(random)
    model = grower.model
    post_statements(grower, random.randint(1, 2), random)
    if random.random() < 0.75:
        for x in (*grower.bools, *grower.ints):
            model.show(x.name, x)
    parts = [grower.integer(random.randint(0, 2)), *(grower.boolean(1) for _ in range(3))]
    chosen = random.sample(parts, random.randint(1, 4))
    objective = Sum(random.choice([-7, -2, -1, 1, 1, 1, 3]) * part for part in chosen)
    random.choice([model.minimize, model.maximize])(objective + random.randint(-5, 5))
    return model


def hiding_one(random: Random, model: Model) -> Model:
    """The model with one of its shown values hidden."""
    hidden = random.choice(list(model.shown))
    return Model.assembled(
        model.variables.values(),
        model.statements,
        {name: expr for name, expr in model.shown.items() if name != hidden},
        model.objective,
    )


def post_statements(grower: Grower, count: int, random: Random) -> None:
    """Post random statements, most of which some assignments satisfy, and some do not.

    A statement that decides nothing is mostly weakened or strengthened by a simple one: a model
    without solutions, or without anything else, would show few mistakes.
    """
    model = grower.model
    left = list(assignments(model))
    for number in range(count):
        statement = grower.boolean(random.randint(1, 3))
        kept = satisfying(statement, left)
        for _ in range(3):
            if 0 < len(kept) < len(left) or random.random() < 0.1:
                break
            other = grower.boolean(0)
            statement = statement & other if kept else statement | other
            kept = satisfying(statement, left)
        model.add(statement, label=f"statement {number}")
        left = kept


def assignments(model: Model) -> Iterator[dict[str, int]]:
    """Every assignment of the model's variables."""
    for row in product(*map(domain, model.variables.values())):
        yield dict(zip(model.variables, row, strict=True))


def satisfying(statement: BoolExpr, some: list[dict[str, int]]) -> list[dict[str, int]]:
    """Those of the assignments that satisfy the statement."""
    holds = Tape(statement)
    return [values for values in some if holds(values)[0]]


def best_value(model: Model) -> int | None:
    """The objective's best value by trying every assignment; None where none is a solution."""
    assert model.objective is not None
    found = []
    for values in assignments(model):
        if not model.violations(values):
            value = model.objective_value(values)
            assert value is not None
            found.append(value)
    best = min if model.objective.sense == "minimize" else max
    return best(found, default=None)


def within_brute(model: Model) -> bool:
    """Whether the backend of that name takes the model: auxiliaries count, too."""
    try:
        prepare(model, "brute", Options(), every=False).open().close()
    except BackendError:
        return False
    return True


def random_options(random: Random) -> Options:
    """Any choice of registered encodings, also for one labelled statement."""
    count_safe = random.random() < 0.4

    def choices() -> dict[str, str]:
        return {
            kind: random.choice(["auto", *_usable(kind, count_safe=count_safe)])
            for kind in portfolio.KINDS
        }

    return Options(
        integers=random.choice(get_args(IntegerEncoding)),
        choices=choices(),
        labels={"statement 0": choices()},
        count_safe=count_safe,
        presolve=random.choice(["auto", tuple(n for n in OPTIONAL if random.random() < 0.5)]),
        numbering=random.choice(["auto", *ORDERS]),
        shuffle=random.choice([None, None, 5]),
    )


def _usable(kind: str, *, count_safe: bool) -> list[str]:
    """Encodings in clauses alone that need no session to complete them: others have own tests."""
    return sorted(
        name
        for name in {*portfolio.encodings(kind)} - NATIVE
        if not portfolio.is_lazy(kind, name)
        and (not count_safe or portfolio.is_count_safe(kind, name))
    )
