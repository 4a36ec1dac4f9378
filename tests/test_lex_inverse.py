"""Inverse, LexLess, LexLessEq: meaning against Python's own orders and permutations; encodings."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from satchel.cnf.options import Options
from satchel.errors import ModelError
from satchel.ir import BoolExpr, Inverse, LexLess, LexLessEq, Model
from satchel.tasks.compile import compile_model
from tests.equivalence import count_models, mismatch
from tests.random_models import brute_force

FORMS = ("plain", "negated", "reified")
LISTS = ("less", "less or equal", "inverse", "inverse of itself")


def two_lists(name: str, form: str) -> Model:
    model = Model()
    asked = model.bool("asked")
    xs = [model.int("x0", -1, 3), model.int("x1", 0, 3), model.int("x2", 0, 2)]
    ys = [model.int("y0", [0, 2]), model.int("y1", 0, 3), 2 - xs[0]]
    constraints: dict[str, BoolExpr] = {
        "less": LexLess([xs[0], xs[1], asked], ys),
        "less or equal": LexLessEq([xs[0] + 1, xs[1], xs[2]], ys),
        "inverse": Inverse(xs, ys),
        "inverse of itself": Inverse(xs, xs),
    }
    constraint = constraints[name]
    forms = {"plain": constraint, "negated": ~constraint, "reified": asked == constraint}
    model.add(forms[form])
    for variable in model.variables.values():
        model.show(variable.name, variable)
    return model


@pytest.mark.parametrize("integers", ["auto", "direct", "order", "binary"])
@pytest.mark.parametrize("lex", ["order", "linear"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LISTS)
def test_encodings(name: str, form: str, lex: str, integers: str) -> None:
    options = Options(integers=integers, choices={"lex": lex})  # type: ignore[arg-type]
    assert mismatch(two_lists(name, form), options) is None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", LISTS)
def test_count_safe_has_one_model_a_solution(name: str, form: str) -> None:
    model = two_lists(name, form)
    formula = compile_model(model, Options(count_safe=True), number_free=True).formula
    models = count_models(list(formula.iterate()), formula.variables)
    assert models == len(brute_force(model)) > 0


@pytest.mark.parametrize("length", range(4))
def test_lex_is_the_order_of_tuples(length: int) -> None:
    zeros = [0] * length
    for xs, ys in product(product(range(3), repeat=length), repeat=2):
        assert LexLess(zeros, zeros).holds([*xs, *ys]) == (xs < ys)
        assert LexLessEq(zeros, zeros).holds([*xs, *ys]) == (xs <= ys)


@pytest.mark.parametrize("n", range(4))
def test_inverse_pairs_each_permutation_with_one(n: int) -> None:
    zeros = [0] * n
    pairs = [
        (xs, ys)
        for xs, ys in product(product(range(-1, n + 1), repeat=n), repeat=2)
        if Inverse(zeros, zeros).holds([*xs, *ys])
    ]
    assert [xs for xs, _ in pairs] == list(permutations(range(n)))
    assert all(ys[to] == place for xs, ys in pairs for place, to in enumerate(xs))


@pytest.mark.parametrize("kind", [Inverse, LexLess, LexLessEq])
def test_lists_of_different_lengths_are_refused(kind: type[LexLess]) -> None:
    with pytest.raises(ModelError, match=f"{kind.__name__} needs lists of one length"):
        kind([1, 2], [1])
