"""Limits on work in this very process: for encoding, which runs nothing but Satchel's own Python.

Solvers cannot be stopped this way; they run in a worker process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from satchel.errors import LimitError

_INTERVAL = 0.05
"""Seconds between two looks at the memory in use."""


@contextmanager
def limited(timeout: float | None, memory: int | None) -> Iterator[None]:
    """Raise a LimitError in the block after `timeout` seconds or above `memory` bytes.

    To be used in the main thread; the error comes as from a signal, between two steps of Python.
    """
    reached: list[LimitError] = []
    try:
        with _deadline(timeout, reached), _ceiling(memory, reached):
            yield
    except Exception:
        # Whoever caught the error in the block and made another of it did not know whose it was.
        if reached:
            raise reached[0] from None
        raise


@contextmanager
def _deadline(timeout: float | None, reached: list[LimitError]) -> Iterator[None]:
    if timeout is None:
        yield
        return

    def expired(_signal: int, _frame: FrameType | None) -> None:
        reached.append(LimitError("timeout", f"not done after {timeout:g} s"))
        raise reached[0]

    before = signal.signal(signal.SIGALRM, expired)
    signal.setitimer(signal.ITIMER_REAL, timeout)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _ceiling(memory: int | None, reached: list[LimitError]) -> Iterator[None]:
    if memory is None:
        yield
        return

    def exceeded(_signal: int, _frame: FrameType | None) -> None:
        reached.append(LimitError("memory", f"more than {memory / 2**20:.0f} MiB in use"))
        raise reached[0]

    before = signal.signal(signal.SIGUSR1, exceeded)
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(memory, done), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        signal.signal(signal.SIGUSR1, before)


def _watch(memory: int, done: threading.Event) -> None:
    """Look at the resident size until the work is done, or send the one signal."""
    from psutil import Process

    process = Process()
    while not done.wait(_INTERVAL):
        if process.memory_info().rss > memory:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)
            return
