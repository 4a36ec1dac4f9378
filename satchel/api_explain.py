"""What `import satchel` offers to explain a problem step by step: explain_steps."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable

from satchel.cnf.options import Options
from satchel.errors import BackendError, LimitError
from satchel.tasks.explain import Explanation, Step, explaining, held_against_known
from satchel.tasks.origin import Problem, origin_of
from satchel.tasks.solve import DEFAULT_BACKEND


def explain_steps(
    problem: Problem,
    *,
    keep: Iterable[str] = (),
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: int | None = None,
) -> Generator[Step, None, Explanation]:
    """The steps of `explain`, each as it is found; they are checked once all are.

    The end of the iterator means that they have passed their check; it returns the whole
    explanation. Arguments as for `explain`. Raises what that raises, and LimitError or BackendError
    where it would answer `unknown`: the steps that came before are not checked then.
    """
    started = time.perf_counter()
    deadline = None if timeout is None else started + timeout
    origin = origin_of(problem, model, deadline=deadline, memory=memory)
    found = yield from explaining(
        origin.model,
        backend=backend,
        options=options,
        keep=list(keep),
        timeout=timeout,
        memory=memory,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    )
    if found.kind == "unknown":
        words = f"{len(found.steps)} steps were found, which are not checked: {found.reason}"
        if found.reason in ("timeout", "memory"):
            raise LimitError(found.reason, words)
        raise BackendError(words)
    held_against_known(found, origin)
    return found
