"""Something that moves on a terminal while long work goes on; nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satchel.tasks.optimise.steps import Bounds

_INTERVAL = 0.1
"""Seconds between two updates of what is shown."""


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show the words and the time since, on stderr, until the work inside is done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = _display(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with progress:
        progress.add_task(words, total=None)
        yield


@contextmanager
def counting(words: str) -> Iterator[Callable[[int, int, int], None] | None]:
    """The same for work that tells how many solutions it has, and which part of it is done.

    What it is to call with the solutions so far, the parts done and all parts; None in a pipe.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    parts = "{task.completed}/{task.total} parts, {task.fields[found]} solutions"
    progress = _display(
        TextColumn("{task.description}"), BarColumn(), TextColumn(parts), TimeElapsedColumn()
    )
    with progress:
        task = progress.add_task(words, total=None, found=0)
        shown = 0.0

        def notify(found: int, done: int, total: int) -> None:
            nonlocal shown
            if time.monotonic() - shown > _INTERVAL:  # an update takes longer than a solution
                progress.update(task, completed=done, total=total, found=found)
                shown = time.monotonic()

        yield notify


@contextmanager
def approaching(words: str) -> Iterator[Callable[[Bounds], None] | None]:
    """The same for work that tells of bounds on what it looks for, as they come."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = _display(
        SpinnerColumn(),
        TextColumn("{task.description}: the best is in {task.fields[between]}"),
        TimeElapsedColumn(),
    )
    with progress:
        task = progress.add_task(words, total=None, between="?..?")

        def watch(bounds: Bounds) -> None:
            lower, upper = ("?" if b is None else b for b in (bounds.lower, bounds.upper))
            progress.update(task, between=f"{lower}..{upper}")

        yield watch


@contextmanager
def advancing() -> Iterator[Callable[[str, int, int], None]]:
    """The same for work that says what it does, how much of that is done, and of how much."""
    if not sys.stderr.isatty():
        yield lambda words, done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    progress = _display(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    )
    with progress:
        task = progress.add_task("solving", total=None)
        yield lambda words, done, total: progress.update(
            task, description=words, completed=done, total=total
        )


def _display(*columns: Any) -> Any:
    """A display on stderr that goes when the work is done."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        # What the work prints goes where it was meant to go, not to the display's console.
        redirect_stdout=False,
        redirect_stderr=False,
    )
