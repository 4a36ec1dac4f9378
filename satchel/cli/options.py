"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from satchel.cli.completing import complete_choice, complete_instance, complete_model, listed
from satchel.cli.wrong import remember
from satchel.sizes import read_seconds, read_size
from satchel.suggest import among

if TYPE_CHECKING:
    from satchel.cnf.options import Options
    from satchel.puzzle import Catalogue
    from satchel.tasks.origin import Origin

F = TypeVar("F", bound=Callable[..., Any])


class Size(click.ParamType[int]):
    """A number of bytes: `500M`, `2G`; K, M, G and T are powers of 1024."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read a size; a usage error otherwise."""
        size = read_size(str(value))
        if size is None:
            self.fail(f"{value!r} is not a size like 500M or 2G", param, ctx)
        return size


class Seconds(click.ParamType[float]):
    """A time: seconds, or `10s`, `2m`, `1h`."""

    name = "seconds"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read a time; a usage error otherwise."""
        seconds = read_seconds(str(value))
        if seconds is None:
            self.fail(f"{value!r} is not a time above 0 like 10, 10s, 2m or 1h", param, ctx)
        return seconds


class Name(click.Choice[str]):
    """One of some names; an unknown one is answered with what may have been meant."""

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The name as it is; a usage error otherwise."""
        if value not in self.choices:
            self.fail(f"{value!r} is none {among(str(value), self.choices)}", param, ctx)
        return str(value)


def instance_argument(command: F) -> F:
    """INSTANCE, and where puzzles come from."""
    command = click.argument("instance", metavar="INSTANCE", shell_complete=complete_instance)(
        command
    )
    return puzzle_option(command)


def puzzle_option(command: F) -> F:
    """`--puzzle FILE.py`, repeatable."""
    return click.option(
        "--puzzle",
        "puzzles",
        multiple=True,
        metavar="FILE.py",
        help="Take one more puzzle from a Python file.",
    )(command)


def encoding_options(command: F) -> F:
    """Everything that chooses the model and its encoding."""
    for option in reversed(
        [
            click.option(
                "--model",
                shell_complete=complete_model,
                metavar="NAME",
                help="A model of the puzzle's, by name.",
            ),
            click.option(
                "--encoding",
                type=Name(["auto", "direct", "order", "binary"]),
                default="auto",
                help="How integer variables are encoded.",
            ),
            click.option(
                "--set",
                "choices",
                shell_complete=complete_choice,
                multiple=True,
                metavar="KIND=NAME",
                help="The encoding of one kind of constraint, as in amo=product.",
            ),
            click.option(
                "--presolve",
                default="auto",
                metavar="auto|none|NAME,NAME",
                help="Passes that make the model smaller first: see `satchel list passes`.",
            ),
            click.option(
                "--break-symmetry",
                is_flag=True,
                help="Keep at least one solution of each symmetric set, not all of them.",
            ),
            click.option(
                "--count-safe", is_flag=True, help="One model of the formula for each solution."
            ),
            click.option(
                "--numbering",
                shell_complete=listed("numberings"),
                default="auto",
                metavar="NAME",
                help="In which order variables are numbered: see `satchel list numberings`.",
            ),
            click.option(
                "--shuffle",
                type=click.IntRange(min=0),
                metavar="SEED",
                help="Rename variables, shuffle clauses and literals (or the model).",
            ),
            click.option(
                "--max-clauses",
                type=click.IntRange(min=0),
                metavar="N",
                help="Refuse to make more clauses.",
            ),
            click.option(
                "--profile",
                metavar="FILE.toml",
                is_eager=True,
                expose_value=False,
                callback=_take_profile,
                help="Take options from a TOML file; the command line goes first.",
            ),
        ]
    ):
        command = option(command)
    return command


def limit_options(command: F) -> F:
    """`--timeout`, `--memory` and `--max-unpacked`."""
    command = click.option(
        "--max-unpacked",
        type=Size(),
        metavar="SIZE",
        expose_value=False,
        callback=_allow_unpacked,
        help="Refuse a file that unpacks to more (by default 1G).",
    )(command)
    command = click.option(
        "--memory", type=Size(), metavar="SIZE", help="Memory for the work, as in 500M or 2G."
    )(command)
    return click.option(
        "--timeout",
        type=Seconds(),
        metavar="TIME",
        help="Time for everything together: seconds, or as in 90s, 2m, 1h.",
    )(command)


def _allow_unpacked(_context: click.Context, _option: click.Parameter, size: int | None) -> None:
    """Set the bound on what is unpacked, here and in workers."""
    from satchel.unpacking import MAX_UNPACKED

    if size is not None:
        os.environ[MAX_UNPACKED] = str(size)


def jobs_option(command: F) -> F:
    """`--jobs N`, how many worker processes."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="So many worker processes, each with parts of the search; by default, as many as pay.",
    )(command)


def up_to_symmetry_option(command: F) -> F:
    """`--up-to-symmetry`, where many solutions are asked for."""
    return click.option(
        "--up-to-symmetry",
        is_flag=True,
        help="Take solutions that symmetries make of each other for one: orbits, with their sizes.",
    )(command)


def output_option(*choices: str) -> Callable[[F], F]:
    """`--output`, how results are printed; the first choice is the default."""
    return click.option(
        "--output",
        type=Name(choices),
        default=choices[0],
        show_default=True,
        help="How the result is printed.",
    )


def catalogue(puzzles: tuple[str, ...]) -> Catalogue:
    """The puzzles there are, with those from files."""
    from satchel.puzzle import Catalogue

    return Catalogue(puzzles)


def origin(instance: str, puzzles: tuple[str, ...], model: str | None) -> Origin:
    """Find the instance and build its model."""
    from satchel.tasks.origin import Origin

    found = Origin.of(catalogue(puzzles).instance(instance), model)
    remember(found.instance)
    return found


def read_options(
    encoding: Any,
    choices: tuple[str, ...],
    presolve: Any,
    break_symmetry: bool,
    count_safe: bool,
    numbering: str,
    shuffle: int | None,
    max_clauses: int | None,
) -> Options:
    """The encoding options, as they stand on the command line or in the profile."""
    from satchel.cnf.options import Options

    chosen: dict[str, str] = {}
    for choice in choices:
        kind, equals, name = choice.partition("=")
        if not (kind and equals and name):
            raise click.UsageError(f"--set expects KIND=NAME, not {choice!r}")
        if chosen.setdefault(kind, name) != name:
            raise click.UsageError(f"--set chooses two encodings for {kind}")
    return Options(
        integers=encoding,
        choices=chosen,
        presolve=presolve,
        break_symmetry=break_symmetry,
        count_safe=count_safe,
        numbering=numbering,
        shuffle=shuffle,
        max_clauses=max_clauses,
    )


def _take_profile(context: click.Context, _option: click.Parameter, file: str | None) -> None:
    """Make a file's options the defaults of this command."""
    if file is None:
        return
    from satchel.errors import InputError
    from satchel.files import read_text
    from satchel.puzzle import read_toml

    try:
        data = read_toml(read_text(file))
        context.default_map = dict(_defaults(data, context.command))
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _defaults(data: Mapping[str, Any], command: click.Command) -> dict[str, Any]:
    from satchel.errors import InputError

    known = {
        flag.removeprefix("--"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.expose_value
        for flag in parameter.opts
        if flag.startswith("--")
    }
    defaults: dict[str, Any] = {}
    for key, value in data.items():
        if key not in known:
            raise InputError(f"no such option: {key!r} {among(key, known)}")
        if key == "set" and isinstance(value, dict):
            value = [f"{kind}={_written(key, name)}" for kind, name in value.items()]
        defaults[known[key].name or key] = _default(key, known[key], value)
    return defaults


def _default(key: str, option: click.Option, value: Any) -> Any:
    """A value from a profile as the command line would give it."""
    if option.is_flag and isinstance(value, bool):
        return value
    if option.multiple and isinstance(value, list):
        return [_written(key, item) for item in value]
    return _written(key, None if option.is_flag or option.multiple else value)


def _written(key: str, value: Any) -> str:
    from satchel.errors import InputError

    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise InputError(f"option {key!r} has a value of the wrong form")
    return str(value)
