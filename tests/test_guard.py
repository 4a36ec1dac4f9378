"""Limits on building a model from Python, in whatever thread: one deadline over everything."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import pytest

import satchel
from satchel import LimitError, load
from satchel.tasks.work.events import Event
from satchel.tasks.work.guard import guarded
from satchel.tasks.work.process import Worker

ENDLESS = 10**9
"""Steps that nobody waits for."""


def busy(steps: int) -> int:
    total = 0
    for step in range(steps):
        total ^= step
    return total


def stubborn() -> None:
    """Goes on after every error of the usual kind."""
    while True:
        try:
            busy(ENDLESS)
        except Exception:
            continue


def renaming() -> None:
    """Makes another error of whatever comes."""
    try:
        busy(ENDLESS)
    except BaseException as error:
        raise ValueError from error


@pytest.mark.parametrize("work", [lambda: busy(ENDLESS), stubborn, renaming])
def test_work_is_stopped_at_the_deadline(work: Callable[[], object]) -> None:
    with pytest.raises(LimitError) as error, guarded(time.perf_counter() + 0.2):
        work()
    assert error.value.reason == "timeout"
    busy(100_000)  # nothing is raised later


def test_another_thread_is_stopped_and_no_other() -> None:
    reasons: list[str] = []

    def work() -> None:
        with pytest.raises(LimitError) as error, guarded(time.perf_counter() + 0.1):
            busy(ENDLESS)
        reasons.append(error.value.reason)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        busy(1000)
    assert reasons == ["timeout"]


def test_more_memory_than_allowed_stops_it_but_not_what_is_there_already() -> None:
    there = bytearray(b"x" * (64 << 20))
    with guarded(None, 32 << 20):
        time.sleep(0.2)
    with pytest.raises(LimitError) as error, guarded(None, 32 << 20):
        grow()
    assert (error.value.reason, len(there)) == ("memory", 64 << 20)


def test_ctrl_c_stays_what_it_is() -> None:
    def late() -> None:
        try:
            busy(ENDLESS)
        except BaseException:
            raise KeyboardInterrupt from None

    with pytest.raises(KeyboardInterrupt), guarded(time.perf_counter() + 0.1):
        late()
    busy(100_000)


def test_what_ends_in_time_is_left_alone() -> None:
    for _ in range(200):
        with guarded(time.perf_counter() + 60, 1 << 40):
            busy(10)
    with pytest.raises(ZeroDivisionError), guarded(time.perf_counter() + 60):
        print(1 // 0)


def grow() -> None:
    """Takes more and more memory."""
    hog: list[bytearray] = []
    while True:
        hog.append(bytearray(b"x" * (1 << 20)))
        time.sleep(0.01)


ASKED: dict[str, Callable[..., Any]] = {
    "solve": satchel.solve,
    "unique": satchel.unique,
    "explain": satchel.explain,
    "solutions": lambda *args, **limits: next(satchel.solutions(*args, **limits)),
    "count": satchel.count,
    "count_orbits": satchel.count_orbits,
    "representatives": lambda *args, **limits: next(satchel.representatives(*args, **limits)),
}


@pytest.mark.parametrize("name", ASKED)
def test_building_the_model_counts(name: str, nothing_left: str) -> None:
    huge = load("queens:n=4000")  # minutes
    begun = time.perf_counter()
    try:
        reason = ASKED[name](huge, timeout=0.5).reason
    except LimitError as error:
        reason = error.reason
    assert reason == "timeout"
    assert time.perf_counter() - begun < 20


def test_so_does_its_memory() -> None:
    answer = satchel.solve(load("queens:n=4000"), memory=20 << 20)
    assert (answer.status, answer.reason) == ("unknown", "memory")


@dataclass(frozen=True)
class Unwritable:
    """A job that takes for ever to be written down, as one with a large model takes long."""

    def to_json(self) -> dict[str, Any]:
        return {"steps": busy(ENDLESS)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        raise NotImplementedError

    def carry_out(self) -> Generator[Event]:
        raise NotImplementedError


def test_so_does_handing_it_over(nothing_left: str) -> None:
    with Worker() as worker, pytest.raises(LimitError):
        next(worker.run(Unwritable(), time.perf_counter() + 0.2))
