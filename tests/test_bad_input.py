"""Broken inputs of every kind: one line on stderr, exit 2, no traceback, no file left behind."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from satchel.cli import main

GOOD_ANSWER = "s SATISFIABLE\nv 1 0\n"
TOML = 'puzzle = "queens"\n[parameters]\nn = 4\n'

ENCODE = ("encode", "-o", "out")

INSTANCES: list[tuple[str, dict[str, str], tuple[str, ...]]] = [
    ("no such puzzle: 'quens'", {}, (*ENCODE, "quens:n=8")),
    ("no such instance: 'queens/777'", {}, (*ENCODE, "queens/777")),
    ("no such file", {}, (*ENCODE, "missing.toml")),
    ("'n': missing", {}, (*ENCODE, "queens")),
    ("expected name=value, not ''", {}, (*ENCODE, "queens:")),
    ("at least 1 is expected", {}, (*ENCODE, "queens:n=0")),
    ("an integer is expected, not 'eight'", {}, (*ENCODE, "queens:n=eight")),
    ("'n': '99999", {}, (*ENCODE, f"queens:n={'9' * 5000}")),
    ("'n': '[[[[[", {}, (*ENCODE, f"queens:n={'[' * 5000}")),
    (
        "b.toml: not TOML: Exceeds the limit",
        {"b.toml": TOML.replace("4", "9" * 5000)},
        (*ENCODE, "b.toml"),
    ),
    ("b.toml: not TOML: maximum recursion", {"b.toml": f"n = {'[' * 5000}"}, (*ENCODE, "b.toml")),
    ("an integer is expected, not 8.5", {}, (*ENCODE, "queens:n=8.5")),
    ("is neither a TOML value nor a bare word", {}, (*ENCODE, "queens:n=8,fixed=[[1,1]")),
    ("[9, 1] is outside 1..8", {}, (*ENCODE, "queens:n=8,fixed=[[9,1]]")),
    ("no such parameter", {}, (*ENCODE, "queens:n=8,m=8")),
    ("given twice", {}, (*ENCODE, "queens:n=8,n=8")),
    ("0..47 is expected, not 99", {}, (*ENCODE, "queens/diag-21-4-1:prefix=99")),
    ("b.toml:2: not TOML", {"b.toml": 'puzzle = "queens"\nn == 3\n'}, (*ENCODE, "b.toml")),
    ("b.toml:3: parameter 'n'", {"b.toml": TOML.replace("4", "-4")}, (*ENCODE, "b.toml")),
    ("b.toml: the puzzle is not named", {"b.toml": "[parameters]\nn = 4\n"}, (*ENCODE, "b.toml")),
    ("no source is given", {"b.toml": TOML + "[answer]\ncount = 2\n"}, (*ENCODE, "b.toml")),
    ("b.toml:2: not UTF-8", {"b.toml": "x = 1\n\udcff"}, (*ENCODE, "b.toml")),
    ("b.param:2: expected", {"b.param": "letting n = 4\nletting n\n"}, (*ENCODE, "b.param")),
    ("exactly one puzzle must read .txt", {"b.txt": "n = 4\n"}, (*ENCODE, "b.txt")),
    (
        "is a folder, not a file",
        {},
        (*ENCODE, "queens:n=4", "--puzzle", "own.py", "--profile", "."),
    ),
    ("own.py:1: ", {"own.py": "def\n"}, (*ENCODE, "coin:n=1", "--puzzle", "own.py")),
    ("own.py does not define 'puzzle'", {"own.py": ""}, (*ENCODE, "coin", "--puzzle", "own.py")),
]

OPTIONS: list[tuple[str, dict[str, str], tuple[str, ...]]] = [
    ("no model 'chess'", {}, (*ENCODE, "queens:n=4", "--model", "chess")),
    ("no format 'smt'", {}, (*ENCODE, "queens:n=4", "--format", "smt")),
    ("has no map", {}, (*ENCODE, "queens:n=4", "--format", "json", "--map", "x.json")),
    ("format smtlib takes the model itself: --set, --numbering have no effect", {},
     (*ENCODE, "queens:n=4", "--format", "smtlib", "--set=amo=product", "--numbering", "reverse")),
    ("smtlib takes the model itself: --presolve has no effect", {},
     (*ENCODE, "queens:n=4", "--format", "smtlib", "--presolve", "none")),
    ("json takes the model itself: --shuffle has no effect", {},
     (*ENCODE, "queens:n=4", "--format", "json", "--shuffle", "1")),
    ("--stats: format smtlib has no formula", {},
     (*ENCODE, "queens:n=4", "--format", "smtlib", "--stats")),
    ("--explain: format json has no formula", {},
     (*ENCODE, "queens:n=4", "--format", "json", "--explain")),
    ("z3 takes the model itself: --count-safe, --encoding have no effect", {},
     ("solve", "queens:n=4", "--backend", "z3", "--count-safe", "--encoding", "order")),
    ("unknown backend", {}, ("solve", "knights_tour/open-4", "--backend", "oracle-of-delphi")),
    ("'--encoding'", {}, (*ENCODE, "queens:n=4", "--encoding", "unary")),
    ("KIND=NAME", {}, (*ENCODE, "queens:n=4", "--set", "amo")),
    ("two encodings for amo", {}, (*ENCODE, "queens:n=4", "--set=amo=product", "--set=amo=no")),
    ("colour", {}, (*ENCODE, "queens:n=4", "--set", "colour=red")),
    ("magic", {}, (*ENCODE, "queens:n=4", "--set", "amo=magic")),
    ("--max-clauses", {}, (*ENCODE, "queens:n=4", "--max-clauses", "few")),
    ("clauses", {}, (*ENCODE, "queens:n=20", "--max-clauses", "10")),
    ("'--timeout'", {}, (*ENCODE, "queens:n=4", "--timeout", "0")),
    ("'--timeout'", {}, (*ENCODE, "queens:n=4", "--timeout", "nan")),
    ("'--timeout'", {}, (*ENCODE, "queens:n=4", "--timeout", "1e400")),
    ("not a size like 500M", {}, (*ENCODE, "queens:n=4", "--memory", "lots")),
    ("'--shuffle'", {}, (*ENCODE, "queens:n=4", "--shuffle", "x")),
    ("No such option", {}, (*ENCODE, "queens:n=4", "--fast")),
    ("cannot be one file", {}, ("encode", "queens:n=4", "-o", "x", "--map", "x")),
    ("cannot be one file", {}, ("encode", "queens:n=4", "-o", "x", "--map", "./x")),
    ("nowhere: no such folder", {}, ("encode", "queens:n=4", "-o", "nowhere/x.cnf")),
    ("p.toml: no such option: 'colour'", {"p.toml": "colour = 3\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("p.toml:1: not TOML", {"p.toml": "shuffle\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("wrong form", {"p.toml": "shuffle = [1, 2]\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("wrong form", {"p.toml": "timeout = true\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("wrong form", {"p.toml": "stats = 5\n"}, (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("wrong form", {"p.toml": "[set]\namo = [\"product\"]\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("'--shuffle': '1.5'", {"p.toml": "shuffle = 1.5\n"},
     (*ENCODE, "queens:n=4", "--profile", "p.toml")),
    ("backend", {}, ("solve", "queens:n=4", "--backend", "oracle-of-delphi")),
    ("--limit needs --all", {}, ("solve", "queens:n=4", "--limit", "3")),
    ("'queen' is none (there are: puzzles", {}, ("list", "queen")),
    ("no such command: 'resolve'", {}, ("resolve", "queens:n=4")),
    ("Missing argument 'INSTANCE'", {}, ("solve",)),
]  # fmt: skip

ANSWERS: list[tuple[str, dict[str, str], tuple[str, ...]]] = [
    ("m.json:1: not JSON", {"m.json": "{", "a": GOOD_ANSWER}, ("decode", "m.json", "a")),
    ("not a map file", {"m.json": "{}", "a": GOOD_ANSWER}, ("decode", "m.json", "a")),
    ("map version '9.1' is unknown",
     {"m.json": '{"format": "satchel-map", "version": "9.1"}', "a": GOOD_ANSWER},
     ("decode", "m.json", "a")),
    ("not a valid map: expected an instance with the name of its model, or a model",
     {"m.json": '{"format": "satchel-map", "version": "1.0"}', "a": GOOD_ANSWER},
     ("decode", "m.json", "a")),
    ("a: no such file", {}, ("decode", "good.map.json", "a")),
    ("a: no answer", {"a": ""}, ("decode", "good.map.json", "a")),
    ("a: the final 0 is missing", {"a": "s SATISFIABLE\nv 1\n"}, ("decode", "good.map.json", "a")),
    ("a: there is no s line", {"a": "v 1 0\n"}, ("decode", "good.map.json", "a")),
    ("a:2: 'x' is not a literal", {"a": "s SATISFIABLE\nv x 0\n"},
     ("decode", "good.map.json", "a")),
    ("a:2: status unsat contradicts", {"a": "s SATISFIABLE\ns UNSATISFIABLE\n"},
     ("decode", "good.map.json", "a")),
    ("is beyond the formula's", {"a": "s SATISFIABLE\nv 999999 0\n"},
     ("decode", "good.map.json", "a")),
    ("both true and false", {"a": "s SATISFIABLE\nv 1 -1 0\n"}, ("decode", "good.map.json", "a")),
    ("no value for variable", {"a": "SAT\n1 0\n"}, ("decode", "good.map.json", "a")),
    ("f.cnf:1: ", {"a": GOOD_ANSWER, "f.cnf": "1 0\n"},
     ("decode", "good.map.json", "a", "--cnf", "f.cnf")),
    ("f.cnf:2: 'x' is not a literal", {"a": GOOD_ANSWER, "f.cnf": "p cnf 1 1\nx 0\n"},
     ("decode", "good.map.json", "a", "--cnf", "f.cnf")),
    ("is a folder, not a file", {"a": GOOD_ANSWER}, ("decode", "good.map.json", "a", "--cnf", "")),
    ("SHA-256 differs", {"a": GOOD_ANSWER, "f.cnf": "p cnf 1 1\n1 0\n"},
     ("decode", "good.map.json", "a", "--cnf", "f.cnf")),
    ("SHA-256 differs", {"a": GOOD_ANSWER, "f.cnf": "p cnf 1 9\n1\n0\n%\n"},
     ("decode", "good.map.json", "a", "--relaxed", "--cnf", "f.cnf")),
    ("the map is for an SMT-LIB script", {"a": "sat", "f.smt2": "(check-sat)"},
     ("decode", "good.smt2.map.json", "a", "--cnf", "f.smt2")),
    ("--relaxed is about", {"a": GOOD_ANSWER}, ("decode", "good.map.json", "a", "--relaxed")),
    ("f.cnf.gz: ", {"a": GOOD_ANSWER, "f.cnf.gz": "not gzip"},
     ("decode", "good.map.json", "a", "--cnf", "f.cnf.gz")),
    ("f.cnf.xz: ", {"a": GOOD_ANSWER, "f.cnf.xz": "not xz"},
     ("decode", "good.map.json", "a", "--cnf", "f.cnf.xz")),
    ("s.json:1: not JSON", {"s.json": "{'a'}"}, ("check", "queens/8", "s.json")),
    ("s.json: empty", {"s.json": ""}, ("show", "s.json")),
    ("s.json:1: an object is expected", {"s.json": "[]"}, ("show", "s.json")),
    ("no solution in it (status unsat)", {"s.json": '{"status": "unsat", "solution": null}'},
     ("show", "s.json")),
    ("true, false or integers", {"s.json": '{"solution": {"r1c1": "yes"}}'}, ("show", "s.json")),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in a folder with one good map in it; leave the process's signals as they were."""
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.chdir(tmp_path)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("words", "files", "arguments"),
    INSTANCES + OPTIONS + ANSWERS,
    ids=[" ".join(case[2])[:60] for case in INSTANCES + OPTIONS + ANSWERS],
)
def test_one_line_exit_2_nothing_left(
    words: str,
    files: dict[str, str],
    arguments: tuple[str, ...],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if "good.map.json" in arguments:
        good = ["encode", "queens:n=6", "-o", "good.cnf"]
        assert main.run(main.satchel, good, "satchel") == 0
    if "good.smt2.map.json" in arguments:
        good = ["encode", "queens:n=4", "--format", "smtlib", "-o", "good.smt2"]
        assert main.run(main.satchel, good, "satchel") == 0
    for name, content in files.items():
        (tmp_path / name).write_text(content, errors="surrogateescape")
    before = sorted(tmp_path.iterdir())
    assert main.run(main.satchel, arguments, "satchel") == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("satchel: error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert words in err
    assert sorted(tmp_path.iterdir()) == before


def test_there_are_forty() -> None:
    assert len(INSTANCES + OPTIONS + ANSWERS) >= 40


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (MemoryError(), 3, "out of memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device"), 2, "standard output: cannot be written: "),
    ],
)
def test_other_ends(
    error: BaseException,
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("satchel.puzzle.Catalogue.instance", fail)
    assert main.run(main.satchel, ["show", "queens/8"], "satchel") == code
    err = capfd.readouterr().err
    assert (err.count("\n"), words in err) == (1, True)
