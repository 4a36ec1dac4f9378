"""Names that hold terminal escapes or line ends are printed escaped; a full disk is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from satchel.cli.result import aligned, drawn
from satchel.draw.table import Table
from satchel.printable import printable
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
