"""`satchel import`: formulas of others as instances."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.options import Name, limit_options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satchel.dimacs.formula import Dimacs
    from satchel.puzzle import KnownAnswer


@click.command("import", short_help="Make instances of formulas in DIMACS files.")
@click.argument("files", metavar="FILE.cnf...", nargs=-1, required=True)
@click.option(
    "-o",
    "--out",
    metavar="NAME.toml",
    help="The instance's file, - for standard output; by default FILE.cnf.toml, beside FILE.cnf.",
)
@click.option(
    "--relaxed",
    is_flag=True,
    help="Read what is not written quite as it should be, and say what is changed.",
)
@click.option("--status", type=Name(["sat", "unsat"]), help="The known answer.")
@click.option("--source", metavar="TEXT", help="Where the known answer comes from.")
@limit_options
def import_(
    files: tuple[str, ...],
    out: str | None,
    relaxed: bool,
    status: str | None,
    source: str | None,
    timeout: float | None,
    memory: int | None,
) -> None:
    """Write an instance for each FILE.cnf (or .dimacs, perhaps packed), and say what it is.

    The formula stays where it is: the instance names its file and its hash, and is refused once
    that is another formula. The instance can be solved, counted, encoded and compared like any.

    \b
    satchel import uf20-01.cnf --relaxed
    satchel import hard.cnf.xz --status unsat --source 'SAT Competition 2022'
    satchel import */*.cnf
    satchel solve hard.cnf.xz                  without an instance's file, too
    satchel compare '*.cnf.toml' --backend cadical --backend kissat -o results
    """
    from satchel.files import PIPE
    from satchel.tasks.work.limits import limited

    if PIPE in files:
        raise click.UsageError("an instance names the formula's file: save standard input in one")
    if out is not None and len(files) > 1:
        raise click.UsageError("-o names one file, and there are several formulas")
    if (status is None) != (source is None):
        raise click.UsageError("--status and --source belong together")
    from satchel.files import refuse_link

    known = _known(status, source)
    places = [out or _beside(file) for file in files]
    if out is None:
        for place in places:
            refuse_link(place)
    _refuse_one_place(files, places)
    with limited(timeout, memory):
        for file, place in zip(files, places, strict=True):
            _import_one(file, place, relaxed, known)


def _beside(file: str) -> str:
    """Where an instance goes unless told otherwise."""
    from satchel.unpacking import bare_name

    return f"{bare_name(file)}.toml"


def _refuse_one_place(files: tuple[str, ...], places: list[str]) -> None:
    from satchel.errors import InputError
    from satchel.files import one_place

    for file, place in zip(files, places, strict=True):
        if one_place(place, file):
            raise InputError("the instance's file would replace the formula", file=file)
    taken: dict[str, str] = {}
    for file, place in zip(files, places, strict=True):
        other = taken.setdefault(os.path.realpath(place), file)
        if other != file:
            raise InputError(f"would have the instance's file of {other}: {place}", file=file)


def _import_one(file: str, out: str, relaxed: bool, known: KnownAnswer | None) -> None:
    from satchel.cli.options import catalogue
    from satchel.cli.waiting import waiting
    from satchel.errors import InputError
    from satchel.files import PIPE, whole_file
    from satchel.puzzle import instance_file, plain_parameters, read_parameters

    data = _seen_from(Path("." if out == PIPE else out).parent, file)
    puzzle = catalogue(()).puzzle("formula")
    with waiting(f"reading {file}"):
        parameters = read_parameters(puzzle.parameters, {"file": file, "relaxed": True})
        formula: Dimacs = parameters.formula
        if formula.departure is not None and not relaxed:
            place, words = formula.departure
            raise InputError(f"{words} (`import --relaxed` reads it)", file=file, line=place)
        summary = list(_summary(file, formula, parameters.sha256))
    given: dict[str, Any] = plain_parameters(parameters) | ({"relaxed": True} if relaxed else {})
    size = f"{formula.variables:,} variables, {formula.clauses:,} clauses"
    text = instance_file(puzzle.name, given, known, [size], data=data)
    with whole_file(out) as stream:
        stream.write(text.encode())
    for line in (*summary, *([] if out == PIPE else [f"  {out}"])):
        click.echo(line, err=out == PIPE)


def _seen_from(folder: Path, file: str) -> str:
    """The name of a file from a folder: whatever links lead to either, `..` is out of the folder.

    InputError where it is no text, which it has to be in an instance's file.
    """
    from satchel.errors import InputError

    place = Path(file)
    seen = os.path.relpath(place.parent.resolve() / place.name, folder.resolve())
    try:
        seen.encode()
    except UnicodeEncodeError as error:
        raise InputError("the name is not UTF-8 text", file=file) from error
    return seen


def _summary(file: str, formula: Dimacs, sha256: str) -> Iterator[str]:
    """What the formula is, and what is strange about it."""
    from satchel.cnf.sink import split

    occurring: set[int] = set()
    tautologies = repeating = 0
    for clause in split(formula.chunks):
        literals = set(clause)
        occurring |= literals
        tautologies += any(-literal in literals for literal in literals)
        repeating += len(literals) < len(clause)
    unused = formula.variables - len(set(map(abs, occurring)))
    count = sum(map(len, formula.chunks)) - formula.clauses
    size = f"{formula.variables:,} variables, {formula.clauses:,} clauses, {count:,} literals"
    yield f"{file}: {size}"
    yield f"  SHA-256 {sha256}"
    if formula.question.shown is not None:
        yield f"  shown, as comments for model counters say: {len(formula.question.shown):,}"
    for change in formula.changes:
        yield f"  read relaxed: {change}"
    if tautologies or repeating:
        yield (
            f"  kept as they are: clauses that always hold {tautologies:,},"
            f" that repeat a literal {repeating:,}"
        )
    if unused:
        yield f"  variables that occur in no clause: {unused:,}; encoded, they have no number"


def _known(status: str | None, source: str | None) -> KnownAnswer | None:
    from satchel.puzzle import read_known

    return None if status is None else read_known({"status": status, "source": source})
