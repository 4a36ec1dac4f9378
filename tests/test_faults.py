"""The equivalence suite is worth something: each of these planted faults is found by it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from satchel.cnf import numbering, portfolio
from satchel.cnf.chooser import Chooser
from satchel.cnf.integer.order import Order
from satchel.cnf.integer.view import View
from satchel.cnf.lower import Lowering
from satchel.cnf.sink import Clauses, ClauseSink
from satchel.cnf.varmap import VarMap
from satchel.ir import Not
from satchel.passes import domains, flatten, fold, normal
from tests.equivalence import mismatch
from tests.random_models import random_model, random_options

Patch = Callable[[pytest.MonkeyPatch], None]


def every_seventh_clause_dropped(patch: pytest.MonkeyPatch) -> None:
    store, calls = ClauseSink._store, [0]

    def lossy(self: ClauseSink, flat: Any) -> None:
        calls[0] += 1
        if calls[0] % 7:
            store(self, flat)

    patch.setattr(ClauseSink, "_store", lossy)


def condition_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Clauses, "under", lambda self, condition: self)


def threshold_off_by_one(patch: pytest.MonkeyPatch) -> None:
    ge = View.ge
    patch.setattr(View, "ge", lambda self, value: ge(self, value + 1))


def chain_of_thresholds_left_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Order, "finish", lambda self: None)


def bound_of_linear_constraints_off_by_one(patch: pytest.MonkeyPatch) -> None:
    at_most = normal._at_most
    patch.setattr(normal, "_at_most", lambda terms, bound: at_most(terms, bound - 1))


def repeated_literal_taken_for_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Chooser, "_settled", lambda self, out, literals: list(dict.fromkeys(literals)))


def one_direction_taken_for_both(patch: pytest.MonkeyPatch) -> None:
    define = Lowering._define
    patch.setattr(Lowering, "_define", lambda self, e, x, direction: define(self, e, x, 1))


def parity_folded_wrongly(patch: pytest.MonkeyPatch) -> None:
    parity = fold._parity
    patch.setattr(fold, "_parity", lambda args, *, odd: parity(args, odd=True))


def fixed_value_forgotten(patch: pytest.MonkeyPatch) -> None:
    invert = domains.invert
    patch.setattr(domains, "invert", lambda data, v: invert({n: 0 * x for n, x in data.items()}, v))


def undefined_function_taken_for_defined(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(flatten._Flattening, "conditions", lambda self, parts: [])


def negative_literals_read_as_positive(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(VarMap, "renamed", lambda self, rename: _positive(self))


def numbers_swapped(patch: pytest.MonkeyPatch) -> None:
    table = numbering._table
    patch.setattr(numbering, "_table", lambda order, size: table(order[::-1], size)[::-1])


def last_literal_left_out_of_at_most_one(patch: pytest.MonkeyPatch) -> None:
    load = portfolio.load

    def short(kind: str, name: str) -> Callable[..., None]:
        encode = load(kind, name)
        if kind != "amo":
            return encode
        return lambda out, literals: encode(out, literals[:-1]) if len(literals) > 2 else None

    patch.setattr(portfolio, "load", short)


def _positive(varmap: VarMap) -> VarMap:
    def flip(reader: Any) -> Any:
        return abs(reader) if isinstance(reader, int) else reader

    return VarMap(
        {n: flip(r) for n, r in varmap.variables.items()},
        {n: flip(r) for n, r in varmap.shown.items()},
    )


FAULTS: list[Patch] = [
    every_seventh_clause_dropped,
    condition_forgotten,
    threshold_off_by_one,
    chain_of_thresholds_left_out,
    bound_of_linear_constraints_off_by_one,
    repeated_literal_taken_for_one,
    one_direction_taken_for_both,
    parity_folded_wrongly,
    fixed_value_forgotten,
    undefined_function_taken_for_defined,
    negative_literals_read_as_positive,
    numbers_swapped,
    last_literal_left_out_of_at_most_one,
]


def first_mismatch(seeds: range) -> str | None:
    for seed in seeds:
        random = Random(seed)
        model, options = random_model(random), random_options(random)
        try:
            wrong = mismatch(model, options)
        except (KeyError, IndexError, AssertionError) as error:
            wrong = repr(error)
        if wrong is not None:
            return wrong
    return None


def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert first_mismatch(range(300)) is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    assert first_mismatch(range(300)) is not None


def test_a_wrong_negation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    negation = "satchel.cnf.lower.negation"
    monkeypatch.setattr(negation, lambda expr: Not(expr) if hasattr(expr, "name") else expr)
    assert first_mismatch(range(300)) is not None
