"""Every public constructor takes numpy's values as Python's, and refuses what has no meaning."""

# pyright: reportArgumentType=false, reportAttributeAccessIssue=false

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import satchel
from satchel import (
    Affine,
    AllDifferent,
    And,
    AtLeast,
    AtMost,
    AtMostOne,
    Automaton,
    BoolVar,
    Circuit,
    Clauses,
    Cumulative,
    Domain,
    Element,
    Exactly,
    ExactlyOne,
    GlobalCardinality,
    HamiltonianCycle,
    If,
    Iff,
    Implies,
    IntVar,
    Inverse,
    LexLess,
    LexLessEq,
    Max,
    Min,
    Model,
    ModelError,
    NoOverlap2D,
    Not,
    Or,
    Path,
    Permuted,
    Precedence,
    Regular,
    Sum,
    Symmetry,
    Table,
    Xor,
    negated,
)
from satchel.ir import Expr
from satchel.ir.given import as_integer, quoted
from tests.commands import ENVIRONMENT
from tests.dialects import Dialect, array, folded, table

MODEL = Model()
A, B, C = (MODEL.bool(name) for name in "abc")
X, Y, Z = (MODEL.int(name, 0, 9) for name in "xyz")


def model_of(d: Dialect) -> Any:
    """A model by all its methods, as data."""
    m = Model()
    a, n = m.bool(d.name("a")), m.int(d.name("n"), d.integer(1), d.integer(6))
    k = m.int("k", d.bag(4, 2, 7, 9))
    m.add(a, d.truth(True), label=d.name("both"), tags=d.items("one", "other"))
    m.add(d.bag(n + d.integer(1) == k, a | d.truth(False), k != d.integer(7), ~a))
    m.show(d.name("n"), n * d.integer(2) + d.integer(1))
    m.show("a", a)
    m.hint(n == d.integer(3))
    m.minimize(d.integer(3) * n - d.integer(2))
    return m.to_json()


def automaton(d: Dialect) -> Automaton:
    arcs = [(0, d.integer(1), 1), (1, d.integer(2), 0)]
    return Automaton(d.items(*arcs) if d.items_as is list else arcs, 0, d.items(1))


MADE: dict[str, Callable[[Dialect], Any]] = {
    "Affine": lambda d: Affine(((d.integer(2), d.name("x")),), d.integer(3)),
    "AllDifferent": lambda d: AllDifferent(d.bag(X, Y, d.integer(3), Z)),
    "And": lambda d: And(d.bag(A, B, d.truth(True), C)),
    "AtLeast": lambda d: AtLeast(d.bag(A, B, d.truth(True), C), d.integer(2)),
    "AtMost": lambda d: AtMost(d.bag(A, B, d.truth(True), C), d.integer(2)),
    "AtMostOne": lambda d: AtMostOne(d.bag(A, B, d.truth(True), C)),
    "Automaton": lambda d: Regular([X], automaton(d)),
    "BoolVar": lambda d: BoolVar(d.name("a")),
    "Circuit": lambda d: Circuit(d.items(X, Y, d.integer(0))),
    "Clauses": lambda d: Clauses(d.items(A, d.truth(True)), d.items(1, -2, 0)),
    "Cumulative": lambda d: Cumulative(
        d.items(X, Y), d.items(d.integer(2), 3), d.items(1, Z), d.integer(4)
    ),
    "Domain": lambda d: Domain.range(d.integer(1), d.integer(9)) & Domain.of(d.bag(1, 3, 5, 8)),
    "Element": lambda d: Element(d.items(d.integer(3), Y, 5), X + d.integer(1)),
    "Exactly": lambda d: Exactly(d.bag(A, B, d.truth(True), C), d.integer(2)),
    "ExactlyOne": lambda d: ExactlyOne(d.bag(A, B, d.truth(True), C)),
    "GlobalCardinality": lambda d: GlobalCardinality(
        d.bag(X, Y, d.integer(4), Z),
        {d.key(1): d.integer(2), 2: d.items(d.integer(0), 1), 3: Y},
        closed=d.truth(True),
    ),
    "HamiltonianCycle": lambda d: HamiltonianCycle(
        d.integer(3), d.table((d.integer(1), 0, A), (1, 2, B), (0, d.integer(2), d.truth(True)))
    ),
    "If": lambda d: And(
        If(d.truth(True), d.truth(False), A), If(A, d.integer(3), X) == d.integer(2)
    ),
    "Iff": lambda d: Iff(d.truth(True), A),
    "Implies": lambda d: Implies(d.truth(True), A),
    "IntVar": lambda d: IntVar(d.name("x"), Domain(((d.integer(1), d.integer(4)),))),
    "Inverse": lambda d: Inverse(d.items(X, d.integer(1)), d.items(Y, Z)),
    "LexLess": lambda d: LexLess(d.items(X, d.integer(1)), d.items(Y, Z)),
    "LexLessEq": lambda d: LexLessEq(d.items(X, d.integer(1)), d.items(Y, Z)),
    "Max": lambda d: Max(d.bag(X, Y, d.integer(3), Z)),
    "Min": lambda d: Min(d.bag(X, Y, d.integer(3), Z)),
    "Model": model_of,
    "NoOverlap2D": lambda d: NoOverlap2D(
        d.items(X, d.integer(1)), d.items(Y, 2), d.items(1, Z), d.items(d.integer(3), 2)
    ),
    "Not": lambda d: Not(d.truth(True)),
    "Or": lambda d: Or(d.bag(A, B, d.truth(True), C)),
    "Path": lambda d: Path(d.items(X, Y, d.integer(0)), d.integer(1)),
    "Permuted": lambda d: Permuted(d.name("x"), d.table((d.integer(1), 2), (2, d.integer(1)))),
    "Precedence": lambda d: Precedence(d.items(X, d.integer(1)), d.items(3, d.integer(2), 1)),
    "Regular": lambda d: Regular(d.items(X, d.integer(2)), automaton(d)),
    "Sum": lambda d: Sum(d.bag(X, A, d.integer(3), d.integer(4) * Z)),
    "Symmetry": lambda d: Symmetry(
        d.name("turned"), {d.name("x"): Affine([(d.integer(1), "y")], d.integer(0))}
    ),
    "Table": lambda d: Table(
        d.items(X, Y, A), d.table((d.integer(1), 2, True), (3, d.integer(4), False))
    ),
    "Xor": lambda d: Xor(d.bag(A, B, d.truth(True), C)),
    "negated": lambda d: negated(d.name("x")),
}

BASES = {"BoolExpr", "IntExpr"}

OPERATORS: dict[str, Callable[[Dialect], Any]] = {
    "+": lambda d: X + d.integer(3),
    "r+": lambda d: d.integer(3) + X,
    "-": lambda d: X - d.integer(3),
    "r-": lambda d: d.integer(3) - X,
    "*": lambda d: X * d.integer(3),
    "r*": lambda d: d.integer(3) * X,
    "==": lambda d: d.integer(3) == X,
    "r==": lambda d: d.integer(3) == X,
    "!=": lambda d: d.integer(3) != X,
    "<": lambda d: d.integer(3) > X,
    "r<": lambda d: d.integer(3) < X,
    "<=": lambda d: d.integer(3) >= X,
    ">": lambda d: d.integer(3) < X,
    "r>=": lambda d: d.integer(3) >= X,
    "&": lambda d: A & d.truth(True),
    "r&": lambda d: d.truth(True) & A,
    "|": lambda d: A | d.truth(True),
    "r|": lambda d: d.truth(False) | A,
    "^": lambda d: A ^ d.truth(True),
    "r^": lambda d: d.truth(True) ^ A,
    "a==": lambda d: d.truth(True) == A,
    "ra==": lambda d: d.truth(True) == A,
    "a!=": lambda d: d.truth(True) != A,
    "a+": lambda d: A + d.truth(True),
}

DIALECTS: dict[str, Callable[[], Dialect]] = {
    "scalars": lambda: Dialect(np.int64, np.bool_, np.str_),
    "narrow scalars": lambda: Dialect(np.uint8, np.array, np.str_),
    "arrays without dimensions": lambda: Dialect(np.array, np.array),
    "tuples": lambda: Dialect(items_as=tuple, bag_as=tuple, table_as=tuple),
    "generators": lambda: Dialect(items_as=iter, bag_as=iter, table_as=iter),
    "arrays": lambda: Dialect(items_as=array, bag_as=array, table_as=table),
    "arrays of numbers": lambda: Dialect(np.int32, np.bool_, np.str_, array, array, table),
    "two dimensions": lambda: Dialect(bag_as=folded),
    "lists in lists": lambda: Dialect(bag_as=lambda v: [list(v[:1]), [list(v[1:2]), *v[2:]]]),
    "series": lambda: Dialect(
        items_as=lambda v: pd.Series(list(v), dtype=object, index=range(5, 5 + len(v))),
        bag_as=lambda v: pd.Series(list(v), dtype=object),
    ),
}

WRONG: dict[str, list[Any]] = {
    "integer": [1.5, 2.0, Decimal(2), Fraction(2), "2", b"2", float("nan"), np.float64(2), [],
                np.datetime64(2, "ns"), np.timedelta64(2), np.array([2]), {}, 2j, object(),
                10**5000],
    "key": [1.5, "1", None, float("nan"), Decimal(3), (1, 2)],
    "truth": [1, 0.0, "True", None, float("nan"), np.int64(1), np.array([True]), Decimal(1), X],
    "name": [5, b"x", ("x",), 1.5, "\ud800", np.int64(1)],
    "items": [5, None, "ab", b"ab", {0: X}, {5}, 2.5, float("nan"), X, np.array(5),
              np.array([[X, Y], [Y, X]]), np.array([1.5, 2]), ["a", "b"], [None, [3]]],
    "bag": [5, None, "ab", b"ab", {"k": X}, 2.5, float("nan"), np.array(5.5), np.array([1.5]),
            np.array(["a", "b"]), ["a"], [[None]], np.array(["2020-01-01"], "datetime64[ns]")],
    "table": [5, None, "ab", [5], np.array([1, 2]), np.array([[1.5, 2.5]]), {1: 2}, ["ab"]],
}  # fmt: skip

BAGS = {"AllDifferent", "And", "AtLeast", "AtMost", "AtMostOne", "Exactly", "ExactlyOne",
        "GlobalCardinality", "Max", "Min", "Or", "Sum", "Xor"}  # fmt: skip
"""Constructors that take lists in lists: there, a list stands for its items."""


def scalar(value: Any) -> bool:
    """Whether it is one number, or stands for one."""
    return value is X or as_integer(value) is not None


def has_a_meaning(name: str, kind: str, value: Any) -> bool:
    """Whether a wrong value is none at this place."""
    numeric = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    listed = isinstance(value, (list, dict)) or getattr(value, "ndim", 0) == 1
    return (
        (kind in ("integer", "truth") and name in BAGS and listed)
        or (kind == "truth" and name == "Model" and listed)
        # A single argument of a constructor that takes its arguments one by one.
        or (kind == "bag" and name in ("AllDifferent", "Max", "Min", "Sum") and scalar(value))
        or (name == "Circuit" and kind == "items" and scalar(value))
        or (name == "GlobalCardinality" and kind == "items" and scalar(value))  # a count
        or (name == "Model" and kind == "items" and value == ["a", "b"])  # two tags
        # Beside a number a Boolean counts as 0 or 1.
        or (name in ("a==", "ra==", "a!=", "a+") and (numeric or value is X))
    )


def same(one: Any, other: Any) -> bool:
    """Whether both are the same expression, or equal."""
    if isinstance(one, Expr):
        return type(one) is type(other) and one.same(other)
    return bool(type(one) is type(other) and one == other)


def test_every_public_constructor_is_here() -> None:
    built = {
        name
        for name in satchel.__all__
        if getattr(satchel, name).__module__.startswith("satchel.ir")
    }
    assert built == MADE.keys() | BASES


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", [*MADE, *OPERATORS])
def test_foreign_values_mean_what_python_s_mean(name: str, dialect: str) -> None:
    make = {**MADE, **OPERATORS}[name]
    assert same(make(DIALECTS[dialect]()), make(Dialect()))


def wrong_values() -> Iterator[tuple[str, str, int, Any]]:
    for name, make in {**MADE, **OPERATORS}.items():
        heard = Dialect()
        make(heard)
        for kind, calls in heard.calls.items():
            for number in range(1, calls + 1):
                for value in WRONG[kind]:
                    yield name, kind, number, value


def test_wrong_values_are_refused_in_one_line() -> None:
    wrong = []
    for name, kind, number, value in wrong_values():
        try:
            {**MADE, **OPERATORS}[name](Dialect(wrong=(kind, number, value)))
        except ModelError as error:
            fault = None if "\n" not in str(error) and len(str(error)) < 300 else str(error)
        except Exception as error:
            fault = repr(error)
        else:
            fault = None if has_a_meaning(name, kind, value) else "accepted"
        if fault:
            wrong.append((name, kind, number, quoted(value), fault))
    assert not wrong


def test_exactly_the_shapes_that_matter_are_refused() -> None:
    square = np.array([[X, Y], [Y, X]])
    for make in (
        lambda: Circuit(square),
        lambda: Inverse(square, square),
        lambda: LexLess(square, square),
        lambda: Element(square, X),
        lambda: Precedence(square, [1, 2]),
        lambda: Regular(square, Automaton([(0, 1, 0)], 0, [0])),
        lambda: NoOverlap2D(square, square, square, square),
        lambda: Cumulative(square, square, square, 3),
        lambda: Path(square, X),
        lambda: Table(square, [[1, 2]]),
        lambda: Clauses(square, [1, 0]),
    ):
        with pytest.raises(ModelError, match="not an array of 2 x 2"):
            make()


@pytest.mark.parametrize("cell", [1.9, Decimal("2.7"), "3", float("nan"), X, np.float64(2)])
def test_a_wrong_cell_is_named(cell: Any) -> None:
    for rows in ([[1, 2], [3, cell]], ((1, 2), (3, cell)), iter([iter([1, 2]), iter([3, cell])])):
        with pytest.raises(ModelError) as caught:
            Table([X, Y], rows)  # type: ignore[arg-type]
        assert str(caught.value).startswith("row 2, column 2 of a table: ")
        assert str(caught.value).endswith(f"not {quoted(cell)}")


def test_an_array_does_not_swallow_an_expression() -> None:
    pair = np.array([X, Y])
    for wrong in (lambda: pair == Z, lambda: pair == Z, lambda: Z + pair, lambda: pair * Z,
                  lambda: A & np.array([True, False])):  # fmt: skip
        with pytest.raises(ModelError, match="array"):
            wrong()
    with pytest.raises(ModelError, match="truth value"):
        pair == np.array([1, 2])  # noqa: B015
    assert Sum(pair * 2).same(2 * X + 2 * Y)
    assert (np.array([1, 2]) @ pair).same(X + 2 * Y)
    assert pair.sum().same(X + Y)


def test_numbers_of_numpy_are_in_domains() -> None:
    domain = Domain.of(np.array([[1, 2], [5, 7]]))
    assert np.int64(5) in domain
    assert np.array(2) in domain
    assert np.int64(6) not in domain
    assert 5.0 not in domain
    assert domain.without(np.int64(5)) == Domain.of([1, 2, 7])
    assert domain.affine(np.int8(100), np.int8(100)) == Domain.of([200, 300, 600, 800])
    assert Domain.of(range(10**12)) == Domain.range(0, 10**12 - 1)


PARITY = [("even", 1, "odd"), ("even", 0, "even"), ("odd", 1, "even"), ("odd", 0, "odd")]


@pytest.mark.parametrize(
    "state",
    [
        lambda name: np.int64(name == "odd"),
        np.str_,
        lambda name: frozenset([name]),
        lambda name: (name, None),
        lambda name: None if name == "odd" else 1.5,
        lambda name: name == "odd",
    ],
)
def test_any_states_with_a_hash_make_a_solvable_automaton(state: Any) -> None:
    arcs = [(state(tail), value, state(head)) for tail, value, head in PARITY]
    model = Model()
    bits = [model.int(f"b{i}", 0, 1) for i in range(3)]
    for bit in bits:
        model.show(str(bit), bit)
    automaton = Automaton(np.array(arcs, dtype=object), state("even"), {state("odd")})
    model.add(Regular(bits, automaton))
    again = Model.from_json(json.loads(json.dumps(model.to_json())))
    assert again.to_json() == model.to_json()
    assert satchel.count(again).number == 4
    assert automaton.accepts([np.int64(1), 0])


@pytest.mark.parametrize("state", [float("nan"), [1], X, np.array([1, 2]), Decimal("nan")])
def test_states_that_cannot_be_told_apart_are_refused(state: Any) -> None:
    for arcs, start, accepting in (
        ([(state, 1, 0)], 0, [0]),
        ([(0, 1, state)], 0, [0]),
        ([(0, 1, 0)], state, [0]),
        ([(0, 1, 0)], 0, [state]),
    ):
        with pytest.raises(ModelError, match="state"):
            Automaton(arcs, start, accepting)


def test_accepting_states_given_as_a_set_have_one_order() -> None:
    code = (
        "from satchel import Automaton\n"
        "names = [f's{i}' for i in range(20)]\n"
        "arcs = [(a, 1, b) for a, b in zip(names, names[1:])]\n"
        "print(*Automaton(arcs, 's0', set(names)).accepting)"
    )
    said = {
        subprocess.run([sys.executable, "-c", code], env={**ENVIRONMENT, "PYTHONHASHSEED": seed},
                       capture_output=True, text=True, check=True).stdout
        for seed in "123"
    }  # fmt: skip
    assert said == {" ".join(f"s{i}" for i in range(20)) + "\n"}


def test_models_are_built_without_numpy() -> None:
    code = (
        "import sys\n"
        "from satchel import AllDifferent, Model\n"
        "m = Model(); x = m.int('x', [1, 2]); m.add(AllDifferent([x, 3]))\n"
        "print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT,
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout == "False\n"
