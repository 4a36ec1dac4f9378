"""Every best solution: first the best value is proved, then the solutions that have it are listed.

As clasp's `--opt-mode=optN` does, and MiniZinc's `--all-optimal`.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from copy import copy
from dataclasses import replace

from satchel.cnf.options import Options
from satchel.errors import BackendError, InputError, LimitError
from satchel.ir import Model
from satchel.tasks.answer import Answer
from satchel.tasks.check import Check
from satchel.tasks.optimise.optimise import Watch, optimise
from satchel.tasks.solve import DEFAULT_BACKEND, Notify, enumerate_solutions


def optimal_solutions(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    search: str = "auto",
    limit: int | None = None,
    jobs: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    watch: Watch | None = None,
    notify: Notify | None = None,
) -> Generator[Answer]:
    """Every shown solution that reaches the best value, checked, with status `optimum`.

    Arguments as in `optimise` and `enumerate_solutions`, one deadline over both. Raises what those
    raise; LimitError and BackendError also where the best value is not proved.
    """
    started = time.perf_counter() if started is None else started
    (options or Options()).refuse_breaking()
    best = optimise(
        model,
        backend=backend,
        options=options,
        search=search,
        timeout=timeout,
        memory=memory,
        started=started,
        check=check,
        watch=watch,
    )
    if best.reason is not None:
        raise _stopped(best)
    if best.status == "unsat":
        return
    for answer in enumerate_solutions(
        _only_best(model, best),
        backend=backend,
        options=options,
        limit=limit,
        jobs=jobs,
        timeout=timeout,
        memory=memory,
        started=started,
        check=check,
        notify=notify,
    ):
        yield replace(answer, status="optimum", bounds=best.bounds)


def _only_best(model: Model, best: Answer) -> Model:
    """The model with its objective fixed at the best value."""
    if model.objective is None or best.objective is None:
        raise InputError("there is no objective to optimise")
    only = copy(model)
    only.add(model.objective.expr == best.objective)
    return only


def _stopped(best: Answer) -> LimitError | BackendError:
    """Why the best value is not known, with what is."""
    lower, upper = ("?" if bound is None else bound for bound in best.bounds)
    known = f"the best value is not proved: it is in {lower}..{upper}"
    if best.reason in ("timeout", "memory"):
        return LimitError(best.reason, known)
    return BackendError(f"{best.reason}; {known}")
