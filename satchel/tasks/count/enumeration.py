"""Counting by finding every solution, each checked."""

from __future__ import annotations

from satchel.tasks.count.protocol import Question, at_least
from satchel.tasks.solve import enumerate_solutions


class Enumeration:
    """Solve, check, exclude what was found, solve again."""

    name = "enumeration"
    summary = "find every solution with the backend, and check each"
    checked = True

    def refusal(self, question: Question) -> str | None:
        """None: every model can be enumerated."""
        return None

    def count(self, question: Question) -> int:
        """The number of solutions found, once there are no more."""
        found = 0
        with at_least(lambda: found):
            for _ in enumerate_solutions(
                question.model,
                backend=question.backend,
                options=question.options,
                jobs=question.jobs,
                timeout=question.timeout,
                memory=question.memory,
                started=question.started,
                check=question.check,
                worker=question.worker,
                notify=question.notify,
            ):
                found += 1
        return found
