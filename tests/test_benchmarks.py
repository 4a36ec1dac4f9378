"""The table of encodings, at a tiny size: measured, resumed, compared."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import ENVIRONMENT, ROOT

ROW = "golomb-9-no"
SOLVERS = ("cadical", "glucose")


def table(store: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "portfolio.py"), "--quick"]
    command += ["--rows", ROW, "--permutations", "2", "--store", str(store), *more]
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


def test_every_encoding_is_run_in_every_permutation_on_every_solver(measured: Path) -> None:
    formulas = {record["encoding"]: record["digest"] for record in records(measured, "formula")}
    assert set(formulas) == {"auto", "amo", "difference", "hall", "pairwise", "permutation"}
    runs = records(measured, "run")
    places = {(run["digest"], run["solver"], run["permutation"]) for run in runs}
    assert len(places) == len(runs)
    assert places == {
        (digest, solver, permutation)
        for digest in formulas.values()
        for solver in SOLVERS
        for permutation in (1, 2)
    }
    assert {run["status"] for run in runs} == {"unsat"}
    page = measured.with_suffix(".md").read_text()
    assert all(f"`{encoding}`" in page for encoding in formulas)


def changed(
    measured: Path, folder: Path, times: dict[str, dict[str, float]], status: str = "unsat"
) -> Path:
    """A copy of the store, with other times for the runs by solver and encoding."""
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
            if cell in seconds:
                record |= {"encode": 0.25, "solve": seconds[cell] - 0.25, "status": status}
            out.write(json.dumps(record) + "\n")
    return store


def summary(page: str) -> dict[str, list[str]]:
    """By solver: the best encoding, its PAR-2, what auto is, its PAR-2, and the ratio."""
    lines = [line.strip("| ").split(" | ") for line in page.splitlines()]
    return {line[2]: line[3:] for line in lines if line[0] == f"[{ROW}](#{ROW})"}


def meant_by_auto(measured: Path) -> str:
    """The encoding with the clauses of auto; there is one on this row."""
    formulas = {record["encoding"]: record["digest"] for record in records(measured, "formula")}
    auto = formulas.pop("auto")
    return next(name for name, digest in formulas.items() if digest == auto)


def test_the_ratio_of_auto_to_the_best_and_nothing_is_run_twice(
    measured: Path, tmp_path: Path
) -> None:
    formulas = {record["encoding"]: record["digest"] for record in records(measured, "formula")}
    auto = meant_by_auto(measured)
    others = [name for name, digest in formulas.items() if digest != formulas["auto"]]
    slow, other = dict.fromkeys(others, 9.0), others[0]
    times = {"cadical": {**slow, auto: 4.5, other: 1.5}, "glucose": {**slow, auto: 0.5, other: 0.5}}
    store = changed(measured, tmp_path, times)
    before = store.read_bytes()
    result = table(store)
    assert (result.returncode, result.stderr) == (0, "")
    assert store.read_bytes() == before
    found = summary(result.stdout)
    assert found["cadical"] == [f"`{other}`", "1.50", f"`{auto}`", "4.50", "3.00"]
    assert found["glucose"][4] == "1.00"
    assert "* all: geometric mean 1.73, worst 3.00" in result.stdout
    assert f"* **{ROW}**: cadical 3.00 (`{other}`)." in result.stdout
    assert result.stdout.count("**1.50 [1.50, 1.50 to 1.50]**") == 1


def test_a_run_without_a_verdict_scores_twice_the_limit_and_ends_its_cell(
    measured: Path, tmp_path: Path
) -> None:
    auto = meant_by_auto(measured)
    store = changed(measured, tmp_path, {"cadical": {auto: 60.0}}, status="timeout")
    result = table(store, "--permutations", "3")
    assert (result.returncode, result.stderr) == (0, "")
    assert summary(result.stdout)["cadical"][2:4] == [f"`{auto}`", "120.00"]
    third = [run for run in records(store, "run") if run["permutation"] == 3]
    solvers = [run["solver"] for run in third]
    assert solvers.count("cadical") == solvers.count("glucose") - 1 > 0


def test_verdicts_that_differ_are_told(measured: Path, tmp_path: Path) -> None:
    result = table(changed(measured, tmp_path, {"cadical": {"hall": 0.5}}, status="sat"))
    assert result.returncode == 1
    assert f"the verdicts on {ROW} differ: " in result.stderr
    assert "sat (cadical, hall)" in result.stderr


def test_an_unknown_row_is_refused(tmp_path: Path) -> None:
    result = table(tmp_path / "store.jsonl", "--rows", "queens")
    assert result.returncode == 2
    assert "no row 'queens'; there are colours-8-no," in result.stderr
