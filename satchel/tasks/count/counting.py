"""Count the shown solutions of a model, or of an instance with a known answer."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from satchel.tasks.choose import backend_named
from satchel.tasks.count.protocol import Question
from satchel.tasks.count.rule import choose
from satchel.tasks.origin import Origin


@dataclass(frozen=True, slots=True)
class Count:
    """The number of shown solutions, by which method and why by that one.

    `checked`: each solution was found, and passed the checks against the model and the puzzle's
    rules. `seconds` are those since the question was asked, building the model included.
    """

    number: int
    method: str
    why: str
    checked: bool
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`."""
        return {
            "count": self.number,
            "method": self.method,
            "why": self.why,
            "checked": self.checked,
            "seconds": round(self.seconds, 6),
        }


def count(question: Question, method: str = "auto") -> Count:
    """The answer to a question, by the named method or as the rule says.

    Raises what `Method.count` raises, and InputError for a method that is unknown or refuses.
    """
    backend_named(question.backend)
    question.options.refuse_breaking()
    chosen, why = choose(question, method)
    number = chosen.count(question)
    return Count(number, chosen.name, why, chosen.checked, perf_counter() - question.started)


def count_origin(origin: Origin, question: Question, method: str = "auto") -> Count:
    """The count of an origin's model (as `question` asks it), held against the known one.

    Raises what `count` raises, and CheckError where the known answer is another.
    """
    refutation = origin.instance.refutation() if origin.instance else None
    if refutation is not None:
        answer = Count(0, "argument", refutation, False, perf_counter() - question.started)
    else:
        answer = count(question, method)
    status = "sat" if answer.number else "unsat"
    origin.compare_with_known(status, count=answer.number)
    return answer
