"""Encodings of linear constraints against the sum itself, over every kind of integer."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from satchel.cnf import portfolio
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.binary import Binary
from satchel.cnf.integer.direct import Direct
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.order import Order
from satchel.cnf.linear import _budget
from satchel.cnf.sink import Clauses, ClauseSink, CountingSink
from satchel.errors import SizeError
from satchel.ir import Domain

LINEAR = sorted(set(portfolio.encodings("linear")) - {"native"})
OPERATORS = ["<=", "==", "!="]


def integer(random: Random, out: Clauses) -> Integer:
    """Some integer, in some encoding."""
    kind = random.choice(["literal", "direct", "order", "binary"])
    if kind == "literal":
        return ZeroOne(random.choice([1, -1]) * out.new(), out)
    domain = Domain.of(random.sample(range(-3, 6), random.randint(1, 4)))
    if kind == "direct":
        return Direct(domain, out, lambda some: portfolio.load("amo", "pairwise")(out, some))
    return Order(domain, out) if kind == "order" else Binary(domain, out)


def clauses(sink: ClauseSink) -> list[list[int]]:
    found: list[list[int]] = [[]]
    for chunk in sink.chunks:
        for literal in chunk:
            if literal:
                found[-1].append(literal)
            else:
                found.append([])
    return found[:-1]


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("name", LINEAR)
def test_exactly_the_values_that_fit_are_left(name: str, op: str) -> None:
    random = Random(f"{name} {op}")
    for _ in range(60):
        sink = ClauseSink()
        two_sided, scale = random.random() < 0.4, random.choice([1, 1, 2**70 + 1])
        out = Clauses(sink, two_sided=two_sided)
        xs = [integer(random, out) for _ in range(random.randint(2, 4))]
        coefficients = [scale * random.choice([-5, -3, -2, -1, 1, 1, 2, 4]) for _ in xs]
        bound = scale * random.randint(-8, 8) + random.choice([0, 0, 1])
        places = [{v: x.eq(v) for v in x.domain} for x in xs]
        guard = out.new()
        terms = list(zip(coefficients, xs, strict=True))
        portfolio.load("linear", name)(out.under(guard), terms, op, bound)
        for x in xs:
            x.finish()
        written = clauses(sink)
        assert all(len({abs(x) for x in clause}) == len(clause) for clause in written)
        with Solver(name="minisat22", bootstrap_with=written) as solver:
            for values in product(*(x.domain for x in xs)):
                chosen = [p[v] for p, v in zip(places, values, strict=True) if len(p) > 1]
                total = sum(c * v for c, v in zip(coefficients, values, strict=True))
                holds = {"<=": total <= bound, "==": total == bound, "!=": total != bound}[op]
                assert solver.solve([*chosen, guard]) == holds, (terms, op, bound, values)
                assert solver.solve([*chosen, -guard])


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("name", LINEAR)
def test_counts_are_kept_where_that_is_asked_for(name: str, op: str) -> None:
    random = Random(f"counts {name} {op}")
    for _ in range(30):
        sink = ClauseSink()
        out = Clauses(sink, two_sided=True)
        literals = [out.new() for _ in range(random.randint(2, 6))]
        coefficients = [random.choice([-3, -1, 1, 1, 2, 5]) for _ in literals]
        terms = [(c, ZeroOne(x, out)) for c, x in zip(coefficients, literals, strict=True)]
        guard = out.new()
        bound = random.randint(-4, 8)
        portfolio.load("linear", name)(out.under(guard), terms, op, bound)
        free = [[x, -x] for x in range(1, sink.variables + 1)]
        with Solver(name="minisat22", bootstrap_with=clauses(sink) + free) as solver:
            models = [
                tuple(m[: len(literals)]) for m in solver.enum_models() or () if m[guard - 1] < 0
            ]
        assert len(models) == len(set(models)) == 2 ** len(literals)


@pytest.mark.parametrize("name", LINEAR)
def test_unit_propagation_does_what_is_claimed(name: str) -> None:
    claim = portfolio.encodings("linear")[name].load("PROPAGATES")
    claim = claim if isinstance(claim, str) else claim["<="]
    random = Random(name)
    for _ in range(12):
        sink = ClauseSink()
        out = Clauses(sink)
        xs: list[Integer] = [ZeroOne(out.new(), out) for _ in range(random.randint(1, 3))]
        xs += [Order(Domain.of(random.sample(range(-2, 7), 4)), out) for _ in range(2)]
        terms = [(random.choice([-4, -2, -1, 1, 2, 3]), x) for x in xs]
        least = sum(min(c * x.domain.lo, c * x.domain.hi) for c, x in terms)
        bound = least + random.randint(0, 12)
        guard = out.new()  # so that nothing is known before it is assumed
        portfolio.load("linear", name)(out.under(guard), terms, "<=", bound)
        for x in xs:
            x.tell_apart()
            x.finish()
        with Solver(name="minisat22", bootstrap_with=clauses(sink)) as solver:
            intervals = [[(lo, hi) for lo in x.domain for hi in x.domain if lo <= hi] for x in xs]
            for known in product(*intervals):
                assumed = [
                    literal
                    for x, (lo, hi) in zip(xs, known, strict=True)
                    for literal in (x.ge(lo), x.le(hi))
                    if abs(literal) <= sink.variables
                ]
                consistent, implied = solver.propagate([guard, *assumed]) or (False, [])
                check(terms, known, bound, claim, consistent, {*assumed, *implied})


def check(
    terms: list[tuple[int, Integer]],
    known: tuple[tuple[int, int], ...],
    bound: int,
    claim: str,
    consistent: bool,
    implied: set[int],
) -> None:
    efforts = [min(c * lo, c * hi) for (c, _), (lo, hi) in zip(terms, known, strict=True)]
    spare = bound - sum(efforts)
    if spare >= 0:
        assert consistent, "what has a solution is refused"
    elif claim != "total" or all(lo == hi for lo, hi in known):
        assert not consistent
    if spare < 0 or claim != "all":
        return
    for (c, x), effort, (lo, hi) in zip(terms, efforts, known, strict=True):
        for value in x.domain:
            if lo <= value <= hi and c * value > effort + spare:
                assert (x.le if c > 0 else x.ge)(value - 1 if c > 0 else value + 1) in implied


EXPLODING = ["gtotalizer", "weightcounter", "order", "mdd", "bdd"]


@pytest.mark.parametrize("op", ["<=", "=="])
@pytest.mark.parametrize("name", EXPLODING)
def test_what_would_explode_is_refused(name: str, op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_budget, "MOST", 20_000)
    random = Random(7)
    out = Clauses(CountingSink())
    terms = [(random.randint(1, 2**64), ZeroOne(out.new(), out)) for _ in range(60)]
    with pytest.raises(SizeError, match=r"more than 20000 clauses by .*; --set linear=adder"):
        portfolio.load("linear", name)(out, terms, op, 15 * 2**64)


@pytest.mark.parametrize("name", [*EXPLODING, "watchdog"])
def test_what_looks_at_every_value_refuses_too_many(name: str) -> None:
    sink = CountingSink()
    out = Clauses(sink)
    terms = [(1, Order(Domain.range(0, 10**12), out)), (3, ZeroOne(out.new(), out))]
    with pytest.raises(SizeError, match="more than 1000000 clauses"):
        portfolio.load("linear", name)(out, terms, "<=", 10**11)
    assert sink.clauses == 0


def test_side_against_side_is_smaller_than_one_sum() -> None:
    sizes = {}
    for name in ("adder", "comparator"):
        sink = CountingSink()
        out = Clauses(sink)
        x, y, z = (Binary(Domain.range(0, 999), out) for _ in range(3))
        before = sum(len(v.bits()) for v in (x, y, z)), sink.clauses
        portfolio.load("linear", name)(out, [(1, x), (1, y), (-1, z)], "==", 0)
        sizes[name] = sink.variables - before[0], sink.clauses - before[1]
    assert sizes["comparator"] == (20, 9 * 14 + 7 + 2 * 11)
    assert sizes["adder"][0] >= 2 * sizes["comparator"][0]
    assert sizes["adder"][1] > 1.5 * sizes["comparator"][1]


# Variables and clauses of a mature library's encoders, which ours need not equal.
PUBLISHED = {
    ("gtotalizer", 20, 10): (66, 235),
    ("gtotalizer", 80, 40): (424, 2670),
    ("weightcounter", 20, 10): (190, 551),
    ("weightcounter", 80, 40): (3160, 9401),
    ("watchdog", 20, 10): (84, 302),
    ("watchdog", 80, 40): (496, 3331),
    ("mdd", 20, 10): (100, 281),
    ("mdd", 80, 40): (1600, 4721),
    ("adder", 20, 10): (35, 231),
    ("adder", 80, 40): (155, 1059),
}


@pytest.mark.parametrize(("name", "n", "bound"), PUBLISHED)
def test_sizes_are_near_published_ones(name: str, n: int, bound: int) -> None:
    sink = CountingSink()
    out = Clauses(sink)
    terms = [(1, ZeroOne(out.new(), out)) for _ in range(n)]
    portfolio.load("linear", name)(out, terms, "<=", bound)
    variables, clauses = PUBLISHED[name, n, bound]
    assert sink.variables - n <= 1.25 * variables
    assert sink.clauses <= 1.25 * clauses
