"""The command `submit` from start to end: where there is no LaTeX, and for a track of others."""

from __future__ import annotations

import csv
import os
import subprocess
from pathlib import Path

import pytest

from tests.commands import ENVIRONMENT, PYTHON
from tests.submissions import TINY_ENVIRONMENT, command_of, requested, slow, tiny_family

_FAMILY = """
from tests.tiny_family import TinyFamily
FAMILY = TinyFamily(summary="small boards", tracks={"chess": range(6, 10)})
"""
_TRACK = """
from satchel.submission.tracks.sat import SatTrack

class ChessTrack(SatTrack):
    name = "chess"
    summary = "the Chess Cup: small and hard"
    competition = "the Chess Cup"
    made = "writes as clauses for the cup"
    wants_pdf = False
    sent_as_one = False

TRACK = ChessTrack()
"""
_POINTS = "[satchel.families]\nboards = chess_family\n\n[satchel.tracks]\nchess = chess_track\n"


@pytest.fixture
def without_latex(tmp_path: Path) -> str:
    """A PATH with every program of the real one but LaTeX's."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for place in os.get_exec_path():
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = programs / program.name
            if "latex" not in program.name and not link.is_symlink():
                link.symlink_to(program)
    return str(programs)


def run(
    command: list[str], environment: dict[str, str], path: str
) -> subprocess.CompletedProcess[str]:
    environment = environment | {"PATH": path}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_without_the_pdf_that_is_demanded_it_is_not_complete(
    tmp_path: Path, without_latex: str
) -> None:
    with tiny_family():
        command = command_of(requested(slow(tmp_path)), tmp_path / "tours")
    result = run(command, TINY_ENVIRONMENT, without_latex)
    assert result.returncode == 3, result.stderr
    complaints = [line for line in result.stderr.splitlines() if "not complete" in line]
    assert len(complaints) == 1
    assert complaints[0].startswith(
        "satchel: error: the submission is not complete: description.pdf is not made: pdflatex"
    )
    assert "Traceback" not in result.stderr
    with (tmp_path / "tours" / "instances.csv").open(newline="") as file:
        assert {row["status"] for row in csv.DictReader(file)} == {"sat", "unsat"}
    assert not (tmp_path / "tours" / "description.pdf").exists()


@pytest.fixture
def others(tmp_path: Path) -> dict[str, str]:
    """An environment in which somebody else's track and family are installed."""
    place = tmp_path / "others"
    (place / "chess-1.dist-info").mkdir(parents=True)
    (place / "chess-1.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: chess\nVersion: 1\n"
    )
    (place / "chess-1.dist-info" / "entry_points.txt").write_text(_POINTS)
    (place / "chess_family.py").write_text(_FAMILY)
    (place / "chess_track.py").write_text(_TRACK)
    return ENVIRONMENT | {"PYTHONPATH": f"{ENVIRONMENT['PYTHONPATH']}:{place}"}


def test_a_track_of_others_is_submitted_to_the_end(
    tmp_path: Path, others: dict[str, str], without_latex: str
) -> None:
    folder = tmp_path / "cup"
    limits = ["--scale", "6..6", "--count", "2", "--easy", "0.2"]
    solvers = ["--probe", slow(tmp_path), "--solver", "cadical"]
    command = [*PYTHON, "submit", "chess", "boards", *limits, *solvers, "-o", str(folder)]
    for _ in ("new", "continued"):
        result = run(command, others, without_latex)
        assert (result.returncode, "Traceback" in result.stderr) == (0, False), result.stderr
    text = (folder / "description.tex").read_text()
    assert "submission to the Chess Cup has 2 instances" in text
    assert "writes as clauses for the cup" in text
    assert "chess" in (folder / "README.txt").read_text()


def test_commands_that_name_tracks_know_one_of_others(
    tmp_path: Path, others: dict[str, str]
) -> None:
    path = os.environ["PATH"]
    listed = run([*PYTHON, "list", "families"], others, path)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "boards" in listed.stdout
    wrong = run([*PYTHON, "submit", "ches", "boards", "-o", str(tmp_path / "x")], others, path)
    assert wrong.returncode == 2
    assert "chess" in wrong.stderr
    unfit = run([*PYTHON, "submit", "sat", "boards", "-o", str(tmp_path / "x")], others, path)
    assert unfit.returncode == 2
    assert "chess" in unfit.stderr
