"""Run a solver program: its output bounded in memory, its life bound to ours.

Lines are kept only if they can belong to an answer; a program may print gigabytes of anything else
for as long as the caller's deadline allows, up to a limit, without filling memory.
"""

from __future__ import annotations

import ctypes
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from satchel.errors import BackendError

_PR_SET_PDEATHSIG: Final = 1
_BLOCK: Final = 1 << 16
_PATIENCE: Final = 0.1
"""Seconds between looks at whether a silent program still runs."""
_PAUSE: Final = 0.001
"""Seconds until the first look at whether a program that has closed its streams has ended."""
MAX_OTHER: Final = 1 << 28
"""So many bytes of lines that are no part of an answer are read before giving up."""
MAX_ERRORS: Final = 4096
"""So much of what the program writes to stderr is kept."""


OUT_OF_MEMORY: Final = re.compile(r"bad_alloc|MemoryError|out[ -]of[ -]memory", re.IGNORECASE)
"""What programs write to stderr when memory ends."""


@dataclass(slots=True)
class Finished:
    """How a program ended, and what it said that may matter."""

    code: int
    answer: bytes
    errors: str


@dataclass(slots=True)
class _Lines:
    """Keeps of a stream the lines that match `wanted` (in multi-line mode), within `limit`."""

    wanted: re.Pattern[bytes]
    limit: int
    kept: list[bytes] = field(default_factory=list)
    partial: bytes = b""
    size: int = 0
    other: int = 0

    def feed(self, block: bytes) -> None:
        end = block.rfind(b"\n") + 1
        if end:
            self._take(self.partial + block[:end])
            self.partial = b""
        self.partial += block[end:]
        if len(self.partial) > self.limit:
            raise BackendError(f"the program printed a line of more than {self.limit} bytes")

    def finish(self) -> bytes:
        self._take(self.partial)
        return b"\n".join(self.kept)

    def _take(self, lines: bytes) -> None:
        found = self.wanted.findall(lines)
        size = sum(len(line) + 1 for line in found)
        self.kept += found
        self.size += size
        self.other += max(len(lines) - size, 0)
        if self.size > self.limit:
            raise BackendError(f"the program printed an answer of more than {self.limit} bytes")
        if self.other > MAX_OTHER:
            raise BackendError(f"the program printed {self.other} bytes that are no answer")


def run(
    command: Sequence[str], *, wanted: re.Pattern[bytes], limit: int, out: Path | None = None
) -> Finished:
    """Run a program until it ends; then, or whatever else happens, its process group is gone.

    BackendError where it cannot be started, or prints more than fits an answer, or writes more to
    the file `out`, which may be gigabytes by the time it ends.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            process_group=0,
            preexec_fn=_die_with_parent(),
        )
    except OSError as error:
        raise BackendError(f"{command[0]} cannot be run: {error.strerror}") from error
    with process:
        try:
            answer, errors = _read(process, _Lines(wanted, limit), out)
        finally:
            os.killpg(process.pid, signal.SIGKILL)  # not waited for yet: the group still exists
        return Finished(process.wait(), answer, errors)


def _read(process: subprocess.Popen[bytes], lines: _Lines, out: Path | None) -> tuple[bytes, str]:
    """What the program prints until it ends; children that outlive it are not waited for."""
    assert process.stdout is not None
    assert process.stderr is not None
    errors = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        selector.register(process.stderr, selectors.EVENT_READ)
        while selector.get_map():
            _refuse_large(out, lines.limit)
            ended = _ended(process)
            ready = selector.select(0 if ended else _PATIENCE)
            if ended and not ready:
                break
            for key, _ in ready:
                block = os.read(key.fd, _BLOCK)
                if not block:
                    selector.unregister(key.fileobj)
                elif key.fileobj is process.stdout:
                    lines.feed(block)
                elif len(errors) < MAX_ERRORS:
                    errors += block[: MAX_ERRORS - len(errors)]
    pause = _PAUSE
    while not _ended(process):  # its streams are closed: most end at once
        _refuse_large(out, lines.limit)
        time.sleep(pause)
        pause = min(2 * pause, _PATIENCE)
    return lines.finish(), errors.decode(errors="replace")


def _refuse_large(out: Path | None, limit: int) -> None:
    if out is not None and out.exists() and out.stat().st_size > limit:
        raise BackendError(f"the program wrote an answer of more than {limit} bytes")


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended, leaving it as a zombie so that its group keeps its number."""
    flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
    return os.waitid(os.P_PID, process.pid, flags) is not None


def _die_with_parent() -> Callable[[], None] | None:
    """What makes Linux kill the child when we die; elsewhere the caller's process group must do."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # looked up before the fork, where little is safe
    return lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
