"""Something that moves on a terminal while long work goes on; nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show the words and the time since, on stderr, until the work inside is done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # What the work prints goes where it was meant to go, not to the display's console.
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with progress:
        progress.add_task(words, total=None)
        yield
