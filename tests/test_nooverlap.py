"""NoOverlap2D: every encoding, as it stands, negated and under a condition; what it refuses."""

from __future__ import annotations

from itertools import product

import pytest

from satchel.cnf.options import Options
from satchel.errors import ModelError
from satchel.ir import If, Implies, Model, NoOverlap2D
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import enumerate_solutions
from tests.equivalence import count_models, mismatch
from tests.random_models import brute_force

ENCODINGS = ("relation", "linear")


def two_pieces(form: str) -> Model:
    """A 2 x 1 piece that may be turned and a 2 x 2 piece, on a grid of corners with a hole."""
    model = Model()
    turned, asked = model.bool("turned"), model.bool("asked")
    x, y = model.int("x", [0, 1, 3]), model.int("y", 0, 2)
    x2, y2 = model.int("x2", 0, 2), model.int("y2", 0, 1)
    apart = NoOverlap2D([x, x2], [y, y2], [If(turned, 1, 2), 2], [1 + turned, 2])
    forms = {
        "plain": apart,
        "negated": ~apart,
        "implied": Implies(asked, apart),
        "implying": Implies(apart, asked),
        "both": asked == apart,
    }
    model.add(forms[form])
    for variable in model.variables.values():
        model.show(variable.name, variable)
    return model


@pytest.mark.parametrize("form", ["plain", "negated", "implied", "implying", "both"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("count_safe", [False, True])
@pytest.mark.parametrize("integers", ["auto", "direct", "order", "binary"])
def test_encodings(form: str, encoding: str, count_safe: bool, integers: str) -> None:
    options = Options(
        integers=integers,  # type: ignore[arg-type]
        choices={"nooverlap": encoding},
        count_safe=count_safe,
    )
    assert mismatch(two_pieces(form), options) is None


@pytest.mark.parametrize("form", ["plain", "implied", "both"])
def test_count_safe_has_one_model_a_solution(form: str) -> None:
    model = two_pieces(form)
    options = Options(choices={"nooverlap": "relation"}, count_safe=True)
    formula = compile_model(model, options, number_free=True).formula
    models = count_models(list(formula.iterate()), formula.variables)
    assert models == len(brute_force(model)) > 0


@pytest.mark.parametrize("form", ["plain", "negated", "both"])
def test_z3_on_the_model(form: str) -> None:
    model = two_pieces(form)
    answers = enumerate_solutions(model, backend="z3", in_process=True)
    found = {tuple(map(int, (answer.solution or {}).values())) for answer in answers}
    assert found == brute_force(model)


def test_meaning_is_that_no_cell_is_covered_twice() -> None:
    def cells(x: int, y: int, w: int, h: int) -> set[tuple[int, int]]:
        return set(product(range(x, x + w), range(y, y + h)))

    sizes = [(2, 1), (1, 3), (2, 2)]
    constraint = NoOverlap2D([0] * 3, [0] * 3, *zip(*sizes, strict=True))
    for corners in product(product(range(4), range(3)), repeat=3):
        (xs, ys), (ws, hs) = zip(*corners, strict=True), zip(*sizes, strict=True)
        covered = [cells(*corner, *size) for corner, size in zip(corners, sizes, strict=True)]
        apart = len(set().union(*covered)) == sum(map(len, covered))
        assert constraint.holds([*xs, *ys, *ws, *hs]) == apart


def test_a_rectangle_without_area_may_touch_but_not_lie_inside() -> None:
    def holds(x: int) -> bool:
        return NoOverlap2D([0, x], [0, 0], [3, 0], [2, 2]).holds([0, x, 0, 0, 3, 0, 2, 2])

    assert [holds(x) for x in (0, 1, 2, 3)] == [True, False, False, True]


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(ModelError, match="four lists of one length, not of 2, 2, 1, 2"):
        NoOverlap2D([0, 1], [0, 0], [1], [1, 1])


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_rectangles_always_hold(count: int) -> None:
    model = Model()
    x = [model.int(f"x{i}", 0, 1) for i in range(count)]
    model.add(NoOverlap2D(x, x, [5] * count, [5] * count))
    for variable in x:
        model.show(variable.name, variable)
    assert mismatch(model, Options()) is None


def test_it_survives_json_with_its_sizes() -> None:
    model = two_pieces("both")
    again = Model.from_json(model.to_json())
    assert again.statements[0].expr.same(model.statements[0].expr)
    assert str(again) == str(model)
