"""A submission as its organisers get it: every file is complete, and every claim holds."""

from __future__ import annotations

import csv
import hashlib
import lzma
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from satchel.submission.submit import submit
from satchel.tasks.proof.checking import check_proof
from tests.commands import done
from tests.containment import MARK, wait_until
from tests.programs import kissat
from tests.submissions import (
    COUNT,
    TINY_ENVIRONMENT,
    command_of,
    requested,
    slow,
    solver_program,
    tiny_family,
)


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    with tiny_family():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole submission, with a copy of each instance; the easy solver solves nothing."""
    place = tmp_path_factory.mktemp("submission")
    folder = place / "tours"
    report = submit(requested(slow(place), copies=1), folder)
    assert (report.kept, report.faults) == (COUNT, [])
    return folder


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "instances.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def plain(folder: Path, row: dict[str, str], column: str = "file") -> bytes:
    return lzma.decompress((folder / row[column]).read_bytes())


def test_the_folder_holds_what_the_table_says_and_nothing_else(folder: Path) -> None:
    names = {row["name"] for row in rows(folder)}
    assert len(names) == 2 * COUNT
    assert {row["file"] for row in rows(folder)} == {f"instances/{name}.cnf.xz" for name in names}
    found = {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}
    listed = {row[column] for row in rows(folder) for column in ("file", "certificate")}
    listed |= {f"maps/{name}.map.json" for name in names}
    assert {name for name in found if "/" in name and not name.startswith(".work/")} == listed
    assert {"instances.csv", "measurements.jsonl", "README.txt", "submission.json"} < found


def test_headers_are_exact_and_clauses_clean(folder: Path) -> None:
    for row in rows(folder):
        lines = plain(folder, row).decode().splitlines()
        assert lines[0].startswith("c satchel submit sat tiny --scale 6..6 --count 2 ")
        assert lines[1] == "c seed 0"
        start = next(number for number, line in enumerate(lines) if not line.startswith("c "))
        clauses = [[int(word) for word in line.split()] for line in lines[start + 1 :]]
        variables = {abs(literal) for clause in clauses for literal in clause} - {0}
        assert lines[start] == f"p cnf {len(variables)} {len(clauses)}"
        assert variables == set(range(1, len(variables) + 1))
        assert (row["variables"], row["clauses"]) == (str(len(variables)), str(len(clauses)))
        for clause in clauses:
            assert clause[-1] == 0
            assert len({abs(literal) for literal in clause}) == len(clause)


def test_hashes_are_those_of_the_files(folder: Path) -> None:
    """The GBD hash by its definition; copies have others, and the isohash of their original."""
    found = rows(folder)
    for row in found:
        body = b"".join(re.findall(rb"^[-0-9].*\n", plain(folder, row), re.MULTILINE))
        assert row["gbd_hash"] == hashlib.md5(b" ".join(body.split())).hexdigest()
    assert len({row["gbd_hash"] for row in found}) == 2 * COUNT
    isohash = {row["name"]: row["isohash"] for row in found}
    copies = [row for row in found if row["copy_of"]]
    assert len(copies) == COUNT
    assert all(row["isohash"] == isohash[row["copy_of"]] for row in copies)
    assert len(set(isohash.values())) == COUNT


def test_models_and_proofs_hold(folder: Path, tmp_path: Path) -> None:
    """A model satisfies each clause as PySAT reads it; a proof passes the checker once more."""
    statuses = set()
    for row in rows(folder):
        cnf = tmp_path / f"{row['name']}.cnf"
        cnf.write_bytes(plain(folder, row))
        certificate = plain(folder, row, "certificate")
        if row["status"] == "sat":
            head, values = certificate.decode().splitlines()
            literals = set(map(int, values.split()[1:-1]))
            assert head == "s SATISFIABLE"
            assert all(not literals.isdisjoint(clause) for clause in CNF(str(cnf)).clauses)
        else:
            assert check_proof(cnf, folder / row["certificate"]).accepted
        statuses.add((row["status"], row["by_construction"], row["claimed"]))
    assert statuses == {("sat",) * 3, ("unsat",) * 3}


def test_answers_to_copies_decode(folder: Path) -> None:
    for row in rows(folder):
        if row["status"] == "sat":
            answer = ["decode", f"maps/{row['name']}.map.json", row["certificate"]]
            done(*answer, "--cnf", row["file"], cwd=folder)


@pytest.mark.needs_program("minisat", "cadical")
def test_programs_of_others_agree(folder: Path, tmp_path: Path) -> None:
    """MiniSat, CaDiCaL and Kissat read each file and say what the table says; PySAT, too."""
    for row in rows(folder):
        cnf = tmp_path / f"{row['name']}.cnf"
        cnf.write_bytes(plain(folder, row))
        expected = 10 if row["status"] == "sat" else 20
        for command in ([kissat(), "-q"], ["minisat"], ["cadical"]):
            assert subprocess.run([*command, str(cnf)], capture_output=True).returncode == expected
        with Solver("glucose4", bootstrap_with=CNF(str(cnf))) as solver:
            assert solver.solve() is (row["status"] == "sat")
        assert row["read_by"].split() == ["kissat", "cadical", "minisat", "pysat"]


def test_the_readme_says_by_which_command(folder: Path) -> None:
    text = (folder / "README.txt").read_text()
    command = next(line for line in text.splitlines() if line.startswith("    satchel submit"))
    words = shlex.split(command)
    assert words[:4] == ["satchel", "submit", "sat", "tiny"]
    assert words[words.index("--copies") + 1] == "1"
    assert "2 of 2 instances (1 sat, 1 unsat) and 2 renamed and shuffled copies" in text


def test_killed_and_continued_it_is_the_same(
    folder: Path, tmp_path: Path, nothing_left: str
) -> None:
    """The solver is stopped in its second run; nothing is measured twice, no byte is another."""
    runs = tmp_path / "runs"
    solver = solver_program(
        tmp_path / "counted",
        f"open({str(runs)!r}, 'a').write('run\\n')\n"
        f"if open({str(runs)!r}).read().count('run') == 2: time.sleep(1000)\n"
        "from pysat.formula import CNF\nfrom pysat.solvers import Cadical153\n"
        "solver = Cadical153(bootstrap_with=CNF(cnf))\n"
        "answer = solver.solve()\n"
        "print('s SATISFIABLE' if answer else 's UNSATISFIABLE')\n"
        "if answer: print('v', *solver.get_model(), 0)",
    )
    request = requested(slow(tmp_path), solver, copies=1)
    place = tmp_path / "tours"
    command = command_of(request, place)
    environment = TINY_ENVIRONMENT | {MARK: nothing_left}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    wait_until(lambda: runs.exists() and runs.read_text().count("run") == 2)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    measured = (place / "measurements.jsonl").read_bytes()
    assert measured.count(b"\n") == 3
    again = subprocess.run(command, env=environment, capture_output=True)
    if shutil.which("pdflatex"):
        assert (again.returncode, again.stderr) == (0, b"")
    else:  # all is there but the PDF
        assert (again.returncode, again.stderr.count(b"\n")) == (3, 1)
        assert b"the submission is not complete: description.pdf is not made" in again.stderr
    assert (place / "measurements.jsonl").read_bytes().startswith(measured)
    assert runs.read_text().count("run") == 3
    for kind in ("instances", "maps"):
        names = sorted(each.name for each in (folder / kind).iterdir())
        assert names == sorted(each.name for each in (place / kind).iterdir())
        for name in names:
            assert (place / kind / name).read_bytes() == (folder / kind / name).read_bytes()
