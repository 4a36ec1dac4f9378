"""What a worker process can be asked: a job travels as JSON, and its steps come back as events.

A job's class is named in the message, so that a new task is one file: a dataclass with the methods
below. Both ends are the same program, so the name is trusted.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from importlib import import_module
from typing import Any, Protocol, Self

from satchel.tasks.work.events import Event


class Job(Protocol):
    """Work for this process or another."""

    def to_json(self) -> dict[str, Any]:
        """The job as JSON data."""
        ...

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The job that `to_json` wrote."""
        ...

    def carry_out(self) -> Generator[Event, Any]:
        """Each step as it is done; the last is `Ended`. After `Asks` data is sent in.

        Raises SatchelErrors meant for the caller, and MemoryError where memory ends.
        """
        ...


def dump(job: Job) -> dict[str, Any]:
    """The job with the name of its class."""
    return {"job": [type(job).__module__, type(job).__qualname__], **job.to_json()}


def load(data: Mapping[str, Any]) -> Job:
    """The job that `dump` wrote."""
    module, name = data["job"]
    job: Job = getattr(import_module(module), name).from_json(data)
    return job
