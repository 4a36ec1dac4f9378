"""A family as a folder: an instance a file, a table, and the files for other programs."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from satchel.cells import written_rows
from satchel.errors import InputError
from satchel.files import whole_file
from satchel.puzzle import instance_file, plain_parameters
from satchel.submission.generating.generate import Generated
from satchel.submission.generating.order import Order
from satchel.tasks.files.export import FORMATS, Job, map_beside
from satchel.tasks.origin import Origin
from satchel.version import VERSION

TABLE = "family.csv"
ENDINGS = {
    "dimacs": ".cnf",
    "wcnf": ".wcnf",
    "opb": ".opb",
    "pmc": ".cnf",
    "mc": ".cnf",
    "smtlib": ".smt2",
}
"""The formats that carry comments, with the ending of their files."""

COLUMNS = (
    "name",
    "size",
    "status",
    "variables",
    "clauses",
    "gbd_hash",
    "isohash",
    "why",
)


def row(one: Generated) -> dict[str, str]:
    """What the table says of an instance, by column."""
    values = (
        one.name,
        one.size,
        one.status,
        one.variables,
        one.clauses,
        one.fingerprint.gbd,
        one.fingerprint.iso or "",
        one.variant.why or "",
    )
    return {column: str(value) for column, value in zip(COLUMNS, values, strict=True)}


def write_folder(
    folder: Path, order: Order, instances: Iterable[Generated], format_name: str | None = None
) -> None:
    """Write the instances of an order; the folder appears whole or not at all.

    A folder that holds exactly the same files already is left as it is; InputError where it holds
    anything else, or the name is no folder's.
    """
    _refuse_strange(folder, order)
    part = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            part.mkdir(parents=True)
        except OSError as error:
            raise InputError(f"cannot be made: {error.strerror}", file=str(folder)) from error
        rows = []
        for one in instances:
            _write_instance(part, order, one)
            if format_name is not None:
                _write_encoded(part, order, one, format_name)
            rows.append(row(one))
        _write_text(part / TABLE, _table(rows, order.preface()))
        _put(part, folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _refuse_strange(folder: Path, order: Order) -> None:
    """Before the work, where the folder holds something that is certainly not the same."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise InputError("is no folder", file=str(folder))
    table = folder / TABLE
    if any(folder.iterdir()) and not (
        table.is_file() and table.read_bytes().startswith(_heading(order.preface()).encode())
    ):
        raise InputError("holds something else: choose another folder", file=str(folder))


def _put(part: Path, folder: Path) -> None:
    """Give a finished folder its name, unless the same is there."""
    if folder.exists() and any(folder.iterdir()):
        names = {path.name for path in (*part.iterdir(), *folder.iterdir())}
        for name in sorted(names):
            if not _same(part / name, folder / name):
                raise InputError(
                    f"holds other files than this command writes, {name} for one: "
                    "choose another folder",
                    file=str(folder),
                )
        return
    part.replace(folder)


def _same(new: Path, old: Path) -> bool:
    return new.is_file() and old.is_file() and new.read_bytes() == old.read_bytes()


def _write_instance(folder: Path, order: Order, one: Generated) -> None:
    comments = [*order.preface(), f"satchel {VERSION}", f"{one.name}, size {one.size}"]
    text = instance_file(
        one.instance.puzzle.name,
        plain_parameters(one.instance.parameters),
        one.instance.known,
        comments,
    )
    _write_text(folder / f"{one.name}.toml", text)


def _write_encoded(folder: Path, order: Order, one: Generated, format_name: str) -> None:
    out = str(folder / f"{one.name}{ENDINGS[format_name]}")
    origin = Origin.of(one.instance, order.model)
    preface = order.preface("--format", format_name)
    FORMATS[format_name].write(Job(origin, order.options, out, map_beside(out), preface))


def _heading(comments: Sequence[str]) -> str:
    return "".join(f"# {comment}\n" for comment in comments)


def _table(rows: Iterable[dict[str, str]], comments: Sequence[str]) -> str:
    return _heading(comments) + written_rows([COLUMNS, *(list(row.values()) for row in rows)])


def _write_text(file: Path, text: str) -> None:
    with whole_file(str(file)) as stream:
        stream.write(text.encode())
