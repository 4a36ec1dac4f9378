"""The commands `satchel` and `encode`, and the one place where errors become exit codes."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from satchel.cli.check import check
from satchel.cli.compare import COMPARING
from satchel.cli.completing import completed
from satchel.cli.count import count
from satchel.cli.decode import decode
from satchel.cli.doctor import doctor
from satchel.cli.encode import encode
from satchel.cli.explain import explain
from satchel.cli.family import family
from satchel.cli.import_ import import_
from satchel.cli.lint import lint
from satchel.cli.list import list_
from satchel.cli.report import report
from satchel.cli.show import show
from satchel.cli.solve import solve
from satchel.cli.submit import submit
from satchel.cli.unique import unique
from satchel.cli.wrong import draw_wrong
from satchel.errors import (
    BackendError,
    CheckError,
    InputError,
    InputWarning,
    LimitError,
    ModelError,
    SatchelError,
)
from satchel.files import FULL, reason
from satchel.printable import printable
from satchel.suggest import among
from satchel.version import VERSION

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_EXITS = {CheckError: 1, InputError: 2, ModelError: 2, BackendError: 3, LimitError: 3}
_SOON = 0.02
"""Seconds until a lost signal is sent again."""
_INTERRUPTED = 128 + signal.SIGINT
_python_warning = warnings.showwarning
_BUG = 70
"""Neither of the codes above: `EX_SOFTWARE` of sysexits.h."""


class Commands(click.Group):
    """The commands; an unknown one is answered with what may have been meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; a usage error where there is none."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(f"no such command: {args[0]!r} {among(args[0], self.commands)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 a check failed or backends disagree, 2 bad input, 3 a backend "
    "failed or a limit was reached; with `solve --output dimacs` 10, 20, 0.",
)
@click.version_option(VERSION, message="%(prog)s %(version)s")
def satchel() -> None:
    """Compile puzzles into one model, and carry it to any SAT or SMT solver.

    \b
    satchel list instances                    what is there
    satchel solve queens/8                    solve it and draw the solution
    satchel encode queens:n=8 -o 8.cnf        a formula, and 8.map.json beside it
    kissat 8.cnf > 8.out                      any solver, anywhere, any time later
    satchel decode 8.map.json 8.out           the checked solution, drawn
    """


@click.command("help", short_help="Show what a command does.")
@click.argument("name", metavar="[COMMAND]", required=False)
@click.pass_context
def help_(context: click.Context, name: str | None) -> None:
    """Show what a command does, as its --help: `satchel help solve`."""
    group = context.parent or context
    if name is None:
        click.echo(group.get_help())
        return
    _, command, _ = satchel.resolve_command(group, [name])
    if command is not None:
        with click.Context(command, info_name=name, parent=group) as shown:
            click.echo(command.get_help(shown))


_TASKS = (encode, solve, count, unique, explain, decode, check, list_, report, show, doctor)
for _command in (*_TASKS, *COMPARING, family, import_, lint, submit, help_):
    satchel.add_command(_command)


def main() -> NoReturn:
    """The command `satchel`."""
    _start(satchel, "satchel")


def encode_main() -> NoReturn:
    """The command `encode`: `satchel encode` under its own name."""
    _start(encode, "encode")


def _start(command: click.Command, name: str) -> NoReturn:
    # Models and clauses hold no cycles: looking for some among millions of objects is lost time.
    gc.set_threshold(100_000, 50, 100)
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):
        # Names of files may be any bytes; those that are no text are printed as they came.
        sys.stdout.reconfigure(errors="surrogateescape")
    sys.unraisablehook = _swallowed
    warnings.showwarning = _warn
    code = completed(command, name)
    if code is None:
        code = run(command, sys.argv[1:], name)
    for number in (signal.SIGINT, signal.SIGTERM):  # all is said and done
        signal.signal(number, signal.SIG_IGN)
    if code == _INTERRUPTED:
        # Python ends by the signal itself, code or not, where Ctrl-C fell into an exec().
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _open_what_is_closed() -> None:
    """Take the places of closed standard streams, so that no file of ours gets their numbers.

    Input is empty then, errors are lost, and output fails, as it must not be lost.
    """
    for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if stream is None:
            os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
    sys.stdin = sys.stdin or open(0)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w")  # noqa: SIM115


def run(command: click.Command, arguments: Sequence[str], name: str) -> int:
    """Run a command; every failure is one line on stderr and an exit code."""
    signal.signal(signal.SIGTERM, _terminated)
    context: click.Context | None = None
    try:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        # Not command.main(): it prints and exits by itself, each error in its own way.
        with command.make_context(name, list(arguments)) as context:
            code = command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.ClickException as error:
        return _failed(error.format_message(), 2)
    except SatchelError as error:
        if isinstance(error, CheckError):
            draw_wrong(context, error)
        return _failed(str(error), _exit_code(error))
    except BrokenPipeError:
        _drop_output()  # the reader has gone
        return 128 + signal.SIGPIPE
    except OSError as error:
        _drop_output()
        if error.errno in FULL and error.filename is None:
            return _failed(f"standard output: cannot be written: {reason(error)}", 2)
        return _failed(str(error), 2)
    except MemoryError:
        return _failed("out of memory", 3)
    except KeyboardInterrupt as stop:  # it may tell how far the work was
        return _failed("; ".join(("interrupted", *map(str, stop.args))), _INTERRUPTED)
    except Exception:
        # A bug, in Satchel or in somebody's puzzle: whoever mends it needs to see where.
        traceback.print_exc()
        return _BUG
    return code if isinstance(code, int) else 0


def _drop_output() -> None:
    """Lose what could not be printed: Python flushes at its end, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(error: SatchelError) -> int:
    return next((code for kind, code in _EXITS.items() if isinstance(error, kind)), 2)


def _failed(message: str, code: int) -> int:
    print(f"satchel: error: {printable(' '.join(message.split()))}", file=sys.stderr)
    return code


def _warn(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    """Print a warning about the user's files as one line, any other as Python does."""
    if issubclass(category, InputWarning):
        print(f"satchel: warning: {printable(' '.join(str(message).split()))}", file=sys.stderr)
    else:
        _python_warning(message, category, *place, **more)


def _swallowed(lost: UnraisableHookArgs) -> None:
    """Send a signal once more whose exception fell where Python drops exceptions.

    That is in a finalizer or a weak reference's callback; importing runs hundreds of them.
    """
    number = {KeyboardInterrupt: signal.SIGINT, SystemExit: signal.SIGTERM}.get(lost.exc_type)
    if number is None:
        sys.__unraisablehook__(lost)
        return
    again = threading.Timer(_SOON, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _terminated(_signal: int, _frame: FrameType | None) -> None:
    """End by an exception, so that half-written files and workers go too."""
    sys.exit(128 + signal.SIGTERM)
