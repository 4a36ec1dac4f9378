"""Every kind of constraint over integers with a million values, and with 10^30: solved, or refused.

Answers are by reasoning: each model says where a solution must be, and a solution is checked
against the evaluator. Nothing may look at values one by one, or the test would not end.
"""

# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

import satchel
from satchel.cnf import portfolio
from satchel.cnf.limits import MOST
from satchel.cnf.options import IntegerEncoding, Options
from satchel.errors import InputError, SizeError
from satchel.ir import (
    AllDifferent,
    Automaton,
    BoolExpr,
    Circuit,
    Cumulative,
    Domain,
    Element,
    GlobalCardinality,
    If,
    Iff,
    Inverse,
    LexLess,
    Max,
    Min,
    Model,
    NoOverlap2D,
    Precedence,
    Regular,
    Sum,
    Table,
)
from satchel.passes import run_passes
from satchel.tasks.compile import compile_model, predict
from satchel.testing.models import brute_force

MILLION, HUGE = 10**6, 10**30
LEAST: dict[str, Callable[..., tuple[BoolExpr, int]]] = {
    "alldifferent": lambda n, x, y, z, w: (AllDifferent(x, y, z), 3),
    "cumulative": lambda n, x, y, z, w: (Cumulative([x, y, z], [5, 5, 5], [1, 1, 1], 1), 15),
    "cumulative, demands": lambda n, x, y, z, w: (
        Cumulative([x, y], [5, 5], [z, w], 7) & (z >= 4) & (w >= 4),
        5 + 4 + 4,
    ),
    "element": lambda n, x, y, z, w: (Element([x, y, z], w) == 5, 5),
    "element, numbers": lambda n, x, y, z, w: (Element([n, 9, n], w) == x, 10),
    "gcc": lambda n, x, y, z, w: (GlobalCardinality([x, y, z], {7: 2, 5: (0, 1)}), 14),
    "inverse": lambda n, x, y, z, w: (Inverse([x, y], [z, w]), 2),
    "lex": lambda n, x, y, z, w: (LexLess([x, y], [z, w]) & (x >= 3) & (y >= 2), 3 + 2 + 4),
    "linear": lambda n, x, y, z, w: (x + y == z + 5, 5),
    "max": lambda n, x, y, z, w: ((Max(x, y) <= z) & (x >= 5), 10),
    "min": lambda n, x, y, z, w: (Min(x, y) == z + 5, 10),
    "abs": lambda n, x, y, z, w: (abs(x - y) >= n // 2, n // 2),
    "nooverlap": lambda n, x, y, z, w: (NoOverlap2D([x, y], [z, w], [3, 3], [4, 4]), 3),
    "nooverlap, sizes": lambda n, x, y, z, w: (
        NoOverlap2D([x, y], [0, 0], [z, w], [4, 4]) & (z >= 9) & (w >= 8),
        8 + 9 + 8,
    ),
    "precedence": lambda n, x, y, z, w: (Precedence([x, y], [1, 2]) & (y == 2), 3),
    "product": lambda n, x, y, z, w: ((x * y == z) & (z >= 7) & (x <= 1), 1 + 7 + 7),
    "regular": lambda n, x, y, z, w: (
        Regular([x, y], Automaton([(0, 4, 1), (1, n, 2), (1, 5, 2)], 0, [2])),
        9,
    ),
    "table": lambda n, x, y, z, w: (Table([x, y], [(8, None), (None, n)]), 8),
    "not a table": lambda n, x, y, z, w: (~Table([x], [(0,), (1,)]), 2),
    "if": lambda n, x, y, z, w: ((If(x >= 5, y, z) == w + 6) & (w >= 1), 5 + 7 + 1 - 5),
    "circuit": lambda n, x, y, z, w: (Circuit(x, y, z), 3),
}
"""A constraint of each kind over x, y, z, w in 0..n, and the least sum of these that it allows."""


def model_of(kind: str, n: int) -> tuple[Model, int]:
    model = Model()
    x, y, z, w = (model.int(name, 0, n) for name in "xyzw")
    constraint, least = LEAST[kind](n, x, y, z, w)
    model.add(constraint)
    model.minimize(Sum(x, y, z, w))
    return model, least


@pytest.mark.parametrize("kind", LEAST)
def test_the_least_sums_are_those_of_brute_force(kind: str) -> None:
    """What is said to be least above holds where every assignment can be tried."""
    model, least = model_of(kind, 10)
    for name, variable in model.variables.items():
        model.show(name, variable)
    assert min(map(sum, brute_force(model))) == least


@pytest.mark.parametrize(("kind", "n"), [*product(LEAST, (MILLION, HUGE))])
def test_every_kind_is_written_in_few_clauses(kind: str, n: int) -> None:
    model, _ = model_of(kind, n)
    digits = n.bit_length()
    assert predict(model, Options()).clauses < 1500 * digits + 20 * digits**2


@pytest.mark.parametrize("backend", ["cadical153", "z3", "ortools"])
@pytest.mark.parametrize("kind", LEAST)
def test_every_kind_has_its_least_sum(kind: str, backend: str) -> None:
    _refuse_missing(backend)
    model, least = model_of(kind, MILLION)
    answer = satchel.solve(model, backend=backend, timeout=300)
    assert (answer.status, answer.checked, answer.objective) == ("optimum", True, least)


@pytest.mark.parametrize("kind", LEAST)
def test_every_kind_is_solved_beyond_machine_integers(kind: str) -> None:
    model, _ = model_of(kind, HUGE)
    model.objective = None
    answer = satchel.solve(model, timeout=300)
    assert (answer.status, answer.checked) == ("sat", True)


@pytest.mark.parametrize(("kind", "form"), [*product(LEAST, ("not", "iff"))])
def test_negated_and_reified_forms_are_written(kind: str, form: str) -> None:
    model = Model()
    x, y, z, w = (model.int(name, 0, HUGE) for name in "xyzw")
    constraint, _ = LEAST[kind](HUGE, x, y, z, w)
    model.add(~constraint if form == "not" else Iff(model.bool("b"), constraint))
    assert predict(model, Options()).clauses < 1_000_000


@pytest.mark.parametrize(("kind", "integers"), [*product(LEAST, ("direct", "order"))])
def test_a_literal_a_value_is_refused_with_what_fits(kind: str, integers: IntegerEncoding) -> None:
    model, _ = model_of(kind, HUGE)
    said = ""
    try:
        clauses = predict(model, Options(integers=integers)).clauses
    except SizeError as error:
        clauses, said = 0, str(error)
    assert clauses < MOST
    assert not said or (" fits" in said and "\n" not in said)


BY_VALUE = [
    *[("alldifferent", name) for name in ("amo", "hall", "pairwise", "permutation")],
    *[("cumulative", "time"), ("element", "direct"), ("lex", "order"), ("maximum", "order")],
    *[("nooverlap", "relation"), ("product", "support"), ("product", "table")],
]


@pytest.mark.parametrize(("family", "name"), BY_VALUE)
def test_what_looks_at_each_value_is_refused_with_what_fits(family: str, name: str) -> None:
    kind = {"maximum": "max"}.get(family, family)
    model, _ = model_of(kind, HUGE)
    with pytest.raises(SizeError, match=rf"one by one; --set {family}=\w+ fits$") as error:
        predict(model, Options(choices={family: name}))
    fits = str(error.value).rsplit("=", 1)[1].split()[0]
    assert fits in portfolio.encodings(family)
    assert predict(model, Options(choices={family: fits})).clauses < MOST


def test_presolve_keeps_wide_domains_as_intervals() -> None:
    model = Model()
    x, y = model.int("x", 0, HUGE), model.int("y", 0, HUGE)
    model.add(~Table([x], [(1,)]))
    model.add(AllDifferent(2 * x, 3 * y, 7))
    model.add(Element([x, y, 5], x) == y)
    model.add(x != 4)
    simple, _ = run_passes(model)
    assert all(
        len(v.domain.intervals) < 9 for v in simple.variables.values() if hasattr(v, "domain")
    )


def test_a_multiple_of_a_wide_domain_is_an_interval() -> None:
    assert Domain.range(1, HUGE).affine(3, 1) == Domain.range(4, 3 * HUGE + 1)
    assert Domain.range(1, HUGE).affine(-3, 1) == Domain.range(1 - 3 * HUGE, -2)
    assert Domain.range(1, 3).affine(-3, 1) == Domain.of([-2, -5, -8])


@pytest.mark.parametrize("integers", ["auto", "binary", "order"])
def test_hints_of_wide_integers_are_few_literals(integers: IntegerEncoding) -> None:
    model = Model()
    x = model.int("x", 0, 10**5)
    model.add(x >= 3)
    model.hint(x == 5)
    formula = compile_model(model, Options(integers=integers, solving=True)).formula
    assert formula.variables < 100 or integers == "order"
    answer = satchel.solve(model, backend="cadical153")
    assert answer.status == "sat"


def test_explain_refuses_what_nobody_would_read() -> None:
    model = Model()
    x = model.int("x", 0, HUGE)
    model.add(x >= HUGE - 1, label="a bound")
    model.show("x", x)
    with pytest.raises(InputError, match="values are too many to explain"):
        satchel.explain(model)


def _refuse_missing(backend: str) -> None:
    if backend == "ortools":
        pytest.importorskip("ortools")
    if backend == "z3":
        pytest.importorskip("z3")
