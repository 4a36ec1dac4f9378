"""The table of encodings, at a tiny size: measured, resumed, compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import ENVIRONMENT, ROOT

ROW = "queens-alldifferent"
SOLVERS = ("cadical", "glucose", "kissat")


def table(store: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "portfolio.py"), "--quick"]
    command += ["--rows", ROW, "--shuffles", "2", "--store", str(store), *more]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)


def records(store: Path, kind: str) -> list[dict[str, Any]]:
    found = map(json.loads, store.read_text().splitlines())
    return [record for record in found if record["record"] == kind]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of one run, and what it printed beside it."""
    store = tmp_path_factory.mktemp("table") / "store.jsonl"
    result = table(store)
    assert (result.returncode, result.stderr) == (0, "")
    store.with_suffix(".md").write_text(result.stdout)
    return store


def test_every_encoding_is_run_in_every_numbering_on_every_solver(measured: Path) -> None:
    formulas = {record["encoding"]: record["digest"] for record in records(measured, "formula")}
    assert set(formulas) == {"auto", "amo", "difference", "hall", "pairwise", "permutation"}
    assert formulas["auto"] == formulas["permutation"]
    runs = records(measured, "run")
    places = {(run["digest"], run["solver"], run["numbering"]) for run in runs}
    assert len(places) == len(runs)
    assert places == {
        (digest, solver, numbering)
        for digest in formulas.values()
        for solver in SOLVERS
        for numbering in (None, 1, 2)
    }
    assert {run["status"] for run in runs} == {"sat"}
    page = measured.with_suffix(".md").read_text()
    assert all(f"`{encoding}`" in page for encoding in formulas)


def changed(
    measured: Path, folder: Path, times: dict[str, dict[str, float]], status: str = "sat"
) -> Path:
    """A copy of the store, with other times for the shuffles by solver and encoding."""
    store = folder / "changed.jsonl"
    digests = {record["encoding"]: record["digest"] for record in records(measured, "formula")}
    seconds = {
        (solver, digests[encoding]): time
        for solver, of_solver in times.items()
        for encoding, time in of_solver.items()
    }
    with store.open("w") as out:
        for line in measured.read_text().splitlines():
            record = json.loads(line)
            cell = (record.get("solver"), record["digest"])
            if record.get("numbering") and cell in seconds:
                record |= {"seconds": seconds[cell], "status": status}
            out.write(json.dumps(record) + "\n")
    return store


def summary(page: str) -> dict[str, list[str]]:
    """By solver the best encoding, its time, what auto is, its time, and the ratio."""
    lines = [line.strip("| ").split(" | ") for line in page.splitlines()]
    return {line[1]: line[2:] for line in lines if line[0] == f"[{ROW}](#{ROW})"}


def test_the_ratio_of_auto_to_the_best_and_nothing_is_run_twice(
    measured: Path, tmp_path: Path
) -> None:
    slow = {"difference": 9.0, "hall": 9.0}
    times = {
        "cadical": {**slow, "permutation": 4.5, "amo": 1.5},
        "glucose": {**slow, "permutation": 0.4, "amo": 0.1},
        "kissat": {**slow, "permutation": 1.25, "amo": 0.25},
    }
    store = changed(measured, tmp_path, times)
    before = store.read_bytes()
    result = table(store)
    assert (result.returncode, result.stderr) == (0, "")
    assert store.read_bytes() == before
    assert summary(result.stdout) == {
        "cadical": ["`amo`", "1.50", "`permutation`", "4.50", "3.00"],
        "glucose": ["`amo`", "0.10", "`permutation`", "0.40", "1.00"],
        "kissat": ["`amo`", "0.25", "`permutation`", "1.25", "2.50"],
    }
    assert f"* **{ROW}**: cadical 3.00 (`amo`), kissat 2.50 (`amo`)." in result.stdout
    assert result.stdout.count("**1.50 [1.50 to 1.50]**") == 1


def test_a_cell_of_which_two_shuffles_do_not_end_is_lost_and_left_alone(
    measured: Path, tmp_path: Path
) -> None:
    store = changed(measured, tmp_path, {"cadical": {"permutation": 10.0}}, status="timeout")
    result = table(store, "--shuffles", "3")
    assert (result.returncode, result.stderr) == (0, "")
    assert summary(result.stdout)["cadical"][2:] == ["`permutation`", ">10", ">20.00"]
    third = [run for run in records(store, "run") if run["numbering"] == 3]
    assert sum(run["solver"] == "cadical" for run in third) == 3
    assert sum(run["solver"] == "glucose" for run in third) == 4


def test_verdicts_that_differ_are_told(measured: Path, tmp_path: Path) -> None:
    result = table(changed(measured, tmp_path, {"cadical": {"hall": 0.1}}, status="unsat"))
    assert result.returncode == 1
    assert f"the verdicts on {ROW} differ: " in result.stderr
    assert "unsat (cadical, hall)" in result.stderr


def test_an_unknown_row_is_refused(tmp_path: Path) -> None:
    result = table(tmp_path / "store.jsonl", "--rows", "queens")
    assert result.returncode == 2
    assert "no row 'queens'; there are queens-amo," in result.stderr
