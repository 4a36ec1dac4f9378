"""Every registered encoding of a kind, over a grid of sizes, against the meaning of the kind.

The literals are plain variables; what is compared are the projections of all models on them. So an
encoding is tested by existing: a new file in a folder of `satchel/cnf` takes part.
"""

from __future__ import annotations

from itertools import product

import pytest

from satchel import registry
from satchel.cnf import portfolio
from satchel.cnf.integer.binary import Binary
from satchel.cnf.integer.direct import Direct
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.order import Order
from satchel.cnf.sink import Clauses, ClauseSink, CountingSink
from satchel.ir import Domain
from tests.equivalence import count_models, expanded

Clause = list[int]

AMO = sorted(portfolio.encodings("amo"))
CARDINALITY = sorted(portfolio.encodings("cardinality"))
LINEAR = sorted(portfolio.encodings("linear"))


def written(sink: ClauseSink) -> list[Clause]:
    """What the sink was given, in clauses."""
    clauses: list[Clause] = [[]]
    for chunk in sink.chunks:
        for literal in chunk:
            if literal:
                clauses[-1].append(literal)
            else:
                clauses.append([])
    return [*clauses[:-1], *expanded(sink.constraints)]


def projections(clauses: list[Clause], shown: list[int], variables: int) -> dict[tuple, int]:
    """For each assignment of the shown variables, how many models extend it, up to two."""
    counts = {}
    for signs in product([False, True], repeat=len(shown)):
        units = [[v if sign else -v] for v, sign in zip(shown, signs, strict=True)]
        counts[signs] = count_models(clauses + units, variables, limit=2)
    return counts


def is_clean(clauses: list[Clause]) -> bool:
    return all(len({abs(x) for x in clause}) == len(clause) for clause in clauses)


def at_most_one(name: str, n: int, *, two_sided: bool, guarded: bool) -> tuple[ClauseSink, list]:
    sink = ClauseSink()
    out = Clauses(sink, two_sided=two_sided)
    literals = [sink.new() for _ in range(n)]
    guard = [sink.new()] if guarded else []
    signed = [x if x % 3 else -x for x in literals]
    portfolio.load("amo", name)(out.under(guard[0]) if guarded else out, signed)
    return sink, literals + guard


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("n", range(2, 11))
@pytest.mark.parametrize("name", AMO)
def test_at_most_one(name: str, n: int, two_sided: bool, guarded: bool) -> None:
    if two_sided and not portfolio.is_count_safe("amo", name):
        pytest.skip("says so by COUNT_SAFE")
    sink, shown = at_most_one(name, n, two_sided=two_sided, guarded=guarded)
    clauses = written(sink)
    assert is_clean(clauses)
    determined = portfolio.encodings("amo")[name].load("DETERMINED")
    for signs, models in projections(clauses, shown, sink.variables).items():
        true = sum(sign == bool(x % 3) for sign, x in zip(signs[:n], shown, strict=False))
        holds = true <= 1 or (guarded and not signs[n])
        assert bool(models) == holds
        if two_sided or determined == "always":
            assert models == holds
        if determined == "under exactly-one" and true == 1 and not guarded:
            assert models == 1


def test_a_claim_about_auxiliaries_is_one_of_three() -> None:
    for kind in portfolio.KINDS:
        for plugin in portfolio.encodings(kind).values():
            assert plugin.load("DETERMINED") in ("always", "under exactly-one", "never")


def test_a_claim_about_propagation_is_one_of_four() -> None:
    for kind in portfolio.KINDS:
        for plugin in portfolio.encodings(kind).values():
            claim = plugin.load("PROPAGATES")
            claims = claim.values() if isinstance(claim, dict) else [claim]
            assert {*claims} <= {"all", "conflicts", "total", "none"}


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("n", range(2, 8))
@pytest.mark.parametrize("name", CARDINALITY)
def test_cardinality(name: str, n: int, two_sided: bool) -> None:
    if two_sided and not portfolio.is_count_safe("cardinality", name):
        pytest.skip("says so by COUNT_SAFE")
    for lo, hi in product(range(n), range(1, n + 1)):
        if lo > hi or (lo, hi) == (0, n):
            continue
        sink = ClauseSink()
        literals = [sink.new() for _ in range(n)]
        guard = sink.new()
        out = Clauses(sink, two_sided=two_sided).under(guard)
        portfolio.load("cardinality", name)(out, literals, lo, hi)
        clauses = written(sink)
        assert is_clean(clauses)
        for signs, models in projections(clauses, [*literals, guard], sink.variables).items():
            holds = lo <= sum(signs[:n]) <= hi or not signs[n]
            assert bool(models) == holds, (lo, hi, signs)
            if two_sided:
                assert models == holds, (lo, hi, signs)


INTEGERS = {
    "direct": lambda d, out: Direct(
        d, out, lambda some: portfolio.load("amo", "pairwise")(out, some)
    ),
    "order": Order,
    "binary": Binary,
}
DOMAINS = [Domain.of(values) for values in ([0, 1], [-2, 0, 3], [1, 2, 3, 4, 5], [4, 9, 10])]


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("op", ["<=", "==", "!="])
@pytest.mark.parametrize("integers", INTEGERS)
@pytest.mark.parametrize("name", LINEAR)
def test_linear(name: str, integers: str, op: str, two_sided: bool) -> None:
    for coefficients, bound in [((1, -1), 0), ((2, 3), 5), ((-5, 2, 1), -3), ((100, -101), 1)]:
        sink = ClauseSink()
        out = Clauses(sink, two_sided=two_sided)
        xs = [INTEGERS[integers](d, out) for d in DOMAINS[1 : len(coefficients) + 1]]
        for x in xs:
            x.tell_apart()
        guard = sink.new()
        terms = list(zip(coefficients, xs, strict=True))
        portfolio.load("linear", name)(out.under(guard), terms, op, bound)
        for x in xs:
            x.finish()
        places = [[x.eq(value) for value in x.domain] for x in xs]
        clauses = written(sink)
        assert is_clean(clauses)
        for values in product(*(x.domain for x in xs)):
            total = sum(c * v for c, v in zip(coefficients, values, strict=True))
            holds = {"<=": total <= bound, "==": total == bound, "!=": total != bound}[op]
            units = [
                [p[list(x.domain).index(v)]] for p, x, v in zip(places, xs, values, strict=True)
            ]
            assert bool(count_models([*clauses, *units, [guard]], sink.variables, 1)) == holds
            released = count_models([*clauses, *units, [-guard]], sink.variables, limit=2)
            assert released == 1 if two_sided else released


@pytest.mark.parametrize("domain", [*DOMAINS, Domain.range(7, 7), Domain.of([0, 5, 6, 7, 100])])
@pytest.mark.parametrize("integers", INTEGERS)
def test_integer_literals_agree_with_the_value(integers: str, domain: Domain) -> None:
    sink = ClauseSink()
    x = INTEGERS[integers](domain, Clauses(sink))
    asked = range(domain.lo - 1, domain.hi + 2)
    equal = {v: x.eq(v) for v in asked}
    at_least = {v: x.ge(v) for v in asked}
    bits = x.bits()
    x.finish()
    reader = x.reader()
    clauses = written(sink)
    assert is_clean(clauses)
    assert count_models(clauses, sink.variables) == len(domain)
    for value in domain:
        units = [[equal[value]]] if len(domain) > 1 else []
        (model,) = _models(clauses + units, sink.variables)
        true = {literal for literal in model if literal > 0}

        def holds(literal: int, true: set[int] = true) -> bool:
            if abs(literal) > sink.variables:
                return literal > 0
            return (abs(literal) in true) == (literal > 0)

        assert [v for v in asked if holds(equal[v])] == [value]
        assert [v for v in asked if holds(at_least[v])] == [v for v in asked if value >= v]
        assert sum(1 << i for i, b in enumerate(bits) if holds(b)) == value - domain.lo
        read = reader.constant + sum(w for w, atom in reader.terms if atom and holds(atom))
        assert read == value


def _models(clauses: list[Clause], variables: int) -> list[list[int]]:
    from pysat.solvers import Solver

    free = [[v, -v] for v in range(1, variables + 1)]
    with Solver(name="minisat22", bootstrap_with=[*clauses, *free]) as solver:
        return list(solver.enum_models() or ())


def test_unasked_values_cost_nothing() -> None:
    for make in INTEGERS.values():
        sink = CountingSink()
        x = make(Domain.range(1, 100), Clauses(sink))
        x.finish()
        assert (sink.variables, sink.clauses) == (0, 0)
    sink = CountingSink()
    order = Order(Domain.range(1, 1000), Clauses(sink))
    order.ge(10)
    order.ge(20)
    order.finish()
    assert (sink.variables, sink.clauses) == (2, 1)
    assert order.reader().constant == 1


@pytest.mark.parametrize("kind", portfolio.KINDS)
def test_encodings_are_found_by_file(kind: str) -> None:
    assert set(portfolio.encodings(kind)) == set(registry.modules(f"satchel.cnf.{kind}"))
    for plugin in portfolio.encodings(kind).values():
        module = plugin.load("__doc__")
        assert "Size:" in module, plugin.name
        assert "Propagation:" in module, plugin.name
        assert "Source:" in module, plugin.name


@pytest.mark.parametrize("name", LINEAR)
def test_coefficients_beyond_floats(name: str) -> None:
    large = 10**400
    sink = ClauseSink()
    out = Clauses(sink)
    terms = [(c, ZeroOne(sink.new(), out)) for c in (large, large + 1, -1)]
    portfolio.load("linear", name)(out, terms, "==", large)
    for signs in product([False, True], repeat=3):
        units = [[x if sign else -x] for x, sign in enumerate(signs, 1)]
        models = count_models([*written(sink), *units], sink.variables, limit=1)
        assert bool(models) == (signs in [(True, False, False), (False, True, True)]), signs
