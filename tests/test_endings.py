"""The ending of an output's name says the format; a contradiction is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel import InputError, encode, export, load
from satchel.tasks.files.endings import format_for
from tests.commands import done, satchel

STARTS = {
    "8.cnf": b"c satchel",
    "8.smt2": b"(set-info :smt-lib-version",
    "8.opb": b"* #variable=",
    "8.json": b"{",
    "8.pmc": b"c t pmc",
    "8.unknown": b"c satchel",
}


@pytest.mark.parametrize("name", STARTS)
def test_the_format_is_that_of_the_ending(name: str, tmp_path: Path) -> None:
    export(load("queens/4"), tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(STARTS[name])


def test_the_command_does_the_same(tmp_path: Path) -> None:
    done("encode", "queens/4", "-o", "4.smt2", cwd=tmp_path)
    assert (tmp_path / "4.smt2").read_bytes().startswith(STARTS["8.smt2"])
    assert (tmp_path / "4.smt2.map.json").exists()
    result = satchel("encode", "queens/4", "--format", "dimacs", "-o", "4.opb.xz", cwd=tmp_path)
    words = "satchel: error: 4.opb.xz: a .opb file holds opb, not dimacs\n"
    assert (result.returncode, result.stderr) == (2, words)
    assert not (tmp_path / "4.opb.xz").exists()


@pytest.mark.parametrize(
    ("name", "named", "wanted"),
    [
        ("8.wcnf.gz", None, "wcnf"),
        ("8.smt2.xz", "smtlib", "smtlib"),
        ("8.SMT2", None, "smtlib"),
        ("8.cnf", "pmc", "pmc"),
        ("8.dimacs.bz2", "mc", "mc"),
        ("8.whatever", "opb", "opb"),
        ("opb", None, "dimacs"),
        ("-", None, "dimacs"),
        ("-", "opb", "opb"),
        ("/dev/null", None, "dimacs"),
    ],
)
def test_endings(name: str, named: str | None, wanted: str) -> None:
    assert format_for(name, named) == wanted


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("8.cnf", "wcnf"),
        ("8.json", "opb"),
        ("8.smt2.gz", "dimacs"),
        ("8.lp", None),
        ("8.mps", "opb"),
    ],
)
def test_contradictions_are_refused(name: str, named: str | None) -> None:
    with pytest.raises(InputError):
        format_for(name, named)


def test_what_writes_clauses_does_not_write_other_formats(tmp_path: Path) -> None:
    for name in ("8.smt2", "8.opb", "8.json"):
        with pytest.raises(InputError, match="not dimacs"):
            encode(load("queens/4"), tmp_path / name)
    with pytest.raises(InputError, match="holds opb, not smtlib"):
        export(load("queens/4"), tmp_path / "8.opb", "smtlib")
    assert list(tmp_path.iterdir()) == []
