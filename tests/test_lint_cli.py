"""`satchel lint` at the command line: lines, exit codes, JSON, rules, pipes."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

from satchel.cli import lint as command
from satchel.linter import KINDS, RULES, TRACKS


def lint(*arguments: str, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "satchel", "lint", *arguments],
        input=data,
        capture_output=True,
        check=False,
    )


CLEAN = b"c made by hand\np cnf 2 2\n1 -2 0\n-1 2 0\n"


def test_clean_files_and_faults(tmp_path: Path) -> None:
    clean, broken = tmp_path / "clean.cnf.gz", tmp_path / "broken.cnf"
    clean.write_bytes(gzip.compress(CLEAN))
    broken.write_bytes(b"p cnf 2 3\n1 -2 0\n-1 2 0\n")
    done = lint(str(clean))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{clean}:1: note: a line of comment [comment]\n"
    done = lint(str(broken), str(clean))
    assert (done.returncode, done.stderr) == (1, b"")
    first, second = done.stdout.decode().splitlines()
    words = "the header says 3 clauses, there are 2"
    assert first == f"{broken}:1: error: {words} [header-clauses]"
    assert second.startswith(f"{clean}:1: note")
    record = json.loads(lint(str(broken), "--output", "json").stdout)
    assert record == {
        "file": str(broken),
        "line": 1,
        "rule": "header-clauses",
        "severity": "error",
        "message": words,
        "more": 0,
    }


def test_a_pipe_is_what_its_content_is() -> None:
    assert lint("-", data=CLEAN).returncode == 0
    assert lint("-", data=gzip.compress(CLEAN)).returncode == 0
    assert lint("-", data=b"h 1 0\n3 -1 0\n").stdout == b""
    assert lint("-", data=b"* #variable= 1 #constraint= 1\n+2 x1 >= 1 ;\n").stdout == b""
    assert b"no-number" in lint("-", "--kind", "cnf", data=b"h 1 0\n3 -1 0\n").stdout


def test_many_faults_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "tabs.cnf"
    file.write_bytes(b"p cnf 1 1234\n" + b"1\t0\n" * 1234)
    lines = lint(str(file)).stdout.decode().splitlines()
    assert [line.rpartition("]")[2] for line in lines if "[tab]" in line] == [
        *[""] * 9,
        " and 1,224 more",
    ]
    lines = lint(str(file), "--all").stdout.decode().splitlines()
    assert sum("[tab]" in line for line in lines) == 1234


def test_bad_input(tmp_path: Path) -> None:
    for arguments in (
        [str(tmp_path / "missing.cnf")],
        [str(tmp_path)],
        ["--track", "chess", "-"],
        [],
    ):
        done = lint(*arguments)
        assert done.returncode == 2
        assert done.stdout == b""
        assert done.stderr.count(b"\n") == 1
        assert done.stderr.startswith(b"satchel: error: ")


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    """In a locale whose text is UTF-8 and nothing else, too."""
    name = b"\xff.cnf"
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).touch()
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    command = [sys.executable, "-m", "satchel", "lint", name]
    done = subprocess.run(command, cwd=tmp_path, env=strict, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(rb"\udcff.cnf:1: error: ")


def test_rules_are_listed() -> None:
    listed = lint("--rules").stdout.decode()
    assert all(f"  {rule.id} " in listed for rule in RULES.values())
    records = [json.loads(line) for line in lint("--rules", "--output", "json").stdout.splitlines()]
    assert {record["id"]: record["severity"] for record in records} == {
        rule.id: rule.severity for rule in RULES.values()
    }


def test_choices_are_those_of_the_linter() -> None:
    assert set(command.KINDS) == set(KINDS)
    assert set(command.TRACKS) == set(TRACKS)


def test_every_rule_says_what_and_why() -> None:
    assert all(all(vars(rule).values()) for rule in RULES.values())
