"""`satchel compare`, and its steps one by one: `plan`, `run`, `merge`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satchel.cli.comparing import conducted, counting_options, going_on, refuse_marks
from satchel.cli.completing import listed
from satchel.cli.options import Seconds, Size, puzzle_option

if TYPE_CHECKING:
    from satchel.compare.experiment import Experiment
    from satchel.compare.report.comparison import Comparison

_DISAGREEMENT = 1


def _experiment_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """FILE.toml or INSTANCES, and what goes before what the file says."""
    for option in reversed(
        [
            click.argument("what", nargs=-1, required=True, metavar="FILE.toml | INSTANCES..."),
            click.option(
                "--backend",
                "backends",
                shell_complete=listed("backends"),
                multiple=True,
                metavar="NAME",
                help="A solver, once for each: see `satchel list backends`.",
            ),
            click.option(
                "--profile",
                "profiles",
                multiple=True,
                metavar="FILE.toml|NAME",
                help="A column: options from a file, or a profile of the experiment's.",
            ),
            click.option(
                "--set",
                "choices",
                multiple=True,
                metavar="KIND=NAME",
                help="A column with this encoding, as in amo=product; or amo=product,linear=mdd.",
            ),
            click.option(
                "--model",
                "models",
                multiple=True,
                metavar="NAME",
                help="A model of the puzzles, once for each; '*' is all.",
            ),
            click.option(
                "--shuffles",
                type=click.IntRange(min=1),
                metavar="N",
                help="Numberings: the natural one, and N - 1 random ones. [default: 5]",
            ),
            click.option(
                "--timeout",
                type=Seconds(),
                metavar="TIME",
                help="CPU time for a run: 90, 90s, 2m, 1h. [default: 60s]",
            ),
            click.option(
                "--walltime",
                type=Seconds(),
                metavar="TIME",
                help="Wall time for a run. [default: 30s more than of CPU time]",
            ),
            click.option(
                "--memory", type=Size(), metavar="SIZE", help="Memory for a run, as in 2G."
            ),
            click.option(
                "--seed",
                type=click.IntRange(min=0),
                metavar="N",
                help="Of numberings and of the order of runs. [default: 0]",
            ),
            puzzle_option,
        ]
    ):
        command = option(command)
    return command


def _out_option(help_text: str, *, required: bool = False) -> Callable[..., Any]:
    return click.option(
        "-o",
        "--out",
        required=required,
        metavar="DIR",
        help=help_text,
        type=click.Path(path_type=Path),
    )


def _running_options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(
        [
            click.option(
                "--jobs",
                type=click.IntRange(min=1),
                metavar="J",
                help="Runs at a time. [default: one for each physical core]",
            ),
            click.option(
                "--scheduler", metavar="ADDRESS", help="Run on the workers of a Dask cluster."
            ),
            click.option(
                "--cluster",
                type=click.IntRange(min=1),
                metavar="N",
                help="Run on N Dask workers, started here.",
            ),
        ]
    ):
        command = option(command)
    return command


@click.command(short_help="Compare encodings and solvers on the same instances.")
@_experiment_options
@_running_options
@_out_option("Where everything goes. [default: the experiment's name]")
@counting_options
def compare(
    out: Path | None,
    jobs: int | None,
    scheduler: str | None,
    cluster: int | None,
    included: tuple[str, ...],
    strict: bool,
    **asked: Any,
) -> int:
    """Run an experiment, every instance by every encoding and solver, and report on it.

    \b
    satchel compare experiment.toml
    satchel compare queens/8 'queens:n={20..60..20}' --backend cadical --backend kissat \\
        --set amo=pairwise --set amo=product --timeout 10 -o results
    satchel compare experiment.toml --shuffles 1 --timeout 5

    Started again it goes on where it stopped. It is `satchel plan`, `run` and `report` in one.
    """
    folder = _plan(out, jobs, asked)
    with going_on(folder, report=True):
        code = conducted(folder, jobs, scheduler, cluster, included)
        comparison = _report(folder, included)
    return max(code, refuse_marks(comparison) if strict else 0)


@click.command(short_help="Plan an experiment: which runs to make.")
@_experiment_options
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Runs at a time, later.")
@_out_option("Where everything goes. [default: the experiment's name]")
def plan(out: Path | None, jobs: int | None, **asked: Any) -> None:
    """Write down which runs an experiment has, for `satchel run DIR`.

    \b
    satchel plan experiment.toml -o results
    satchel plan queens/8 --backend cadical --backend z3 -o results

    What has been measured in DIR stays; runs are added, or left out of the report.
    """
    folder = _plan(out, jobs, asked)
    click.echo(str(folder))


@click.command(short_help="Make the runs of a plan.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@_running_options
@click.option("--trust", is_flag=True, help="Run programs and puzzle files that the plan names.")
def run(
    folder: Path, jobs: int | None, scheduler: str | None, cluster: int | None, trust: bool
) -> int:
    """Make the runs planned in DIR that have not been made.

    \b
    satchel run results
    satchel run results --jobs 1
    satchel run results --scheduler tcp://head:8786

    Where the plan names programs (`program:...` backends) or puzzle files, it says which, and runs
    them with --trust only: the folder may be somebody else's.

    Exit codes: 1 where an answer is wrong or backends disagree; a run that reaches its limits is a
    result like others.
    """
    from satchel.compare.trust import refuse_untrusted

    if not trust:
        refuse_untrusted(folder)
    with going_on(folder):
        return conducted(folder, jobs, scheduler, cluster)


@click.command(short_help="Put the results of several machines together.")
@click.argument(
    "folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@_out_option("The folder with all of them.", required=True)
def merge(folders: tuple[Path, ...], out: Path) -> int:
    """Put plans and results of several folders into one.

    \b
    satchel merge monday tuesday -o both && satchel report both

    Of a run that was made twice, the first record stays. Exit code 1 where two contradict
    each other.
    """
    from satchel.compare.merge import merge as merge_into
    from satchel.compare.trust import code_in

    merged = merge_into(folders, out)
    for words in (*merged.notes, *merged.contradictions):
        click.echo(words, err=True)
    for words in code_in(out):
        click.echo(f"note: {out}: its runs execute {words!r}: `satchel run` asks first", err=True)
    return _DISAGREEMENT if merged.contradictions else 0


COMPARING = (compare, plan, run, merge)
"""The commands, for `satchel`."""


def _plan(out: Path | None, jobs: int | None, asked: Mapping[str, Any]) -> Path:
    """Plan what was asked for; the folder with the plan."""
    from satchel.compare.plan import make_plan
    from satchel.compare.request import located
    from satchel.compare.store import write_plan
    from satchel.errors import InputError

    experiment, name = _experiment(jobs=jobs, **asked)
    try:
        made = make_plan(experiment)
    except InputError as error:
        raise located(error, asked["what"]) from error
    for warning in made.warnings:
        click.echo(f"note: {warning}", err=True)
    folder = out or Path(name)
    write_plan(folder, made.runs, [experiment.to_json()])
    words = f"{len(made.runs)} runs of {len({run.instance for run in made.runs})} instances"
    click.echo(f"{words} in {folder}", err=True)
    return folder


def _experiment(
    what: tuple[str, ...], profiles: tuple[str, ...], choices: tuple[str, ...], **given: Any
) -> tuple[Experiment, str]:
    from satchel.compare.request import requested

    given["set"] = choices
    return requested(what, profiles, {key: given[key] for key in given if given[key]})


def _report(folder: Path, included: tuple[str, ...]) -> Comparison:
    """Write the report, where runs were made, and say where it is."""
    from satchel.compare.report.writing import PAGE, usual_forms, write_report

    forms, note = usual_forms()
    if note:
        click.echo(f"note: {note}", err=True)
    comparison, _ = write_report(folder, folder / "report", forms, (), included)
    click.echo(folder / "report" / PAGE)
    return comparison
