"""Each propagator against brute force over its one constraint: which values have a support?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from satchel.ir import (
    AllDifferent,
    And,
    BoolExpr,
    Cardinality,
    Circuit,
    Domain,
    ElementIs,
    HamiltonianCycle,
    If,
    IntVar,
    Inverse,
    LexLess,
    LexLessEq,
    Model,
    NegativeTable,
    NoOverlap2D,
    Not,
    Or,
    Sum,
    Table,
    Variable,
    Xor,
)
from satchel.passes import propagate, run_passes
from satchel.passes.narrow import initial
from satchel.passes.propagators import PROPAGATORS, alldifferent, table
from satchel.passes.propagators.store import Contradiction

SEEDS = range(400)


class Maker:
    """Makes constraints over distinct variables: integers of few values, plain or as views."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.model = Model()

    def ints(self, count: int, lo: int = -1, hi: int = 4) -> list[Any]:
        made = []
        for _ in range(count):
            values = self.random.sample(
                range(lo, hi + 1), self.random.randint(1, min(4, hi - lo + 1))
            )
            made.append(self.model.int(f"x{len(self.model.variables)}", values))
        return made

    def views(self, count: int, lo: int = -1, hi: int = 4) -> list[Any]:
        return [self.random.choice([x, x, x + 1, 3 - x, 2 * x]) for x in self.ints(count, lo, hi)]

    def bools(self, count: int) -> list[BoolExpr]:
        """Variables and negations of them, some of them known."""
        made: list[BoolExpr] = []
        for _ in range(count):
            b = self.model.bool(f"b{len(self.model.variables)}")
            made.append(self.random.choice([b, ~b]))
            if self.random.random() < 0.3:
                self.model.add(self.random.choice([b, ~b]))
        return made

    def rows(self, columns: int) -> list[list[int | None]]:
        cells: list[int | None] = [None, *range(-1, 5)]
        count = self.random.randint(0, 6)
        return [[self.random.choice(cells) for _ in range(columns)] for _ in range(count)]

    def rectangles(self) -> NoOverlap2D:
        count = self.random.randint(2, 3)
        corners = [self.views(count, 0, 3) for _ in range(2)]
        sizes = [[self.random.randint(0, 2) for _ in range(count)] for _ in range(2)]
        return NoOverlap2D(*corners, *sizes)

    def cycle(self) -> HamiltonianCycle:
        size = self.random.randint(3, 5)
        pairs = [(u, v) for u in range(size) for v in range(u)]
        chosen = self.random.sample(pairs, self.random.randint(size - 1, min(len(pairs), 8)))
        literals = self.bools(len(chosen))
        return HamiltonianCycle(
            size, [(u, v, b) for (u, v), b in zip(chosen, literals, strict=True)]
        )

    def sum(self, count: int) -> Any:
        return Sum(self.random.choice([-3, -2, -1, 1, 1, 2]) * x for x in self.ints(count))


class Crowded(Maker):
    """Makes constraints in which variables stand more than once."""

    def ints(self, count: int, lo: int = -1, hi: int = 4) -> list[Any]:
        made = [v for v in self.model.variables.values() if isinstance(v, IntVar)]
        if len(made) < 2:
            made += super().ints(2, lo, hi)
        return self.random.choices(made, k=count)

    def bools(self, count: int) -> list[BoolExpr]:
        made = [v for v in self.model.variables.values() if isinstance(v, BoolExpr)]
        if len(made) < 2:
            made += super().bools(2)
        return [self.random.choice([b, ~b]) for b in self.random.choices(made, k=count)]


Make = Callable[[Maker, Random], BoolExpr]

EXACT: dict[str, Make] = {
    "or": lambda m, r: Or(m.bools(3)),
    "and": lambda m, r: And(m.bools(3)),
    "xor": lambda m, r: Xor(m.bools(3)),
    "if": lambda m, r: If(*m.bools(3)),
    "cardinality": lambda m, r: Cardinality(
        tuple(m.bools(4)), k := r.randint(0, 3), r.randint(k, 4)
    ),
    "not cardinality": lambda m, r: Not(
        Cardinality(tuple(m.bools(4)), *sorted(r.choices(range(5), k=2)))
    ),
    "at most": lambda m, r: m.sum(r.randint(1, 3)) <= r.randint(-4, 6),
    "two terms equal": lambda m, r: m.sum(2) == r.randint(-4, 6),
    "two terms different": lambda m, r: m.sum(2) != r.randint(-4, 6),
    "equation": lambda m, r: m.sum(3) + Sum(m.bools(1)) == r.randint(-4, 6),
    "alldifferent": lambda m, r: AllDifferent(m.views(r.randint(2, 4))),
    "element": lambda m, r: ElementIs([*m.views(2), 3], *m.views(2)),
    "table": lambda m, r: Table(m.views(3), m.rows(3)),
    "negative table": lambda m, r: NegativeTable(m.views(3), m.rows(3)),
    "lex less": lambda m, r: LexLess(m.views(2), m.views(2)),
    "lex less or equal": lambda m, r: LexLessEq(m.views(2), m.views(2)),
}
"""Every value without a support is found."""

SOUND: dict[str, Make] = {
    "not alldifferent": lambda m, r: Not(AllDifferent(m.views(3))),
    "not element": lambda m, r: Not(ElementIs([*m.views(1), 3], *m.views(2))),
    "not table": lambda m, r: Not(Table(m.views(3), m.rows(3))),
    "inverse": lambda m, r: Inverse(m.views(3, 0, 3), m.views(3, 0, 3)),
    "not inverse": lambda m, r: Not(Inverse(m.views(1, 0, 1), m.views(1, 0, 1))),
    "no overlap": lambda m, r: m.rectangles(),
    "overlap": lambda m, r: Not(m.rectangles()),
    "circuit": lambda m, r: Circuit(m.views(4, 0, 4)),
    "not circuit": lambda m, r: Not(Circuit(m.views(3, 0, 2))),
    "cycle": lambda m, r: m.cycle(),
    "not cycle": lambda m, r: Not(m.cycle()),
    "nested": lambda m, r: Or(m.sum(2) == 1, Not(Xor(m.bools(1)[0], m.sum(2) <= 2))),
}
"""No value with a support is lost."""


def supports(model: Model) -> dict[Variable, Domain]:
    """For each variable the values it has in some solution."""
    variables = list(model.variables.values())
    domains: Sequence[Sequence[int]] = [
        list(v.domain) if isinstance(v, IntVar) else [False, True] for v in variables
    ]
    names = list(model.variables)
    solutions = [
        values
        for values in product(*domains)
        if not model.violations(dict(zip(names, values, strict=True)))
    ]
    columns = zip(*solutions, strict=True) if solutions else [()] * len(variables)
    return {v: Domain.of(map(int, column)) for v, column in zip(variables, columns, strict=True)}


def propagated(model: Model) -> dict[Variable, Domain]:
    """What propagation leaves; nothing of anything where it finds a contradiction."""
    try:
        return propagate.propagated([s.expr for s in model.statements], initial(model))
    except Contradiction:
        return dict.fromkeys(model.variables.values(), Domain(()))


def cases(make: Make, seeds: range = SEEDS, kind: Callable[[Random], Maker] = Maker) -> list[Model]:
    models = []
    for seed in seeds:
        maker = kind(Random(seed))
        maker.model.add(make(maker, maker.random))
        models.append(maker.model)
    return models


@pytest.mark.parametrize("name", EXACT)
def test_exact(name: str) -> None:
    useful = 0
    for model in cases(EXACT[name]):
        expected = supports(model)
        assert propagated(model) == expected, str(model)
        useful += expected != initial(model)
    assert useful > len(SEEDS) / 20


@pytest.mark.parametrize("name", SOUND)
def test_sound(name: str) -> None:
    useful = 0
    for model in cases(SOUND[name]):
        expected, found = supports(model), propagated(model)
        for variable, values in expected.items():
            assert not values - found[variable], f"{variable}\n{model}"
        useful += found != initial(model)
    assert useful > 0


@pytest.mark.parametrize("name", EXACT | SOUND)
def test_sound_though_variables_stand_more_than_once(name: str) -> None:
    for model in cases((EXACT | SOUND)[name], kind=Crowded):
        found = propagated(model)
        assert all(not values - found[v] for v, values in supports(model).items()), str(model)


def test_every_propagator_is_tested() -> None:
    made = [cases(make)[0].statements[-1].expr for make in (EXACT | SOUND).values()]
    kinds = {type(expr.arg if isinstance(expr, Not) else expr) for expr in made}
    assert kinds >= set(PROPAGATORS)


@pytest.mark.parametrize(("limit", "module"), [("FEW", alldifferent), ("FEW", table)])
def test_what_is_too_large_to_be_exact_is_sound(
    limit: str, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, 0)
    for name in ("alldifferent", "negative table"):
        for model in cases(EXACT[name]):
            found = propagated(model)
            assert all(not values - found[v] for v, values in supports(model).items()), str(model)


def test_hall_intervals_through_wide_domains() -> None:
    model = Model()
    x, y, z = model.int("x", 1, 2), model.int("y", 1, 2), model.int("z", 1, 10**30)
    model.add(AllDifferent(x, y, z))
    simple, _ = run_passes(model, ("propagate",))
    assert simple.variables["z"].domain == Domain.range(3, 10**30)  # type: ignore[union-attr]


def test_bounds_that_creep_through_wide_domains_end() -> None:
    model = Model()
    x, y = model.int("x", 0, 10**30), model.int("y", 0, 10**30)
    model.add(x + 1 <= y)
    model.add(y + 1 <= x)
    run_passes(model, ("propagate",))


def test_wide_multiples_are_not_looked_at_value_by_value() -> None:
    model = Model()
    x, y, z = (model.int(name, 0, 10**30) for name in "xyz")
    model.add(AllDifferent(3 * x, 5 * y))
    model.add(3 * x + 7 * y - 2 * z == 10)
    model.add(Table([2 * x, y], [(10**9, 5), (12, None)]))
    simple, _ = run_passes(model, ("propagate",))
    assert simple.variables["x"].domain == Domain.of([6, 10**9 // 2])  # type: ignore[union-attr]


@pytest.mark.parametrize("scale", [3, -3, 7])
def test_bounds_of_wide_multiples_are_exact(scale: int) -> None:
    model = Model()
    x = model.int("x", -(10**9), 10**9)
    model.add(LexLess([10**6], [scale * x]))
    model.add(LexLess([scale * x], [2 * 10**6]))
    simple, _ = run_passes(model, ("propagate",))
    ends = sorted((10**6 / scale, 2 * 10**6 / scale))
    left = [v for v in range(int(ends[0]) - 2, int(ends[1]) + 3) if ends[0] < v < ends[1]]
    assert simple.variables["x"].domain == Domain.of(left)  # type: ignore[union-attr]


def test_a_disjunction_of_which_one_argument_is_left_keeps_it() -> None:
    """`x + y <= 3` is demanded by the disjunction only: it must not vouch for itself."""
    model = Model()
    x, y, z = (model.int(name, 0, 9) for name in "xyz")
    model.add((x + y <= 3) | (z >= 5))
    model.add(z <= 4)
    simple, _ = run_passes(model, ("propagate",))
    assert [str(s.expr) for s in simple.statements] == ["x + y <= 3"]
    assert [str(simple.variables[n].domain) for n in "xy"] == ["{0..3}"] * 2  # type: ignore[union-attr]


def test_what_domains_decide_becomes_a_constant() -> None:
    model = Model()
    a, x, y = model.bool("a"), model.int("x", [1, 3, 5]), model.int("y", [0, 2, 4, 6])
    model.show("equal", x == y)
    model.show("different", AllDifferent(x, y, 9))
    model.add(a | (x == y) | Table([x, y], [(2, 0)]))
    simple, undo = run_passes(model, ("propagate",))
    assert undo[-2:] == [["propagate", {"a": True}], ["simplify", None]]
    assert [str(expr) for expr in simple.shown.values()] == ["false", "true"]
    assert simple.statements == []


def test_a_contradiction_is_one_false_statement() -> None:
    model = Model()
    model.add(AllDifferent(model.int(name, 1, 2) for name in "xyz"))
    simple, _ = run_passes(model, ("propagate",))
    assert [str(s.expr) for s in simple.statements] == ["false"]
