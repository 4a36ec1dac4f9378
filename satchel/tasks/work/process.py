"""The parent's side of a worker process: start it, hold it to its limits, leave nothing behind.

Limits are kept from outside, by killing: solvers cannot be trusted to stop. The resident memory of
the worker and everything below it is looked at every 50 ms. Python's own limit on address space is
only a backstop above that, and what it causes (aborts, segmentation faults, MemoryError) is told
as what it is: the end of memory.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any, Final, Self, TypeAlias

from satchel.backends._process import OUT_OF_MEMORY
from satchel.errors import BackendError, LimitError
from satchel.tasks.work import events, frames, jobs
from satchel.tasks.work.environment import environment
from satchel.tasks.work.events import Ended, Event, Failed
from satchel.tasks.work.guard import guarded
from satchel.tasks.work.jobs import Job
from satchel.tasks.work.lifeline import Lifeline
from satchel.tasks.work.scratch import Scratch
from satchel.tasks.work.tree import kill_tree, resident

Gauge: TypeAlias = Callable[[int], int]
"""Looks at a process and all below it; returns the bytes of memory that are in use."""

_LOOK: Final = 0.05
"""Seconds between two looks at the memory in use."""

_LONGEST: Final = 3600.0
"""Seconds to wait at a time: what the operating system takes is bounded."""

_BLOCK: Final = 1 << 16
_FAREWELL: Final = 1.0
"""Seconds that a worker may take to end after it has closed its output."""

_STDERR: Final = 1 << 12
"""So much of the end of the worker's stderr is kept."""

_MEMORY_SIGNALS: Final = frozenset({signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGKILL})
_MEMORY_CODES: Final = frozenset({1, 127, 134, 139})


class Worker:
    """A worker process for one job after the other.

    To be used by one thread, and closed; a context manager does that. A job that does not reach
    its end (an error, a limit, an iterator left early) ends the process: the next job starts a
    new one. Where memory is limited, `gauge` looks at it every 50 ms.
    """

    def __init__(self, memory: int | None = None, gauge: Gauge = resident) -> None:
        self.memory = memory
        self._gauge = gauge
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch: Scratch | None = None
        self._lifeline: Lifeline | None = None
        self._peak = 0
        self._errors = b""
        self._unpacker = frames.Unpacker()
        self._unsent = memoryview(b"")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, job: Job, deadline: float | None = None) -> Generator[Event]:
        """The events of a job, as they come, up to `Ended`.

        `deadline` is a `time.perf_counter()`. Raises LimitError at the deadline and above the
        memory limit, BackendError when the worker dies or its solver fails, InputError and
        ModelError where the job makes no sense. The process is then gone.
        """
        finished = False
        try:
            self.begin(job, deadline)
            for _, event in listen([self], deadline):
                finished = isinstance(event, Ended)
                yield event
                if finished:
                    return
        finally:
            if not finished:
                self.close()

    def begin(self, job: Job, deadline: float | None = None) -> None:
        """Hand over a job, to be listened to; a worker that is not running is started.

        LimitError at the deadline: a large model takes its time to be written down.
        """
        process = self._start()
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._unpacker = frames.Unpacker()
        self._unsent = memoryview(b"")
        with guarded(deadline):
            data = jobs.dump(job)
        self.tell(data)

    def tell(self, data: Any) -> None:
        """Send JSON data to the job, which reads it when it `Asks`."""
        self._unsent = memoryview(bytes(self._unsent) + frames.pack(data))
        self._write()

    def close(self) -> None:
        """Kill the worker with everything below it; a Ctrl-C meanwhile is raised afterwards."""
        interrupted = False
        while True:
            try:
                self._end()
                break
            except KeyboardInterrupt:
                interrupted = True
        if interrupted:
            raise KeyboardInterrupt

    def _end(self) -> None:
        if self._process is not None:
            kill_tree(self._process)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            self._process = None
        if self._lifeline is not None:
            self._lifeline.close()
            self._lifeline = None
        if self._scratch is not None:
            self._scratch.close()
            self._scratch = None

    def _start(self) -> subprocess.Popen[bytes]:
        """The running process, or a new one.

        It is not one of this terminal's: Ctrl-C reaches the parent alone, which kills it.
        """
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self._peak, self._errors = 0, b""
        self._scratch = Scratch()
        backstop = 0 if self.memory is None else self.memory * 3 // 2 + (1 << 30)
        backstop = min(backstop, sys.maxsize)
        self._lifeline = Lifeline()
        end = self._lifeline.end
        try:
            self._process = subprocess.Popen(
                # -P: a file in the current directory must not stand in for a module.
                [sys.executable, "-P", "-m", f"{__package__}.worker", str(end), str(backstop)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(self._scratch.folder),
                pass_fds=[end],
                start_new_session=True,
                bufsize=0,
            )
        finally:
            os.close(end)
        return self._process

    def attach(self, selector: selectors.BaseSelector) -> None:
        """Have the selector look at the worker's pipes, with the worker as their data."""
        assert self._process is not None
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            selector.register(pipe, selectors.EVENT_READ, self)

    def attend(self, selector: selectors.BaseSelector) -> None:
        """Have the selector wait until more can be sent, as long as there is more to send."""
        assert self._process is not None
        assert self._process.stdin is not None
        waiting = self._process.stdin in selector.get_map()
        if self._unsent and not waiting:
            selector.register(self._process.stdin, selectors.EVENT_WRITE, self)
        elif waiting and not self._unsent:
            selector.unregister(self._process.stdin)

    def serve(self, key: selectors.SelectorKey, selector: selectors.BaseSelector) -> list[Event]:
        """Take from a pipe that is ready, or send; what the worker has reported.

        Raises LimitError or BackendError where it has died.
        """
        assert self._process is not None
        if key.fileobj is self._process.stdin:
            self._write()
            return []
        block = os.read(key.fd, _BLOCK)
        if key.fileobj is self._process.stderr:
            self._errors = (self._errors + block)[-_STDERR:]
            if not block:
                selector.unregister(key.fileobj)
            return []
        if not block:
            raise self._death(self._process)
        return [events.from_json(data) for data in self._unpacker.feed(block)]

    def look(self) -> int:
        """Bytes of memory in use by the worker and all below it."""
        assert self._process is not None
        return self._gauge(self._process.pid)

    def note(self, used: int) -> None:
        """Remember what all who share the limit use together; LimitError where it is above."""
        self._peak = max(self._peak, used)
        if self.memory is not None and used > self.memory:
            raise LimitError("memory", f"{used >> 20} MiB in use, {self.memory >> 20} MiB allowed")

    def _write(self) -> None:
        """Send as much as the pipe takes."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            while self._unsent:
                sent = os.write(self._process.stdin.fileno(), self._unsent[:_BLOCK])
                self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # the worker is dead: the end of its stdout will say so
            self._unsent = self._unsent[:0]

    def _death(self, process: subprocess.Popen[bytes]) -> LimitError | BackendError:
        """Why the worker closed its side: the end of memory, or a crash of the solver."""
        try:
            code = process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            return BackendError("the worker closed its output without ending")
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        with suppress(BlockingIOError):
            self._errors = (self._errors + (process.stderr.read(_BLOCK) or b""))[-_STDERR:]
        said = self._errors.decode(errors="replace").strip()
        if OUT_OF_MEMORY.search(said) or self._ended_by_backstop(code):
            return LimitError("memory", f"the worker ran out of memory (exit code {code})")
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        last = f": {said.splitlines()[-1]}" if said else ""
        return BackendError(f"the worker died, {how}{last}")

    def _ended_by_backstop(self, code: int) -> bool:
        """Whether the end looks like a failed allocation, at a time when memory was short."""
        if self.memory is None or self._peak < self.memory // 2:
            return False
        return code in _MEMORY_CODES or (code < 0 and signal.Signals(-code) in _MEMORY_SIGNALS)


def listen(
    workers: Sequence[Worker], deadline: float | None = None
) -> Generator[tuple[Worker, Event]]:
    """The events of workers at their jobs, each with the worker that reports it, as they come.

    `deadline` is a `time.perf_counter()`. The workers share one memory limit, which is each one's.
    Raises what `Worker.run` raises. It does not end by itself, and it ends no worker.
    """
    memory = workers[0].memory
    next_look = time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            worker.attach(selector)
        while True:
            now = time.perf_counter()
            late = deadline is not None and now >= deadline
            if late or (memory is not None and now >= next_look):
                used = sum([worker.look() for worker in workers])
                if late:
                    raise LimitError("timeout", "the deadline has passed")
                for worker in workers:
                    worker.note(used)
                next_look = time.perf_counter() + _LOOK
            for worker in workers:
                worker.attend(selector)
            for key, _ in selector.select(_patience(deadline, next_look if memory else None)):
                for event in key.data.serve(key, selector):
                    if isinstance(event, Failed):
                        raise event.exception()
                    yield key.data, event


def _patience(*ends: float | None) -> float | None:
    """Seconds until something must be done even if nothing arrives."""
    known = [end for end in ends if end is not None]
    return min(max(min(known) - time.perf_counter(), 0), _LONGEST) if known else None
