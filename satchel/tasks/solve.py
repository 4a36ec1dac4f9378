"""Solve a model, or enumerate its shown solutions, on any backend and within limits.

Both run in a worker process by default (see `process.py`), because several solvers can neither be
interrupted nor survive the end of memory. Whatever comes back is checked here, in the caller's
process, against the model's own meaning, and against the puzzle's rules where `check` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from satchel.cnf.options import Options
from satchel.tasks.answer import Answer

if TYPE_CHECKING:
    from satchel.ir import Model
    from satchel.tasks.process import Worker

Check: TypeAlias = Callable[[Mapping[str, int | bool]], list[str]]
"""The puzzle's rules: shown values to the list of what is wrong with them."""

DEFAULT_BACKEND = "cadical"


def solve(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Answer:
    """One answer to `model`.

    `timeout` (seconds) covers everything since `started`, a `time.perf_counter()` taken before the
    model was built (default: now). `memory` is in bytes, for the worker and its children together.
    Limits, crashes and Ctrl-C come back as status `unknown` with a reason; nothing is left running.
    `worker` reuses a running worker process (and its memory limit); `in_process` uses none, and then
    no limit can be kept.

    Raises `InputError` for an unknown backend, `SizeError` beyond `options.max_clauses`,
    `CheckError` when an answer fails a check.
    """
    raise NotImplementedError


def enumerate_solutions(
    model: Model,
    *,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    started: float | None = None,
    check: Check | None = None,
    in_process: bool = False,
    worker: Worker | None = None,
) -> Iterator[Answer]:
    """Every shown solution once, as a checked answer with status `sat`, in no promised order.

    The end of the iterator means that there are no more, or that `limit` is reached. Closing it, or
    leaving it by an exception, ends the worker. Raises what `solve` raises, and where `solve` would
    answer `unknown`: `LimitError` (timeout, memory) or `BackendError`; Ctrl-C stays
    `KeyboardInterrupt`.
    """
    raise NotImplementedError
