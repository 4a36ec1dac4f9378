"""Explain a model: search, then check, both within limits; nothing unchecked is given out."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from satchel.cnf.options import Options
from satchel.errors import BackendError, CheckError, LimitError
from satchel.ir import Model
from satchel.puzzle import Shown
from satchel.tasks.check import Check as Rules
from satchel.tasks.explain.checking import Check, Checked
from satchel.tasks.explain.explanation import Explanation, Kind, Step
from satchel.tasks.explain.groups import kept_labels, labelled
from satchel.tasks.explain.search import Consequences, Contradicted, Search, Stepped
from satchel.tasks.origin import Origin
from satchel.tasks.running import run_job
from satchel.tasks.solve import DEFAULT_BACKEND
from satchel.tasks.work.events import Event
from satchel.tasks.work.jobs import Job
from satchel.tasks.work.process import Worker

Told: TypeAlias = Callable[[str, int, int], None]
"""Told how the work goes on: what is done, how much of it, and of how much."""

_LISTED = 3


@dataclass(slots=True)
class _Progress:
    """What the events have said so far."""

    told: Told
    labels: tuple[str, ...] | None = None
    steps: list[Step] = field(default_factory=list)
    open: dict[str, tuple[int | bool, ...]] = field(default_factory=dict)
    undroppable: tuple[str, ...] = ()
    faults: list[str] = field(default_factory=list)
    count: int = 0
    checked: int = 0

    def take(self, event: Event) -> None:
        """Note what an event says."""
        match event:
            case Contradicted():
                self.labels, self.undroppable = tuple(event.labels), tuple(event.undroppable)
            case Consequences():
                self.count, self.undroppable = event.count, tuple(event.undroppable)
                self.open = {name: tuple(values) for name, values in event.open.items()}
            case Stepped():
                self.steps.append(Step.from_json(event.step))
                self.told("explaining", self.count - event.left, self.count)
            case Checked():
                self.faults += event.faults
                self.checked += 1
                self.told("checking", self.checked, len(self.steps) + 1)
            case _:
                pass

    def to_be_checked(
        self, model: Model, backend: str, options: Options, kept: tuple[str, ...]
    ) -> Check:
        """The job that checks what was found."""
        hard = (*kept, *self.undroppable)
        return Check(model, backend, options, hard, self.labels, tuple(self.steps), self.open)


def explaining(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    keep: Sequence[str] = (),
    smallest: bool = False,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Rules | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
    told: Told = lambda words, done, whole: None,
) -> Generator[Step, None, Explanation]:
    """Why there is no solution, or why the solutions are as they are: the steps, then all of it.

    Each step is yielded as it is found, not checked yet; what is returned is checked. A model
    without labels gets the statements' texts as such. `keep` are labels (`*` and `?` match) that
    are not to be dropped; `smallest` asks for a smallest contradiction. Other arguments as in
    `solve`; `told` hears how the work goes on. Limits and failing solvers come back as `unknown`
    with a reason, and the steps found till then, unchecked.

    Raises InputError for an unknown backend or label, CheckError where the explanation fails its
    check, or the solution that the steps lead to the puzzle's rules.
    """
    begun = time.perf_counter() if started is None else started
    model = labelled(model)
    kept = tuple(kept_labels(model, keep))
    options = options or Options()
    options.refuse_breaking()
    progress = _Progress(told)
    times: dict[str, float] = {"build": time.perf_counter() - begun}
    reason: str | None = None
    with ExitStack() as stack:
        if worker is None and not in_process:
            worker, memory = stack.enter_context(Worker(memory)), None

        def run(stage: str, job: Job) -> Iterator[Step]:
            start = time.perf_counter()
            with run_job(job, begun, timeout, memory, in_process, worker) as events:
                for event in events:
                    progress.take(event)
                    if isinstance(event, Stepped):
                        yield progress.steps[-1]
            times[stage] = time.perf_counter() - start

        try:
            yield from run("search", Search(model, backend, options, kept, smallest))
            yield from run("check", progress.to_be_checked(model, backend, options, kept))
        except LimitError as error:
            reason = error.reason
        except BackendError as error:
            reason = f"solver error: {error}"
    _refuse(progress.faults, "the explanation fails its check")
    kind: Kind = "contradiction" if progress.labels is not None else "steps"
    found = Explanation(
        kind if reason is None else "unknown",
        backend,
        labels=progress.labels if reason is None else None,
        smallest=smallest and progress.labels is not None,
        steps=tuple(progress.steps),
        open=progress.open,
        hard=(*kept, *progress.undroppable),
        reason=reason,
        checked=reason is None,
        times=times,
    )
    solution = found.solution()
    if solution is not None and check is not None:
        _refuse(check(solution), "what the steps lead to breaks the puzzle's rules", solution)
    return found


def explain(model: Model, **asked: Any) -> Explanation:
    """What `explaining` returns in the end, of the same arguments."""
    steps = explaining(model, **asked)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Explanation = end.value
            return found


def held_against_known(found: Explanation, origin: Origin) -> None:
    """CheckError where the known answer contradicts what was found."""
    if found.kind == "contradiction":
        origin.compare_with_known("unsat")
    elif found.kind == "steps" and found.open:
        origin.compare_with_known("sat", unique=False)
    elif found.kind == "steps":
        origin.compare_with_known("sat", count=1, unique=True)


def _refuse(wrong: list[str], what: str, solution: Shown | None = None) -> None:
    if wrong:
        more = f" and {len(wrong) - _LISTED} more" if len(wrong) > _LISTED else ""
        words = f"{what}: {'; '.join(wrong[:_LISTED])}{more}"
        raise CheckError(words, solution=solution)
