"""Every registered encoding, held against its meaning and its claims by the kit.

An encoding is tested by existing: a new file in a folder of `satchel/cnf` takes part.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel import registry
from satchel.cnf import portfolio
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.sink import Clauses, ClauseSink, CountingSink, split
from satchel.errors import InputError
from satchel.ir import (
    AllDifferent,
    AtLeast,
    AtMost,
    AtMostOne,
    BoolExpr,
    Exactly,
    ExactlyOne,
    Iff,
    Implies,
    Model,
)
from satchel.testing import Encoding, constraints, faults, measure, mismatch, strength
from satchel.testing.encoding import operator
from satchel.testing.faults import repeats
from satchel.testing.shape import expanded
from satchel.testing.writing import Setting, write
from tests.conftest import EXAMPLES
from tests.equivalence import count_models
from tests.random_constraints import random_constraint

EVERY = [(kind, name) for kind in portfolio.KINDS for name in portfolio.encodings(kind)]
every_encoding = pytest.mark.parametrize(("kind", "name"), EVERY)
seeds = st.integers(0, 2**32 - 1)


@every_encoding
def test_no_fault_is_found(kind: str, name: str) -> None:
    encoding = Encoding.named(kind, name)
    found = [(str(c), fault) for c in constraints(kind) for fault in faults(encoding, c)]
    assert found == []


@every_encoding
def test_no_stronger_claim_is_true(kind: str, name: str) -> None:
    """Of a claim that is not the strongest, some constraint shows that no more is true."""
    encoding = Encoding.named(kind, name)
    distinct = [c for c in constraints(kind) if not repeats(c)]
    for case in {operator(c): c for c in distinct}.values():
        claim = encoding.claim(case)
        alike = (c for c in distinct if encoding.claim(c) == claim)
        assert claim == "all" or any(strength(encoding, c) == claim for c in alike), claim


@every_encoding
@settings(max_examples=EXAMPLES or 3)
@given(seed=seeds)
def test_no_fault_is_found_in_random_constraints(kind: str, name: str, seed: int) -> None:
    constraint = random_constraint(kind, Random(seed), 2 if kind == "lex" else 3, 3)
    assert faults(Encoding.named(kind, name), constraint) == [], str(constraint)


@every_encoding
@settings(max_examples=EXAMPLES or 6)
@given(
    seed=seeds,
    size=st.integers(2, 40),
    spread=st.integers(2, 9),
    integers=st.sampled_from(["direct", "order", "binary"]),
    two_sided=st.booleans(),
)
def test_what_is_predicted_is_written(
    kind: str,
    name: str,
    seed: int,
    size: int,
    spread: int,
    integers: IntegerEncoding,
    two_sided: bool,
) -> None:
    if name == "pairwise" and kind == "cardinality":
        size = min(size, 14)
    constraint = random_constraint(kind, Random(seed), size, spread)
    encoding = Encoding.named(kind, name)
    two_sided = two_sided and encoding.count_safe
    setting = Setting(integers, None if encoding.lazy else "half", two_sided)
    counted, stored = CountingSink(), ClauseSink()
    write(encoding, constraint, setting, counted)
    written = write(encoding, constraint, setting, stored)
    literals = sum(map(len, written.clauses)) + sum(len(part.terms) for part in written.sums)
    assert (counted.variables, counted.clauses) == (stored.variables, len(written.clauses))
    assert (counted.linear, counted.literals) == (len(written.sums), literals)


@every_encoding
def test_an_encoding_is_documented(kind: str, name: str) -> None:
    words = portfolio.encodings(kind)[name].load("__doc__")
    assert all(part in words for part in ("Size:", "Propagation:", "Source:"))


@pytest.mark.parametrize("kind", portfolio.KINDS)
def test_encodings_are_found_by_file(kind: str) -> None:
    assert set(portfolio.encodings(kind)) == set(registry.modules(f"satchel.cnf.{kind}"))


def test_sizes_are_those_of_the_docstrings() -> None:
    literals = list(constraints("amo"))[-1]
    n = len(literals.children())
    assert measure(Encoding.named("amo", "pairwise"), literals) == (0, n * (n - 1) // 2)
    assert measure(Encoding.named("amo", "sequential"), literals) == (n - 1, 3 * n - 4)
    x, y, z = (Model().int(name, 1, 4) for name in "xyz")
    three_pairs = measure(Encoding.named("alldifferent", "pairwise"), AllDifferent(x, y, z))
    assert three_pairs == (0, 3 * 4)


class Settled:
    """Constraints whose trivial parts are settled before any encoding sees them."""

    def __init__(self) -> None:
        self.model = Model()
        a, b, c, d = map(self.model.bool, "abcd")
        x, y = self.model.int("x", [-2, 0, 1]), self.model.int("y", [7])
        self.amo: list[BoolExpr] = [
            kind(literals)
            for kind in (AtMostOne, ExactlyOne)
            for literals in (
                *([], [a], [a, a], [a, ~a], [a, ~a, b, c], [a, b, b, c], [a, True, b, c]),
                *([a, False, b, c, d], [True, True, a], [a, ~a, b, ~b], [a, b, ~c, d, c, b]),
            )
        ]
        self.cardinality: list[BoolExpr] = [
            kind(literals, bound)
            for kind in (AtMost, AtLeast, Exactly)
            for literals in ([], [a], [a, a, b, ~c], [a, ~a, b, c, d], [a, b, c, True, False, ~d])
            for bound in (-1, 0, 2, 3, 9)
        ]
        terms = [a - b, 2 * a + 3 * ~a + b, 0 * x + 2 * b - c, x - 3 * a, x + y + a - a, 0 * a]
        terms += [x + 2 * x - 3 * x + b, 5 * y - 2 * x, 2 * a + 2 * b + 4 * c]
        self.linear: list[BoolExpr] = [
            relation
            for left, bound in product(terms, (-100, -1, 0, 2, 33, 100))
            for relation in (left <= bound, left == bound, left != bound)
        ]


@pytest.mark.parametrize("count_safe", [False, True])
@pytest.mark.parametrize(
    ("kind", "name"), [each for each in EVERY if each[0] in ("amo", "cardinality", "linear")]
)
def test_what_is_trivial_is_settled(kind: str, name: str, count_safe: bool) -> None:
    """Repeated, complementary and constant literals, bounds outside the range, no terms at all."""
    if count_safe and not portfolio.is_count_safe(kind, name):
        with pytest.raises(InputError, match="count-safe"):
            portfolio.validate(Options(choices={kind: name}, count_safe=True))
        return
    options = Options(choices={kind: name}, count_safe=count_safe)
    for number in range(len(getattr(Settled(), kind))):
        settled = Settled()
        constraint = getattr(settled, kind)[number]
        guard = settled.model.bool("guard")
        way = [Iff, Implies, lambda _, bare: bare][number % 3]
        settled.model.add(way(guard, constraint))
        for variable in settled.model.variables.values():
            settled.model.show(variable.name, variable)
        assert mismatch(settled.model, options) is None, str(constraint)


@pytest.mark.parametrize("name", portfolio.encodings("linear"))
def test_coefficients_beyond_floats(name: str) -> None:
    large = 10**400
    sink = ClauseSink()
    out = Clauses(sink)
    terms = [(c, ZeroOne(sink.new(), out)) for c in (large, large + 1, -1)]
    portfolio.load("linear", name)(out, terms, "==", large)
    clauses = [*split(sink.chunks), *expanded(sink.constraints)]
    for signs in product([False, True], repeat=3):
        units = [[v if sign else -v] for v, sign in enumerate(signs, 1)]
        holds = signs in [(True, False, False), (False, True, True)]
        assert bool(count_models(clauses + units, sink.variables)) == holds, signs
