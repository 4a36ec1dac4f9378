"""Time, memory, Ctrl-C and lying programs: one clear reason each, and no process left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from satchel.cnf.options import Options
from satchel.errors import BackendError, CheckError, InputError, LimitError
from satchel.ir import AllDifferent, AtMostOne, Model, Or
from satchel.tasks.answer import Answer
from satchel.tasks.choose import list_backends
from satchel.tasks.search import Search
from satchel.tasks.solve import enumerate_solutions, solve
from satchel.tasks.work.process import Worker
from tests.containment import marked, wait_until

ROOT = Path(__file__).parent.parent
LINUX = sys.platform == "linux"


def pigeons(n: int) -> Model:
    """`n` pigeons in `n - 1` holes."""
    m = Model()
    sits = [[m.bool(f"p{i}h{j}") for j in range(n - 1)] for i in range(n)]
    for row in sits:
        m.add(Or(row))
    for hole in zip(*sits, strict=True):
        m.add(AtMostOne(hole))
    return m


def queens(n: int) -> Model:
    m = Model()
    q = [m.int(f"q{i}", 0, n - 1) for i in range(n)]
    m.add(AllDifferent(q))
    m.add(AllDifferent(x + i for i, x in enumerate(q)))
    m.add(AllDifferent(x - i for i, x in enumerate(q)))
    for i, x in enumerate(q):
        m.show(f"r{i}", x)
    return m


@pytest.mark.parametrize("backend", ["cadical", "kissat", "kissat404", "lingeling", "z3", "z3-sat"])
def test_timeout(backend: str, nothing_left: str) -> None:
    """With longer limits, too, because building can take seconds on a busy machine."""
    for timeout in (1, 2, 8):
        begun = time.perf_counter()
        answer = solve(pigeons(15), backend=backend, timeout=timeout)
        took = time.perf_counter() - begun
        assert (answer.status, answer.reason) == ("unknown", "timeout")
        solving = answer.times.get("solve", 0)
        if solving > 0.5 and took < timeout + 1:
            break
    assert solving > 0.5
    assert took < timeout + 1


@pytest.mark.slow
@pytest.mark.parametrize("backend", list_backends()[0])
def test_every_backend_ends_in_time(backend: str, nothing_left: str) -> None:
    begun = time.perf_counter()
    answer = solve(pigeons(15), backend=backend, timeout=3)
    assert answer.status == "unknown"
    assert answer.reason == "timeout" or backend == "brute"
    assert time.perf_counter() - begun < 4


def test_the_deadline_counts_from_when_the_model_was_begun(nothing_left: str) -> None:
    answer = solve(queens(4), timeout=5, started=time.perf_counter() - 6)
    assert (answer.status, answer.reason) == ("unknown", "timeout")


def test_enumerating_ends_at_the_deadline(nothing_left: str) -> None:
    with pytest.raises(LimitError) as error:
        for _ in enumerate_solutions(queens(12), timeout=1):
            pass
    assert error.value.reason == "timeout"


@pytest.mark.parametrize("backend", ["cadical", "z3"])
def test_memory(backend: str, nothing_left: str) -> None:
    options = Options(choices={"amo": "pairwise"}) if backend == "cadical" else None
    answer = solve(queens(1000), backend=backend, options=options, memory=100 << 20, timeout=60)
    assert (answer.status, answer.reason) == ("unknown", "memory")


def test_memory_of_a_solver_program(nothing_left: str, program: Callable[[str], str]) -> None:
    greedy = program("hog = []\nwhile True: hog.append(bytearray(b'x' * (1 << 20)))")
    answer = solve(queens(4), backend=greedy, memory=200 << 20, timeout=60)
    assert (answer.status, answer.reason) == ("unknown", "memory")


def test_memory_asked_for_at_once(nothing_left: str, program: Callable[[str], str]) -> None:
    greedy = program("bytearray(1 << 40)")
    answer = solve(queens(4), backend=greedy, memory=200 << 20, timeout=60)
    assert (answer.status, answer.reason) == ("unknown", "memory")


LIES = {
    "wrong model": ("print('s SATISFIABLE\\nv', *range(1, 17), 0)", None),
    "incomplete model": ("print('s SATISFIABLE\\nv 1 0')", "left out"),
    "no final zero": ("print('s SATISFIABLE\\nv 1')", "the final 0 is missing"),
    "beyond the formula": ("print('s SATISFIABLE\\nv 99999 0')", "beyond"),
    "garbage": ("print('hello')", "gave no answer, exit code 0"),
    "nothing": ("sys.exit('out of luck')", "gave no answer, exit code 1: out of luck"),
    "an error, and yet an answer": ("print('(error \"x\")\\ns SATISFIABLE\\nv 1 0')", "error"),
    "a contradiction": ("print('s UNSATISFIABLE'); sys.exit(10)", "exit code contradicts"),
    "two answers": ("print('s SATISFIABLE\\ns UNSATISFIABLE')", "contradicts"),
    "a crash": ("os.kill(os.getpid(), signal.SIGSEGV)", "signal SIGSEGV"),
    "giving up": ("print('s UNKNOWN')", "gave up"),
    "a gigabyte in one line": (
        "b = 'x' * (1 << 20)\nfor _ in range(1024): print(b, end='')",
        "a line of",
    ),
    "a gigabyte of answer": (
        "b = 'v 1 ' * (1 << 20)\nfor _ in range(256): print(b)",
        "of more than",
    ),
    "a gigabyte of lines": (
        "b = 'c x\\n' * (1 << 18)\nfor _ in range(1024): print(b)",
        "no answer",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_program_that_lies(lie: str, nothing_left: str, program: Callable[[str], str]) -> None:
    body, reason = LIES[lie]
    backend = program(body)
    if reason is None:
        with pytest.raises(CheckError, match="solver: its answer breaks the model"):
            solve(queens(4), backend=backend, memory=300 << 20, timeout=120)
        return
    answer = solve(queens(4), backend=backend, memory=300 << 20, timeout=120)
    assert answer.status == "unknown"
    assert answer.reason is not None
    assert answer.reason.startswith("solver error: ")
    assert reason in answer.reason


@pytest.mark.needs_program("cadical")
def test_a_program_that_repeats_itself(nothing_left: str, program: Callable[[str], str]) -> None:
    same = program(
        "import pathlib, subprocess\n"
        "kept = pathlib.Path(__file__).with_name('answer')\n"
        "if not kept.exists(): kept.write_bytes("
        "subprocess.run(['cadical', '-q', cnf], capture_output=True).stdout)\n"
        "print(kept.read_text())"
    )
    with pytest.raises(CheckError, match="found a solution twice"):
        list(enumerate_solutions(queens(6), backend=same, parts=1, timeout=30))


STUBBORN = {
    "ignores signals": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)",
    "forks": "for _ in range(3): os.fork()\ntime.sleep(60)",
    "has children of their own": "os.fork() or os.setpgid(0, 0)\nos.fork()\ntime.sleep(60)",
    "starts a daemon": "if not os.fork():\n os.setsid()\n os.fork()\ntime.sleep(60)",
}


@pytest.mark.skipif(not LINUX, reason="orphans are adopted on Linux only")
@pytest.mark.parametrize("habit", STUBBORN)
def test_a_program_that_does_not_want_to_end(
    habit: str, nothing_left: str, program: Callable[[str], str]
) -> None:
    answer = solve(queens(4), backend=program(STUBBORN[habit]), timeout=1)
    assert (answer.status, answer.reason) == ("unknown", "timeout")


def test_children_that_a_program_leaves_behind_are_ended(
    nothing_left: str, program: Callable[[str], str]
) -> None:
    backend = program(
        "if not os.fork(): time.sleep(60)\nelse: print('s UNSATISFIABLE', flush=True)"
    )
    begun = time.perf_counter()
    assert solve(pigeons(3), backend=backend, timeout=20).status == "unsat"
    assert time.perf_counter() - begun < 15


SOLVING = """
import sys; sys.path.insert(0, {tests!r})
from test_limits import pigeons, solve, enumerate_solutions, queens
print("ready", flush=True)
try:
    solve(pigeons(15), backend={backend!r})
except KeyboardInterrupt as stop:
    print(stop.answer.status, stop.answer.reason, flush=True)
"""


@pytest.mark.parametrize("backend", ["cadical", "kissat", "z3"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_ctrl_c_and_sudden_death(backend: str, number: signal.Signals, nothing_left: str) -> None:
    if number == signal.SIGKILL and not LINUX:
        pytest.skip("a dead parent is noticed at once on Linux only")
    code = SOLVING.format(tests=str(ROOT / "tests"), backend=backend)
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        wait_until(lambda: len(marked(nothing_left)) >= (3 if backend == "kissat" else 2))
        time.sleep(0.3)
        parent.send_signal(number)
        begun = time.perf_counter()
        said = parent.communicate(timeout=30)[0]
        assert time.perf_counter() - begun < 15
    assert said == ("unknown interrupted\n" if number == signal.SIGINT else "")
    wait_until(lambda: marked(nothing_left) == [])


def test_a_worker_belongs_to_the_process_not_to_the_thread(nothing_left: str) -> None:
    found: list[Iterator[Answer]] = []

    def begin() -> None:
        found.append(enumerate_solutions(queens(6)))
        assert next(found[0]).status == "sat"

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    time.sleep(0.2)
    assert len(list(found[0])) == 3


FORKING = """
import os, sys, time; sys.path.insert(0, {tests!r})
from test_limits import enumerate_solutions, queens
answers = enumerate_solutions(queens(8))
next(answers)
if not os.fork():
    time.sleep(60)
    os._exit(0)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(not LINUX, reason="a dead parent is noticed at once on Linux only")
def test_a_forked_process_keeps_no_worker_alive(nothing_left: str) -> None:
    code = FORKING.format(tests=str(ROOT / "tests"))
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        [forked] = [p for p in psutil.Process(parent.pid).children() if "worker" not in _line(p)]
        parent.kill()
        try:
            wait_until(lambda: marked(nothing_left) == [forked.pid])
        finally:
            forked.kill()
    wait_until(lambda: marked(nothing_left) == [])


def _line(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


def test_leaving_an_enumeration_ends_its_workers(nothing_left: str) -> None:
    answers = enumerate_solutions(queens(8))
    assert next(answers).status == "sat"
    assert marked(nothing_left)
    answers.close()
    assert marked(nothing_left) == []


def test_a_worker_serves_many_and_survives_none_it_should_not(nothing_left: str) -> None:
    with Worker() as worker:
        first = [solve(queens(n), worker=worker).status for n in (3, 4, 5)]
        serving = marked(nothing_left)
        assert first == ["unsat", "sat", "sat"]
        assert len(list(enumerate_solutions(queens(6), worker=worker))) == 4
        assert marked(nothing_left) == serving
        assert solve(pigeons(15), worker=worker, timeout=0.5).reason == "timeout"
        assert marked(nothing_left) == []
        assert solve(queens(4), worker=worker).status == "sat"


def test_a_worker_that_died_while_idle_is_replaced(nothing_left: str) -> None:
    with Worker() as worker:
        assert solve(queens(4), worker=worker).status == "sat"
        [pid] = marked(nothing_left)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
        assert solve(queens(4), worker=worker).status == "sat"


def test_a_worker_that_dies_at_work_is_a_solver_error(nothing_left: str) -> None:
    with Worker() as worker:
        events = worker.run(Search(pigeons(15), "cadical", Options(), limit=1))
        next(events)
        [pid] = marked(nothing_left)
        os.kill(pid, signal.SIGSEGV)
        with pytest.raises(BackendError, match="the worker died, signal SIGSEGV"):
            next(events)


def test_limits_cannot_be_kept_in_process() -> None:
    with pytest.raises(InputError, match="no limit can be kept"):
        solve(queens(4), in_process=True, timeout=1)
