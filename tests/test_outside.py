"""Solvers that are programs: what they say of a file, get wrong, and how they are ended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satchel.errors import InputError
from satchel.submission.tracks.registered import track_named
from tests.tracks import bench, problem

MAXSAT = track_named("maxsat")
KNIGHTS = "placement:piece=knight,rows=4,columns=5,objective=most"


def program(folder: Path, text: str) -> str:
    """A solver that prints this of every problem."""
    file = folder / "solver.py"
    file.write_text(f"import sys, time\n{text}\n")
    return f"program:{sys.executable} {file} {{file}}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("print('s UNKNOWN')", "solver error: it gave up"),
        (
            "print('s SATISFIABLE'); print('v ' + 20 * '0')",
            "solver error: it ended without a proof",
        ),
        ("print('nonsense')", "solver error: no valid answer: there is no s line"),
        ("pass", "solver error: no answer, exit code 0: "),
        ("sys.exit('no such file')", "solver error: no answer, exit code 1: no such file"),
        ("time.sleep(60)", "timeout"),
    ],
)
def test_what_other_programs_say(text: str, reason: str, tmp_path: Path) -> None:
    found = problem(MAXSAT, KNIGHTS, tmp_path)
    outcome = MAXSAT.measure(found, program(tmp_path, text), bench(tmp_path, 1.0))
    assert (outcome.status, outcome.reason) == ("unknown", reason)


@pytest.mark.parametrize(
    "text",
    [
        "print('o 1'); print('s OPTIMUM FOUND'); print('v ' + 20 * '0')",
        "print('o 0'); print('s OPTIMUM FOUND'); print('v ' + 20 * '1')",
    ],
)
def test_what_other_programs_get_wrong(text: str, tmp_path: Path) -> None:
    found = problem(MAXSAT, KNIGHTS, tmp_path)
    outcome = MAXSAT.measure(found, program(tmp_path, text), bench(tmp_path, 20.0))
    assert outcome.fault is not None
    assert not outcome.solved


def test_a_stop_ends_a_measurement(tmp_path: Path) -> None:
    found, place = problem(MAXSAT, KNIGHTS, tmp_path), bench(tmp_path)
    place.stop.set()
    with pytest.raises(KeyboardInterrupt):
        MAXSAT.measure(found, program(tmp_path, "time.sleep(60)"), place)


@pytest.mark.parametrize("name", ["maxsat", "mc", "pb", "smt"])
def test_solvers_that_are_not_there(name: str) -> None:
    track = track_named(name)
    for solver in ("cadical-of-mine", "program:", "program:/no/such/program"):
        with pytest.raises(InputError, match=r"no solver|no program"):
            track.version(solver)
