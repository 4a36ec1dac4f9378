"""Programs of others on files of ours, and on broken ones, which not one of them may pass over."""

from __future__ import annotations

import lzma
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, get_args

import pytest

from satchel import InputError, export, load
from satchel.submission.readers.protocol import Kind
from satchel.submission.readers.reading import missing, read_by, readers

LIMIT: Final = 60.0

HEADER = "* #variable= 2 #constraint= 2\n"
LOGIC = "(set-logic QF_LIA)\n(declare-const x Int)\n"

GOOD: Mapping[str, str] = {
    "units.cnf": "c by hand\np cnf 2 3\n1 0\n-1 2 0\n-2 0\n",
    "nothing.cnf": "p cnf 0 0\n",
    "comment.cnf": "p cnf 3 2\n1 2 0\nc in between\n-1 3 0\n",
    "a.wcnf": "c by hand\nh 1 2 0\n3 -1 0\n",
    "a.mc": "c t pmc\nc p show 1 2 0\np cnf 3 2\n1 2 0\n-1 3 0\n",
    "a.opb": f"{HEADER}min: +1 x1 -2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n+2 x1 -1 x2 >= 0 ;\n",
    "no.opb": "* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n-1 x1 >= 0 ;\n",
    "a.smt2": f"{LOGIC}(assert (> x 1))\n(check-sat)\n(get-value (x))\n(exit)\n",
}
FAULTY: Mapping[str, str] = {
    "empty.cnf": "",
    "letter.cnf": "p cnf 3 2\n1 2 0\n-1 x 0\n",
    "few.cnf": "p cnf 3 3\n1 2 0\n-1 3 0\n",
    "many.cnf": "p cnf 3 1\n1 2 0\n-1 3 0\n",
    "variable.cnf": "p cnf 2 2\n1 2 0\n-1 3 0\n",
    "cut.cnf": "p cnf 3 2\n1 2 0\n-1 3",
    "trailer.cnf": "p cnf 3 2\n1 2 0\n-1 3 0\n%\n0\n",
    "bare.cnf": "1 2 0\n-1 3 0\n",
    "letter.wcnf": "h 1 2 0\n3 x 0\n",
    "cut.wcnf": "h 1 2 0\n3 -1",
    "header.wcnf": "p wcnf 2 2 9\n9 1 2 0\n3 -1 0\n",
    "negative.wcnf": "h 1 2 0\n-3 1 0\n",
    "zero.wcnf": "h 1 2 0\n0 1 0\n",
    "word.wcnf": "hard 1 2 0\n3 1 0\n",
    "show.mc": "c p show 1 4 0\np cnf 3 2\n1 2 0\n-1 3 0\n",
    "end.mc": "c p show 1 2\np cnf 3 2\n1 2 0\n-1 3 0\n",
    "few.mc": "c p show 1 2 0\np cnf 3 3\n1 2 0\n-1 3 0\n",
    "cut.opb": f"{HEADER}+1 x1 +1 x2 >= 1 ;\n+2 x1 -1 x2 >= 0",
    "garbage.opb": f"{HEADER}+1 x1 +1 x2 >= 1 or so ;\n+2 x1 -1 x2 >= 0 ;\n",
    "sort.smt2": "(set-logic QF_LIA)\n(declare-const x Itn)\n(assert true)\n(check-sat)\n",
    "cut.smt2": f"{LOGIC}(assert (> x 1)",
    "undeclared.smt2": f"{LOGIC}(assert (> y 1))\n(check-sat)\n",
    "closed.smt2": f"{LOGIC}(assert (> x 1))\n(check-sat))\n(assert (< x 3))\n",
}
LENIENT: Mapping[str, tuple[str, str]] = {
    # What some pass over, and who does not.
    "unused.cnf": ("minisat", "p cnf 3 1\n1 2 0\n"),
    "lines.cnf": ("pysat", "p cnf 3 2\n1 2\n0 -1 3\n0\n"),
    "relation.opb": ("clasp", f"{HEADER}+1 x1 +1 x2 > 1 ;\n+2 x1 -1 x2 >= 0 ;\n"),
    "number.opb": ("clasp", f"{HEADER}+99999999999999999999 x1 >= 1 ;\n+1 x2 >= 0 ;\n"),
    "variable.opb": ("clasp", f"{HEADER}+1 x1 +1 x3 >= 1 ;\n+2 x1 -1 x2 >= 0 ;\n"),
    "bare.opb": ("clasp", "+1 x1 +1 x2 >= 1 ;\n"),
    "logic.smt2": ("cvc5", "(set-logic QF_FOO)\n(assert true)\n(check-sat)\n"),
    "command.smt2": ("cvc5", f"{LOGIC}(assert (> x 1))\n(frobnicate)\n"),
}


def kind_of(file: Path) -> Kind:
    return next(kind for kind in get_args(Kind) if file.suffix == f".{kind}")


def said(folder: Path, name: str, text: str) -> dict[str, str | None]:
    file = folder / name
    file.write_text(text)
    return read_by(file, kind_of(file), LIMIT)


@pytest.mark.needs_program("minisat", "cadical", "clasp", "minisat+")
@pytest.mark.parametrize("kind", get_args(Kind))
def test_all_are_there(kind: Kind) -> None:
    assert missing(kind) == []


@pytest.mark.parametrize("name", GOOD)
def test_what_is_right_is_read(tmp_path: Path, name: str) -> None:
    heard = said(tmp_path, name, GOOD[name])
    assert set(heard.values()) <= {None}
    assert list(heard) == [reader.name for reader in readers(kind_of(Path(name)))]


@pytest.mark.parametrize("name", FAULTY)
def test_what_is_broken_is_complained_of_by_all(tmp_path: Path, name: str) -> None:
    heard = said(tmp_path, name, FAULTY[name])
    assert all(complaint and "\n" not in complaint for complaint in heard.values()), heard


@pytest.mark.parametrize("name", LENIENT)
def test_what_some_pass_over_one_does_not(tmp_path: Path, name: str) -> None:
    strict, text = LENIENT[name]
    heard = said(tmp_path, name, text)
    if strict in heard:
        assert heard[strict] is not None


@pytest.mark.parametrize(
    ("instance", "name", "form", "kind"),
    [
        ("queens/8", "q.cnf", "dimacs", "cnf"),
        ("queens/8", "q.cnf.xz", "dimacs", "cnf"),
        ("placement/most-knights-8", "k.wcnf", "wcnf", "wcnf"),
        ("placement/most-knights-8", "k.wcnf.xz", "wcnf", "wcnf"),
        ("queens/8", "q.cnf.xz", "pmc", "mc"),
        ("placement/most-knights-8", "k.opb", "opb", "opb"),
        ("placement/most-knights-8", "k.opb.xz", "opb", "opb"),
        ("zebra/life-1962", "z.smt2", "smtlib", "smt2"),
    ],
)
def test_our_files_are_read(
    tmp_path: Path, instance: str, name: str, form: str, kind: Kind
) -> None:
    file = tmp_path / name
    export(load(instance), file, form)
    assert set(read_by(file, kind, LIMIT).values()) <= {None}


@pytest.mark.parametrize(
    "name",
    [
        "units.cnf",
        "a.wcnf",
        "a.mc",
        pytest.param("a.opb", marks=pytest.mark.needs_program("clasp")),
        "a.smt2",
    ],
)
def test_a_name_may_have_anything_in_it(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "two words; (and) 'more"
    folder.mkdir()
    file = folder / f"{name}.xz"
    file.write_bytes(lzma.compress(GOOD[name].encode()))
    assert set(read_by(file, kind_of(Path(name)), LIMIT).values()) == {None}


def test_a_damaged_archive_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "q.cnf.xz"
    export(load("queens/8"), file, "dimacs")
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(InputError, match="xz ends without its end mark"):
        read_by(file, "cnf", LIMIT)


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Put a script in the place of MiniSat."""
    script = folder / "minisat"
    script.write_text(f"#!{sys.executable}\nimport os, time\n{body}")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("print('s SATISFIABLE')", "stopped before the end of the file, exit code 0"),
        ("os._exit(10)", "stopped before the end of the file, exit code 10"),
        ("os.abort()", "stopped before the end of the file, exit code -6"),
        ("print('Number of variables: 1')\nprint('Parse time')", "read 1 variables, but there"),
    ],
)
def test_an_answer_is_no_proof_of_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, complaint: str
) -> None:
    stand_in(tmp_path, monkeypatch, body)
    assert (said(tmp_path, "a.cnf", GOOD["units.cnf"])["minisat"] or "").startswith(complaint)


def test_who_does_not_end_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_left: str
) -> None:
    stand_in(tmp_path, monkeypatch, "os.fork()\ntime.sleep(600)")
    file = tmp_path / "a.cnf"
    file.write_text(GOOD["units.cnf"])
    assert read_by(file, "cnf", 3.0)["minisat"] == "was still reading after 3 s"
