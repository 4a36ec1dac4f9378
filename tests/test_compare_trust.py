"""Folders of experiments from elsewhere: nothing is written out of them, nothing runs unasked."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from satchel.cli.comparing import going_on
from satchel.compare.report import FORMS
from satchel.compare.report.writing import write_report
from satchel.compare.reproduce import command_line
from satchel.compare.store import read_store, write_plan
from satchel.errors import InputError
from tests.commands import ENVIRONMENT, PYTHON, satchel
from tests.compare_records import record, run, write_store
from tests.measuring import run_of

PUZZLE = """
from pathlib import Path
Path(__file__).with_name("executed").write_text("")
"""


def victim(tmp_path: Path) -> Path:
    file = tmp_path / "victim"
    file.write_text("precious")
    return file


# Links.


@pytest.mark.parametrize(
    "link",
    [
        *("report/report.html", "report/tables", "report", "report/runs.csv", "report/plots"),
        *("faults", "runs.jsonl", "lock", "formulas"),
    ],
)
@pytest.mark.parametrize("dangling", [False, True])
def test_a_report_is_not_written_through_links(link: str, dangling: bool, tmp_path: Path) -> None:
    store = write_store(tmp_path / "store", [record(run())])
    target = tmp_path / "elsewhere"
    if not dangling:
        target.mkdir() if "." not in link and link != "lock" else target.write_text("precious")
    place = store / link
    place.parent.mkdir(exist_ok=True)
    if link == "runs.jsonl" and not dangling:
        target.write_text(place.read_text())
    place.unlink(missing_ok=True)
    place.symlink_to(target)
    before = target.read_bytes() if target.is_file() else None
    with pytest.raises(InputError, match="is a symbolic link"):
        write_report(store, store / "report", ["html", "csv", "latex"])
    with pytest.raises(InputError, match="is a symbolic link"):
        write_plan(store, [run()], [])
    told = satchel("run", str(store)) if link == "lock" else None
    assert told is None or (told.returncode, told.stdout) == (2, "")
    assert target.exists() is not dangling
    assert before is None or target.read_bytes() == before
    assert not target.is_dir() or not list(target.iterdir())


def test_a_folder_that_is_named_may_be_a_link(tmp_path: Path) -> None:
    store = write_store(tmp_path / "store", [record(run())])
    (tmp_path / "out").mkdir()
    (tmp_path / "there").symlink_to(tmp_path / "out")
    (tmp_path / "name").symlink_to(store)
    write_report(tmp_path / "name", tmp_path / "there", ["csv"])
    assert (tmp_path / "out" / "runs.csv").exists()


def test_a_report_elsewhere_is_not_written_through_links_either(tmp_path: Path) -> None:
    store = write_store(tmp_path / "store", [record(run())])
    (tmp_path / "out" / "tables").mkdir(parents=True)
    (tmp_path / "out" / "tables" / "summary.tex").symlink_to(victim(tmp_path))
    with pytest.raises(InputError, match=r"summary\.tex: is a symbolic link"):
        write_report(store, tmp_path / "out", FORMS[1:3])
    assert (tmp_path / "victim").read_text() == "precious"


@pytest.mark.parametrize("command", ["import", "encode"])
def test_files_that_nobody_has_named_are_not_written_through_links(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "f.cnf").write_text("p cnf 1 1\n1 0\n")
    beside = {"import": "f.cnf.toml", "encode": "q.map.json"}[command]
    (tmp_path / beside).symlink_to(victim(tmp_path))
    words = {"import": ["import", "f.cnf"], "encode": ["encode", "queens:n=4", "-o", "q.cnf"]}
    told = satchel(*words[command], cwd=tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert f"{beside}: is a symbolic link" in told.stderr
    assert told.stderr.count("\n") == 1
    assert (tmp_path / "victim").read_text() == "precious"


def test_a_submission_is_not_written_through_links(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "lock").symlink_to(victim(tmp_path))
    told = satchel("submit", "sat", "packing", "-o", "out", cwd=tmp_path)
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert (tmp_path / "victim").read_text() == "precious"


# Code.


def planned(tmp_path: Path) -> Path:
    """A plan made by somebody else: it names a program and a puzzle's file."""
    program = f"program:touch {tmp_path / 'executed'} {{cnf}}"
    (tmp_path / "evil.py").write_text(PUZZLE)
    store = tmp_path / "store"
    asked = {"puzzles": [str(tmp_path / "evil.py")], "jobs": 1, "seed": 0}
    write_plan(store, [run_of("queens:n=4", program)], [asked])
    return store


def test_what_a_folder_names_runs_with_trust_only(tmp_path: Path) -> None:
    store = planned(tmp_path)
    told = satchel("run", str(store))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    for words in ("its runs execute", "program:touch", "evil.py", "--trust"):
        assert words in told.stderr
    assert not (tmp_path / "executed").exists()
    assert not (store / "runs.jsonl").exists()
    merged = satchel("merge", str(store), "-o", str(tmp_path / "merged"))
    assert merged.returncode == 0
    assert merged.stderr.count("its runs execute") == 2
    assert satchel("run", str(tmp_path / "merged")).returncode == 2
    assert not (tmp_path / "executed").exists()
    satchel("run", str(store), "--trust")
    assert (tmp_path / "executed").exists()


def test_what_is_asked_for_needs_no_trust(tmp_path: Path) -> None:
    program = f"program:touch {tmp_path / 'executed'} {{cnf}}"
    told = satchel(
        *("compare", "queens:n=4", "--shuffles", "1", "--backend", program, "-o", "out"),
        cwd=tmp_path,
    )
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "executed").exists()


def test_an_instance_named_like_an_option_is_none() -> None:
    words = shlex.split(command_line(run("--puzzle=evil.py")))
    assert words[-2:] == ["--", "--puzzle=evil.py"]
    assert words.index("--") > words.index("--timeout")


# Ctrl-C.


@pytest.mark.parametrize(
    ("made", "report", "steps"),
    [
        (0, True, "satchel run 'my store' && satchel report 'my store'"),
        (1, False, "satchel run 'my store'"),
        (2, True, "satchel report 'my store'"),
        (2, False, None),
    ],
)
def test_ctrl_c_tells_what_is_kept_and_how_to_go_on(
    made: int,
    report: bool,
    steps: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    records = [record(run()), record(run("queens/16"))]
    write_store(Path("my store"), records)
    lines = [json.dumps(each.to_json()) + "\n" for each in records]
    Path("my store", "runs.jsonl").write_text("".join(lines[:made]))
    with pytest.raises(KeyboardInterrupt), going_on(Path("my store"), report=report):
        raise KeyboardInterrupt
    told = capsys.readouterr().err.splitlines()
    assert told[0] == f"{made} of 2 runs are kept in my store"
    assert told[1:] == ([f"go on with: {steps}"] if steps else [])


def test_ctrl_c_in_compare_names_the_command_that_goes_on(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PYTHON, "compare", "packing/csplib9-051", "--shuffles", "1", "-o", "out"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (tmp_path / "out" / "lock").exists():
        time.sleep(0.05)
        assert process.poll() is None
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.splitlines()[-3:] == [
        "0 of 1 runs are kept in out",
        "go on with: satchel run out && satchel report out",
        "satchel: error: interrupted",
    ]
    assert [each.instance for each in read_store(tmp_path / "out").plan] == ["packing/csplib9-051"]
