"""The known answer of an instance: what is on record about it, each fact with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from satchel.errors import InputError
from satchel.suggest import among

_FACTS = {"status": str, "count": int, "optimum": int, "unique": bool}
_NUMBER = {True: "there is one solution", False: "there are several solutions"}
_WORDS = {str: "a string", int: "an integer", bool: "true or false"}


@dataclass(frozen=True)
class KnownAnswer:
    """Facts about one instance, with its parameters exactly as they stand; None is not known.

    `count` is the number of shown solutions, `optimum` the objective's best value. `sources`
    names where each fact comes from.
    """

    status: Literal["sat", "unsat"]
    count: int | None
    optimum: int | None
    unique: bool | None
    sources: Mapping[str, str]

    def __str__(self) -> str:
        facts: list[str] = [self.status]
        facts += [] if self.count is None else [f"{self.count} solutions"]
        facts += [] if self.optimum is None else [f"optimum {self.optimum}"]
        facts += ["unique"] if self.unique else []
        return f"{', '.join(facts)} ({'; '.join(dict.fromkeys(self.sources.values()))})"

    def contradiction(
        self,
        status: str,
        *,
        objective: int | None = None,
        sense: str = "minimize",
        count: int | None = None,
        unique: bool | None = None,
        bounds: tuple[int | None, int | None] = (None, None),
    ) -> str | None:
        """Why an answer (sat, unsat or optimum) cannot be; None if nothing is known against it.

        `bounds` are between which values the best one is said to be. `unique` says whether the
        answer was that there is exactly one solution, or that there are several.
        """
        satisfiable = "unsat" if status == "unsat" else "sat"
        if satisfiable != self.status:
            return f"the answer is {satisfiable}, but the known answer is {self}"
        if count is not None and self.count not in (None, count):
            return f"{count} solutions were found, but the known answer is {self}"
        if unique is not None and self.count is not None and unique != (self.count == 1):
            return f"{_NUMBER[unique]}, but the known answer is {self}"
        if unique is not None and self.unique not in (None, unique):
            return f"{_NUMBER[unique]}, but the known answer is {self}"
        if objective is not None and self.optimum not in (None, objective):
            gain = objective - self.optimum if sense == "maximize" else self.optimum - objective
            if gain > 0 or status == "optimum":
                return f"objective {objective} was reached, but the known answer is {self}"
        lower, upper = bounds
        if self.optimum is not None and (
            (lower is not None and lower > self.optimum)
            or (upper is not None and upper < self.optimum)
        ):
            return f"the best is said to be in {lower}..{upper}, but the known answer is {self}"
        return None

    def to_json(self) -> dict[str, Any]:
        """The data `read_known` takes."""
        facts = {name: getattr(self, name) for name in _FACTS if name in self.sources}
        return facts | {"source": dict(self.sources)}


def read_known(data: Mapping[str, Any]) -> KnownAnswer:
    """Read an `[answer]` table: facts, and `source`, one for all or a table with one for each."""
    facts: dict[str, Any] = {}
    for name, value in data.items():
        if name == "source":
            continue
        if name not in _FACTS:
            raise InputError(f"answer: no such fact {name!r} {among(name, _FACTS)}")
        if type(value) is not _FACTS[name]:
            raise InputError(f"answer: {name} is expected to be {_WORDS[_FACTS[name]]}")
        facts[name] = value
    if not facts:
        raise InputError("answer: no fact is given")
    status = facts.get("status", "unsat" if facts.get("count") == 0 else "sat")
    _refuse_contradictions(facts, status)
    return KnownAnswer(
        status=status,
        count=facts.get("count"),
        optimum=facts.get("optimum"),
        unique=facts.get("unique"),
        sources=_sources(facts, data.get("source")),
    )


def _refuse_contradictions(facts: Mapping[str, Any], status: str) -> None:
    if status not in ("sat", "unsat"):
        raise InputError(f'answer: status is "sat" or "unsat", not {status!r}')
    count = facts.get("count")
    if count is not None and (count < 0 or (count == 0) != (status == "unsat")):
        raise InputError(f"answer: count {count} contradicts status {status}")
    if status == "unsat" and ("optimum" in facts or "unique" in facts):
        raise InputError("answer: an unsatisfiable instance has no optimum and no unique solution")
    if count is not None and facts.get("unique", count == 1) != (count == 1):
        raise InputError(f"answer: count {count} contradicts unique")


def _sources(facts: Mapping[str, Any], source: object) -> dict[str, str]:
    if isinstance(source, str):
        return dict.fromkeys(facts, source)
    if not isinstance(source, Mapping):
        raise InputError("answer: no source is given")
    for name, text in source.items():
        if name not in facts or not isinstance(text, str):
            raise InputError(f"answer: source of {name!r} belongs to no fact, or is not a string")
    missing = [name for name in facts if name not in source]
    if missing:
        raise InputError(f"answer: no source is given for {', '.join(missing)}")
    return dict(source)
