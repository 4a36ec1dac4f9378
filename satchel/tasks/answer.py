"""What a backend said about a model, in one value that can be printed or written as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, TypeAlias

from satchel.errors import InputError
from satchel.ir.given import shortened

Status: TypeAlias = Literal["sat", "unsat", "optimum", "unknown"]


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """How large the formula was that a backend got; `linear` counts its linear constraints."""

    variables: int
    clauses: int
    literals: int
    linear: int = 0

    def to_json(self) -> dict[str, int]:
        """Plain data, for `Answer.to_json` and the worker's frames."""
        return {
            "variables": self.variables,
            "clauses": self.clauses,
            "literals": self.literals,
            "linear": self.linear,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The outcome of one solve.

    `reason` says what ended the work early: `timeout`, `memory`, `interrupted` (only in an
    `Interrupted`), or `solver error: ...`. It is None unless `status` is `unknown`, or `sat` where
    an optimum was asked for and not proved. `values` has every variable of the model, `solution`
    every shown name; both are None without a solution. `literals` is the formula's own model, where
    there was a formula and one answer was asked for. `objective` is the value reached; only
    `optimum` says that no better one exists, and `bounds` are the least and the greatest value that
    the best one can have, as far as that is known. `search` is how it was looked for, `why` the
    reason for that. `formula` is None where no clauses were made. `times` holds seconds for
    `build`, `encode`, `solve`, `decode`, `check`, as far as the work got. `checked` is true when
    the model's meaning, and the puzzle's rules where they were given, have been checked.
    `certificate` names what vouches for an `unsat`; None: nothing does.
    """

    status: Status
    backend: str
    reason: str | None = None
    values: Mapping[str, int] | None = None
    solution: Mapping[str, int | bool] | None = None
    literals: Sequence[int] | None = None
    objective: int | None = None
    bounds: tuple[int | None, int | None] = (None, None)
    search: str | None = None
    why: str | None = None
    formula: FormulaSize | None = None
    times: Mapping[str, float] = field(default_factory=dict)
    checked: bool = False
    certificate: str | None = None
    statistics: Mapping[str, int | float] = field(default_factory=dict)

    def __repr__(self) -> str:
        parts: list[str] = [self.status, *(["checked"] if self.checked else [])]
        parts += [f"{name}={value}" for name, value in self._told() if value is not None]
        return f"Answer({', '.join(parts)})"

    def _told(self) -> Iterator[tuple[str, object]]:
        """What is said of an answer in one line, by name."""
        yield "reason", self.reason
        yield "objective", self.objective
        yield "bounds", None if self.bounds == (None, None) else list(self.bounds)
        yield "solution", None if self.solution is None else shortened(str(dict(self.solution)))
        yield "certificate", self.certificate
        yield "backend", self.backend

    def __getitem__(self, key: object) -> NoReturn:
        raise InputError(
            "an answer has no items: `answer.solution[name]` is the value of what is shown by that"
            " name, `answer.values[variable.name]` that of a variable"
        )

    def digest(self) -> bytes:
        """Sixteen bytes that tell shown solutions of one model apart."""
        assert self.solution is not None
        values = list(self.solution.values())
        try:
            text = bytes(values)  # the common case; JSON of as many values is always longer
        except ValueError:  # some value takes more than a byte
            text = json.dumps(values).encode()
        return hashlib.blake2b(text, digest_size=16).digest()

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`; `solution` stands for `values` and `literals`."""
        return {
            "status": self.status,
            "reason": self.reason,
            "solution": None if self.solution is None else dict(self.solution),
            "objective": self.objective,
            "bounds": list(self.bounds),
            "search": self.search,
            "why": self.why,
            "backend": self.backend,
            "formula": None if self.formula is None else self.formula.to_json(),
            "times": {name: round(seconds, 6) for name, seconds in self.times.items()},
            "checked": self.checked,
            "certificate": self.certificate,
            "statistics": dict(self.statistics),
        }


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, on its way out to the caller; `answer` is what was known when it came."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer
