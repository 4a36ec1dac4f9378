"""Working off a plan: killed and started again, stopped by Ctrl-C, in random order."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from test_compare_record import RECORD, RUN

from satchel.compare.conduct import conduct
from satchel.compare.loop import Blocks
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.compare.store import open_store, read_store, write_plan
from satchel.compare.workers import LocalWorkers, Measured
from satchel.errors import InputError
from tests.commands import ENVIRONMENT, ROOT

PLAN = [
    replace(RUN, parameters={"n": n}, backend=backend, shuffle=seed)
    for n in range(4, 9)
    for backend in ("cadical", "glucose")
    for seed in (None, 1, 2)
]
ASKED = [{"puzzles": [], "jobs": 2, "seed": 0}]
LINE = {"id": RECORD.provenance}


def answer(run: Run, wall: float = 0.1) -> Record:
    return replace(RECORD, run=run, wall=wall, solution=run.id)


class Fake:
    """Measures by an answer that is known beforehand."""

    def __init__(self, measure: Callable[[Run, threading.Event], Record]) -> None:
        self._measure = measure
        self.evidence: list[Record] = []
        self.released: list[Run] = []

    def __call__(self, run: Run, stop: threading.Event) -> Record:
        return self._measure(run, stop)

    def keep_evidence(self, record: Record) -> None:
        assert record.run not in self.released
        self.evidence.append(record)

    def release(self, runs: Sequence[Run]) -> None:
        self.released += runs


def conducted(
    folder: Path,
    measure: Callable[[Run, threading.Event], Record] = lambda run, stop: answer(run),
    places: int = 2,
) -> Fake:
    fake = Fake(measure)
    assert conduct(folder, [], lambda *_: LocalWorkers(places, fake, LINE)) == []
    return fake


def table(folder: Path) -> list[Record]:
    return [replace(record, wall=0) for record in read_store(folder).records]


def test_every_run_is_made_once(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    made: list[str] = []

    def measure(run: Run, _stop: threading.Event) -> Record:
        made.append(run.id)
        return answer(run)

    conducted(tmp_path, measure)
    assert sorted(made) == sorted(run.id for run in PLAN)
    assert table(tmp_path) == [replace(answer(run), wall=0) for run in PLAN]
    conducted(tmp_path, measure)
    assert len(made) == len(PLAN)


def test_the_order_is_random_by_instance_and_the_same_for_the_same_seed() -> None:
    orders = [[run.id for run in Blocks(plan, 0).order] for plan in (PLAN, PLAN[::-1])]
    assert orders[0] == orders[1]
    assert orders[0] != [run.id for run in Blocks(PLAN, 1).order]
    assert sorted(orders[0]) == sorted(run.id for run in PLAN)
    sizes = [run.parameters["n"] for run in Blocks(PLAN, 0).order]
    assert sum(one != other for one, other in pairwise(sizes)) == 4  # five blocks
    backends = [run.backend for run in Blocks(PLAN, 0).order]
    assert sum(one != other for one, other in pairwise(backends)) > 10


def test_at_most_so_many_at_a_time(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    running, most = set[str](), [0]
    lock = threading.Lock()

    def measure(run: Run, _stop: threading.Event) -> Record:
        with lock:
            running.add(run.id)
            most[0] = max(most[0], len(running))
        time.sleep(0.005)
        with lock:
            running.remove(run.id)
        return answer(run)

    conducted(tmp_path, measure, places=3)
    assert most == [3]


def test_what_is_done_with_is_released_and_a_lie_leaves_evidence(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    liar = next(run for run in PLAN if run.parameters["n"] == 6)
    lie = replace(answer(liar), status="unsat", verdict="unchecked", solution=None)
    fake = conducted(tmp_path, lambda run, stop: lie if run == liar else answer(run))
    assert fake.evidence == [lie]
    assert sorted(run.id for run in fake.released) == sorted(run.id for run in PLAN)


def test_a_run_that_cannot_be_measured_ends_the_rest_and_keeps_what_is_made(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    last = Blocks(PLAN, 0).order[20]

    def measure(run: Run, _stop: threading.Event) -> Record:
        if run.id == last.id:
            raise InputError("cannot be written: no space left on device", file="formulas")
        return answer(run)

    with pytest.raises(InputError, match="no space left"):
        conducted(tmp_path, measure)
    assert len(table(tmp_path)) >= 19
    conducted(tmp_path)
    assert len(table(tmp_path)) == len(PLAN)


def test_ctrl_c_ends_what_runs_and_keeps_what_is_made(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    stopped: list[str] = []
    order = Blocks(PLAN, 0).order

    def measure(run: Run, stop: threading.Event) -> Record:
        if order.index(run) < 10:
            return answer(run)
        if order.index(run) == 10:
            os.kill(os.getpid(), signal.SIGINT)  # to the process, as a terminal does
        assert stop.wait(20), "nobody stopped the run"
        stopped.append(run.id)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        conducted(tmp_path, measure)
    assert 1 <= len(stopped) <= 2
    assert len(table(tmp_path)) == 10


PROGRAM = f"""
import sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT / "tests")!r})
from test_compare_loop import answer, conducted
def measure(run, stop):
    with open(sys.argv[1] + "/begun", "a") as file:
        file.write(run.id + chr(10))
    time.sleep(0.01)
    return answer(run, wall=time.time())
conducted(Path(sys.argv[1]), measure)
"""


def test_killed_ten_times_and_resumed_the_table_is_that_of_an_undisturbed_run(
    tmp_path: Path,
) -> None:
    plan = [replace(run, timeout=float(limit)) for run in PLAN for limit in range(1, 6)]
    write_plan(tmp_path / "undisturbed", plan, ASKED)
    conducted(tmp_path / "undisturbed")
    folder = tmp_path / "killed"
    write_plan(folder, plan, ASKED)
    chance = random.Random(7)
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    kills = 0
    while kills < 10:
        process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        goal = lines(folder / "begun") + chance.randrange(1, 4)
        while lines(folder / "begun") < goal and process.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.02)
        before = lines(folder / "runs.jsonl")
        process.kill()
        assert process.wait() == -signal.SIGKILL
        assert lines(folder / "runs.jsonl") >= before
        kills += 1
    subprocess.run(command, env=ENVIRONMENT, check=True)
    written = [json.loads(line)["id"] for line in (folder / "runs.jsonl").read_text().splitlines()]
    assert len(written) == len(set(written)) == len(plan)
    assert table(folder) == table(tmp_path / "undisturbed")
    assert lines(folder / "begun") <= len(plan) + 2 * kills  # what ran in two places, no more


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_a_result_that_is_there_when_work_ends_is_kept(tmp_path: Path) -> None:
    """A run that is done while another one fails."""
    write_plan(tmp_path, PLAN, ASKED)
    workers = _Together()
    with pytest.raises(InputError):
        conduct(tmp_path, [], lambda *_: workers)
    assert len(table(tmp_path)) == 1


class _Together:
    """Two places; the second run fails as the first one ends."""

    places = 2

    def __init__(self) -> None:
        self._futures: list[Future[Measured]] = []

    def submit(self, run: Run) -> Future[Measured]:
        self._futures.append(Future())
        if len(self._futures) == 2:
            self._futures[1].set_exception(InputError("fails"))
        else:
            self._run = run
        return self._futures[-1]

    def finish(self, runs: object, suspects: object) -> None: ...

    def stop(self) -> None:
        self._futures[0].set_result(Measured(answer(self._run), LINE))


def test_two_processes_do_not_work_in_one_folder(tmp_path: Path) -> None:
    write_plan(tmp_path, PLAN, ASKED)
    with open_store(tmp_path), pytest.raises(InputError, match="another process is at work"):
        conducted(tmp_path)
