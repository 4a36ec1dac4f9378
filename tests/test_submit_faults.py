"""What a submission leaves out, and what it refuses: wrong answers, other folders, bad requests."""

from __future__ import annotations

import json
import lzma
import signal
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satchel.cnf.options import Options
from satchel.compare.store import locked
from satchel.errors import BackendError, InputError, SizeError
from satchel.puzzle import Catalogue
from satchel.submission import request as requests
from satchel.submission.generating.order import Order, find_family
from satchel.submission.measuring import select
from satchel.submission.request import Request
from satchel.submission.submit import submit
from satchel.submission.tracks import _sat_certificates
from satchel.submission.tracks._sat_certificates import model_certificate, proof_certificate
from satchel.submission.tracks.protocol import Bench, Limits, Problem
from satchel.submission.tracks.sat import SatTrack
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.origin import Origin
from satchel.tasks.proof.proving import Proved
from tests.commands import satchel
from tests.containment import MARK, wait_until
from tests.submissions import (
    COUNT,
    TINY_ENVIRONMENT,
    command_of,
    requested,
    slow,
    solver_program,
    tiny_family,
)

SAYS_UNSAT = "print('s UNSATISFIABLE')"
SAYS_TRUE = """
variables = int(next(line for line in open(cnf) if line[0] == 'p').split()[2])
print('s SATISFIABLE')
print('v', *range(1, variables + 1), 0)
"""


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    with tiny_family():
        yield


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """One instance with a tour and one without are enough here."""
    monkeypatch.setattr(select, "BATCH", COUNT)


def left_out(folder: Path) -> bool:
    """Whether nothing was written but the table's head."""
    table = (folder / "instances.csv").read_text().splitlines()
    return len(table) == 1 and not any((folder / "instances").iterdir())


def test_a_wrong_model_is_told_and_left_out(tmp_path: Path, nothing_left: str) -> None:
    liar = solver_program(tmp_path / "liar", SAYS_TRUE)
    request = requested(slow(tmp_path), liar)
    made = subprocess.run(
        command_of(request, tmp_path / "out"), env=TINY_ENVIRONMENT, capture_output=True, text=True
    )
    assert made.returncode == 1
    errors = made.stderr.splitlines()
    assert errors[0].startswith("satchel: error: tiny-6x6: program:")
    assert "its answer breaks clause" in errors[0]
    assert left_out(tmp_path / "out")


def test_unsat_of_what_has_a_solution_is_told_and_left_out(tmp_path: Path) -> None:
    """What has none is believed after a proof by another solver, for the liar gives none."""
    liar = solver_program(tmp_path / "liar", SAYS_UNSAT)
    report = submit(requested(slow(tmp_path), liar, count=1), tmp_path / "out")
    assert [(row.status, row.by_construction) for row in report.rows] == [("unsat", "unsat")]
    [fault] = report.faults
    assert "the answer is unsat, but the known answer is sat (by construction: " in fault


def test_a_wrong_answer_of_the_easy_solver_is_told_and_left_out(tmp_path: Path) -> None:
    liar = solver_program(tmp_path / "liar", SAYS_TRUE)
    report = submit(requested(liar, easy=60.0), tmp_path / "out")
    assert (report.kept, report.places["faulty"]) == (0, len(report.faults))
    assert left_out(tmp_path / "out")


def test_a_crash_of_the_easy_solver_is_no_sign_of_difficulty(tmp_path: Path) -> None:
    broken = solver_program(tmp_path / "broken", "sys.exit(3)")
    with pytest.raises(BackendError, match="broken failed on tiny-6x6"):
        submit(requested(broken, easy=60.0), tmp_path / "out")


def test_what_is_too_easy_is_left_out(tmp_path: Path) -> None:
    """And it says that there are fewer than are asked for."""
    request = requested("minisat22", easy=60.0)
    made = subprocess.run(
        command_of(request, tmp_path / "out"), env=TINY_ENVIRONMENT, capture_output=True, text=True
    )
    assert made.returncode == 3
    assert made.stdout.startswith("0 of 2 instances in ")
    assert "(2 were too easy, 0 too hard)" in made.stdout
    assert "none was too hard up to size 6: --scale may go further" in made.stdout
    assert left_out(tmp_path / "out")


def test_what_is_too_hard_is_left_out(tmp_path: Path) -> None:
    never = slow(tmp_path)
    order = Order.of("tiny", (6, 9), count=3)
    request = Request.of("sat", order, probe=never, solver=never, easy=0.1, hard=0.2)
    report = submit(request, tmp_path / "out")
    assert (report.kept, report.places["hard"], report.faults) == (0, COUNT, [])


def test_what_is_too_large_for_the_track_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(self: object, job: Job) -> None:
        raise SizeError("too many bytes")

    monkeypatch.setattr(SatTrack, "write", write)
    report = submit(requested("minisat22"), tmp_path / "out")
    assert (report.kept, report.places["hard"], report.faults) == (0, COUNT, [])
    assert (tmp_path / "out" / "measurements.jsonl").read_bytes() == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_leaves_nothing_running(
    number: signal.Signals, tmp_path: Path, nothing_left: str
) -> None:
    ready = tmp_path / "ready"
    probe = solver_program(tmp_path / "probe", f"open({str(ready)!r}, 'w'); time.sleep(1000)")
    request = requested(probe, easy=1000.0)
    process = subprocess.Popen(
        command_of(request, tmp_path / "out"),
        env=TINY_ENVIRONMENT | {MARK: nothing_left},
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(ready.exists)
    process.send_signal(number)
    _, said = process.communicate()
    assert process.returncode == 128 + number
    if number == signal.SIGINT:
        assert said == (
            "satchel: error: interrupted; what was measured is kept: the same command goes on\n"
        )
    assert not list((tmp_path / "out" / ".work").glob("scratch-*"))


def problem(folder: Path, instance: str) -> Problem:
    """A problem of which nothing is known."""
    written = Problem("one", folder / "one.cnf", folder / "one.map.json")
    origin = Origin.of(Catalogue().instance(instance))
    FORMATS["dimacs"].write(Job(origin, Options(), str(written.file), str(written.map_file)))
    return written


def bench(folder: Path) -> Bench:
    return Bench(folder, Limits(60.0), threading.Event())


def test_an_unsat_that_has_a_model_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "certificates").mkdir()
    found = proof_certificate(
        problem(tmp_path, "queens:n=5"), "cadical", bench(tmp_path), tmp_path / "certificates"
    )
    assert (found.status, found.by, found.file) == ("unknown", None, None)
    assert found.fault == "says unsat, but cadical has found a model"


def test_a_model_of_another_file_is_a_fault(tmp_path: Path) -> None:
    one = problem(tmp_path, "queens:n=5")
    found = model_certificate(one, [-v for v in range(1, 26)], tmp_path)
    assert found.status == "unknown"
    assert found.fault is not None
    assert "falsifies clause" in found.fault


def test_a_proof_that_is_not_accepted_vouches_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof of another formula is put in the place of the solver's."""
    (tmp_path / "certificates").mkdir()

    def prove(cnf: Path, proof: Path, **limits: Any) -> Any:
        proof.write_bytes(lzma.compress(b"1 0\n0\n"))
        return Proved("unsat")

    monkeypatch.setattr(_sat_certificates, "prove", prove)
    found = proof_certificate(
        problem(tmp_path, "queens:n=5"), "cadical", bench(tmp_path), tmp_path / "certificates"
    )
    assert (found.status, found.by, found.file, found.fault) == ("unknown", None, None, None)
    assert found.note is not None
    assert "rejects the proof" in found.note
    assert not any((tmp_path / "certificates").iterdir())


def test_without_a_checker_unsat_is_not_certain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def checker() -> None:
        raise InputError("nothing here checks proofs")

    monkeypatch.setattr(_sat_certificates, "checker", checker)
    found = proof_certificate(problem(tmp_path, "queens:n=5"), "cadical", bench(tmp_path), tmp_path)
    assert (found.status, found.note) == ("unknown", "nothing here checks proofs")
    assert not found.lasting


OTHER = {"command": "satchel submit sat tiny --scale 6..6 --count 9 --seed 0"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"notes.txt": "mine"}, "is not empty, and no submission"),
        ({"submission.json": json.dumps(OTHER)}, "holds another submission: satchel None, here"),
        ({"submission.json": "{"}, "submission.json:1: not JSON"),
        ({"submission.json": "[]"}, "holds another submission"),
    ],
)
def test_a_folder_of_somebody_else_is_refused(
    files: dict[str, str], said: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=said):
        submit(requested("minisat22"), tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == set(files)


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(InputError, match="another process is at work here"):
        submit(requested("minisat22"), tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess", "knights_tour"), "no such track: 'chess' (there are: "),
        (("sat", "chess"), "no such family: 'chess' (there are: "),
        (("sat", "knights_tour", "--solver", "z3"), "z3 takes the model itself"),
        (("sat", "knights_tour", "--solver", "chess"), "unknown backend 'chess'"),
        (("sat", "knights_tour", "--probe", "program:/none"), "no program '/none'"),
        (("sat", "knights_tour", "--scale", "5..3"), "a scale is LOW..HIGH"),
        (("sat", "knights_tour", "--easy", "0"), "is not a time above 0"),
    ],
)
def test_a_bad_request_is_one_line(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    refused = satchel("submit", *arguments, "-o", str(tmp_path / "out"))
    assert refused.returncode == 2
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_family_that_is_not_fit_for_the_track_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    family: Any = find_family("tiny")
    monkeypatch.setattr(
        requests,
        "find_family",
        lambda name: replace(family, tracks={"pb": family.sizes, "mc": family.sizes}),
    )
    with pytest.raises(InputError, match="tiny is for mc, pb, not for sat"):
        requested("minisat22")


def test_a_solver_that_fails_is_told(tmp_path: Path) -> None:
    """A mistake in its command line, say, makes nothing too hard."""
    broken = solver_program(tmp_path / "broken", "sys.exit('no such option')")
    report = submit(requested(slow(tmp_path), broken), tmp_path / "out")
    assert (report.kept, report.places["hard"], report.places["failed"]) == (0, 0, COUNT)
    [note] = report.notes
    assert note.startswith(f"{broken} failed on tiny-6x6")
    assert "no such option" in note


def test_a_command_that_was_refused_is_in_nobodys_way(tmp_path: Path) -> None:
    """Neither is one that was killed before it had measured anything."""
    mistaken = replace(Order.of("tiny", (6, 6)), model="chess")
    with pytest.raises(InputError, match="has no model 'chess'"):
        submit(Request.of("sat", mistaken, probe="minisat22"), tmp_path)
    (tmp_path / ".submission.json.0123.part").write_text("{")
    (tmp_path / ".work" / "scratch-1").mkdir()
    (tmp_path / ".work" / "scratch-1" / "tiny-6x6.cnf").write_text("p cnf")
    assert submit(requested("minisat22", easy=60.0), tmp_path).places["easy"] == COUNT
    with pytest.raises(InputError, match="holds another submission"):
        submit(requested("minisat22", easy=61.0), tmp_path)


def test_folders_of_somebody_else_are_no_beginning(tmp_path: Path) -> None:
    (tmp_path / "instances").mkdir()
    (tmp_path / "instances" / "mine.cnf").write_text("p cnf 0 0\n")
    with pytest.raises(InputError, match="is not empty, and no submission"):
        submit(requested("minisat22"), tmp_path)


def test_what_belongs_to_no_instance_goes(tmp_path: Path) -> None:
    """Left by a process that was killed, or chosen by another version of the solver."""
    request = requested(slow(tmp_path), count=1)
    submit(request, tmp_path / "out")
    files = {each for each in (tmp_path / "out").rglob("*") if each.is_file()}
    left = ["instances/tiny-old.cnf.xz", "maps/tiny-old.map.json", "certificates/tiny-old.drat.xz"]
    for name in (*left, "instances/.tiny-6x6.cnf.xz.01ab.part"):
        (tmp_path / "out" / name).touch()
    notes = tmp_path / "out" / "instances" / "notes.txt"
    notes.touch()
    submit(request, tmp_path / "out")
    assert {each for each in (tmp_path / "out").rglob("*") if each.is_file()} == {*files, notes}
