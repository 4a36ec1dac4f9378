"""Limits on Python code of this process, in whatever thread: for building models.

`limits.py` does the same by signals, for commands, which have the process to themselves. A library
has neither the signals nor the main thread: an exception is raised in the thread by another one.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from satchel.errors import LimitError

_LOOK: Final = 0.05
"""Seconds between two looks at the memory in use."""

_AGAIN: Final = 0.5
"""Seconds until a block that has not stopped is stopped again."""

_LONGEST: Final = 3600.0
"""Seconds to wait at a time: what the operating system takes is bounded."""


class _Stopped(BaseException):
    """Raised in the guarded thread; no puzzle's `except Exception` keeps it."""


@contextmanager
def guarded(deadline: float | None, memory: int | None = None) -> Iterator[None]:
    """Raise a LimitError in the block at the deadline, and once so much more memory is in use.

    `deadline` is a `time.perf_counter()`. The error comes between two steps of Python: a single
    long one, as sorting a list, is waited for.
    """
    if deadline is None and memory is None:
        yield
        return
    guard = _Guard(threading.get_ident(), deadline, memory)
    watcher = threading.Thread(target=guard.watch, daemon=True)
    try:
        watcher.start()
        try:
            yield
        finally:
            guard.end()
    except KeyboardInterrupt:
        guard.end()  # it may have come in the way of that
        raise
    except BaseException:
        guard.end()
        # Code in the block may have caught the exception and made another one of it.
        if guard.reached is None:
            raise
    if guard.reached is not None:
        raise guard.reached


class _Guard:
    """Looks at the clock and the memory for one thread, until the end of its block."""

    def __init__(self, thread: int, deadline: float | None, memory: int | None) -> None:
        self._thread = ctypes.c_ulong(thread)
        self._deadline, self._memory = deadline, memory
        self._done = threading.Event()
        self._lock = threading.Lock()
        self.reached: LimitError | None = None

    def watch(self) -> None:
        """Wait for the end of the block, or stop it; again where Python has dropped the exception.

        It does so in finalizers and in callbacks of the garbage collector.
        """
        allowed = None if self._memory is None else _resident() + self._memory
        while not self._done.wait(self._pause()):
            if self._deadline is not None and time.perf_counter() >= self._deadline:
                self._stop(LimitError("timeout", "the deadline has passed"))
            if allowed is not None and self._memory is not None and _resident() > allowed:
                words = f"more than {self._memory >> 20} MiB in use"
                self._stop(LimitError("memory", words))

    def end(self) -> None:
        """The block is over: nothing is raised in it any more."""
        with self._lock:
            self._done.set()
        if self.reached is not None:  # it may not have been raised yet
            ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, None)

    def _pause(self) -> float:
        if self.reached is not None:
            return _AGAIN
        if self._memory is not None:
            return _LOOK
        assert self._deadline is not None
        return min(max(self._deadline - time.perf_counter(), 0), _LONGEST)

    def _stop(self, reached: LimitError) -> None:
        if not isinstance(sys.unraisablehook, _Quiet):
            sys.unraisablehook = _Quiet(sys.unraisablehook)
        with self._lock:
            if not self._done.is_set():
                self.reached = self.reached or reached
                stopped = ctypes.py_object(_Stopped)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(self._thread, stopped)


class _Quiet:
    """A `sys.unraisablehook` that ignores dropped stops: the watcher sends another one."""

    def __init__(self, others: Callable[[Any], object]) -> None:
        self._others = others

    def __call__(self, dropped: Any) -> None:
        if dropped.exc_type is not _Stopped:
            self._others(dropped)


def _resident() -> int:
    from psutil import Process

    return int(Process().memory_info().rss)
