"""Integer encodings: their literals agree with the value, and cost nothing until asked for."""

from __future__ import annotations

import pytest
from pysat.solvers import Solver

from satchel.cnf import portfolio
from satchel.cnf.integer.binary import Binary
from satchel.cnf.integer.direct import Direct
from satchel.cnf.integer.order import Order
from satchel.cnf.sink import Clauses, ClauseSink, CountingSink, split
from satchel.ir import Domain
from satchel.testing.shape import unclean
from tests.equivalence import count_models

Clause = list[int]

INTEGERS = {
    "direct": lambda d, out: Direct(
        d, out, lambda some: portfolio.load("amo", "pairwise")(out, some)
    ),
    "order": Order,
    "binary": Binary,
}
DOMAINS = [Domain.of(values) for values in ([0, 1], [-2, 0, 3], [1, 2, 3, 4, 5], [4, 9, 10])]


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
    clauses = list(split(sink.chunks))
    assert not unclean(clauses, [])
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
