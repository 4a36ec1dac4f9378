"""Names that hold terminal escapes or line ends are printed escaped; a full disk is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from satchel.cli.explain import _contradiction, _Printed
from satchel.cli.result import aligned, drawn
from satchel.cli.solve import _text
from satchel.draw import Board
from satchel.draw.table import Table
from satchel.printable import printable
from satchel.tasks.answer import Answer
from satchel.tasks.explain import Explanation, Fact, Step
from tests.commands import ENVIRONMENT, PYTHON, satchel

FORGED = "x = 1\nsatisfiable (checked)\x1b[2J\r\u202e\u2028\x9b"
ESCAPED = r"x = 1\nsatisfiable (checked)\x1b[2J\r\u202e\u2028\x9b"


def test_what_is_escaped() -> None:
    assert printable(FORGED) == ESCAPED
    assert printable("Erdős ♛ 王 a b") == "Erdős ♛ 王 a b"
    assert printable("\udc80\t\x7f") == r"\udc80\t\x7f"


@pytest.mark.parametrize(
    "text",
    [
        drawn(None, {FORGED: 1}),
        aligned([(FORGED, "b")], left=2),
        Table((FORGED,), ((FORGED,),)).text(),
        Table(("a",), (("b",),), (FORGED,)).text(),
        Board(1, 1, {(1, 1): FORGED}).text(),
        Board(1, 1, {(1, 1): "a"}, {"a": FORGED}).text(),
    ],
)
def test_names_are_escaped_where_they_are_printed(text: str) -> None:
    assert ESCAPED in text
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert "satisfiable (checked)" not in text.splitlines()


@pytest.mark.parametrize(
    "command",
    [
        ("solve", f"{FORGED}:n=8"),
        ("solve", f"./{FORGED}.cnf"),
        ("solve", "queens/8", "--backend", FORGED),
        ("solve", "queens/8", "--set", f"{FORGED}=a"),
        (FORGED,),
    ],
)
def test_error_lines_are_one_line(command: tuple[str, ...]) -> None:
    result = satchel(*command)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert all(character.isprintable() for character in result.stderr.removesuffix("\n"))


def test_a_solvers_words_are_escaped(tmp_path: Path) -> None:
    liar = tmp_path / "liar"
    liar.write_text("#!/bin/sh\nprintf '\\033[2Jsatisfiable (checked)' >&2\nexit 1\n")
    liar.chmod(0o755)
    result = satchel("solve", "queens/4", "--backend", f"program:{liar}")
    assert result.returncode == 3
    assert "\x1b" not in result.stdout + result.stderr
    assert "\nsatisfiable (checked)" not in result.stdout + result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        *("--help", "--version", "help", "solve -h", "list puzzles", "list backends --output json"),
        *("solve queens/8", "solve queens/8 --output json", "solve queens/4 --all"),
        *("encode queens:n=8", "encode queens:n=8 --stats -o f.cnf", "count queens/6"),
        *("unique zebra/three-houses", "explain queens/3", "show queens/8", "lint --rules"),
        *("family queens --count 1", "solve queens/4 --output dimacs"),
    ],
)
def test_a_full_disk_on_standard_output(command: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*PYTHON, *command.split()],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert result.returncode == 2
    words = "standard output: cannot be written: no space left on device"
    assert result.stderr == f"satchel: error: {words}\n"


def test_file_names_are_escaped_by_lint(tmp_path: Path) -> None:
    file = tmp_path / "a\nb.cnf:1: error\x1b[2J.cnf"
    file.write_text("c comment\np cnf 1 1\n1 0\n")
    result = satchel("lint", str(file))
    assert r"a\nb.cnf:1: error\x1b[2J.cnf:1: note" in result.stdout
    assert all(each.isprintable() for each in result.stdout.replace("\n", ""))


def test_labels_and_backends_are_escaped_by_explain(capsys: pytest.CaptureFixture[str]) -> None:
    fact = Fact(FORGED, 1, True)
    _Printed(str).take(Step((FORGED,), (), (fact,), ()))
    found = Explanation("contradiction", FORGED, labels=(FORGED,), argument=FORGED, hard=(FORGED,))
    lines = [*capsys.readouterr().out.splitlines(), *_contradiction(found)]
    assert sum(line.count(ESCAPED) for line in lines) == 6
    assert all(line.isprintable() for line in lines)


def test_a_backends_name_is_escaped_by_solve() -> None:
    text = _text(Answer("unsat", FORGED), None)
    assert f"unsatisfiable, by {ESCAPED}" in text
    text = _text(Answer("unknown", "liar", reason=FORGED), None)
    assert f"unknown ({ESCAPED}), by liar" in text
