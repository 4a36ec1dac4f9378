"""What `auto` takes for linear constraints, against the sizes of every encoding there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from satchel.cnf import auto, portfolio
from satchel.cnf.costs import Native
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.binary import Binary
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.order import Order
from satchel.cnf.linear import Terms, _diagram, _size
from satchel.cnf.linear._size import Term
from satchel.cnf.options import Options
from satchel.cnf.sink import Clauses, CountingSink
from satchel.errors import SizeError
from satchel.ir import AtMostOne, BoolExpr, Domain, Model, Sum
from satchel.tasks.compile import Size, predict

COMPLETE = sorted(
    name
    for name, plugin in portfolio.encodings("linear").items()
    if name != "native" and plugin.load("PROPAGATES") == {"<=": "all", "==": "total", "!=": "all"}
)
"""Those that find every consequence, but for `==`, which is two inequalities to them."""


def compared(total: object, op: str, bound: int) -> BoolExpr:
    made = {"<=": total <= bound, "==": total == bound, "!=": total != bound}[op]  # type: ignore[operator]
    assert isinstance(made, BoolExpr)
    return made


def over_literals(seed: int, count: int, top: int, op: str, part: float) -> Model:
    """Coefficients up to `top`, and a part of their sum as the bound."""
    random, model = Random(seed), Model()
    weights = [random.randint(1, top) for _ in range(count)]
    total = Sum(w * model.bool(f"x{i}") for i, w in enumerate(weights))
    model.add(compared(total, op, int(part * sum(weights))))
    return model


def over_integers(coefficients: Sequence[int], top: int, op: str, bound: int) -> Model:
    model = Model()
    total = Sum(c * model.int(f"x{i}", 0, top) for i, c in enumerate(coefficients))
    model.add(compared(total, op, bound))
    return model


def knapsack(rows: int = 8, width: int = 6) -> Model:
    """At most one of each row, at a price."""
    random, model = Random(1), Model()
    prices = []
    for row in range(rows):
        choices = [model.bool(f"r{row}c{column}") for column in range(width)]
        model.add(AtMostOne(choices))
        prices += [random.randint(1, 40) * choice for choice in choices]
    model.add(Sum(prices) <= 120)
    return model


def size(model: Model, linear: str = "auto", most: int | None = None) -> Size:
    return predict(model, Options(choices={"linear": linear}, presolve=(), max_clauses=most))


def chosen(model: Model) -> tuple[str, str]:
    (found,) = {(a.encoding, a.why) for a in size(model).stats if a.kind == "linear"}
    return found


MODELS = {
    "a knapsack": knapsack(),
    "small coefficients": over_literals(1, 20, 10, "<=", 0.5),
    "large coefficients": over_literals(2, 10, 512, "<=", 0.5),
    "many literals": over_literals(3, 60, 30, "<=", 0.5),
    "an equation": over_literals(4, 20, 100, "==", 0.5),
    "no sum of these": over_literals(5, 15, 1000, "==", 0.5),
    "a sum that is not": over_literals(6, 18, 20, "!=", 0.5),
    "less": over_integers([1, -1], 89, "<=", -1),
    "less, scaled": over_integers([2, -3], 89, "<=", 5),
    "a distance": over_integers([1, -1], 89, "==", 7),
    "other": over_integers([1, -1], 89, "!=", 0),
    "x + y <= z": over_integers([1, 1, -1], 50, "<=", 0),
    "x + y == z": over_integers([1, 1, -1], 50, "==", 0),
    "six integers": over_integers([1] * 6, 40, "<=", 120),
    "four digits": over_integers([1000, 100, -10, 1], 9, "==", 500),
}


@pytest.mark.parametrize("name", MODELS)
def test_auto_is_among_the_smallest_that_propagate_as_much(name: str) -> None:
    """Twice is left for the variables that are a value each where `auto` would have them so."""
    model = MODELS[name]
    encoding, _ = chosen(model)
    assert encoding in COMPLETE or encoding == "support"
    mine = size(model).clauses
    for other in COMPLETE:
        try:
            assert (
                mine
                <= (1.5 if encoding != "support" else 30) * size(model, other, 2 * mine).clauses
            )
        except SizeError:
            continue


@pytest.mark.parametrize("name", ["watchdog", "adder"])
def test_a_diagram_that_is_too_large_gives_way(name: str) -> None:
    """First to what finds every conflict, then to digits."""
    top, count = {"watchdog": (10**4, 30), "adder": (10**7, 150)}[name]
    model = over_literals(7, count, top, "<=", 0.5)
    encoding, why = chosen(model)
    assert encoding == name
    assert f"mdd > {auto.LARGEST:,}" in why
    with pytest.raises(SizeError):
        size(model, "mdd", auto.LARGEST)


def test_literals_that_exclude_each_other_are_seen_before_the_choice() -> None:
    encoding, why = chosen(knapsack())
    assert encoding == "mdd"
    assert "mdd ~2,000" in why
    assert "adder" in why
    apart = chosen(over_literals(1, 300, 40, "<=", 0.4))
    assert apart[0] != "mdd"


@pytest.mark.parametrize("condition", [False, True])
def test_a_comparison_of_two_integers_needs_no_diagram(condition: bool) -> None:
    """One clause a value, no variables; so under conditions."""
    model = Model()
    ranks = [model.int(f"rank{i}", 0, 89) for i in range(30)]
    for i, (one, other) in enumerate(pairwise(ranks)):
        less = one < other
        model.add(model.bool(f"b{i}") | less if condition else less)
    found = size(model)
    linear = [a for a in found.stats if a.kind == "linear"]
    assert {a.encoding for a in linear} == {"comparison"}
    assert sum(a.clauses for a in linear) <= 29 * 90
    assert sum(a.variables for a in linear) == 0


@pytest.mark.parametrize("op", ["<=", "==", "!="])
@pytest.mark.parametrize(
    "coefficients", [(1, -1), (1, 1), (3, -7), (1, 1, -1), (1, -1, -1), (5, 3, -2), (2, 9, 4)]
)
def test_a_million_values_are_a_few_hundred_clauses(coefficients: Sequence[int], op: str) -> None:
    assert size(over_integers(coefficients, 10**6, op, 123_456)).clauses < 2500


def test_integers_in_digits_are_not_asked_for_thresholds() -> None:
    domain = Domain.range(0, 200)
    natives: list[tuple[Native | None, str]] = [("binary", "comparator"), ("order", "comparison")]
    for native, encoding in [*natives, (None, "comparison")]:
        terms = (Term(1, domain, native), Term(-1, domain, native))
        assert auto.linear(terms, "<=", -1, "auto").name == encoding


@pytest.mark.parametrize("linear", ["bdd", "mdd", "gtotalizer", "weightcounter", "order"])
def test_the_limit_of_the_formula_is_looked_at_while_building(
    linear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No more is made than what the formula may have, and a limit that is kept refuses nothing."""
    made: list[object] = []
    plain = _diagram.Node
    monkeypatch.setattr(_diagram, "Node", lambda *args: made.append(args) or plain(*args))
    large = over_literals(8, 60, 10**7, "<=", 0.5)
    with pytest.raises(SizeError, match="the formula has more than 60000 clauses"):
        size(large, linear, 60_000)
    assert len(made) <= 2 * 60_000
    small = over_literals(1, 20, 10, "<=", 0.5)
    exact = size(small, linear).clauses
    assert size(small, linear, exact).clauses == exact


def integers(random: Random, native: Native, count: int, out: Clauses) -> list[Integer]:
    """Integers that have all their literals, so that what is counted is the encoding's own."""
    top = random.choice([3, 10, 30])
    found: list[Integer] = []
    for _ in range(count):
        if native == "group":
            found.append(ZeroOne(out.new(), out))
            continue
        made = Order if native == "order" else Binary
        found.append(made(Domain.range(0, top), out))
        found[-1].bits()
        for value in range(top + 1):
            found[-1].eq(value)
            found[-1].ge(value)
    return found


def predictions(terms: Sequence[Term], op: str, bound: int) -> dict[str, int | None]:
    found = {
        "adder": _size.adder(terms, op),
        "comparator": _size.comparator(terms, op, bound),
        "mdd": _size.mdd(terms, op, bound),
        "watchdog": _size.watchdog(terms, op, bound),
        **{exact.name: exact.clauses for exact in _size.exact(terms, bound, op)},
    }
    if len(terms) == 2:
        found["comparison"] = _size.comparison(terms, op)
    return found


@pytest.mark.parametrize("op", ["<=", "==", "!="])
@pytest.mark.parametrize("native", ["group", "order", "binary"])
def test_predicted_sizes_are_those_that_are_written(native: Native, op: str) -> None:
    random = Random(f"{native} {op}")
    for _ in range(30):
        sink = CountingSink()
        out = Clauses(sink)
        xs = integers(random, native, random.randint(2, 7), out)
        terms: Terms = [(random.choice([-7, -3, -1, 1, 2, 5, 20]), x) for x in xs]
        ends = [sorted((c * x.domain.lo, c * x.domain.hi)) for c, x in terms]
        bound = random.randint(sum(lo for lo, _ in ends), sum(hi for _, hi in ends) - 1)
        shapes = [Term(c, x.domain, x.native) for c, x in terms]
        for name, predicted in predictions(shapes, op, bound).items():
            before = sink.clauses
            portfolio.load("linear", name)(out, terms, op, bound)
            written = sink.clauses - before
            if predicted is None:
                assert written > _diagram.COUNTED / 2
                continue
            if name == "comparison":  # at most
                assert predicted >= written
                continue
            slack = 3 if name in ("mdd", "bdd") else 30 + written * 0.3
            assert written - slack <= predicted <= written + slack, (name, terms, op, bound)
