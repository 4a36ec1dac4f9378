"""Runs whose times say little: marked in every output, and left out of figures and ranks."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from satchel.compare.findings import counts, wrong_answers
from satchel.compare.record import Formula, Record
from satchel.compare.report import FORMS, MARKS
from satchel.compare.report.comparison import Comparison
from satchel.compare.report.remarks import remarks
from satchel.compare.report.summary import main_summary, of_natural, over_shuffles
from satchel.compare.report.writing import write_report
from satchel.compare.run import Run
from tests.commands import satchel
from tests.compare_records import LIMIT, experiment, record, run, write_store
from tests.measuring import measured

EMPTY = Formula(0, 0, 0, 0, "ab" * 32)
BUSY: dict[str, Any] = {"reliable": False, "why": "load average 9.0 on 2 cores"}


def left_out(comparison: Comparison) -> dict[str, str | None]:
    """Why each run does not count, by instance and profile."""
    return {f"{each.instance} {each.record.run.profile}": each.left_out for each in comparison.runs}


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


# Which runs count.


def test_what_is_compared_is_the_same_for_all() -> None:
    """Where one configuration's run says little, that of the other does not count either."""
    records = [
        record(run("queens/8", "product"), **BUSY),
        record(run("queens/8", "pairwise")),
        record(run("queens/16", "product"), formula=EMPTY),
        record(run("queens/16", "pairwise")),
        record(run("queens/32", "product"), seconds=1.0),
        record(run("queens/32", "pairwise"), seconds=2.0),
    ]
    comparison = Comparison.of(records)
    assert left_out(comparison) == {
        "queens/8 product": "unreliable",
        "queens/8 pairwise": "paired with an unreliable run",
        "queens/16 product": "trivial",
        "queens/16 pairwise": "paired with a trivial run",
        "queens/32 product": None,
        "queens/32 pairwise": None,
    }
    summary = main_summary(comparison)
    assert {row.configuration.profile: (row.par2, row.left_out) for row in summary.rows} == {
        "product": (1.0, 2),
        "pairwise": (2.0, 2),
    }
    assert [row.figures[0].rank for row in summary.rows] == [1, 2]
    assert left_out(Comparison.of(records, ["unreliable"])) == {
        **left_out(comparison),
        "queens/8 product": None,
        "queens/8 pairwise": None,
    }
    everything = Comparison.of(records, MARKS)
    assert set(left_out(everything).values()) == {None}
    assert sum(row.marked for row in main_summary(everything).rows) == 2


def test_who_never_counts_is_in_nobodys_way() -> None:
    records = [
        record(run("queens/8", "product")),
        record(run("queens/16", "product")),
        record(run("queens/8", "many processes"), **BUSY),
        record(run("queens/16", "many processes"), **BUSY),
    ]
    summary = main_summary(Comparison.of(records))
    assert summary.single_best is not None
    assert summary.single_best.configuration.profile == "product"
    assert summary.instances == 2
    last = summary.rows[-1]
    assert (last.configuration.profile, last.complete, last.par2) == (
        "many processes",
        False,
        float("inf"),
    )


def test_numberings_in_which_nothing_counts_are_none() -> None:
    records = [
        record(run(profile=profile, shuffle=shuffle), **(BUSY if shuffle == 2 else {}))
        for profile in ("product", "pairwise")
        for shuffle in (None, 1, 2)
    ]
    shuffles, natural = (of(Comparison.of(records)) for of in (over_shuffles, of_natural))
    assert shuffles is not None
    assert natural is not None
    assert shuffles.numberings == (1,)
    assert [row.figures[0].rank for row in shuffles.rows] == [1, 1]
    assert natural.numberings == (None,)


def test_a_refusal_is_a_result() -> None:
    refused = record(
        run(), "unknown", reason="refused: too large", reliable=False, why="nothing was measured"
    )
    (found,) = Comparison.of([refused]).runs
    assert (found.left_out, found.ending, found.marks) == (None, "refused", ())


def test_faults_count_wherever_they_were_measured() -> None:
    lie = record(run(backend="liar"), "unsat", verdict="wrong", fault="no", **BUSY)
    rows = main_summary(Comparison.of([record(run()), lie])).rows
    assert {row.configuration.backend: row.faults for row in rows} == {"cadical": 0, "liar": 1}


def test_the_time_that_counts_is_cpu_time() -> None:
    """On a busy machine half a second of work takes half a minute, and is solved."""
    slow = record(run(), seconds=20.0, cpu=0.6, solving_cpu=0.5)
    parallel = record(run(backend="many"), seconds=1.0, cpu=LIMIT + 2, solving_cpu=LIMIT + 1)
    told = {each.configuration.backend: each for each in Comparison.of([slow, parallel]).runs}
    assert (told["cadical"].time, told["cadical"].solved) == (0.5, True)
    assert (told["many"].time, told["many"].solved, told["many"].ending) == (6.0, False, "timeout")
    summary = main_summary(Comparison.of([slow, parallel]))
    assert [row.par2 for row in summary.rows] == [0.5, 2 * LIMIT]


def test_records_of_before_are_timed_as_they_were_limited() -> None:
    """A store without limits on CPU time: its ids stand, and wall time counts, and is told."""
    old = record(run(walltime=None), seconds=2.0, cpu=0.5)
    data = json.loads(json.dumps(old.to_json()))
    for name in ("solving_cpu", "trivial"):
        del data[name]
    assert "walltime" not in data["run"]
    assert Record.from_json(data).run.id == Run.from_json(data["run"]).id == data["id"]
    comparison = Comparison.of([Record.from_json(data), record(run("queens/16"), cpu=None)])
    assert sorted(each.time for each in comparison.runs) == [1.0, 2.0]
    assert remarks(comparison) == [
        "2 solved runs are timed by the wall clock: they were limited by it, or their CPU time is"
        " not known"
    ]
    labels = {each.label for each in comparison.configurations}
    assert "pairwise · cadical (timeout 5 s of wall time)" in labels


OLD = {
    "puzzle": "queens",
    "parameters": {"n": 8},
    "model": "squares",
    "options": {},
    "backend": "cadical",
    "version": "1",
    "shuffle": None,
    "timeout": 5.0,
    "memory": None,
}


def test_ids_of_before_stand() -> None:
    """The digest of the fields that there were: worked out here, not by the code of today."""
    import hashlib

    text = json.dumps(OLD, sort_keys=True, separators=(",", ":"))
    digest = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
    old = Run.from_json({**OLD, "instance": "q", "answer": None, "profile": "p"})
    assert old.id == digest
    assert replace(old, walltime=35.0).id != digest


# One truth.


def liars() -> list[Record]:
    """A solver whose lies only others show: half of all say so, and some of its own checks."""
    records = list(experiment(sizes=(8,), backends=("cadical",), shuffles=(None,)))
    for profile in ("pairwise", "product"):
        lie = run("queens/8", profile, "liar")
        records.append(record(lie, "unsat", verdict="unchecked"))  # contradicts checked solutions
        wrong = run("pigeons/8", profile, "liar")
        records.append(record(wrong, "sat", verdict="wrong", fault="two in a hole"))
    return records


def test_every_output_counts_the_same_answers(tmp_path: Path) -> None:
    records = liars()
    store = write_store(tmp_path / "store", records)
    comparison, _ = write_report(store, tmp_path, ["html", "csv", "mkplot", "gbd", "benchexec"])
    assert counts(comparison, len(records)) == "16 of 16 runs: 12 solved, 4 wrong"
    assert len(list(wrong_answers(comparison, store))) == 4
    assert "4 answers that cannot be believed" in (tmp_path / "report.html").read_text()
    lines = rows(tmp_path / "runs.csv")
    assert sum(line["solved"] == "1" for line in lines) == 12
    assert sum(bool(line["fault"]) for line in lines) == 4
    assert (tmp_path / "gbd.csv").read_text().count("wrong") == 4
    solved = [
        each["status"]
        for file in (tmp_path / "mkplot").iterdir()
        for each in json.loads(file.read_text())["stats"].values()
    ]
    assert sum(solved) == 12
    xml = "".join(file.read_text() for file in (tmp_path / "benchexec").iterdir())
    assert xml.count('value="wrong"') == 4
    told = satchel("run", str(store), cwd=tmp_path)
    assert told.returncode == 1
    assert "16 of 16 runs: 12 solved, 4 wrong" in told.stdout.splitlines()


# Every output.


@pytest.fixture(scope="module")
def busy() -> list[Record]:
    """Everything measured on a busy machine, some of it with nothing left to solve."""
    records = experiment(sizes=(8, 16), backends=("cadical", "kissat"), shuffles=(None, 1, 2))
    return [
        replace(each, **BUSY, formula=EMPTY if each.run.puzzle == "pigeons" else each.formula)
        for each in records
    ]


@pytest.fixture(scope="module")
def store(busy: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_store(tmp_path_factory.mktemp("busy") / "store", busy)


@pytest.mark.parametrize("included", [(), MARKS])
def test_the_mark_is_in_every_output(
    included: tuple[str, ...], store: Path, busy: list[Record], tmp_path: Path
) -> None:
    total, counting = len(busy), bool(included)
    comparison, _ = write_report(store, tmp_path, FORMS, (), included)
    (words,) = remarks(comparison)
    assert f"{total} " in words
    assert "unreliable" in words
    assert ("do not count" in words) is not counting

    assert words in (tmp_path / "report.html").read_text()
    runs = rows(tmp_path / "runs.csv")
    assert {line["reliable"] for line in runs} == {"0"}
    assert {line["trivial"] for line in runs} == {"0", "1"}
    assert all(bool(line["left_out"]) is not counting for line in runs)
    summary = rows(tmp_path / "summary.csv")
    assert any(line["rank"] for line in summary) is counting
    assert any(line["par2"] for line in summary) is counting
    assert any(int(line["left_out"]) for line in summary) is not counting
    assert any(int(line["marked"]) for line in summary) is counting
    differences = rows(tmp_path / "differences.csv")
    assert differences
    assert all(bool(line["seconds"]) is counting for line in differences)
    assert all(bool(int(line["left_out"])) is not counting for line in differences)
    for table in (tmp_path / "tables").iterdir():
        assert words in table.read_text()
    assert ("dagger" in (tmp_path / "tables" / "summary.tex").read_text()) is counting
    for plot in (tmp_path / "plots").glob("*.svg"):
        assert words.partition(": ")[0][-20:] in plot.read_text() or words[:20] in plot.read_text()
    for file in (tmp_path / "mkplot").iterdir():
        told = json.loads(file.read_text())
        assert bool(told["stats"]) is counting
        assert bool(told["preamble"]["marked"]) is counting
        assert bool(told["preamble"]["left_out"]) is not counting
    gbd = (tmp_path / "gbd.csv").read_text()
    assert ("unreliable" in gbd) is ("trivial" in gbd) is not counting
    for file in (tmp_path / "benchexec").iterdir():
        for element in ElementTree.parse(file).getroot().iter("run"):
            cells = {each.get("title"): each.get("value") for each in element.iter("column")}
            assert cells["unreliable"] == "true"
            assert ("par2" in cells) is counting
            assert ("left_out" in cells) is not counting
            assert (cells["category"] == "unknown") is not counting


def test_plots_say_what_they_leave_out(store: Path, tmp_path: Path) -> None:
    """Their texts are paths: what is drawn without the remark is smaller."""
    write_report(store, tmp_path / "without", ["plots"])
    write_report(store, tmp_path / "all", ["plots"], (), MARKS)
    calm = write_store(
        tmp_path / "calm",
        [record(run(f"queens/{size}", profile)) for size in (8, 9) for profile in ("a", "b")],
    )
    write_report(calm, tmp_path / "none", ["plots"])
    for name in ("cactus", "heatmap", "scatter"):
        drawn = {
            each: (tmp_path / each / "plots" / f"{name}.svg").read_text()
            for each in ("without", "all", "none")
        }
        assert "do not count" in drawn["without"]
        assert "say little" in drawn["all"]
        assert "do not count" not in drawn["none"]


def test_the_commands_tell_and_can_be_strict(store: Path, tmp_path: Path) -> None:
    lax = satchel("report", str(store), "--format", "csv", "-o", str(tmp_path))
    assert lax.returncode == 0
    assert "runs do not count in figures, ranks and plots: " in lax.stderr
    strict = satchel("report", str(store), "--format", "csv", "-o", str(tmp_path), "--strict")
    assert strict.returncode == 1
    assert strict.stderr.splitlines()[-1] == (
        "satchel: error: --strict: 144 of 144 runs are unreliable or trivial"
    )
    assert strict.stdout == lax.stdout
    ran = satchel("run", str(store))
    assert "runs do not count in figures, ranks and plots: " in ran.stdout


def test_a_calm_experiment_is_strict_enough(tmp_path: Path) -> None:
    write_store(tmp_path / "calm", [record(run())])
    told = satchel("report", "calm", "--format", "csv", "--strict", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")


# Real runs.


@pytest.mark.parametrize("backend", ["cadical", "z3"])
def test_what_presolve_has_solved_is_trivial(backend: str, tmp_path: Path) -> None:
    solved = measured(tmp_path, "latin_square/sudoku", backend)
    assert (solved.status, solved.verdict) == ("sat", "correct")
    assert solved.decided
    work = measured(tmp_path, "queens:n=6", backend)
    assert not work.decided
    assert Record.from_json(json.loads(json.dumps(solved.to_json()))) == solved


# CSV for spreadsheets.


def test_no_name_becomes_a_formula(tmp_path: Path) -> None:
    """As OWASP says of CSV injection; numbers, those below zero too, stay numbers."""
    names = ["=1+1", "+cmd|'/c'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1"]
    records = [
        record(run(name, profile, version="=1", model=profile), seconds=seconds)
        for name in names
        for profile, seconds in (("=slow", 2.0), ("quick", 1.0))
    ]
    records.append(record(run("queens/8", "=slow", version="=1", model="=slow"), objective=-7))
    write_report(write_store(tmp_path / "store", records), tmp_path, ["csv", "gbd"])
    for file in ("runs.csv", "summary.csv", "differences.csv", "gbd.csv"):
        text = (tmp_path / file).read_bytes().decode()
        for line in csv.reader(io.StringIO(text, newline="")):
            for cell in line:
                if cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
                    assert re.fullmatch(r"-\d+(\.\d+)?", cell)
    objectives = {line["objective"] for line in rows(tmp_path / "runs.csv")}
    assert objectives == {"", "-7"}
    differences = rows(tmp_path / "differences.csv")
    assert any(float(line["seconds"] or 0) != 0 for line in differences)
