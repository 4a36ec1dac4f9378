"""Conflicts among the inputs of a cardinality put them in order, and change nothing else."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Solver

from satchel.cnf.conflicts import Conflicts
from satchel.cnf.options import Options
from satchel.ir import AtLeast, AtMost, AtMostOne, BoolVar, Exactly, Implies, Model, Or
from satchel.tasks.compile import compile_model
from tests.equivalence import mismatch


def variables(count: int) -> list[BoolVar]:
    return [BoolVar(f"b{i}") for i in range(count)]


def names(literals: list) -> str:
    return " ".join(str(literal) for literal in literals)


def test_conflicts_come_together_from_every_statement_that_says_one_outright() -> None:
    a, b, c, d, e, f, g = variables(7)
    conflicts = Conflicts([~a | ~d, AtMostOne(b, e, g), ~f | c, Implies(a, ~b), Or(a, c, e)])
    assert names(conflicts.clustered([a, b, ~c, d, e, f, g])) == names([a, d, b, e, g, ~c, f])


def test_an_order_that_is_as_good_stays() -> None:
    a, b, c, d = variables(4)
    path = Conflicts([~a | ~b, ~b | ~c, ~c | ~d])
    assert names(path.clustered([d, c, a, b])) == names([d, c, a, b])
    assert names(path.clustered([a, c, b, d])) == names([a, b, c, d])
    assert names(Conflicts([]).clustered([c, a, b])) == names([c, a, b])
    assert names(path.clustered([a, c, b, a])) == names([a, c, b, a])


@pytest.mark.parametrize("seed", range(30))
def test_the_order_is_a_permutation_with_fewer_runs(seed: int) -> None:
    random = Random(seed)
    literals = [random.choice([b, ~b]) for b in variables(12)]
    pairs = [p for p in combinations(literals, 2) if random.random() < 0.4]
    ordered = Conflicts([AtMostOne(p) for p in pairs]).clustered(literals)
    assert sorted(map(str, ordered)) == sorted(map(str, literals))
    known = {frozenset(map(str, pair)) for pair in pairs}

    def runs(some: list) -> int:
        count, run = 0, []
        for name in map(str, some):
            if not run or any(frozenset((name, other)) not in known for other in run):
                count, run = count + 1, []
            run.append(name)
        return count

    assert runs(ordered) < runs(literals) or ordered == literals


def knights(n: int, least: int) -> Model:
    """At least so many knights on a board, none attacking another."""
    model = Model()
    cells = {(r, c): model.bool(f"{r},{c}") for r in range(n) for c in range(n)}
    for row, column in cells:
        for down, right in ((1, 2), (1, -2), (2, 1), (2, -1)):
            if (other := (row + down, column + right)) in cells:
                model.add(~cells[row, column] | ~cells[other])
    model.add(AtLeast(list(cells.values()), least))
    return model


def test_knights_are_refuted_with_a_fifth_of_the_conflicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two knights' squares side by side: their pairs are seen at the leaves of the tree."""

    def effort() -> int:
        formula = compile_model(
            knights(8, 33), Options(choices={"cardinality": "totalizer"})
        ).formula
        with Solver(name="glucose42", bootstrap_with=list(formula.iterate())) as solver:
            assert solver.solve() is False
            return (solver.accum_stats() or {})["conflicts"]

    clustered = effort()
    monkeypatch.setattr(Conflicts, "clustered", lambda self, literals: list(literals))
    assert 5 * clustered < effort()


@pytest.mark.parametrize("encoding", ["sequential", "totalizer", "cardnet"])
@pytest.mark.parametrize("seed", range(6))
def test_solutions_stay(seed: int, encoding: str) -> None:
    random = Random(seed)
    model = Model()
    some = [model.bool(f"b{i}") for i in range(8)]
    for _ in range(5):
        left, right = random.sample(some, 2)
        model.add(random.choice([~left | ~right, left | ~right]))
    model.add(random.choice([AtMost, AtLeast, Exactly])([*some[:6], ~some[6]], 3))
    for variable in some:
        model.show(variable.name, variable)
    assert mismatch(model, Options(choices={"cardinality": encoding})) is None
