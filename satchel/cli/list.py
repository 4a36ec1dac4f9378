"""`satchel list`: what there is to choose from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import click

from satchel.cli.options import Name, catalogue, output_option, puzzle_option
from satchel.cli.result import aligned

Rows = Iterator[tuple[str, ...]]


@click.command("list", short_help="List puzzles, instances, backends, ...")
@click.argument(
    "what",
    metavar="WHAT",
    type=Name(
        [
            *("puzzles", "instances", "models", "passes", "encodings", "numberings"),
            *("backends", "formats", "methods", "families"),
        ]
    ),
)
@output_option("text", "json")
@puzzle_option
def list_(what: str, output: str, puzzles: tuple[str, ...]) -> None:
    """List what there is: puzzles, instances, models, passes, encodings, numberings, backends,
    formats, methods of counting, or families of instances for `satchel family`.

    \b
    satchel list instances
    satchel list backends        those that do not work here are listed with the reason
    satchel list encodings

    An encoding's auxiliary variables are "determined" always, where exactly one literal is true, or
    never. Unit propagation finds "all" that follows from any part of the constraint's literals,
    every "conflicts", or is sure of a conflict only once the literals are given in "total".
    """
    rows = list(LISTS[what](puzzles))
    if output == "json":
        click.echo(json.dumps([list(row) for row in rows], ensure_ascii=False))
    elif rows:
        click.echo(aligned(rows, left=len(rows[0])))


def _puzzles(puzzles: tuple[str, ...]) -> Rows:
    from satchel.puzzle import declared

    found = catalogue(puzzles)
    for name in found.names():
        puzzle = found.puzzle(name)
        parameters = ", ".join(each.name for each in declared(puzzle.parameters))
        yield name, f"{puzzle.summary} (parameters: {parameters})"


def _instances(puzzles: tuple[str, ...]) -> Rows:
    from satchel.puzzle import shipped_instances

    found = catalogue(puzzles)
    for name in shipped_instances():
        yield name, str(found.instance(name).known or "")


def _models(puzzles: tuple[str, ...]) -> Rows:
    found = catalogue(puzzles)
    for name in found.names():
        for model, summary in found.puzzle(name).models.items():
            yield name, model, summary


def _passes(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.passes import AUTO, OPTIONAL, PASSES

    special = {name: "auto" if name in AUTO else "on request" for name in OPTIONAL}
    special |= {"shuffle": "by --shuffle", "symmetry": "by --break-symmetry"}
    for name, module in PASSES.items():
        when = special.get(name, "always")
        summary = " ".join(str(module.__doc__).split()).partition(". ")[0]
        yield name, when, f"keeps {module.KEEPS}", summary


def _encodings(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.cnf.integer import binary, direct, order
    from satchel.cnf.portfolio import KINDS, encodings

    for name, module in (("binary", binary), ("direct", direct), ("order", order)):
        summary = str(module.__doc__).strip().splitlines()[0]
        yield "integers", name, "determined always", "by --encoding", summary
    for kind in KINDS:
        for name, plugin in encodings(kind).items():
            determined, propagates = plugin.load("DETERMINED"), plugin.load("PROPAGATES")
            if not isinstance(propagates, str):
                propagates = ", ".join(f"{strength} {op}" for op, strength in propagates.items())
            summary = str(plugin.load("__doc__")).strip().splitlines()[0]
            yield kind, name, f"determined {determined}", f"propagates {propagates}", summary


def _numberings(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.cnf.orders import ORDERS

    yield "auto", "`auxiliary` where the model has no integers, else `natural`."
    for name, order in ORDERS.items():
        yield name, str(order.__doc__)


def _backends(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.tasks.choose import list_backends

    names, unavailable = list_backends()
    yield from ((name, "") for name in names)
    yield from ((name, f"not here: {reason}") for name, reason in unavailable.items())


def _formats(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.tasks.files.export import FORMATS

    for name, form in FORMATS.items():
        yield name, form.summary


def _methods(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.tasks.count.rule import METHODS

    for name, method in METHODS.items():
        yield name, method.summary


def _families(_puzzles: tuple[str, ...]) -> Rows:
    from satchel.submission.generating.order import family_names, find_family

    for name in family_names():
        family = find_family(name)
        tracks = (f"{track} {_scale(sizes)}" for track, sizes in sorted(family.tracks.items()))
        yield name, _scale(family.sizes), family.measure, ", ".join(tracks), family.summary


def _scale(sizes: range) -> str:
    """As `--scale` takes them."""
    return f"{sizes[0]}..{sizes[-1]}"


LISTS: dict[str, Callable[[tuple[str, ...]], Rows]] = {
    "puzzles": _puzzles,
    "instances": _instances,
    "models": _models,
    "passes": _passes,
    "encodings": _encodings,
    "numberings": _numberings,
    "backends": _backends,
    "formats": _formats,
    "methods": _methods,
    "families": _families,
}
