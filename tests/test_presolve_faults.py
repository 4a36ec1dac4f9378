"""The suites over presolve are worth something: each of these planted faults is found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from satchel.cnf.options import Options
from satchel.ir import Domain
from satchel.passes import OPTIONAL, bounds, cliques, conflicts, counts, propagate
from satchel.passes.propagators import (
    alldifferent,
    cardinality,
    element,
    lex,
    linear,
    nooverlap,
    table,
)
from tests.equivalence import mismatch
from tests.random_models import random_model
from tests.test_presolve import crowded_model
from tests.test_propagate import EXACT, SOUND, cases, propagated, supports

Patch = Callable[[pytest.MonkeyPatch], None]
ALL = Options(presolve=tuple(OPTIONAL))


def at_most_off_by_one(patch: pytest.MonkeyPatch) -> None:
    right = linear._at_most
    patch.setattr(linear, "_at_most", lambda store, terms, bound: right(store, terms, bound - 1))


def sums_forgotten(patch: pytest.MonkeyPatch) -> None:
    right = linear._sums

    def fewer(store: Any, terms: Any) -> list[set[int]]:
        return [sums - {max(sums)} if len(sums) > 1 else sums for sums in right(store, terms)]

    patch.setattr(linear, "_sums", fewer)


def largest_value_lost_in_a_matching(patch: pytest.MonkeyPatch) -> None:
    right = alldifferent.supported

    def fewer(domains: Any) -> list[Domain]:
        return [d.without(d.hi) if d.size > 1 else d for d in right(domains)]

    patch.setattr(alldifferent, "supported", fewer)


def last_row_of_a_table_forgotten(patch: pytest.MonkeyPatch) -> None:
    right = table._possible
    patch.setattr(table, "_possible", lambda store, node: right(store, node)[:-1])


def first_place_of_an_element_forgotten(patch: pytest.MonkeyPatch) -> None:
    right = element._places

    def fewer(store: Any, node: Any) -> Domain:
        places = right(store, node)
        return places.without(places.lo) if places else places

    patch.setattr(element, "_places", fewer)


def order_taken_for_strict(patch: pytest.MonkeyPatch) -> None:
    right = lex._order
    patch.setattr(lex, "_order", lambda store, xs, ys, *, strict: right(store, xs, ys, strict=True))


def rectangles_that_touch_taken_for_overlapping(patch: pytest.MonkeyPatch) -> None:
    def possible(store: Any, way: Any) -> bool:
        start, size, next_ = way
        return bool(store.hull(start)[0] + store.hull(size)[0] < store.hull(next_)[1])

    patch.setattr(nooverlap, "_is_possible", possible)


def negated_cardinality_taken_for_plain(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cardinality, "refute", cardinality.require)


def statements_that_vouch_for_themselves(patch: pytest.MonkeyPatch) -> None:
    right = propagate.decided

    def more(roots: Any, domains: Any) -> dict[Any, bool]:
        return right(roots, domains) | {
            root: True for root in roots[:1] if type(root) in propagate.PROPAGATORS
        }

    patch.setattr(propagate, "decided", more)


def one_more_literal_spared(patch: pytest.MonkeyPatch) -> None:
    def implies(self: Any, other: Any) -> bool:
        return len(self.literals - other.literals) <= self.bound - other.bound + 1

    patch.setattr(counts.AtLeast, "implies", implies)


def wider_bounds_taken_for_narrower(patch: pytest.MonkeyPatch) -> None:
    right = bounds.Values.within
    patch.setattr(bounds.Values, "within", lambda self, other: right(other, self))


def everything_excluded(patch: pytest.MonkeyPatch) -> None:
    def excluding(self: Any, members: Any) -> set[int]:
        return set(self._groups) - set(members) - {-literal for literal in members}

    patch.setattr(cliques._Graph, "excluding", excluding)


def light_literals_taken_for_heavy(patch: pytest.MonkeyPatch) -> None:
    right = conflicts._heavy
    patch.setattr(conflicts, "_heavy", lambda terms, b, numbers: right(terms, b - 1, numbers))


FAULTS: list[Patch] = [
    at_most_off_by_one,
    sums_forgotten,
    largest_value_lost_in_a_matching,
    last_row_of_a_table_forgotten,
    first_place_of_an_element_forgotten,
    order_taken_for_strict,
    rectangles_that_touch_taken_for_overlapping,
    negated_cardinality_taken_for_plain,
    statements_that_vouch_for_themselves,
    one_more_literal_spared,
    wider_bounds_taken_for_narrower,
    everything_excluded,
    light_literals_taken_for_heavy,
]


def first_mismatch() -> str | None:
    """As the suites look for it: what propagation loses by itself, then whole formulas."""
    for make in (EXACT | SOUND).values():
        for model in cases(make, range(60)):
            found = propagated(model)
            if any(values - found[variable] for variable, values in supports(model).items()):
                return f"values are lost: {model}"
    for seed in range(1200):
        model = (random_model if seed % 2 else crowded_model)(Random(seed))
        try:
            wrong = mismatch(model, ALL)
        except (KeyError, IndexError, AssertionError) as error:
            wrong = repr(error)
        if wrong is not None:
            return wrong
    return None


def test_nothing_is_found_where_nothing_is_planted() -> None:
    assert first_mismatch() is None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found(fault: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    fault(monkeypatch)
    assert first_mismatch() is not None
