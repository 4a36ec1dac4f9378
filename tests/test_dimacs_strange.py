"""DIMACS as it occurs in the wild: read as solvers read it, with one warning a file."""

from __future__ import annotations

import shutil
import subprocess
import warnings
from itertools import product
from pathlib import Path

import pytest

from satchel.backends.kissat import FAMILY as KISSAT
from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError, InputWarning
from satchel.puzzle import Catalogue
from satchel.tasks.solve import solve
from tests.commands import done, satchel
from tests.formulas import satisfiable
from tests.strange_dimacs import FORMULAS, LAYOUTS, strange_file

FILES = list(product(FORMULAS, LAYOUTS))


def verdict(formula: str) -> str:
    clauses = FORMULAS[formula]
    size = max(abs(x) for clause in clauses for x in clause)
    return "sat" if satisfiable(clauses, size) else "unsat"


def test_there_are_enough_of_both_verdicts() -> None:
    verdicts = [verdict(formula) for formula, _ in FILES]
    assert len(FILES) >= 84
    assert min(verdicts.count("sat"), verdicts.count("unsat")) >= 28


@pytest.mark.parametrize(("formula", "layout"), FILES)
def test_each_is_solved_with_one_warning(formula: str, layout: str, tmp_path: Path) -> None:
    file = tmp_path / "strange.cnf"
    file.write_bytes(strange_file(formula, layout))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        instance = Catalogue().instance(str(file))
        answer = solve(instance.build(), check=instance.check, in_process=True)
    assert answer.status == verdict(formula)
    line = LAYOUTS[layout].departure(len(FORMULAS[formula]))
    said = [warning for warning in caught if warning.category is InputWarning]
    assert len(said) == (line is not None)
    assert all(str(warning.message).startswith(f"{file}:{line}: ") for warning in said)


@pytest.mark.parametrize(("formula", "layout"), FILES)
def test_each_has_the_clauses_of_the_formula(formula: str, layout: str) -> None:
    data = strange_file(formula, layout)
    read = read_dimacs(data, relaxed=True)
    wanted = [x for clause in FORMULAS[formula] for x in (*clause, 0)]
    assert [x for chunk in read.chunks for x in chunk] == wanted
    assert read.clauses == len(FORMULAS[formula])
    if LAYOUTS[layout].departure(read.clauses) is not None:
        with pytest.raises(InputError):
            read_dimacs(data)


@pytest.mark.parametrize("name", ["minisat", "cadical", "kissat"])
def test_solvers_read_them_alike(name: str, tmp_path: Path) -> None:
    """Each program on all files of the layouts that it takes."""
    backend = KISSAT.find("kissat") if name == "kissat" else None
    program = backend.command[0] if backend else shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not here")
    file = tmp_path / "strange.cnf"
    for formula, layout in FILES:
        if name in LAYOUTS[layout].read_by:
            file.write_bytes(strange_file(formula, layout))
            code = subprocess.run([program, str(file)], capture_output=True).returncode
            assert code == {"sat": 10, "unsat": 20}[verdict(formula)], (formula, layout)


def test_the_command_warns_once_and_relaxed_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_bytes(b"p cnf 2 2\n1 2 0\n\nc late\n-1 0\n")
    for command in ("solve", "count", "unique", "explain", "show"):
        result = satchel(command, "f.cnf", cwd=tmp_path)
        words = "satchel: warning: f.cnf:3: a blank line (read as solvers read it)\n"
        assert (result.returncode, result.stderr) == (0, words), command
    assert "satisfiable (checked)" in done("solve", "f.cnf:relaxed=true", cwd=tmp_path)


def test_what_must_be_exact_is_held_to_it(tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_bytes(b"p cnf 2 2\n1 2 0\n\n-1 0\n")
    result = satchel("import", "f.cnf", cwd=tmp_path)
    words = "satchel: error: f.cnf:3: a blank line (`import --relaxed` reads it)\n"
    assert (result.returncode, result.stderr) == (2, words)
    assert satchel("lint", "f.cnf", cwd=tmp_path).returncode == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"p cnf 02 1\n1 2 0\n", "1: a number with leading zeros"),
        (b"p cnf 2 1\n1 02 0\n", "2: a number with leading zeros"),
        (b"p cnf 1 1\n1 2 0\n", "1: `p cnf 2 1` is right, not `p cnf 1 1`"),
        (b"p cnf 2 3\n1 2 0\n\n", "1: `p cnf 2 1` is right, not `p cnf 2 3`"),
        (b"\np cnf 2 1\n1 2 0\n", "1: a blank line"),
        (b"p cnf 2 1\n1 2\n0\n%\n", "2: a clause over several lines"),
        (b"c a\rb\np cnf 2 1\n1 2 0\n\n", "4: a blank line"),
    ],
)
def test_the_first_departure_is_named(text: bytes, words: str) -> None:
    departure = read_dimacs(text, relaxed=True).departure
    assert departure is not None
    assert f"{departure[0]}: {departure[1]}" == words


@pytest.mark.parametrize(
    ("text", "line"),
    [(b"p cnf 2 1\n1 -0 0\n", 2), (b"p cnf 2 1\n\n+1 0\n", 3), (b"p cnf 1 1\n999999999 0\n", 2)],
)
def test_what_solvers_do_not_agree_on_is_refused(text: bytes, line: int) -> None:
    with pytest.raises(InputError) as caught:
        read_dimacs(text, relaxed=True)
    assert caught.value.line == line


def test_an_answer_is_held_to_a_formula_in_another_layout(tmp_path: Path) -> None:
    done("encode", "formula/queens-4", "-o", "q.cnf", cwd=tmp_path)
    text = (tmp_path / "q.cnf").read_text()
    (tmp_path / "answer").write_text(
        satchel("solve", "q.cnf", "--output", "dimacs", cwd=tmp_path).stdout
    )
    (tmp_path / "r.cnf").write_text(text.replace(" 0\n", "\n0\n"))
    decode = ("decode", "q.map.json", "answer", "--cnf")
    result = satchel(*decode, "r.cnf", cwd=tmp_path)
    assert "satisfiable (checked)" in result.stdout
    assert "a clause over several lines (read as solvers read it)" in result.stderr
    assert "satisfiable (checked)" in done(*decode, "r.cnf", "--relaxed", cwd=tmp_path)
    (tmp_path / "r.cnf").write_text(text.replace(" 0\n", "\n0\n").replace("1", "2", 9))
    assert satchel(*decode, "r.cnf", cwd=tmp_path).returncode == 2
