"""CP-SAT: what its forms of global constraints could get wrong, and what it cannot take."""

from __future__ import annotations

import pytest

from satchel.errors import BackendError, InputError
from satchel.ir import (
    BoolExpr,
    Circuit,
    Element,
    HamiltonianCycle,
    Implies,
    Inverse,
    Model,
    NegativeTable,
    NoOverlap2D,
    Table,
)
from satchel.tasks.choose import backend_named
from satchel.tasks.solve import enumerate_solutions, solve
from tests.random_models import brute_force


def solutions(model: Model) -> set[tuple[int, ...]]:
    answers = enumerate_solutions(model, backend="ortools", in_process=True)
    return {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}


def constraint(name: str, model: Model) -> BoolExpr:
    """A native form where it is easily wrong: values outside, no area, wildcards, lone vertices."""
    xs = [model.int(f"x{i}", -1, 3) for i in range(3)]
    match name:
        case "circuit":
            return Circuit(xs)
        case "circuit without a way in":
            return Circuit(xs[0], xs[1] - 2, 0)
        case "circuit of one":
            return Circuit(xs[0])
        case "circuit of none":
            return Circuit([])
        case "cycle with a lone vertex":
            edges = [(0, 1, xs[0] >= 1), (1, 2, xs[1] >= 1), (0, 2, xs[2] >= 1)]
            return HamiltonianCycle(4, edges)
        case "element":
            return Element([2, xs[0], 5], xs[1] + 1) == 2 * xs[2]
        case "inverse":
            return Inverse(xs, [1, 0, 2])
        case "table with a wildcard":
            return Table(xs, [(0, None, 1), (10**30, 1, 1)])
        case "table out of reach":
            return Table(xs, [(7, 7, 7)])
        case "negative table":
            return NegativeTable([xs[0], 2 * xs[1]], [(0, 2), (0, 3), (1, 10**30)])
        case "pieces":
            return NoOverlap2D(xs, [0, 1, xs[0]], [2, 1, 2], [1, 2, 1])
        case _:
            return NoOverlap2D(xs, [0, 1, xs[0]], [2, 0, 3], [1, 2, 0])


@pytest.mark.parametrize("way", ["demanded", "implied", "negated", "equivalent"])
@pytest.mark.parametrize(
    "name",
    [
        "circuit",
        "circuit without a way in",
        "circuit of one",
        "circuit of none",
        "cycle with a lone vertex",
        "element",
        "inverse",
        "table with a wildcard",
        "table out of reach",
        "negative table",
        "pieces",
        "pieces without area",
    ],
)
def test_forms(name: str, way: str) -> None:
    model = Model()
    b = model.bool("b")
    expr = constraint(name, model)
    model.add({"demanded": expr, "implied": Implies(b, expr), "negated": ~expr}.get(way, b == expr))
    for variable in model.variables.values():
        model.show(variable.name, variable)
    assert solutions(model) == brute_force(model)


def test_numbers_beyond_64_bits_are_refused() -> None:
    for build in (
        lambda m: m.int("x", 0, 2**62) <= 5,
        lambda m: m.int("x", 0, 5) * 2**62 + m.int("y", 0, 5) <= 2**63,
        lambda m: m.bool("a") * 2**61 + m.bool("b") * (2**61 + 1) <= 2**61,
    ):
        model = Model()
        model.add(build(model) | model.bool("c"))
        with pytest.raises(BackendError, match="64 bits"):
            backend_named("ortools").open(model)  # type: ignore[arg-type]


def test_threads_are_part_of_the_name() -> None:
    model = Model()
    model.add(model.int("x", 0, 9) >= 9)
    assert solve(model, backend="ortools:2", in_process=True).values == {"x": 9}
    with pytest.raises(InputError, match="unknown backend 'ortools:many'"):
        backend_named("ortools:many")
