"""What a worker process hangs on: a pipe that nothing is written to, whose end is the worker's end.

It belongs to the whole process that holds it, unlike the signal that Linux sends when a parent
dies: that one comes as soon as the thread ends that started the worker.
"""

from __future__ import annotations

import os

_HELD: set[int] = set()


class Lifeline:
    """A new pipe; `end` is for the worker to watch."""

    def __init__(self) -> None:
        self.end, self._held = os.pipe()
        _HELD.add(self._held)

    def close(self) -> None:
        """Let go, which ends the worker."""
        if self._held in _HELD:
            _HELD.discard(self._held)
            os.close(self._held)


def _let_go() -> None:
    """A forked process holds none: the workers are its parent's, and end with that one."""
    for held in _HELD:
        os.close(held)
    _HELD.clear()


os.register_at_fork(after_in_child=_let_go)
