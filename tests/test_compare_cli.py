"""`satchel compare`, `plan`, `run` and `merge` as their users call them, with real measurements."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from satchel.compare.store import read_store
from tests.commands import ENVIRONMENT, PYTHON, done, satchel

SMALL = 'instances = ["queens:n={3..5}"]\nbackends = ["cadical"]\nshuffles = 2\ntimeout = 20\n'


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    """The folder with a small experiment; commands run in it."""
    (tmp_path / "small.toml").write_text(SMALL)
    return tmp_path


def table(folder: Path) -> list[dict[str, Any]]:
    """What was found, without what depends on the machine and the day."""
    changing = {
        *(
            "times",
            "wall",
            "cpu",
            "solving_cpu",
            "memory",
            "reliable",
            "why",
            "provenance",
            "started",
        )
    }
    return [
        {name: value for name, value in record.to_json().items() if name not in changing}
        for record in read_store(folder).records
    ]


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_compare_runs_reports_and_does_nothing_twice(experiment: Path) -> None:
    result = satchel("compare", "small.toml", cwd=experiment)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("6 of 6 runs: 6 solved\n")
    page = experiment / result.stdout.splitlines()[-1]
    assert page == experiment / "small" / "report" / "report.html"
    assert page.exists()
    records = read_store(experiment / "small").records
    assert {(r.run.parameters["n"], r.status, r.verdict) for r in records} == {
        *((3, "unsat", "unchecked"), (4, "sat", "correct"), (5, "sat", "correct"))
    }
    assert not list((experiment / "small" / "formulas").iterdir())  # nobody needs them any more
    before = (experiment / "small" / "runs.jsonl").read_bytes()
    assert satchel("compare", "small.toml", cwd=experiment).returncode == 0
    assert (experiment / "small" / "runs.jsonl").read_bytes() == before


def test_what_is_kept_says_nothing_of_the_environment(experiment: Path) -> None:
    planned = ("plan", "queens:n=4", "--shuffles", "1", "-o", "out")
    satchel(*planned, cwd=experiment)
    environment = ENVIRONMENT | {"SECRET": "hunter2", "HOME": "/home/somebody"}
    command = [*PYTHON, "run", "out"]
    subprocess.run(command, cwd=experiment, env=environment, check=True, capture_output=True)
    (line,) = (experiment / "out" / "provenance.jsonl").read_text().splitlines()
    provenance = json.loads(line)
    assert provenance["command"] == ["satchel", "run", "out"]
    assert set(provenance) == {"id", "satchel", "python", "packages", "machine", "command"}
    assert "python-sat" in provenance["packages"]
    for file in (experiment / "out").glob("*.json*"):
        for word in ("hunter2", "somebody", str(Path.home()), os.uname().nodename):
            assert word not in file.read_text() or word == "/"


def test_a_liar_is_named_with_the_files_that_show_it(tmp_path: Path) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text("print('s UNSATISFIABLE')\n")
    backend = f"program:{sys.executable} {liar} {{cnf}}"
    result = satchel(
        *("compare", "queens:n=6", "--shuffles", "1", "-o", "out"),
        *("--backend", "cadical", "--backend", backend),
        cwd=tmp_path,
    )
    assert result.returncode == 1, result.stderr
    first = result.stdout.splitlines()[0]
    assert first.startswith(f"queens:n=6: {backend} (permutation, auto): unsat")
    assert "checked" in first
    files = tmp_path / first.rpartition("files: ")[2]
    assert {"formula.cnf", "formula.map.json"} <= {file.name for file in files.iterdir()}
    again = first.partition("again: ")[2].partition(";")[0]
    assert again.startswith("satchel solve queens:n=6 --model permutation --backend 'program:")
    assert "2 of 2 runs: 1 solved, 1 wrong" in result.stdout.splitlines()


def test_the_command_line_goes_before_the_file(experiment: Path) -> None:
    (experiment / "p.toml").write_text('set = { amo = "product" }\n')
    arguments = ("--profile", "p.toml", "--profile", "auto", "--set", "amo=pairwise")
    done_with = satchel(
        *("plan", "small.toml", *arguments, "--timeout", "3", "--shuffles", "1"), cwd=experiment
    )
    assert (done_with.returncode, done_with.stdout) == (0, "small\n"), done_with.stderr
    plan = read_store(experiment / "small").plan
    assert {run.profile for run in plan} == {"p", "auto", "amo=pairwise"}
    assert {(run.timeout, run.shuffle) for run in plan} == {(3.0, None)}


def test_runs_made_apart_merge(experiment: Path) -> None:
    for size in ("4", "5"):
        plan = ("plan", f"queens:n={size}", "--shuffles", "1", "-o", f"of {size}")
        assert satchel(*plan, cwd=experiment).returncode == 0
        done("run", f"of {size}", cwd=experiment)
    done("merge", "of 4", "of 5", "-o", "both", cwd=experiment)
    assert table(experiment / "both") == [*table(experiment / "of 4"), *table(experiment / "of 5")]
    assert done("run", "both", cwd=experiment).startswith("2 of 2 runs: 2 solved\n")


@pytest.mark.parametrize(
    ("arguments", "content", "words"),
    [
        ("plan bad.toml", 'instances = ["queens/8"]\nbackends = []\n', "bad.toml:2: 'backends'"),
        ("plan bad.toml", 'instances = ["queens/8"\n', "bad.toml:2: not TOML"),
        (
            "plan bad.toml",
            'instances = ["queens/8"]\n\n[profiles.one]\nencoding = "ordre"\n',
            "bad.toml:3: profile 'one': unknown integer encoding 'ordre'",
        ),
        (
            "plan bad.toml",
            'instances = ["queens/8"]\n\nbackends = ["cadical", "kadical"]\n',
            "bad.toml:3: unknown backend 'kadical'",
        ),
        (
            "plan bad.toml",
            'backends = ["cadical"]\ninstances = ["queens:m=8"]\n',
            "bad.toml:2: instance 'queens:m=8': parameter 'm'",
        ),
        ("plan bad.toml queens/8", 'instances = ["queens/4"]\n', "names its instances itself"),
        ("plan queens/8 --profile slow", "", "no profile 'slow'"),
        ("plan queens/8 --profile bad.toml", "encoding = 3\n", "profile 'bad': option 'encoding'"),
        ("plan queens/8 --backend kadical", "", "unknown backend 'kadical'"),
        ("plan queens/8 -o /proc/nowhere", "", "/proc/nowhere: cannot be written"),
        ("run .", "", "holds no experiment"),
        ("merge . -o both", "", "what `satchel plan` writes"),
        ("compare queens/8 --scheduler tcp://a:1 --cluster 2", "", "--scheduler and --cluster"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: str, content: str, words: str) -> None:
    (tmp_path / "bad.toml").write_text(content)
    (tmp_path / "experiment.json").write_text("{}")
    result = satchel(*arguments.split(), cwd=tmp_path)
    *notes, error = result.stderr.splitlines()
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert words in error
    assert all(" runs of " in note for note in notes)


@pytest.mark.needs_program("bash")
def test_a_full_disk_keeps_what_is_there(experiment: Path) -> None:
    """A limit on the size of files does what a full disk does: part of a write, then an error."""
    satchel("plan", "small.toml", cwd=experiment)
    shell = f"ulimit -f 3; exec {sys.executable} -m satchel run small --jobs 1"
    full = subprocess.run(
        ["bash", "-c", shell], cwd=experiment, env=ENVIRONMENT, capture_output=True, text=True
    )
    assert full.returncode == 2, full.stderr
    assert full.stderr.startswith("satchel: error: small/runs.jsonl: cannot be written: ")
    assert full.stderr.count("\n") == 1
    kept = (experiment / "small" / "runs.jsonl").read_bytes()
    assert kept.endswith(b"\n")
    assert 0 < kept.count(b"\n") < 6
    assert done("run", "small", cwd=experiment).startswith("6 of 6 runs: 6 solved\n")
    assert (experiment / "small" / "runs.jsonl").read_bytes().startswith(kept)


@pytest.mark.needs_program(*["setpriv"] * (os.geteuid() == 0))
def test_a_read_only_folder_is_told_and_kept(experiment: Path) -> None:
    satchel("plan", "queens:n=4", "--shuffles", "1", "-o", "out", cwd=experiment)
    done("run", "out", cwd=experiment)
    files = [*(experiment / "out").iterdir()]
    before = (experiment / "out" / "runs.jsonl").read_bytes()
    for file in (*files, experiment / "out"):
        file.chmod(file.stat().st_mode & ~0o222)
    try:
        command = [*PYTHON, "run", "out"]
        if os.geteuid() == 0:  # who may write everywhere must give that up
            drop = ["--bounding-set=-dac_override", "--inh-caps=-dac_override"]
            command = ["setpriv", *drop, *command]
        result = subprocess.run(
            command, cwd=experiment, env=ENVIRONMENT, capture_output=True, text=True
        )
    finally:
        for file in (experiment / "out", *files):
            file.chmod(file.stat().st_mode | 0o200)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "satchel: error: out: cannot be written: permission denied\n"
    assert (experiment / "out" / "runs.jsonl").read_bytes() == before


def test_ctrl_c_leaves_no_process_and_can_be_gone_on_from(experiment: Path) -> None:
    hard = ("packing/csplib9-051", "queens:n=4")  # nobody solves the first one while we wait
    satchel("plan", *hard, "--shuffles", "1", "-o", "out", cwd=experiment)
    process = subprocess.Popen(
        [*PYTHON, "run", "out", "--jobs", "2"],
        cwd=experiment,
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not lines(experiment / "out" / "runs.jsonl"):
        time.sleep(0.05)
        assert process.poll() is None
    below = psutil.Process(process.pid).children(recursive=True)
    assert below
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert errors.splitlines() == [
        "1 of 2 runs are kept in out",
        "go on with: satchel run out",
        "satchel: error: interrupted",
    ]
    assert not any(child.is_running() for child in below)
    assert [record["status"] for record in table(experiment / "out")] == ["sat"]


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_and_resumed_the_table_is_that_of_an_undisturbed_run(
    experiment: Path, kills: int
) -> None:
    satchel("plan", "small.toml", "--shuffles", str(kills), "-o", "calm", cwd=experiment)
    satchel("plan", "small.toml", "--shuffles", str(kills), "-o", "killed", cwd=experiment)
    done("run", "calm", cwd=experiment)
    chance = random.Random(kills)
    store = experiment / "killed" / "runs.jsonl"
    for _ in range(kills):
        goal = lines(store) + chance.randrange(3)
        process = subprocess.Popen([*PYTHON, "run", "killed"], cwd=experiment, env=ENVIRONMENT)
        while lines(store) < goal and process.poll() is None:
            time.sleep(0.01)
        time.sleep(chance.random())
        process.kill()
        process.wait()
    done("run", "killed", cwd=experiment)
    ids = [json.loads(line)["id"] for line in store.read_text().splitlines()]
    assert len(ids) == len(set(ids)) == 3 * kills
    assert table(experiment / "killed") == table(experiment / "calm")
