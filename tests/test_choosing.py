"""What was chosen and why, who pays for it, and what is said where it is too much."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from satchel.cnf import portfolio
from satchel.cnf.accounts import by_encoding
from satchel.cnf.formula import Account, Formula
from satchel.cnf.options import Options
from satchel.cnf.orders import ORDERS
from satchel.errors import SizeError
from satchel.ir import AllDifferent, AtMost, BoolExpr, Model, Sum
from satchel.ir.walk import variables
from satchel.puzzle import Catalogue
from satchel.tasks.compile import compile_model, predict
from satchel.testing import constraints
from tests.commands import satchel


def accounts(model: Model, options: Options | None = None) -> list[Account]:
    return list(compile_model(model, options or Options()).formula.stats)


def test_every_statement_is_accounted_for_with_a_reason() -> None:
    model = Model()
    xs = [model.int(f"x{i}", 1, 9) for i in range(4)]
    model.add(AllDifferent(xs), label="differ")
    model.add(Sum(xs) == 17, label="total")
    model.add(AtMost([x >= 5 for x in xs], 2), label="few")
    options = Options(choices={"cardinality": "totalizer"}, labels={"total": {"linear": "adder"}})
    chosen = {(a.owner, a.kind): (a.encoding, a.why) for a in accounts(model, options)}
    assert chosen["differ", "alldifferent"][0] == "permutation"
    assert chosen["total", "linear"] == ("adder", "asked for")
    assert chosen["few", "cardinality"] == ("totalizer", "asked for")
    assert {owner for owner, kind in chosen if kind == "integer"} == {x.name for x in xs}
    assert all(why for _, why in chosen.values())


@pytest.mark.parametrize("name", ["queens/8", "zebra/life-1962", "knights_tour:rows=5"])
def test_accounts_add_up(name: str) -> None:
    formula = compile_model(Catalogue().instance(name).build(), Options()).formula
    for stats in (formula.stats, by_encoding(formula.stats)):
        assert sum(a.clauses for a in stats) == formula.clauses
        assert sum(a.literals for a in stats) == formula.literals


@pytest.mark.parametrize("encoding", ["direct", "order", "binary"])
def test_channelling_is_charged_to_the_variable(encoding: str) -> None:
    """The statements ask for other literals than the encoding's own; they pay for none of them.

    Shown Boolean variables have their numbers before any statement: no owner, and no clauses.
    """
    model = Model()
    x, a, b = model.int("x", 0, 9), model.bool("a"), model.bool("b")
    model.add(a | (x >= 4), label="threshold")
    model.add(b | (x == 6), label="value")
    found = accounts(model, Options(integers=encoding))  # type: ignore[arg-type]
    paid: Counter[str | None] = Counter()
    for account in found:
        paid[account.owner] += account.clauses
    assert paid["threshold"] == paid["value"] == 1
    assert paid["x"] > 0
    assert paid[None] == 0


@pytest.mark.parametrize(
    ("instance", "options", "fault"),
    [
        ("queens:n=16", Options(choices={"amo": "pairwise"}, max_clauses=3000), "amo=pairwise"),
        (
            "placement:piece=knight,rows=8,columns=8,count=32",
            Options(choices={"cardinality": "sorting"}, max_clauses=1800),
            "cardinality=sorting",
        ),
        (
            "zebra/life-1962",
            Options(integers="order", presolve=(), max_clauses=500),
            "--encoding order",
        ),
    ],
)
def test_a_refusal_names_what_is_at_fault_and_what_fits(
    instance: str, options: Options, fault: str
) -> None:
    model = Catalogue().instance(instance).build()
    with pytest.raises(SizeError) as error:
        compile_model(model, options)
    message = str(error.value)
    assert f": {fault} had written" in message
    named = re.findall(r"--(?:set (\w+)=)?(?:encoding )?(\w+) \(([\d,]+)\)", message)
    for kind, name, clauses in named:
        choices = {**options.choices, kind: name} if kind else options.choices
        integers = options.integers if kind else name
        plain = replace(options, integers=integers, choices=choices, max_clauses=None)  # type: ignore[arg-type]
        size = predict(model, plain)
        assert size.clauses == int(clauses.replace(",", "")) <= (options.max_clauses or 0)
    if not named:
        for kind in ("amo", "alldifferent"):
            for name in set(portfolio.encodings(kind)) - {"native"}:
                plain = replace(options, choices={kind: name}, max_clauses=None)
                assert predict(model, plain).clauses > (options.max_clauses or 0)


def test_a_refusal_looks_at_every_kind_not_only_at_the_largest() -> None:
    """Most of a tour's clauses are of the at-most-ones that its circuit is written with."""
    model = Catalogue().instance("knights_tour/closed-8").build()
    with pytest.raises(SizeError, match=r": amo=product had .* fit: --set circuit=\w+ \("):
        compile_model(model, Options(max_clauses=20_000))


def test_encode_explains() -> None:
    done = satchel("encode", "queens:n=8", "--set", "amo=product", "--explain")
    assert done.returncode == 0
    lines = [line.split() for line in done.stderr.splitlines()]
    assert lines[0] == ["statement", "kind", "encoding", "why", "number", "clauses"]
    assert ["columns", "amo", "product", "asked", "for", "8"] in [line[:6] for line in lines]


@pytest.mark.parametrize("numbering", ORDERS)
def test_numberings_change_numbers_only(numbering: str) -> None:
    """Undo the renaming that the map tells of the shown ones, and count the rest by shape."""
    model = Catalogue().instance("queens:n=7").build()
    plain, other = (
        compile_model(model, Options(choices={"amo": "product"}, numbering=each)).formula
        for each in ("natural", numbering)
    )
    assert (plain.variables, plain.clauses) == (other.variables, other.clauses)
    renamed = dict(zip(plain.varmap.shown_literals(), other.varmap.shown_literals(), strict=True))

    def among_shown(formula: Formula, names: Mapping[int, int]) -> set[frozenset[int]]:
        return {
            frozenset(names[abs(x)] * (1 if x > 0 else -1) for x in clause)
            for clause in formula.iterate()
            if all(abs(x) in names for x in clause)
        }

    same = {new: new for new in renamed.values()}
    assert among_shown(plain, renamed) == among_shown(other, same) != set()


def test_orders_put_first_what_they_say() -> None:
    model = Catalogue().instance("queens:n=7").build()

    def shown(numbering: str) -> list[int]:
        options = Options(choices={"amo": "product"}, numbering=numbering)
        return compile_model(model, options).formula.varmap.shown_literals()

    assert shown("natural") == list(range(1, 50))
    assert shown("scattered") != sorted(shown("scattered")) == list(range(1, 50))
    assert min(shown("auxiliary")) > 49
    assert shown("reverse") == sorted(shown("reverse"), reverse=True)
    formula = compile_model(model, Options(numbering="frequent")).formula
    counts = Counter(abs(x) for clause in formula.iterate() for x in clause)
    assert [counts[v] for v in range(1, formula.variables + 1)] == sorted(
        counts.values(), reverse=True
    )


def test_an_unknown_numbering_lists_those_there_are() -> None:
    done = satchel("encode", "queens/8", "--numbering", "random")
    assert done.returncode == 2
    assert "unknown numbering 'random' (there are: auto, auxiliary, " in done.stderr


def posted(constraint: BoolExpr) -> Model:
    model = Model.assembled(variables(constraint), [], {}, None)
    model.add(constraint)
    return model


@pytest.mark.parametrize("kind", portfolio.KINDS)
def test_each_encoding_is_reached_by_its_name_and_writes_clauses_of_its_own(kind: str) -> None:
    models = [posted(constraint) for constraint in constraints(kind)]
    written: dict[str, list[object]] = {}
    for name in portfolio.encodings(kind):
        formulas = [compile_model(m, Options(choices={kind: name})).formula for m in models]
        charged = {a.encoding for f in formulas for a in f.stats if a.kind == kind}
        assert charged == {name}
        written[name] = [
            (f.variables, sorted(map(sorted, f.iterate())), f.linear) for f in formulas
        ]
    for one, other in combinations(written, 2):
        assert written[one] != written[other], f"{one} is {other}"
