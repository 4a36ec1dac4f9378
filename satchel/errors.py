"""Every exception that Satchel raises on purpose, in one tree.

The command line turns each into one line on stderr and an exit code: `InputError` and `ModelError`
2, `CheckError` 1, `BackendError` and `LimitError` 3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class SatchelError(Exception):
    """Base of all errors raised by Satchel; `str()` is one line fit for a user."""


class InputError(SatchelError):
    """What the user gave (file, option, name) is not what was expected.

    `file` and `line` (from 1) say where, when they are known.
    """

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None) -> None:
        self.message = message
        self.file = file
        self.line = line
        where = "".join(f"{part}:" for part in (file, line) if part is not None)
        super().__init__(f"{where} {message}" if where else message)


class SizeError(InputError):
    """A formula, or a group, would be larger than the user, the format or the memory allows."""


class ModelError(SatchelError):
    """The modelling interface was used in a way that has no meaning."""


class NotNegatableError(ModelError):
    """A constraint that has no negation stands where its negation is needed."""


class CheckError(SatchelError):
    """An answer failed a check, or two backends contradict each other.

    `solution` is the shown solution that was refused, where there is one.
    """

    def __init__(self, message: str, *, solution: Mapping[str, int] | None = None) -> None:
        self.solution = solution
        super().__init__(message)


class BackendError(SatchelError):
    """A solver is missing, crashed, or answered with something that is not an answer."""


class AnswerError(BackendError):
    """A solver says that it has a model, and what it gives as such is none."""


class LimitError(SatchelError):
    """A limit ended the work; `reason` is `timeout`, `memory` or `size` (of a file)."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class InputWarning(UserWarning):
    """A file is not written as it should be, and has been read as solvers read it."""

    def __init__(self, message: str, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: {message} (read as solvers read it)")


class HintWarning(UserWarning):
    """A model has hints, and the backend that solves it does not follow any."""

    def __init__(self, backend: str) -> None:
        super().__init__(f"{backend} ignores the model's hints")
