"""Decoding: a right answer comes back checked; every wrong one is refused with its reason."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satchel.cnf.options import Options
from satchel.cnf.output import SolverOutput, read_output
from satchel.dimacs.reader import Dimacs, read_dimacs
from satchel.errors import CheckError, InputError
from satchel.files import whole_file
from satchel.ir import AllDifferent, Model
from satchel.puzzle import Catalogue
from satchel.tasks.compile import compile_model
from satchel.tasks.files.decode import Decoded, decode
from satchel.tasks.files.export import map_beside, write_formula
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.mapfile import dump_map, load_map
from satchel.tasks.origin import Origin
from tests.programs import answer

CATALOGUE = Catalogue()


class Exported:
    """A formula file, its map, and a right answer by an outside solver."""

    def __init__(self, folder: Path, origin: Origin, options: Options) -> None:
        self.cnf, self.map = folder / "f.cnf", folder / "f.map.json"
        compiled = compile_model(origin.model, options)
        write_formula(compiled, origin, options, out=str(self.cnf), map_file=str(self.map))
        self.answer = answer(self.cnf)

    @property
    def formula(self) -> Dimacs:
        return read_dimacs(self.cnf.read_bytes())

    @property
    def loaded(self) -> FormulaMap:
        loaded = load_map(self.map.read_text(), CATALOGUE)
        assert isinstance(loaded, FormulaMap)
        return loaded

    @property
    def literals(self) -> tuple[int, ...]:
        return read_output(self.answer).literals

    def decoded(self, literals: tuple[int, ...], formula: Dimacs | None = None) -> Decoded:
        return decode(self.loaded, SolverOutput("sat", literals), formula)

    def rewrite(self, change: Callable[[dict[str, Any]], None]) -> None:
        data = json.loads(self.map.read_text())
        change(data)
        self.map.write_text(json.dumps(data))


@pytest.fixture
def queens(tmp_path: Path) -> Exported:
    return Exported(tmp_path, Origin.of(CATALOGUE.instance("queens/6")), Options())


@pytest.mark.parametrize("model", ["permutation", "lines", "attack"])
@pytest.mark.parametrize("integers", ["direct", "order", "binary", "auto"])
@pytest.mark.parametrize("shuffle", [None, 5])
def test_a_right_answer(tmp_path: Path, model: str, integers: Any, shuffle: int | None) -> None:
    origin = Origin.of(CATALOGUE.instance("queens/5"), model)
    exported = Exported(tmp_path, origin, Options(integers=integers, shuffle=shuffle))
    decoded = exported.decoded(exported.literals, exported.formula)
    assert decoded.status == "sat"
    assert decoded.solution is not None
    assert sum(decoded.solution.values()) == 5
    assert dump_map(exported.loaded) == exported.map.read_bytes()


def test_every_flipped_shown_literal_is_refused(queens: Exported) -> None:
    shown = queens.loaded.varmap.shown_literals()
    assert len(shown) == 36
    for literal in shown:
        flipped = tuple(-n if abs(n) == abs(literal) else n for n in queens.literals)
        with pytest.raises(CheckError):
            queens.decoded(flipped)


def test_every_missing_shown_literal_is_refused(queens: Exported) -> None:
    for literal in queens.loaded.varmap.shown_literals():
        fewer = tuple(n for n in queens.literals if abs(n) != abs(literal))
        with pytest.raises(InputError, match=rf"no value for variable {abs(literal)} \(r\dc\d\)"):
            queens.decoded(fewer)


def test_what_an_incomplete_answer_leaves_open_is_named(tmp_path: Path) -> None:
    """Not that a clause is falsified: it would hold if the open literal were true."""
    origin = Origin.of(CATALOGUE.instance("queens/6"), "lines")
    exported = Exported(tmp_path, origin, Options(choices={"amo": "sequential"}))
    shown = {abs(literal) for literal in exported.loaded.varmap.shown_literals()}
    lines = exported.cnf.read_text().splitlines()
    found = 0
    for variable in {abs(literal) for literal in exported.literals} - shown:
        left = tuple(literal for literal in exported.literals if abs(literal) != variable)
        open_ = [n for n, x in enumerate(lines, 1) if x[0] in "-123456789" and not holds(x, left)]
        if not open_:
            continue
        found += 1
        words = (
            rf"no value for variable {variable} \(an auxiliary one\), .* \(line {open_[0]}\) open"
        )
        with pytest.raises(InputError, match=words):
            exported.decoded(left, exported.formula)
    assert found > 5


def holds(clause: str, literals: tuple[int, ...]) -> bool:
    return not {*literals}.isdisjoint(map(int, clause.split()[:-1]))


def test_an_open_variable_that_is_not_shown_is_named(tmp_path: Path) -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.add(a | b)
    model.show("a", a)
    exported = Exported(tmp_path, Origin(model), Options())
    names = {exported.loaded.varmap.variables[name]: name for name in "ab"}
    (of_b,) = (literal for literal, name in names.items() if name == "b")
    (of_a,) = (literal for literal, name in names.items() if name == "a")
    assert isinstance(of_a, int)
    for formula in (None, exported.formula):
        assert exported.decoded((of_a,), formula).solution == {"a": True}
        with pytest.raises(InputError, match=rf"no value for variable {of_b} \(b\)"):
            exported.decoded((-of_a,), formula)


def test_a_negated_answer_is_refused(queens: Exported) -> None:
    with pytest.raises(CheckError):
        queens.decoded(tuple(-literal for literal in queens.literals))


def test_strange_literals_are_refused(queens: Exported) -> None:
    with pytest.raises(InputError, match="is beyond the formula's"):
        queens.decoded((*queens.literals, queens.loaded.variables + 1))
    with pytest.raises(InputError, match="both true and false"):
        queens.decoded((*queens.literals, -queens.literals[0]))


def test_any_falsified_clause_is_named_with_its_line(tmp_path: Path) -> None:
    origin = Origin.of(CATALOGUE.instance("queens/6"), "lines")
    exported = Exported(tmp_path, origin, Options(choices={"amo": "sequential"}))
    shown = {abs(literal) for literal in exported.loaded.varmap.shown_literals()}
    auxiliary = [literal for literal in exported.literals if abs(literal) not in shown]
    assert auxiliary, "the sequential encoding has auxiliary variables"
    lines = exported.cnf.read_text().splitlines()
    caught = 0
    for literal in auxiliary:
        flipped = tuple(-n if n == literal else n for n in exported.literals)
        true = set(flipped)
        start = next(n for n, line in enumerate(lines) if line.startswith("p "))
        falsified = [
            number
            for number, line in enumerate(lines[start + 1 :], start + 2)
            if not true & set(map(int, line.split()[:-1]))
        ]
        exported.decoded(flipped)  # the shown solution is right all the same
        if falsified:
            caught += 1
            with pytest.raises(CheckError, match=rf"\(line {falsified[0]}\)"):
                exported.decoded(flipped, exported.formula)
    assert caught


def test_another_formula_is_refused(queens: Exported) -> None:
    lines = queens.cnf.read_text().splitlines(keepends=True)
    lines[-1], lines[-2] = lines[-2], lines[-1]
    queens.cnf.write_text("".join(lines))
    with pytest.raises(InputError, match="SHA-256 differs"):
        queens.decoded(queens.literals, queens.formula)


def test_the_layout_of_a_formula_is_not_its_identity(queens: Exported) -> None:
    text = queens.cnf.read_text().replace("\n", "\r\n") + "%\r\n0\r\n"
    formula = read_dimacs(f"c moved\r\n{text}".encode(), relaxed=True)
    assert queens.decoded(queens.literals, formula).status == "sat"


def test_unsat_against_the_known_answer(queens: Exported, tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="unsat, but the known answer is sat, 4 solutions"):
        decode(queens.loaded, SolverOutput("unsat"))
    for text, words in (("queens/3", "known answer: unsat"), ("queens:n=3", "None")):
        exported = Exported(tmp_path, Origin.of(CATALOGUE.instance(text)), Options())
        found = decode(exported.loaded, SolverOutput("unsat"))
        assert (found.status, found.solution) == ("unsat", None)
        assert words in str(found.certificate)
    assert decode(queens.loaded, SolverOutput("unknown")).status == "unknown"


def test_a_solution_where_none_is_known_to_exist(queens: Exported) -> None:
    queens.rewrite(lambda data: data["instance"].update(answer={"count": 0, "source": "a slip"}))
    with pytest.raises(CheckError, match="the answer is sat, but the known answer is unsat"):
        queens.decoded(queens.literals)


def test_the_rules_catch_what_the_model_does_not(tmp_path: Path) -> None:
    # The map of a board without blocked squares, made to speak of a board with one.
    exported = Exported(tmp_path, Origin.of(CATALOGUE.instance("queens:n=4")), Options())
    solution = exported.decoded(exported.literals).solution
    assert solution is not None
    row, column = next((n[1], n[3]) for n, queen in solution.items() if queen)
    blocked = {"n": 4, "blocked": [[int(row), int(column)]]}
    exported.rewrite(lambda data: data["instance"].update(parameters=blocked))
    with pytest.raises(CheckError):
        exported.decoded(exported.literals)


def test_a_bare_model_travels_inside_its_map(tmp_path: Path) -> None:
    model = Model()
    x = [model.int(f"x{i}", 1, 3) for i in range(3)]
    model.add(AllDifferent(x))
    model.add(x[0] + 1 == x[1])
    for i in range(3):
        model.show(f"x{i}", x[i])
    model.show("double", 2 * x[0] + 1)
    model.maximize(x[0] - x[2])
    exported = Exported(tmp_path, Origin(model), Options())
    decoded = exported.decoded(exported.literals, exported.formula)
    assert decoded.values is not None
    assert not model.violations(decoded.values)
    assert decoded.solution == model.shown_values(decoded.values)
    assert decoded.objective == model.objective_value(decoded.values)


@pytest.mark.parametrize("numbering", ["natural", "reverse"])
def test_what_is_free_and_its_negation_are_shown_as_such(tmp_path: Path, numbering: str) -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    x = model.int("x", [3, 8])
    model.add(b)
    for name, shown in {"b": b, "a": a, "not a": ~a, "x": x, "5 - x": 5 - x, "big": x >= 5}.items():
        model.show(name, shown)
    exported = Exported(tmp_path, Origin(model), Options(numbering=numbering))
    decoded = exported.decoded(exported.literals, exported.formula)
    assert decoded.values is not None
    assert decoded.solution == model.shown_values(decoded.values)


def broken_map(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(changes)


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.__delitem__(key)


def inside(key: str, **changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data[key].update(changes)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (broken_map(version="2.0"), "map version '2.0' is unknown"),
        (broken_map(version=1), "map version 1 is unknown"),
        (without("version"), "map version None is unknown"),
        (broken_map(target="braille"), "a map for 'braille'"),
        (broken_map(format="other"), "not a map file"),
        (without("formula"), "'formula'"),
        (inside("formula", variables="6"), "int expected"),
        (inside("formula", variables=1), "is beyond the formula's 1 variables"),
        (without("shown"), "variable map"),
        (inside("shown", r1c1=0), "variable map"),
        (inside("shown", r1c1="maybe"), "variable map"),
        (inside("shown", r9c9=1), "what is shown is not what the model shows"),
        (without("instance"), "expected an instance"),
        (inside("instance", puzzle="chess"), "no such puzzle: 'chess'"),
        (inside("instance", parameters={"n": 0}), "at least 1"),
        (broken_map(model="chess"), "has no model 'chess'"),
        (broken_map(options={"colour": 3}), "unknown option"),
        (broken_map(undo=None), "list expected"),
    ],
)
def test_broken_maps(queens: Exported, change: Any, words: str) -> None:
    queens.rewrite(change)
    with pytest.raises(InputError, match=words) as caught:
        load_map(queens.map.read_text(), CATALOGUE, file="some.map.json")
    assert str(caught.value).startswith("some.map.json: ")
    assert "\n" not in str(caught.value)


def test_a_newer_minor_version_is_read(queens: Exported) -> None:
    queens.rewrite(broken_map(version="1.7", novelty=3))
    assert queens.decoded(queens.literals).status == "sat"


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "[" * 100_000])
def test_not_even_a_map(text: str) -> None:
    with pytest.raises(InputError):
        load_map(text, CATALOGUE)


def test_the_map_stands_beside_the_formula() -> None:
    names = {"8.cnf": "8.map.json", "a/8.cnf.gz": "a/8.map.json", "8.x.xz": "8.x.map.json"}
    assert {name: map_beside(name) for name in names} == names


def test_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    origin = Origin.of(CATALOGUE.instance("queens:n=4"))
    compiled = compile_model(origin.model, Options())
    nowhere = str(tmp_path / "missing" / "f.map.json")
    with pytest.raises(InputError, match="missing: no such folder"):
        write_formula(compiled, origin, Options(), out=str(tmp_path / "f.cnf"), map_file=nowhere)
    assert not list(tmp_path.iterdir())
    (tmp_path / "f.cnf").write_text("old")
    with pytest.raises(InputError):
        write_formula(compiled, origin, Options(), out=str(tmp_path / "f.cnf"), map_file=nowhere)
    assert (tmp_path / "f.cnf").read_text() == "old"


def test_what_a_killed_process_left_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f".out.{os.getpid()}.part").touch()
    with whole_file(str(tmp_path / "out")) as stream:
        stream.write(b"whole")
    assert (tmp_path / "out").read_bytes() == b"whole"


def test_integers_of_any_size_travel(tmp_path: Path) -> None:
    huge = 10**30
    model = Model()
    x = model.int("x", [0, huge])
    model.add(x >= 1)
    model.show("x", x)
    exported = Exported(tmp_path, Origin(model), Options())
    assert exported.decoded(exported.literals).solution == {"x": huge}
    assert str(huge) in exported.map.read_text()
