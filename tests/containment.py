"""What a test needs to see that nothing is left running."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import psutil
import pytest

MARK = "SATCHEL_TEST_MARK"
"""An environment variable by which processes of this test run are recognised."""


def marked(mark: str) -> list[int]:
    """The processes, of whatever parent, that carry the mark, except this one."""
    found = []
    for process in psutil.process_iter():
        try:
            ours = process.environ().get(MARK) == mark and process.pid != os.getpid()
            if ours and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("it did not happen in two minutes")
