"""What is asked when solutions are counted, and what a method of counting offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from satchel.cnf.options import Options
from satchel.errors import BackendError, LimitError
from satchel.ir import Model
from satchel.tasks.check import Check
from satchel.tasks.solve import DEFAULT_BACKEND, Notify
from satchel.tasks.work.process import Worker


@dataclass(frozen=True)
class Question:
    """How many shown solutions has `model`?

    `timeout` (seconds) covers everything since `started`, a `time.perf_counter()`; `memory` (bytes)
    is for all worker processes together. `jobs` is how many of them there may be; None: as many as
    pay. `backend` and `options` are for methods that solve or encode, `check` (the puzzle's rules)
    for those that see each solution. `worker` is a running process to use instead of new ones, with
    a memory limit of its own. An objective plays no part.
    """

    model: Model
    backend: str = DEFAULT_BACKEND
    options: Options = field(default_factory=Options)
    jobs: int | None = None
    timeout: float | None = None
    memory: int | None = None
    started: float = field(default_factory=perf_counter)
    check: Check | None = None
    notify: Notify | None = None
    worker: Worker | None = None

    @property
    def deadline(self) -> float | None:
        """The `time.perf_counter()` at which the time is over."""
        return None if self.timeout is None else self.started + self.timeout


class Method(Protocol):
    """One way to count."""

    @property
    def name(self) -> str:
        """The name it is asked for by."""
        ...

    @property
    def summary(self) -> str:
        """One line that says how it counts."""
        ...

    @property
    def checked(self) -> bool:
        """Whether it sees each solution, and lets it pass both checks."""
        ...

    def refusal(self, question: Question) -> str | None:
        """Why it cannot answer this question, as a clause in lower case; None if it can."""
        ...

    def count(self, question: Question) -> int:
        """The number of shown solutions, exactly.

        Raises LimitError (timeout, memory) and BackendError where it did not get to the end, and
        says in the message what is known by then ("at least 12 solutions"); InputError and
        ModelError where the question makes no sense; CheckError where a solution fails a check.
        """
        ...


@contextmanager
def at_least(found: Callable[[], int]) -> Iterator[None]:
    """Let an error that ends the block say how many solutions were `found` by then.

    A Ctrl-C stays a KeyboardInterrupt.
    """
    try:
        yield
    except LimitError as error:
        raise LimitError(error.reason, f"{error}; {_at_least(found())}") from error
    except BackendError as error:
        raise BackendError(f"{error}; {_at_least(found())}") from error
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_at_least(found())) from None


def _at_least(found: int) -> str:
    return f"at least {found} solution{'s' * (found != 1)}"
