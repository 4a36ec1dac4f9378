"""Folders for what only lives as long as a process of ours; those of the killed are swept up.

The owner holds a lock on a file in its folder. The kernel lets go of it when the owner is gone,
however it went, and whoever makes the next folder removes those that nobody holds.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

_PREFIX: Final = "satchel-"
_LOCK: Final = ".lock"
_FRESH: Final = 60.0
"""Seconds in which a folder may not be locked yet by who has just made it."""


class Scratch:
    """A new folder, until it is closed."""

    def __init__(self) -> None:
        _sweep_once()
        self.folder = tempfile.mkdtemp(prefix=_PREFIX)
        self._lock = os.open(Path(self.folder, _LOCK), os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def close(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self._lock)


def sweep() -> None:
    """Remove the folders of this user that nobody holds any more."""
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError):
            seen = lock.lstat()
            if seen.st_uid == os.getuid() and time.time() - seen.st_mtime > _FRESH:
                _remove_if_free(lock)


def _remove_if_free(lock: Path) -> None:
    held = os.open(lock, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError where somebody holds it
        shutil.rmtree(lock.parent, ignore_errors=True)
    finally:
        os.close(held)


@lru_cache(maxsize=1)
def _sweep_once() -> None:
    """Once in the life of a process is enough."""
    sweep()
