"""`satchel family`: instances for a benchmark, of growing size."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.completing import listed
from satchel.cli.options import encoding_options, output_option, read_options
from satchel.cli.ordering import order_options
from satchel.cli.waiting import advancing
from satchel.suggest import among

if TYPE_CHECKING:
    from satchel.submission.generating.generate import Generated


@click.command(short_help="Make instances for a benchmark, of growing size.")
@click.argument("family_name", metavar="FAMILY", shell_complete=listed("families"))
@order_options
@click.option("-o", "--out", metavar="DIR", help="A new folder for the instances and a table.")
@click.option(
    "--format",
    "format_name",
    shell_complete=listed("formats"),
    metavar="NAME",
    help="Write each for other programs, too: dimacs, wcnf, opb, pmc, mc or smtlib.",
)
@output_option("text", "json")
@encoding_options
def family(
    family_name: str,
    scale: tuple[int, int] | None,
    count: int,
    seed: int,
    out: str | None,
    format_name: str | None,
    output: str,
    model: str | None,
    **encoding: Any,
) -> None:
    """Make instances of FAMILY, no two the same, none trivial, satisfiable or not in turns.

    Without a folder each is a line: the instance as every command takes it, its size, what is
    known of it by its construction, the GBD hash and the isohash of its formula. The same command
    makes the same instances, and the same bytes.

    \b
    satchel family knights_tour --scale 6..8 --count 4
    satchel family packing --count 20 -o packings         a file for each, and a table
    satchel family knights_tour -o tours --format dimacs  with formulas and maps
    satchel solve tours/knights_tour-8x8-1.toml
    """
    from pathlib import Path

    from satchel.submission.generating.folder import ENDINGS, write_folder
    from satchel.submission.generating.generate import generate
    from satchel.submission.generating.order import Order

    if format_name is not None and format_name not in ENDINGS:
        words = among(format_name, ENDINGS)
        raise click.UsageError(f"no format {format_name!r} for a family {words}")
    if format_name is not None and out is None:
        raise click.UsageError("--format writes files: name a folder for them, -o DIR")
    options = read_options(**encoding)
    order = Order.of(family_name, scale, count=count, seed=seed, model=model, options=options)
    with advancing() as notify:
        found = _told(generate(order), count, notify)
        if out is not None:
            write_folder(Path(out), order, found, format_name)
            return
        for one in found:
            click.echo(_FORMS[output](one))


def _told(
    instances: Iterable[Generated], count: int, notify: Callable[[str, int, int], None]
) -> Iterator[Generated]:
    """The same instances, while the bar moves."""
    notify("generating", 0, count)
    for done, one in enumerate(instances, 1):
        notify("generating", done, count)
        yield one


def _text(one: Generated) -> str:
    from satchel.submission.generating.folder import row

    data = row(one)
    columns = ("size", "status", "gbd_hash", "isohash")
    return "\t".join((_specification(one), *(data[name] for name in columns)))


def _json(one: Generated) -> str:
    from satchel.submission.generating.folder import row

    data = {"instance": _specification(one), **row(one)}
    numbers = {name: int(data[name]) for name in ("size", "variables", "clauses")}
    empty = {name: data[name] or None for name in ("isohash", "why")}
    return json.dumps({**data, **numbers, **empty}, ensure_ascii=False)


def _specification(one: Generated) -> str:
    from satchel.puzzle import plain_parameters, specification

    return specification(one.instance.puzzle.name, plain_parameters(one.instance.parameters))


_FORMS: dict[str, Callable[[Generated], str]] = {"text": _text, "json": _json}
