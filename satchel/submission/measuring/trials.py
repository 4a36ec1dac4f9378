"""Measuring instances: the easy solver first, and the chosen one where that fails."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from satchel.errors import BackendError, SizeError
from satchel.submission.generating.generate import Generated
from satchel.submission.hashes import fingerprint
from satchel.submission.layout import SCRATCH, Folder
from satchel.submission.measuring.measurements import Measure, Measurements, Role
from satchel.submission.measuring.select import Trial
from satchel.submission.problems import write_problem
from satchel.submission.request import Request
from satchel.submission.tracks.protocol import Bench, Limits, Outcome

Tell: TypeAlias = Callable[[str], None]
"""Gets what is done now, in a few words."""


@dataclass(frozen=True)
class Trials:
    """Measures instances for a request, `jobs` at once."""

    request: Request
    folder: Folder
    measurements: Measurements
    tell: Tell
    jobs: int = 1

    def __call__(self, instances: Iterable[Generated]) -> Generator[Trial]:
        """The trials of the instances, in their order.

        No more are begun than are asked for, but for those that are measured at once; whatever ends
        it early, none goes on. Raises BackendError where the easy solver fails for another reason
        than its limits.
        """
        due: deque[Future[Trial]] = deque()
        left, stop = iter(instances), threading.Event()
        threads = ThreadPoolExecutor(self.jobs, thread_name_prefix="trial")
        try:
            while True:
                self.tell("making an instance")
                while len(due) < self.jobs and (one := next(left, None)) is not None:
                    due.append(threads.submit(self._trial, one, stop))
                if not due:
                    return
                yield due.popleft().result()
        finally:
            stop.set()
            threads.shutdown(wait=True, cancel_futures=True)

    def _trial(self, generated: Generated, stop: threading.Event) -> Trial:
        request, track = self.request, self.request.rules
        with TemporaryDirectory(prefix=SCRATCH, dir=self.folder.work) as scratch:
            try:
                problem = write_problem(request, generated, Path(scratch))
            except SizeError as error:
                refused = Outcome("unknown", 0.0, f"refused: {error}")
                return Trial(generated, generated.fingerprint.gbd, refused, refused)
            gbd = fingerprint(problem.file, track.kind).gbd

            def measured(role: Role, solver: str, limits: Limits) -> Outcome:
                measure = Measure(generated.name, gbd, role, solver, track.version(solver), limits)
                bench = Bench(Path(scratch), limits, stop)
                self.tell(f"{generated.name} by {solver}")
                return self.measurements.once(
                    measure, partial(track.measure, problem, solver, bench)
                )

            probe = measured("probe", request.probe, request.easy_limits)
            _refuse_failure(request.probe, generated, probe)
            fault = _fault(request.probe, generated, probe)
            if probe.solved or fault is not None:
                return Trial(generated, gbd, probe, fault=fault)
            solver = measured("solver", request.solver, request.hard_limits)
            return Trial(generated, gbd, probe, solver, _fault(request.solver, generated, solver))


def _refuse_failure(solver: str, generated: Generated, outcome: Outcome) -> None:
    """A crash does not show that anything is hard."""
    if outcome.reason not in (None, "timeout", "memory"):
        raise BackendError(f"{solver} failed on {generated.name}: {outcome.reason}")


def _fault(solver: str, generated: Generated, outcome: Outcome) -> str | None:
    """What is wrong with an answer: with itself, or with what is known of the instance."""
    if outcome.fault is not None:
        return f"{solver}: {outcome.fault}"
    known = generated.instance.known
    if known is None or outcome.status == "unknown":
        return None
    contradiction = known.contradiction(
        "unsat" if outcome.value == 0 and outcome.status == "counted" else outcome.status,
        count=outcome.value if outcome.status == "counted" else None,
    )
    return None if contradiction is None else f"{solver}: {contradiction}"
