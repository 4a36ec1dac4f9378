"""The best solution of a model, on any backend and within limits: the caller's side.

Every better solution is checked here as it comes, against the model's own meaning, and against the
puzzle's rules where `check` is given. Bounds are the backend's word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from satchel.cnf.options import Options
from satchel.errors import BackendError, InputError, LimitError
from satchel.ir import Model
from satchel.tasks.answer import Answer, Interrupted
from satchel.tasks.check import Check, Progress
from satchel.tasks.optimise.job import Optimise
from satchel.tasks.optimise.rule import search_named
from satchel.tasks.optimise.steps import Bounds, Chosen
from satchel.tasks.running import run_job
from satchel.tasks.solve import DEFAULT_BACKEND
from satchel.tasks.work.events import Found
from satchel.tasks.work.process import Worker

Watch = Callable[[Bounds], None]
"""Is told of bounds as they come."""


def optimise(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    search: str = "auto",
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    watch: Watch | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Answer:
    """The best solution of a model with an objective, with status `optimum` once that is proved.

    Where a limit or a failure of the solver comes first, the best solution so far has status `sat`,
    a `reason` and the bounds known by then; without one the status is `unknown`. Ctrl-C is raised
    as Interrupted, a KeyboardInterrupt that has the same answer.
    Limits and workers as for `solve`.

    Raises InputError where there is no objective, or the search is not for the backend, and what
    `solve` raises.
    """
    if model.objective is None:
        raise InputError("there is no objective to optimise")
    progress = Progress(model, backend, check, started)
    job = Optimise(model, backend, options or Options(), search_named(search))
    best: Answer | None = None
    bounds, choice, reason = Bounds(), Chosen(search, ""), None
    try:
        with run_job(job, progress.begun, timeout, memory, in_process, worker) as events:
            for event in events:
                progress.take(event)
                match event:
                    case Found():
                        best = progress.solution(event)
                    case Bounds():
                        bounds = event
                        if watch is not None:
                            watch(bounds)
                    case Chosen():
                        choice = event
                    case _:
                        pass
    except LimitError as error:
        reason = error.reason
    except BackendError as error:
        reason = f"solver error: {error}"
    except KeyboardInterrupt:
        stopped = _answer(progress, best, bounds, choice, "interrupted")
        raise Interrupted(stopped) from None
    return _answer(progress, best, bounds, choice, reason)


def _answer(
    progress: Progress, best: Answer | None, bounds: Bounds, choice: Chosen, reason: str | None
) -> Answer:
    """What is known at the end."""
    between = (bounds.lower, bounds.upper)
    if best is None:
        answer = progress.answer("unsat") if reason is None else progress.unknown(reason)
    elif bounds.lower == bounds.upper == best.objective:
        answer = progress.complete(replace(best, status="optimum"))
    else:
        stopped = progress.unknown(reason or "solver error: the search ended without a proof")
        answer = replace(best, reason=stopped.reason, times=stopped.times)
    return replace(answer, bounds=between, search=choice.search, why=choice.why)
