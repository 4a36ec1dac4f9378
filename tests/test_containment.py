"""Whatever a solver does, a measured run ends within its limits, and nothing of it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from satchel.compare.measuring.measure import measure
from satchel.compare.measuring.meter import Meter
from satchel.compare.measuring.meters import METERS
from satchel.tasks.choose import list_backends
from satchel.tasks.work.scratch import Scratch, sweep
from tests.commands import ENVIRONMENT
from tests.containment import marked, wait_until
from tests.measuring import measured, run_of, setting
from tests.programs import CADICAL

HARD = "pigeons:pigeons=15,holes=14"
HARDER = {"ortools": "packing/csplib9-051"}
"""For who sees through pigeons."""
WORKING = [meter for meter in METERS if meter.refusal() is None]
GRACE = 1.0
"""Seconds of CPU time after its limit by which a run must have ended."""
PATIENCE = 30.0
"""Seconds of wall time after its limit by which a run must have ended, on a busy machine."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux keeps what is promised here")


def in_time(folder: Path, backend: str, seconds: float, meter: Meter | None = None) -> None:
    """A hard run by the backend ends when its CPU time is used up, and not later than promised."""
    run = run_of(HARDER.get(backend, HARD), backend, timeout=seconds, walltime=60 * seconds)
    there = setting(folder, meter)
    there.problem(run, threading.Event())
    record = measure(run, there, threading.Event())
    if backend == "brute":  # which refuses so many assignments
        assert record.status == "unknown"
        return
    assert (record.status, record.reason) == ("unknown", "timeout"), record
    assert record.cpu is not None
    assert seconds <= record.cpu < seconds + GRACE
    assert record.times["load"] + record.times.get("solve", 0) <= record.wall + 1e-5


ONE_OF_A_FAMILY = ["cadical", "kissat", "kissat404", "lingeling", "clingo", "ortools", "cvc5"]
ONE_OF_A_FAMILY += ["z3", "z3-sat", "brute"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for runs that may share their problems."""
    return tmp_path_factory.mktemp("shared")


@pytest.mark.parametrize("backend", [*ONE_OF_A_FAMILY, CADICAL])
def test_a_timeout_is_kept(backend: str, shared: Path, nothing_left: str) -> None:
    in_time(shared, backend, 1.0)


@pytest.mark.slow
@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
@pytest.mark.parametrize("backend", list_backends()[0])
def test_every_backend_keeps_its_timeout(
    backend: str, meter: Meter, shared: Path, nothing_left: str
) -> None:
    in_time(shared, backend, 3.0, meter)


STUBBORN = {
    "ignores signals": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]\ntime.sleep(60)",
    "forks and burns": "os.fork(), os.fork()\nwhile True: pass",
    "starts a daemon": (
        "if not os.fork():\n os.setsid()\n if os.fork(): os._exit(0)\n os.setsid()\n"
        "signal.signal(15, signal.SIG_IGN)\ntime.sleep(60)"
    ),
    "closes its output": "os.close(1), os.close(2)\ntime.sleep(60)",
    "prints for ever": "while True: print('c nothing', flush=True)",
    "prints half an answer": "print('s SATISFI', end='', flush=True)\ntime.sleep(60)",
}


@pytest.mark.parametrize("habit", STUBBORN)
@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
def test_a_program_that_does_not_end(
    habit: str, meter: Meter, shared: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    run = run_of("queens/5", program(STUBBORN[habit]), timeout=1, walltime=1, memory=1 << 29)
    record = measure(run, setting(shared, meter), threading.Event())
    assert record.wall < 1 + PATIENCE, record
    assert record.cpu is not None
    assert record.reason == ("timeout" if record.cpu >= 1 else "walltime"), record
    if record.reason == "walltime":
        assert not record.reliable
        assert "ended by the limit of wall time" in str(record.why)
    if meter.name == "process tree":
        many = habit in ("forks and burns", "starts a daemon")
        assert ("processes, looked at every 50 ms" in str(record.why)) is many
    if habit == "forks and burns":
        assert record.cpu > 0.02, record  # by four processes, none of whom anybody waited for


@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
def test_cpu_time_is_that_of_all_processes(
    meter: Meter, shared: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    """Four processes burn it together, and what has only waited is ended by wall time."""
    burning = run_of("queens/5", program(STUBBORN["forks and burns"]), timeout=2, walltime=60)
    record = measure(burning, setting(shared, meter), threading.Event())
    assert record.reason == "timeout", record
    assert record.cpu is not None
    assert 2 <= record.cpu < 2 + 4 * GRACE
    assert record.seconds == record.cpu
    idle = run_of("queens/5", program("time.sleep(60)"), timeout=50, walltime=1)
    record = measure(idle, setting(shared, meter), threading.Event())
    assert (record.status, record.reason) == ("unknown", "walltime")
    assert record.cpu is not None
    assert record.cpu < 1
    assert not record.reliable


def test_plans_of_before_are_limited_by_wall_time(
    shared: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    run = replace(run_of("queens/5", program("time.sleep(60)"), timeout=1), walltime=None)
    record = measure(run, setting(shared), threading.Event())
    assert record.reason == "timeout"
    assert 1 <= record.wall < 1 + PATIENCE
    assert record.seconds == record.wall


FLOODS = {
    "answers": ("b = 'v 1 ' * (1 << 20)\nfor _ in range(256): print(b)", "of more than"),
    "one line": ("b = 'x' * (1 << 20)\nfor _ in range(1024): print(b, end='')", "a line of"),
    "errors": (
        "b = 'x' * (1 << 20)\nfor _ in range(1024): sys.stderr.write(b)",
        "gave no answer",
    ),
    "a file": (
        "import pathlib; out = pathlib.Path(sys.argv[1])\n"
        "with out.open('w') as f:\n while True: f.write('1 ' * (1 << 20))",
        "wrote an answer of more than",
    ),
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_gigabyte_of_output_fills_nothing(
    flood: str, shared: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    body, why = FLOODS[flood]
    backend = program(body)
    if flood == "a file":
        backend += " {out} {cnf}"
    record = measured(shared, "queens/5", backend, timeout=300, memory=300 << 20)
    assert record.reason is not None
    assert record.reason.startswith("solver error: ")
    assert why in record.reason
    assert record.memory is not None
    assert record.memory < 300 << 20


@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
@pytest.mark.parametrize(
    "greed",
    {
        "alone": "hog = []\nwhile True: hog.append(bytearray(b'x' * (1 << 20)))",
        "by many": (
            "for _ in range(7): os.fork() or (setattr(sys, 'x', b'x' * (40 << 20)), time.sleep(60))"
            "\ntime.sleep(60)"
        ),
    }.items(),
    ids=lambda item: item[0],
)
def test_a_memory_limit_is_kept(
    greed: tuple[str, str],
    meter: Meter,
    shared: Path,
    program: Callable[[str], str],
    nothing_left: str,
) -> None:
    run = run_of("queens/5", program(greed[1]), memory=200 << 20)
    record = measure(run, setting(shared, meter), threading.Event())
    assert (record.status, record.reason) == ("unknown", "memory")
    assert record.memory is not None
    assert record.memory > 100 << 20


@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
def test_a_run_that_is_stopped_leaves_nothing(
    meter: Meter, shared: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    run, stop = run_of("queens/5", program(STUBBORN["starts a daemon"])), threading.Event()
    there, ended = setting(shared, meter), threading.Event()

    def work() -> None:
        with pytest.raises(KeyboardInterrupt):
            measure(run, there, stop)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: len(marked(nothing_left)) >= 3)
    stop.set()
    assert ended.wait(15)
    thread.join()


MEASURING = """
import sys, threading; sys.path.insert(0, {tests!r})
from pathlib import Path
from tests.measuring import *
from satchel.compare.measuring.meters import METERS
[meter] = [meter for meter in METERS if meter.name == {meter!r}]
there = setting(Path({folder!r}), meter)
try:
    measure(run_of({instance!r}, "kissat", timeout=60), there, threading.Event())
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("meter", WORKING, ids=lambda meter: meter.name)
def test_who_measures_is_interrupted_or_killed(
    number: signal.Signals, meter: Meter, tmp_path: Path, nothing_left: str
) -> None:
    tests = str(Path(__file__).parent)
    code = MEASURING.format(tests=tests, meter=meter.name, folder=str(tmp_path), instance=HARD)
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with parent:
        wait_until(lambda: any("kissat" in _name(pid) for pid in marked(nothing_left)))
        parent.send_signal(number)
        said = parent.communicate(timeout=20)[0]
    assert said == ("interrupted\n" if number == signal.SIGINT else "")
    wait_until(lambda: marked(nothing_left) == [])


def _name(pid: int) -> str:
    try:
        return str(psutil.Process(pid).name())
    except psutil.Error:
        return ""


KILLED = """
import os
from satchel.tasks.work.scratch import Scratch
Scratch()
os.kill(os.getpid(), 9)
"""


def test_folders_of_the_killed_are_swept_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    subprocess.run([sys.executable, "-c", KILLED], env={**os.environ, "TMPDIR": str(tmp_path)})
    [killed] = tmp_path.iterdir()
    mine = Scratch()
    sweep()
    assert killed.exists()  # fresh: its owner may be about to lock it
    hour_ago = time.time() - 3600
    for lock in tmp_path.glob("*/.lock"):
        os.utime(lock, (hour_ago, hour_ago))
    foreign = tmp_path / "satchel-of-somebody-else"
    foreign.mkdir()
    sweep()
    assert set(tmp_path.iterdir()) == {Path(mine.folder), foreign}
    mine.close()
    assert list(tmp_path.iterdir()) == [foreign]


STARTING = """
import sys
from satchel.cli import start
be_interruptible = start._be_interruptible
def ready():
    be_interruptible()
    print("ready", flush=True)
start._be_interruptible = ready
sys.argv = ["satchel", "list", "backends"]
start.main()
"""


@pytest.mark.parametrize("after", [0, 0.03, 0.06, 0.1, 0.15, 0.2])
def test_ctrl_c_at_the_very_start_is_one_line(after: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STARTING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert err in ("satchel: error: interrupted\n", "")
    assert process.returncode == (130 if err else 0)
