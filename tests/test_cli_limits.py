"""Limits, signals and broken pipes: the commands end at once, with a word, and leave no files."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from satchel.version import VERSION
from tests.commands import ENVIRONMENT, PYTHON, satchel


def test_a_limit_ends_encode_without_leaving_files(tmp_path: Path) -> None:
    for limit in (["--timeout", "0.3"], ["--memory", "60M"]):
        start = time.perf_counter()
        result = satchel("encode", "queens:n=300", *limit, "-o", "out.cnf", cwd=tmp_path)
        assert (result.returncode, result.stderr.count("\n")) == (3, 1), result.stderr
        assert time.perf_counter() - start < 10
        assert not list(tmp_path.iterdir())


def test_building_the_model_counts_too() -> None:
    start = time.perf_counter()
    result = satchel(
        "solve", "queens:n=1000", "--model", "attack", "--timeout", "1", "--output", "json"
    )
    assert time.perf_counter() - start < 10  # not the minute that it takes
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["status"], answer["reason"]) == (3, "unknown", "timeout")


def test_a_limit_reached_while_loading_is_a_limit(tmp_path: Path) -> None:
    own = "import time\ntry:\n    time.sleep(9)\nexcept Exception as error:\n    raise ValueError\n"
    (tmp_path / "own.py").write_text(own)
    result = satchel("encode", "own", "--puzzle", "own.py", "--timeout", "0.5", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (3, "satchel: error: not done after 0.5 s\n")


@pytest.mark.parametrize("limits", [("--timeout", "1e9"), ("--memory", "9999999T")])
def test_limits_that_limit_nothing(limits: tuple[str, str]) -> None:
    assert satchel("solve", "queens:n=4", *limits).returncode == 0


@pytest.mark.parametrize("command", ["solve queens:n=4", "encode queens:n=4", "list puzzles"])
def test_a_closed_output_is_an_error_of_one_line(command: str) -> None:
    line = f"{sys.executable} -m satchel {command} >&-"
    result = subprocess.run(line, shell=True, env=ENVIRONMENT, capture_output=True, text=True)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1), result.stderr


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_no_files(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    arguments = [*PYTHON, "encode", "queens:n=1000", "-o", str(tmp_path / "out.cnf")]
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    process.send_signal(sent)
    _, err = process.communicate(timeout=10)
    assert process.returncode == code
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_solve_with_a_word() -> None:
    # Nobody solves this one (25 squares into 215 x 215) while we wait.
    arguments = [*PYTHON, "solve", "packing/csplib9-051"]
    process = subprocess.Popen(arguments, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    while not psutil.Process(process.pid).children():
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out.startswith("unknown (interrupted)")) == (130, True)


SWALLOWING = """
import signal, time, weakref
class Thing: pass
thing = Thing()
seen = weakref.ref(thing, lambda _: signal.raise_signal(signal.{0}))
del thing
time.sleep(9)
"""


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_that_python_swallows_ends_it_all_the_same(
    sent: signal.Signals, code: int, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(SWALLOWING.format(sent.name))
    start = time.perf_counter()
    result = satchel("encode", "own", "--puzzle", "own.py", cwd=tmp_path)
    assert (result.returncode, "Traceback" in result.stderr) == (code, False), result.stderr
    assert time.perf_counter() - start < 5


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m satchel encode queens:n=60 | head -1"
    result = subprocess.run(
        command,
        shell=True,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert (result.stderr, result.stdout) == ("", f"c satchel {VERSION}\n")
