"""Problems of tracks, as submissions make them, from any instance."""

from __future__ import annotations

import threading
from pathlib import Path

from satchel.cnf.options import Options
from satchel.puzzle import Catalogue
from satchel.submission.problems import plain_ending
from satchel.submission.tracks.protocol import (
    Bench,
    Certificate,
    Limits,
    Outcome,
    Problem,
    Track,
)
from satchel.tasks.files.export import Job
from satchel.tasks.origin import Origin

COMMAND = ("satchel submit TRACK FAMILY --seed 0", "seed 0")


def problem(
    track: Track, instance: str, folder: Path, name: str = "p", shuffle: int | None = None
) -> Problem:
    """Write an instance as the track has it."""
    file = folder / f"{name}{plain_ending(track.ending)}"
    found = Problem(name, file, folder / f"{name}.map.json")
    origin = Origin.of(Catalogue().instance(instance))
    track.write(Job(origin, Options(shuffle=shuffle), str(file), str(found.map_file), COMMAND))
    return found


def bench(folder: Path, seconds: float = 60.0) -> Bench:
    """A place to work in."""
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    return Bench(scratch, Limits(seconds), threading.Event())


def solved(
    track: Track, instance: str, folder: Path, solver: str | None = None
) -> tuple[Problem, Outcome, Certificate]:
    """A problem, what a solver says of it, and what is certain then."""
    found, place = problem(track, instance, folder), bench(folder)
    outcome = track.measure(found, solver or track.solver, place)
    return found, outcome, track.certify(found, outcome, solver or track.solver, place, folder)


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()
