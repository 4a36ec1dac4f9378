"""Processes below a process: what they use together, and their common end."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from typing import Final

import psutil

_ROUNDS: Final = 200
_PAUSE: Final = 0.005


def resident(pid: int) -> int:
    """Bytes of memory resident for a process and all below it; 0 where it is gone."""
    total = 0
    for process in family(pid):
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


def kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a session, all its descendants, and all that is in its session.

    Descendants first have to be found, as long as their parents live to tell; whoever is born
    meanwhile is found by the session it inherits. Returns when all of them are dead.
    """
    victims = family(process.pid)
    process.kill()
    for _ in range(_ROUNDS):
        for victim in victims:
            with suppress(psutil.Error):
                victim.kill()
        process.wait()
        victims = [*filter(_alive, victims), *_session(process.pid)]
        if not victims:
            return
        time.sleep(_PAUSE)


def family(pid: int) -> list[psutil.Process]:
    """A process and all below it, the dead among them that nobody has waited for; [] if gone."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    return []


def children(pid: int) -> list[int]:
    """The processes that a process has started and that live; [] if it is gone."""
    with suppress(psutil.Error):
        return [child.pid for child in psutil.Process(pid).children()]
    return []


def _session(leader: int) -> list[psutil.Process]:
    """The living processes of a session."""
    members = []
    for pid in psutil.pids():
        with suppress(OSError, psutil.Error):
            if os.getsid(pid) == leader:
                members.append(psutil.Process(pid))
    return list(filter(_alive, members))


def _alive(process: psutil.Process) -> bool:
    """Zombies count as dead: who waits for them, if anybody, is not known."""
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False
