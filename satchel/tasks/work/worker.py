"""The worker process: `python -m satchel.tasks.work.worker LIFELINE ADDRESS_SPACE`.

It carries out jobs, one after the other, that come as frames on stdin, and reports events as frames
on what was its stdout. File descriptor 1 itself is turned to stderr, because solvers print. It ends
with its parent, which holds the other end of the pipe LIFELINE. ADDRESS_SPACE (bytes, 0 for none)
is a limit well above the memory limit that the parent keeps by looking: there only so that growth
between two looks cannot exhaust the machine.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import select
import signal
import sys
from typing import Any, BinaryIO, Final

from satchel.errors import SatchelError
from satchel.tasks.work import events, frames

_PR_SET_CHILD_SUBREAPER: Final = 36


def main() -> None:
    """Carry out jobs until the parent closes the pipe."""
    lifeline, address_space = map(int, sys.argv[1:])
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bind_to(lifeline)
    if address_space:
        resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
    while (data := frames.read(sys.stdin.buffer)) is not None:
        serve(data, out)


def serve(data: Any, out: BinaryIO) -> None:
    """Carry out one job; errors meant for the caller are reported, others end the worker."""
    try:
        # Imported here, so that a fault in reading or loading is reported like any other.
        from satchel.ir import classes
        from satchel.tasks.work import jobs

        classes.trust()
        work = jobs.load(data).carry_out()
        event = next(work, None)
        while event is not None:
            _send(out, event)
            try:
                asked = isinstance(event, events.Asks)
                event = work.send(frames.read(sys.stdin.buffer) if asked else None)
            except StopIteration:
                break
    except (SatchelError, MemoryError) as error:
        _send(out, events.Failed.of(error))


def _send(out: BinaryIO, event: events.Event) -> None:
    out.write(frames.pack(events.to_json(event)))
    out.flush()


def _bind_to(lifeline: int) -> None:
    """Die with the parent, and adopt the orphans of the programs started here (Linux only).

    The kernel kills this process, whatever it is at, once nobody holds the other end of the pipe.
    (The signal that Linux sends at a parent's death comes when the *thread* that started us ends.)
    The parent finds what a solver program left behind among this process's children.
    """
    if sys.platform == "linux":
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    ended, _, _ = select.select([lifeline], [], [], 0)
    if ended:  # the parent died before it could be watched
        sys.exit(1)


if __name__ == "__main__":
    main()
