"""SMT-LIB scripts: what they say is the model, and outside programs read them."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError
from satchel.ir import AllDifferent, BoolExpr, BoolVar, Cardinality, Element, Model, Not, Or, Xor
from satchel.passes import flatten
from satchel.puzzle import Catalogue
from satchel.smt.script import script
from satchel.smt.symbols import RESERVED, symbol, unquoted
from satchel.tasks.files.decode import decode_text
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.origin import Origin
from tests.conftest import EXAMPLES
from tests.random_models import brute_force, random_model
from tests.smt_programs import PROGRAMS, run

INSTANCES = [
    "queens/8",
    "queens/3",
    "queens/diag-8-4-1",
    "zebra/life-1962",
    "zebra/zagadka-1962",
    "zebra/three-houses",
    "knights_tour/closed-6",
    "knights_tour/open-3",
    "packing/five-rectangles",
    "packing/smallest-5",
    "placement/kings-4-4",
    "placement/dominating-queens-8-5",
]
CATALOGUE = Catalogue()
z3: Any = import_module("z3")
randoms = st.integers(0, 2**64 - 1).map(Random)


def written(model: Model) -> str:
    flat, auxiliaries = flatten.apply(model)
    lines = script(flat, source="a test", status="unknown", auxiliaries=frozenset(auxiliaries))
    return "\n".join(lines)


def exported(origin: Origin, folder: Path, options: Options | None = None) -> tuple[str, str]:
    """The script and the map, as `encode` writes them."""
    options = options or Options()
    job = Job(origin, options, str(folder / "f.smt2"), str(folder / "f.map.json"))
    FORMATS["smtlib"].write(job)
    return (folder / "f.smt2").read_text(), (folder / "f.map.json").read_text()


def shown_solutions(model: Model) -> set[tuple[int, ...]]:
    """The script's shown solutions, by z3's reader and one blocking clause after the other."""
    solver = z3.Solver()
    solver.from_string(written(model))
    terms = [
        (z3.Bool if isinstance(x, BoolVar) else z3.Int)(unquoted(x.name))
        for x in model.variables.values()
    ]
    found: set[tuple[int, ...]] = set()
    while solver.check() == z3.sat:
        answer = [solver.model().eval(term, model_completion=True) for term in terms]
        values = {
            x.name: z3.is_true(value) if isinstance(x, BoolVar) else value.as_long()
            for x, value in zip(model.variables.values(), answer, strict=True)
        }
        assert model.violations(values) == []
        found.add(tuple(map(int, model.shown_values(values).values())))
        solver.add(z3.Or([term != value for term, value in zip(terms, answer, strict=True)]))
    assert solver.check() == z3.unsat
    return found


@settings(max_examples=EXAMPLES or 300)
@given(randoms)
def test_scripts_have_the_solutions_of_their_models(random: Random) -> None:
    model = random_model(random)
    assert shown_solutions(model) == brute_force(model), written(model)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", INSTANCES)
def test_outside_programs_solve_instances(name: str, program: str, tmp_path: Path) -> None:
    origin = Origin.of(CATALOGUE.instance(name))
    text, map_text = exported(origin, tmp_path)
    known = CATALOGUE.instance(name).known
    assert known is not None
    assert f"(set-info :status {known.status})" in text.splitlines()
    decoded = decode_text(load_map(map_text, CATALOGUE), run(program, text))
    assert decoded.status == known.status
    assert (decoded.solution is not None) == (known.status == "sat")


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", ["zebra/life-1962", "packing/smallest-5"])
def test_a_shuffled_script_decodes(name: str, program: str, tmp_path: Path) -> None:
    origin = Origin.of(CATALOGUE.instance(name))
    texts = [exported(origin, tmp_path, Options(shuffle=seed)) for seed in (1, 2, 1)]
    assert texts[0] == texts[2]
    assert texts[0][0] != texts[1][0] != exported(origin, tmp_path)[0]
    for text, map_text in texts[:2]:
        assert decode_text(load_map(map_text, CATALOGUE), run(program, text)).status == "sat"


NAMES = [
    *sorted(RESERVED - {"Int", "Bool"}),
    *("a b", 'say "hi"', "a|b", "a\\b", "a%7c;b", "%", "%a", "%%", "%and", "", " ", ";", "()"),
    *("é", "变量", "\N{GRINNING FACE}", "a\nb", "a\tb", "\u2028", "\x7f", "@x", ".x", "x'"),
    *("shared!1", "_1", "sat", "error", "model", "define-fun", "k!0", "Int", "Bool", "QF_LIA"),
    *("0", "-1", "+1", "0x", "#b1", ":named"),
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_any_name_travels(program: str, tmp_path: Path) -> None:
    model = Model()
    expected: dict[str, int] = {}
    for number, name in enumerate(NAMES):
        expected[name] = number % 3 == 0 if number % 2 else number - 20
        if number % 2:
            model.add(model.bool(name) == bool(expected[name]))
        else:
            model.add(model.int(name, -99, 99) == expected[name])
    text, map_text = exported(Origin(model), tmp_path)
    decoded = decode_text(load_map(map_text, CATALOGUE), run(program, text))
    assert decoded.values == expected


@given(st.lists(st.text(st.sampled_from('ab%|\\;7c"\n é'), max_size=6), unique=True))
def test_different_names_have_different_symbols(names: list[str]) -> None:
    symbols = [symbol(name) for name in names]
    assert len({s.strip("|") for s in symbols}) == len(names)
    assert all("|" not in unquoted(name) and "\\" not in unquoted(name) for name in names)


def test_names_without_need_are_neither_quoted_nor_changed() -> None:
    names = ["x", "r1c1", "colour/red", "x-1", "~y", "a.b", "x!", "half%"]
    assert [symbol(name) for name in names] == names
    assert symbol("orange juice") == "|orange juice|"


def readable() -> Model:
    m = Model()
    x, y = m.int("x", [-3, -2, 0, 5]), m.int("y", 1, 9)
    a, b, c = m.bool("a"), m.bool("b"), m.bool("free seat")
    m.add(2 * x - 3 * y + a <= -4, label="the weights")
    m.add(Or(a, b & ~c), label="somebody\nsits", tags=["implied"])
    m.add(AllDifferent(x, y + 1, 7))
    m.minimize(x + y)
    return m


def test_a_script_to_read() -> None:
    assert (
        written(readable())
        == """\
(set-info :smt-lib-version 2.6)
(set-option :produce-models true)
(set-logic QF_LIA)
(set-info :source |a test|)
(set-info :status unknown)

; variables
(declare-const x Int)
(assert (or (<= (- 3) x (- 2)) (= x 0) (= x 5)))
(declare-const y Int)
(assert (<= 1 y 9))
(declare-const a Bool)
(declare-const b Bool)
(declare-const |free seat| Bool)

; statements
; the weights
(assert (<= (+ (* 2 x) (ite a 1 0) 4) (* 3 y)))
; somebody sits [implied]
(assert (or a (and b (not |free seat|))))

(assert (distinct x (+ y 1) 7))

; to minimize:
; (+ x y)

(check-sat)
(get-value (
  x y a b |free seat|
))
(exit)"""
    )


def test_booleans_alone_need_no_arithmetic() -> None:
    m = Model()
    a, b = m.bool("a"), m.bool("b")
    m.add(Xor(a, b, True))
    assert "(set-logic QF_UF)" in written(m)
    assert run("cvc5", written(m)).startswith("sat")


def test_functions_become_auxiliary_variables() -> None:
    m = Model()
    i, x = m.int("i", 0, 5), m.int("_1", 0, 9)
    m.add(Element([x, 4, 2], i) == 4)
    text = written(m)
    assert "; auxiliary variables\n(declare-const _2 Int)" in text
    assert text.endswith("(get-value (\n  i _1\n))\n(exit)")


def test_every_cardinality() -> None:
    for size, lo, hi in product(range(5), range(-1, 6), range(-1, 6)):
        m = Model()
        bits = [m.bool(f"b{i}") for i in range(size)]
        for bit in bits:
            m.show(bit.name, bit)
        m.add(Cardinality(tuple(bits), lo, hi))
        assert shown_solutions(m) == brute_force(m), (size, lo, hi)


def test_what_is_shared_is_written_once() -> None:
    m = Model()
    bits = [m.bool(f"a rather long name {i}") for i in range(4)]
    expr: BoolExpr = Xor(*bits)
    for bit in bits * 50:
        expr = (expr & bit) | Not(expr)
    m.add(expr)
    text = written(m)
    assert len(text) < 100_000
    assert "(define-fun shared!1 () Bool" in text
    assert {run(program, text).split()[0] for program in PROGRAMS} == {"sat"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_nesting_without_limit(program: str) -> None:
    m = Model()
    a, b = m.bool("a"), m.bool("b")
    expr: BoolExpr = a
    for _ in range(20_000):
        expr = ~(expr & b) | a
    m.add(expr)
    text = written(m)
    assert len(text) < 10_000_000
    assert run(program, text).startswith("sat")


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    origin = Origin.of(CATALOGUE.instance("zebra/three-houses"))
    assert exported(origin, tmp_path) == exported(origin, tmp_path)


def test_a_formula_does_not_belong_to_a_script(tmp_path: Path) -> None:
    _, map_text = exported(Origin(readable()), tmp_path)
    formula = read_dimacs(b"p cnf 1 1\n1 0\n")
    with pytest.raises(InputError, match="the map is for an SMT-LIB script"):
        decode_text(load_map(map_text, CATALOGUE), "unsat", formula=formula)
