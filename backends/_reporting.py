"""What a solver reports while one long call runs: the call in a thread, its reports as an iterator.

Solvers tell of better solutions by calling back from inside `solve`; whoever asked wants them one
after the other as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class _End:
    """The last thing in the queue: the work is over, perhaps by an error."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


def reported(work: Callable[[Callable[[T], None]], None], stop: Callable[[], None]) -> Generator[T]:
    """What `work` reports through its argument, until it returns; what it raises is raised here.

    Leaving the iterator early calls `stop`, which must make `work` return soon.
    """
    reports: SimpleQueue[T | _End] = SimpleQueue()

    def run() -> None:
        try:
            work(reports.put)
        except BaseException as error:  # raised again where the work was asked for
            reports.put(_End(error))
        else:
            reports.put(_End(None))

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while not isinstance(report := reports.get(), _End):
            yield report
        if report.error is not None:
            raise report.error
    finally:
        stop()
        thread.join()
