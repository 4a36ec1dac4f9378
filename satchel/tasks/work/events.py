"""What a running job reports, step by step; JSON data on the way out of a worker.

A task with more to tell than these defines its own events beside its job: a subclass is known by
its name as soon as it is defined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import Any, Final

from satchel import errors
from satchel.errors import BackendError, LimitError, SatchelError
from satchel.tasks.answer import FormulaSize

_KINDS: Final[dict[str, type[Event]]] = {}


class Event:
    """One step; a subclass is a frozen dataclass whose fields are JSON data."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        _KINDS[cls.__name__] = cls


class Asks(Event):
    """A step after which the job waits for JSON data from whoever gave it: `send` it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Encoded(Event):
    """The backend's problem is made; `formula` is its size, None if it is not clauses."""

    formula: FormulaSize | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Found(Event):
    """A solution: `values` of the model's variables; `truth` of the formula's, as `0` and `1`.

    `solve` and `decode` are the seconds since the work began, all solutions together.
    """

    values: Mapping[str, int]
    truth: str | None
    solve: float
    decode: float


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """There is no further solution, or no further one was asked for."""

    solve: float
    decode: float
    statistics: Mapping[str, int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """The work ended in an error that the caller gets to see, by the name of its class."""

    error: str
    message: str

    @classmethod
    def of(cls, error: SatchelError | MemoryError) -> Failed:
        """The event that tells of an error."""
        if isinstance(error, MemoryError):
            return cls("MemoryError", "")
        return cls(type(error).__name__, str(error))

    def exception(self) -> SatchelError:
        """The error to raise on the other side."""
        if self.error == "MemoryError":
            return LimitError("memory", "the worker ran out of memory")
        kind = getattr(errors, self.error, None)
        if isinstance(kind, type) and issubclass(kind, SatchelError) and kind is not LimitError:
            return kind(self.message)
        return BackendError(self.message)


def to_json(event: Event) -> list[Any]:
    """The event as JSON data: its kind and its fields."""
    # Not asdict() of the whole, which copies a solution value by value.
    values = {each.name: getattr(event, each.name) for each in fields(event)}  # type: ignore[arg-type]
    data = {name: asdict(v) if is_dataclass(v) else v for name, v in values.items()}  # type: ignore[arg-type]
    return [type(event).__name__, data]


def from_json(data: Any) -> Event:
    """The event that `to_json` wrote; BackendError where the data is none."""
    try:
        name, given = data
        if name == "Encoded" and given["formula"] is not None:
            given = {**given, "formula": FormulaSize(**given["formula"])}
        return _KINDS[name](**given)
    except (TypeError, ValueError, LookupError) as error:
        raise BackendError(f"the worker reported something that is no event: {error}") from error
