"""How hard the random suites try: 2,000 models by default, SATCHEL_EXAMPLES=N for more."""

from __future__ import annotations

import os
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.containment import MARK, marked
from tests.programs import require

EXAMPLES = int(os.environ.get("SATCHEL_EXAMPLES", "0"))

settings.register_profile(
    "satchel",
    deadline=None,
    derandomize=EXAMPLES == 0,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("satchel")

# A shell that starts this in the background has Ctrl-C ignored, which is inherited: the commands
# that the tests interrupt would not hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test marked `needs_program(NAME, ...)` is skipped without them; in CI it fails."""
    require(*(name for mark in item.iter_markers("needs_program") for name in mark.args))


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The mark that all processes started in the test carry; none of them may outlive it."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv(MARK, mark)
    yield mark
    assert marked(mark) == []


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Makes a solver program from the body of a Python script; `cnf` is its argument."""

    def make(body: str) -> str:
        path = tmp_path / "solver"
        path.write_text(
            f"#!{sys.executable}\nimport os, sys, time, signal\ncnf = sys.argv[-1]\n{body}"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return f"program:{path}"

    return make


@pytest.fixture
def lying(program: Callable[[str], str]) -> Callable[[str], str]:
    """Makes a solver that calls everything unsatisfiable, with the given text as the proof."""

    def make(proof: str) -> str:
        body = f"open(sys.argv[1], 'w').write({proof!r})\nprint('s UNSATISFIABLE')"
        path = program(body).removeprefix("program:")
        return f"program:{path} {{proof}} {{cnf}}"

    return make


@pytest.fixture
def drat_trim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a proof checker of that name, the only program in PATH, from a Python script's body."""

    def make(body: str) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        path = folder / "drat-trim"
        path.write_text(f"#!{sys.executable}\nimport os, sys, time, signal\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(folder))

    return make


@pytest.fixture
def no_files_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Temporary files go to a folder of the test's own, and none may stay there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield
    assert list(folder.iterdir()) == []
