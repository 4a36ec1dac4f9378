"""Where a problem comes from: an instance of a puzzle with one of its models, or a bare model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from satchel.errors import CheckError, InputError
from satchel.ir import Model
from satchel.ir.given import quoted
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.work.guard import guarded

Problem: TypeAlias = Instance | Model
"""An instance of a puzzle, or a model of your own."""


@dataclass(frozen=True)
class Origin:
    """A model; `instance` and `model_name` say how to build it again, where it has a puzzle."""

    model: Model
    instance: Instance | None = None
    model_name: str | None = None

    @classmethod
    def of(cls, instance: Instance, model_name: str | None = None) -> Origin:
        """Build the named model of an instance, or its puzzle's default model."""
        name = instance.puzzle.model_name(model_name)
        return cls(instance.build(name), instance, name)

    def to_json(self) -> dict[str, Any]:
        """The instance's data and the model's name, or the model itself."""
        if self.instance is None:
            return {"model": self.model.to_json()}
        return {"instance": self.instance.to_json(), "model": self.model_name}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], catalogue: Catalogue) -> Origin:
        """Build the model again; InputError or ModelError where the data does not fit."""
        model, instance = data.get("model"), data.get("instance")
        if isinstance(instance, Mapping) and isinstance(model, str):
            return cls.of(catalogue.revive(instance, instance.get("puzzle", "")), model)
        if instance is None and isinstance(model, Mapping):
            return cls(Model.from_json(model))
        raise InputError("expected an instance with the name of its model, or a model")

    def compare_with_known(
        self,
        status: str,
        *,
        objective: int | None = None,
        count: int | None = None,
        unique: bool | None = None,
        bounds: tuple[int | None, int | None] = (None, None),
    ) -> None:
        """Hold an answer against the known one; a CheckError says that one must be wrong."""
        if self.instance is None or self.instance.known is None:
            return
        sense = self.model.objective.sense if self.model.objective else "minimize"
        known = self.instance.known
        words = known.contradiction(
            status,
            objective=objective,
            sense=sense,
            count=count,
            unique=unique,
            bounds=bounds,
        )
        if words:
            raise CheckError(words)

    def argument(self) -> str | None:
        """The puzzle's own argument that there is no solution, if it sees one at once."""
        argument = None if self.instance is None else self.instance.refutation()
        return None if argument is None else f"argument: {argument}"

    def vouching_for_unsat(self) -> str | None:
        """What shows or says that the problem is unsatisfiable; None if nothing does."""
        if self.instance is None:
            return None
        argument, known = self.argument(), self.instance.known
        if argument is not None:
            return argument
        return f"known answer: {known}" if known and known.status == "unsat" else None


def origin_of(
    problem: Problem,
    model: str | None = None,
    *,
    deadline: float | None = None,
    memory: int | None = None,
) -> Origin:
    """Where a problem given from Python comes from; `model` names one of its puzzle's models.

    LimitError where building it takes longer than to the deadline, a `time.perf_counter()`, or more
    memory.
    """
    if isinstance(problem, Instance):
        with guarded(deadline, memory):
            return Origin.of(problem, model)
    if not isinstance(problem, Model):
        raise InputError(f"an Instance or a Model is expected, not {quoted(problem)}")
    if model is not None:
        raise InputError("`model` names a model of a puzzle's instance; this problem is a model")
    return Origin(problem)
