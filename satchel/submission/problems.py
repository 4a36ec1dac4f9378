"""Writing an instance as its track wants it, with its map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from satchel.files import whole_file
from satchel.submission.generating.generate import Generated
from satchel.submission.request import Request
from satchel.submission.tracks.protocol import Problem
from satchel.tasks.files.export import Job
from satchel.tasks.origin import Origin

_COMPRESSED = (".xz", ".gz", ".bz2")


def plain_ending(ending: str) -> str:
    """The ending of a file that is not compressed."""
    for compressed in _COMPRESSED:
        ending = ending.removesuffix(compressed)
    return ending


def write_problem(
    request: Request, generated: Generated, folder: Path, *, shuffle: int | None = None
) -> Problem:
    """Write an instance's file and map into the folder; a shuffled copy where there is a seed.

    The copy's name says the seed. Raises what encoding raises.
    """
    order = request.order
    name = generated.name if shuffle is None else f"{generated.name}-shuffle{shuffle}"
    options = order.options if shuffle is None else replace(order.options, shuffle=shuffle)
    file = folder / f"{name}{plain_ending(request.rules.ending)}"
    problem = Problem(name, file, folder / f"{name}.map.json")
    origin = Origin.of(generated.instance, order.model)
    job = Job(origin, options, str(file), str(problem.map_file), request.preface())
    request.rules.write(job)
    return problem


def pack(problem: Problem, ending: str) -> Path:
    """The file beside the problem's, compressed by the ending; it holds the same bytes."""
    packed = problem.file.with_name(f"{problem.name}{ending}")
    if packed != problem.file:
        with whole_file(str(packed)) as stream:
            stream.write(problem.file.read_bytes())
    return packed
