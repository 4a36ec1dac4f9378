"""What SMT solvers print: read in all its dialects, and refused with the line that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from satchel.cnf.options import Options
from satchel.errors import CheckError, InputError
from satchel.ir import Model
from satchel.puzzle import Catalogue
from satchel.smt.answer import read_answer
from satchel.tasks.files.decode import Decoded, decode_text
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.files.mapfile import AnyMap, load_map
from satchel.tasks.origin import Origin
from tests.commands import done, satchel

CATALOGUE = Catalogue()
SOLUTION = {"x": -2, "y z": 5, "and": True, "a|b": False}


def small() -> Model:
    m = Model()
    x, y = m.int("x", [-3, -2, 0]), m.int("y z", 1, 9)
    a, b = m.bool("and"), m.bool("a|b")
    m.add(x + y == 3)
    m.add(a & ~b)
    m.show("the sum", 2 * y)
    return m


@pytest.fixture
def loaded(tmp_path: Path) -> AnyMap:
    job = Job(Origin(small()), Options(), str(tmp_path / "f.smt2"), str(tmp_path / "f.map.json"))
    FORMATS["smtlib"].write(job)
    return load_map((tmp_path / "f.map.json").read_text(), CATALOGUE)


def decoded(loaded: AnyMap, text: str) -> Decoded:
    return decode_text(loaded, text, file="out")


Z3_MODEL = """\
sat
(
  (define-fun |y z| () Int
    5)
  ;; universe of nothing
  (define-fun shared!1 () Bool
    (or |%and| (= x 3)))
  (define-fun |%and| () Bool
    true)
  (define-fun f ((a Int)) Int
    (ite (= a 1) 2 3))
  (define-fun |%a%7c;b| () Bool
    false)
  (define-fun x () Int
    (- 2))
)
"""
VALUES = "((x (- 2)) (|y z| 5) (|%and| true) (|%a%7c;b| false))"


@pytest.mark.parametrize(
    "text",
    [
        Z3_MODEL,
        Z3_MODEL.replace("(\n", "(model\n", 1),
        Z3_MODEL.replace("\n", "\r\n"),
        f"sat\n{VALUES}\n",
        f"sat\n{VALUES}\n{Z3_MODEL.partition('sat')[2]}",
        f"sat {VALUES}",
        f"; cvc5 says\nsuccess\nsuccess\nsat ; really\n{VALUES}; bye",
        "sat\n((|x| (- 2)))((|y z| 5))((%and true)(|%a%7c;b| false))",
        f"sat\n((other 4) (term (+ 1 x)))\n{VALUES}",
    ],
)
def test_dialects(loaded: AnyMap, text: str) -> None:
    found = decoded(loaded, text)
    assert (found.status, found.values, found.solution) == ("sat", SOLUTION, {"the sum": 10})


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("unsat\n", "unsat"),
        ('unsat\n(error "line 9 column 1: model is not available")\n', "unsat"),
        ("unknown\n", "unknown"),
        ("timeout\n", "unknown"),
        (f"unknown\n{VALUES}\n", "unknown"),
        ('unknown\n(error "cannot get value")', "unknown"),
    ],
)
def test_without_a_solution(loaded: AnyMap, text: str, status: str) -> None:
    found = decoded(loaded, text)
    assert (found.status, found.solution, found.certificate) == (status, None, None)


BROKEN = [
    ("", "out: no answer"),
    ("; nothing", "out: no answer"),
    ("success", "out: no answer"),
    ("SAT", "out:1: 'SAT' is no answer"),
    ("s SATISFIABLE\nv 1 0", "out:1: 's' is no answer"),
    ("satt", "out:1: 'satt' is no answer"),
    ('"sat"', "out:1: '\"sat\"' is no answer"),
    ("Segmentation fault", "out:1: 'Segmentation' is no answer"),
    ('(error "line 3: unknown constant y")\nsat', "out:1: the solver reports an error: line 3: un"),
    ('sat\n(error "no model")', "out:2: the solver reports an error: no model"),
    ("sat\nsat", "out:2: a second verdict"),
    ("unsat\nsat", "out:2: a second verdict"),
    (VALUES, "out:1: values come before the verdict"),
    (f"unsat\n{VALUES}", "out:2: unsat, and yet there are values"),
    ("sat\n((x 1)", r"out:2: a \( that is never closed"),
    ("sat\n(\n((x 1)", r"out:3: a \( that is never closed"),
    ("sat\n((x 1)))", r"out:2: a \) that closes nothing"),
    ("sat\n((|x 1))", r"out:2: a \| that is never closed"),
    ('sat\n(("x 1))', 'out:2: a " that is never closed'),
    ("sat\n(x 1)", "out:2: a pair"),
    ("sat\n\n((x 1 2))", "out:3: a pair"),
    ("sat\n((define-fun x Int 1))", "out:2: a pair"),
    ("sat\n((1 x))", "out:2: '1' is no name"),
    ("sat\n((define-fun x () Int true))", "out:2: x is not of sort Int"),
    ("sat\n((define-fun x () Bool 1))", "out:2: x is not of sort Bool"),
    ("sat\n((define-fun x () Real 1))", "out:2: x is not of sort Real"),
    (f"sat\n{VALUES}\n((x 0))", "out:3: x has another value on line 2"),
    (f"sat\n{VALUES}\n((|%and| 1))", "out:3: %and has another value on line 2"),
    ("sat", "out: the answer gives no value for x"),
    ("sat\n((x (- 2)) (y 5))", "out: the answer gives no value for y z"),
    ("sat\n((x true))", "out:2: the value of x is not an integer"),
    ("sat\n((x (- 2))\n (|y z| 5.0))", "out:3: the value of y z is not an integer"),
    ("sat\n((x (- (- 2))))", "out:2: the value of x is not an integer"),
    ("sat\n((x -2))", "out:2: the value of x is not an integer"),
    ("sat\n((x 007))", "out:2: the value of x is not an integer"),
    (f"sat\n((x {'9' * 5000}))", "out:2: a number with too many digits"),
    (f"sat\n((x (- {'9' * 5000})))", "out:2: a number with too many digits"),
    ("sat\n((x (/ 4 2)))", "out:2: the value of x is not an integer"),
    (VALUES.join(["sat\n", ""]).replace("true", "1"), "out:2: the value of and is not true or f"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_broken_answers(loaded: AnyMap, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        decoded(loaded, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("x (- 2)", "x (- 1)"), r"x = -1 is not in \{-3..-2, 0\} \(line 2\)"),
        (("x (- 2)", f"x {10**40}"), "is not in"),
        (("y z| 5", "y z| 6"), "does not hold: x"),
        (("true", "false"), "not a solution of the model"),
    ],
)
def test_wrong_answers(loaded: AnyMap, change: tuple[str, str], words: str) -> None:
    assert change[0] in VALUES
    with pytest.raises(CheckError, match=words):
        decoded(loaded, f"sat\n{VALUES.replace(*change)}")


def test_every_cut_is_refused(loaded: AnyMap) -> None:
    for text in (Z3_MODEL, f"sat\n{VALUES}"):
        end = len(text.rstrip())
        assert decoded(loaded, text[:end]).status == "sat"
        for cut in range(end):
            with pytest.raises((InputError, CheckError)):
                decoded(loaded, text[:cut])


def test_nesting_is_no_danger() -> None:
    with pytest.raises(InputError, match="1: a pair"):
        read_answer("sat" + "(" * 100_000 + ")" * 100_000)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"variables": None}, "the variables are not those of the model"),
        ({"variables": {"x": "x"}}, "the variables are not those of the model"),
        ({"variables": dict.fromkeys(SOLUTION, "x")}, "two variables have one symbol"),
        ({"variables": dict.fromkeys(SOLUTION, 3)}, "a symbol is text"),
        ({"target": "opera"}, "a map for 'opera'"),
        ({"target": ["smtlib"]}, "a map for"),
        ({"target": "dimacs"}, "KeyError"),
    ],
)
def test_broken_maps(loaded: AnyMap, tmp_path: Path, change: dict[str, Any], words: str) -> None:
    data = json.loads((tmp_path / "f.map.json").read_text()) | change
    with pytest.raises(InputError, match=words) as caught:
        load_map(json.dumps(data), CATALOGUE, file="m")
    assert str(caught.value).startswith("m: ")


def test_at_the_command_line(tmp_path: Path) -> None:
    assert done("encode", "queens/4", "--format", "smtlib", "-o", "4.smt2", cwd=tmp_path) == ""
    assert {each.name for each in tmp_path.iterdir()} == {"4.smt2", "4.smt2.map.json"}
    answer = "sat\n((q1 2) (q2 4) (q3 1) (q4 3))\n"
    arguments = ["decode", "4.smt2.map.json", "-"]
    assert "satisfiable (checked)" in done(*arguments, cwd=tmp_path, stdin=answer)
    for text, code, words in (
        (answer.replace("q4 3", "q4 2"), 1, "the answer is not a solution of the model"),
        (answer.replace("q4 3", "q4 5"), 1, "q4 = 5 is not in {1..4}"),
        ("unsat", 1, "the answer is unsat, but the known answer is sat"),
        (answer.replace("q4", "q5"), 2, "the answer gives no value for q4"),
        (answer[:-3], 2, "-:2: a ( that is never closed"),
    ):
        result = satchel(*arguments, cwd=tmp_path, stdin=text)
        assert (result.returncode, result.stdout) == (code, "")
        assert result.stderr.startswith("satchel: ")
        assert words in result.stderr
        assert result.stderr.count("\n") == 1
    assert "smtlib" in done("list", "formats")
