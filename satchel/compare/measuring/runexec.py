"""The meter that trusts nobody: BenchExec's `runexec`, by cgroups, where it works.

Nothing of a run can leave its cgroup, so that time and memory are those of all its processes, the
short-lived, too, and none survives (Beyer, Loewe and Wendler 2019, Reliable benchmarking). The time
until the problem is read is taken off: the process itself says what it had used by then.
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
from satchel.compare.measuring.meter import FETCHING, Measured, Steps
from satchel.errors import AnswerError, BackendError, LimitError, SatchelError
from satchel.tasks.work import events, frames, jobs
from satchel.tasks.work.events import Event, Failed
from satchel.tasks.work.process import environment
from satchel.tasks.work.scratch import Scratch
from satchel.tasks.work.tree import kill_tree

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

    def measure(
        self, attempt: Attempt, timeout: float, memory: int | None, stop: threading.Event
    ) -> Measured:
        """Make the attempt in a process that `runexec` starts."""
        with closing(Scratch()) as own:
            scratch = own.folder
            job, out, said = (Path(scratch, name) for name in ("job", "out", "said"))
            fetch = Fetch(attempt.folder, attempt.backend)
            job.write_bytes(frames.pack([timeout, jobs.dump(fetch), jobs.dump(attempt)]))
            command = [*_COMMAND, "--output", str(said)]
            command += ["--walltimelimit", f"{timeout + FETCHING + _SLACK:.0f}"]
            command += [] if memory is None else ["--memlimit", str(memory)]
            alone = [sys.executable, "-P", "-m", "satchel.compare.measuring.alone"]
            told = _run([*command, "--", *alone, str(job), str(out)], scratch, stop)
            reported = list(_events(out))
            last = said.read_text(errors="replace").strip().splitlines()[-1:]
        return measured(reported, read_result(told), timeout, "".join(last))


def read_result(text: str) -> dict[str, str]:
    """What `runexec` prints: `walltime=0.31s`, `memory=516096B`, `terminationreason=memory`, ..."""
    return dict(_RESULT.findall(text))


def measured(
    reported: Sequence[Event], result: Mapping[str, str], timeout: float, last: str
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
    limit = _limit(result, error)
    cpu = max(_number(result, "cputime") - begun.cpu, 0.0)
    wall = max(_number(result, "walltime") - begun.age, 0.0)
    if limit == "timeout":
        wall = timeout
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
    )


def _limit(result: Mapping[str, str], error: SatchelError | None) -> str | None:
    reason = result.get("terminationreason", "")
    if reason == "memory" or (isinstance(error, LimitError) and error.reason == "memory"):
        return "memory"
    alarm = result.get("exitsignal") == str(int(signal.SIGALRM))
    return "timeout" if alarm or reason.startswith(("walltime", "cputime")) else None


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


def _run(command: Sequence[str], scratch: str, stop: threading.Event) -> str:
    """Run `runexec` to its end, which comes soon once `stop` is set; nothing of it is left."""
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
        while True:
            if stop.is_set():
                raise KeyboardInterrupt
            with suppress(subprocess.TimeoutExpired):
                return process.communicate(timeout=_LOOK)[0].decode(errors="replace")
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
        return "BenchExec is not installed: pip install 'satchel[benchexec]'"
    with closing(Scratch()) as own:
        scratch = own.folder
        command = [*_COMMAND, "--output", f"{scratch}/said", "--walltimelimit", "10"]
        command += ["--memlimit", str(1 << 28), "--", sys.executable, "-c", ""]
        told = _run(command, scratch, threading.Event())
    result = read_result(told)
    if result.get("returnvalue") == "0" and {"cputime", "memory"} <= set(result):
        return None
    said = [line for line in told.splitlines() if line.strip() and not _RESULT.match(line)]
    return f"cgroups cannot be used: {said[-1].strip() if said else 'runexec told nothing'}"
