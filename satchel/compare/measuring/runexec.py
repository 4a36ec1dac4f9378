"""The meter that trusts nobody: BenchExec's `runexec`, by cgroups, where it works.

Nothing of a run can leave its cgroup, so that time and memory are those of all its processes, the
short-lived, too, and none survives (Beyer, Loewe and Wendler 2019, Reliable benchmarking). The time
until the problem is read is taken off: the process itself says what it had used by then. So
`runexec` cannot keep the limit on CPU time itself: it is told to end the run when that is reached.
"""

from __future__ import annotations

import ctypes
import importlib.util
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Final

from satchel.compare.measuring.attempt import Attempt, Begun, Fetch, Spent
from satchel.compare.measuring.gauge import TreeGauge
from satchel.compare.measuring.meter import (
    FETCHING,
    TIMEOUT,
    WALLTIME,
    Measured,
    RunLimits,
    Steps,
    decoding_of,
)
from satchel.errors import AnswerError, BackendError, LimitError, SatchelError
from satchel.extras import pip_install
from satchel.tasks.work import events, frames, jobs
from satchel.tasks.work.environment import environment
from satchel.tasks.work.events import Event, Failed
from satchel.tasks.work.scratch import Scratch
from satchel.tasks.work.tree import children, kill_tree

_COMMAND: Final = [sys.executable, "-P", "-m", "benchexec.runexecutor", "--quiet", "--no-container"]
_LOOK: Final = 0.05
"""Seconds between looks at whether the run is to be stopped."""
_SLACK: Final = 10.0
"""Seconds above the run's own limits: a backstop, for the process keeps its own time."""
_FAREWELL: Final = 10.0
"""Seconds that `runexec` may take to end a run and itself."""
_PR_SET_PDEATHSIG: Final = 1
_RESULT: Final = re.compile(r"^([\w-]+)=(.*)$", re.MULTILINE)


class RunExec:
    """A run in a cgroup of its own."""

    name: ClassVar[str] = "runexec"

    def refusal(self) -> str | None:
        """What is missing: BenchExec, or cgroups that may be written."""
        return _refusal()

    def measure(self, attempt: Attempt, limits: RunLimits, stop: threading.Event) -> Measured:
        """Make the attempt in a process that `runexec` starts."""
        with closing(Scratch()) as own:
            scratch = own.folder
            job, out, said = (Path(scratch, name) for name in ("job", "out", "said"))
            fetch = Fetch(attempt.folder, attempt.backend)
            job.write_bytes(frames.pack([limits.wall, jobs.dump(fetch), jobs.dump(attempt)]))
            command = [*_COMMAND, "--output", str(said)]
            command += ["--walltimelimit", f"{limits.wall + FETCHING + _SLACK:.0f}"]
            command += [] if limits.memory is None else ["--memlimit", str(limits.memory)]
            alone = [sys.executable, "-P", "-m", "satchel.compare.measuring.alone"]
            look = _Look(out, limits, stop)
            told = _run([*command, "--", *alone, str(job), str(out)], scratch, look)
            reported = list(_events(out))
            last = said.read_text(errors="replace").strip().splitlines()[-1:]
        return measured(reported, read_result(told), limits, "".join(last))


class _Look:
    """Looks at a run that `runexec` has started: LimitError where its CPU time is used up."""

    def __init__(self, out: Path, limits: RunLimits, stop: threading.Event) -> None:
        self._out = out
        self._limits = limits
        self._stop = stop
        self._gauge = TreeGauge(stop)
        self._begun = False

    def __call__(self, pid: int) -> None:
        """Once; `pid` is of `runexec`. KeyboardInterrupt where the run is to be stopped."""
        if self._stop.is_set():
            raise KeyboardInterrupt
        if self._limits.cpu is None:
            return
        if not self._begun:
            for event in _events(self._out):
                if isinstance(event, Begun):
                    self._begun = True
                    self._gauge.allow(event.cpu, self._limits.cpu)
        for child in children(pid):
            self._gauge(child)


def read_result(text: str) -> dict[str, str]:
    """What `runexec` prints: `walltime=0.31s`, `memory=516096B`, `terminationreason=memory`, ..."""
    return dict(_RESULT.findall(text))


def measured(
    reported: Sequence[Event], result: Mapping[str, str], limits: RunLimits, last: str
) -> Measured:
    """Put together what the process reported and what `runexec` says; `last` line it printed.

    Raises BackendError where `runexec` itself has failed.
    """
    if "walltime" not in result:
        raise BackendError(f"runexec does not work: {last or 'it told nothing'}")
    steps, begun = Steps(), Begun(0.0, 0.0)
    spent, error = None, None
    for event in reported:
        steps.take(event)
        begun = event if isinstance(event, Begun) else begun
        spent = event if isinstance(event, Spent) else spent
        if isinstance(event, Failed) and error is None:
            error = event.exception()
    cpu = max(_number(result, "cputime") - begun.cpu, 0.0)
    limit = _limit(result, error, limits, cpu)
    wall = max(_number(result, "walltime") - begun.age, 0.0)
    if limit == WALLTIME or (limit == TIMEOUT and limits.cpu is None):
        wall = limits.wall
    if spent is not None:
        wall = spent.wall
    return Measured(
        steps,
        wall,
        cpu,
        round(_number(result, "memory")) if "memory" in result else None,
        limit,
        None if limit or isinstance(error, AnswerError) else _failure(result, error, spent, last),
        str(error) if isinstance(error, AnswerError) else None,
        decoding=decoding_of(steps.answered, spent),
    )


def _limit(
    result: Mapping[str, str], error: SatchelError | None, limits: RunLimits, cpu: float
) -> str | None:
    reason = result.get("terminationreason", "")
    if reason == "memory" or (isinstance(error, LimitError) and error.reason == "memory"):
        return "memory"
    alarm = result.get("exitsignal") == str(int(signal.SIGALRM))
    stopped = reason == "killed" and limits.reached(cpu) == TIMEOUT
    late = alarm or stopped or reason.startswith(("walltime", "cputime"))
    return limits.reached(cpu) if late else None


def _failure(
    result: Mapping[str, str], error: SatchelError | None, spent: Spent | None, last: str
) -> str | None:
    if error is not None:
        return str(error)
    if spent is not None:
        return None
    told = [key for key in ("exitsignal", "returnvalue") if key in result]
    ending = " ".join(f"{key} {result[key]}" for key in told)
    return f"the process died, {ending}: {last}"


def _number(result: Mapping[str, str], key: str) -> float:
    """A number of seconds or bytes, without its unit."""
    return float(result[key].rstrip("sB"))


def _events(out: Path) -> list[Event]:
    """What the process reported; what it was cut off at does not count."""
    if not out.exists():
        return []
    return [*map(events.from_json, frames.Unpacker().feed(out.read_bytes()))]


def _run(command: Sequence[str], scratch: str, look: Callable[[int], None]) -> str:
    """Run `runexec` to its end, which a LimitError of `look` brings; nothing of it is left."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(scratch),
        start_new_session=True,
        preexec_fn=_end_with_parent(),
    )
    try:
        ended = False
        while True:
            try:
                if not ended:
                    look(process.pid)
            except LimitError:
                process.terminate()
                ended = True
            with suppress(subprocess.TimeoutExpired):
                patience = _FAREWELL if ended else _LOOK
                return process.communicate(timeout=patience)[0].decode(errors="replace")
            if ended:
                return ""
    finally:
        if process.poll() is None:
            process.terminate()  # it then ends what it runs, wherever that has gone
            with suppress(subprocess.TimeoutExpired):
                process.wait(_FAREWELL)
        kill_tree(process)
        assert process.stdout is not None
        process.stdout.close()


def _end_with_parent() -> Callable[[], None]:
    """What makes Linux tell `runexec` to end itself and its run when we die."""
    prctl = ctypes.CDLL(None).prctl  # looked up before the fork, where little is safe
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@lru_cache(maxsize=1)
def _refusal() -> str | None:
    if sys.platform != "linux":
        return "cgroups are Linux's"
    if importlib.util.find_spec("benchexec") is None:
        return f"BenchExec is not installed: {pip_install('benchexec')}"
    with closing(Scratch()) as own:
        scratch = own.folder
        command = [*_COMMAND, "--output", f"{scratch}/said", "--walltimelimit", "10"]
        command += ["--memlimit", str(1 << 28), "--", sys.executable, "-c", ""]
        told = _run(command, scratch, lambda pid: None)
    result = read_result(told)
    if result.get("returnvalue") == "0" and {"cputime", "memory"} <= set(result):
        return None
    said = [line for line in told.splitlines() if line.strip() and not _RESULT.match(line)]
    return f"cgroups cannot be used: {said[-1].strip() if said else 'runexec told nothing'}"
