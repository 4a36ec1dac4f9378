"""The store: what is written stays, whatever ends the writer; one writer at a time."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from test_compare_record import RECORD, RUN

from satchel.compare.lines import Appender, read_lines
from satchel.compare.merge import merge
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.compare.store import open_store, read_asked, read_store, write_plan
from satchel.errors import InputError
from satchel.files import whole_file
from tests.commands import ENVIRONMENT

RUNS = [replace(RUN, shuffle=seed) for seed in (None, 1, 2)]
RECORDS = [replace(RECORD, run=run) for run in RUNS]
ASKED = [{"puzzles": [], "jobs": None, "seed": 0}]
LINE = {"id": RECORD.provenance, "satchel": "0.1.0"}


def store(folder: Path, records: list[Record], plan: list[Run] = RUNS) -> Path:
    write_plan(folder, plan, ASKED)
    with open_store(folder) as opened:
        opened.add_provenance(LINE)
        for record in records:
            opened.add(record)
    return folder


def test_what_is_added_is_there(tmp_path: Path) -> None:
    results = read_store(store(tmp_path / "new", RECORDS[:2]))
    assert (results.plan, results.records, results.notes) == (RUNS, RECORDS[:2], [])
    assert results.provenance == {RECORD.provenance: LINE}


def test_the_first_record_of_a_run_stays(tmp_path: Path) -> None:
    store(tmp_path, [RECORDS[0]])
    store(tmp_path, [replace(RECORDS[0], wall=99.0), RECORDS[1]])
    assert read_store(tmp_path).records == RECORDS[:2]
    assert len((tmp_path / "runs.jsonl").read_bytes().splitlines()) == 2
    assert len((tmp_path / "provenance.jsonl").read_bytes().splitlines()) == 1


def test_records_are_shown_under_the_names_of_the_plan(tmp_path: Path) -> None:
    renamed = [replace(run, profile="renamed") for run in RUNS]
    store(store(tmp_path, RECORDS), [], renamed)
    assert {record.run.profile for record in read_store(tmp_path).records} == {"renamed"}


def test_runs_that_are_not_in_the_plan_are_left_out_and_kept(tmp_path: Path) -> None:
    store(store(tmp_path, RECORDS), [], RUNS[:1])
    results = read_store(tmp_path)
    assert results.records == RECORDS[:1]
    assert "2 records" in results.notes[0]
    store(tmp_path, [])
    assert read_store(tmp_path).records == RECORDS


@pytest.mark.parametrize("lost", [1, 2, 100])
def test_a_torn_last_line_is_dropped_with_a_note(tmp_path: Path, lost: int) -> None:
    store(tmp_path, RECORDS[:2])
    file = tmp_path / "runs.jsonl"
    file.write_bytes(file.read_bytes()[:-lost])
    results = read_store(tmp_path)
    assert results.records == RECORDS[:1]
    assert "torn" in results.notes[0]
    with open_store(tmp_path) as opened:
        assert "torn" in opened.notes[0]
        opened.add(RECORDS[2])
    assert read_store(tmp_path).records == [RECORDS[0], RECORDS[2]]
    assert read_store(tmp_path).notes == []


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    store(tmp_path, RECORDS)
    file = tmp_path / "runs.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    before = file.read_bytes()
    file.write_text(lines[0] + lines[1][9:] + lines[2])
    with pytest.raises(InputError, match=r"runs\.jsonl:2: not a JSON object"):
        read_store(tmp_path)
    file.write_bytes(before.replace(b'"wall":1.5', b'"wall":"x"', 2))
    with pytest.raises(InputError, match=r"runs\.jsonl:1: the record: 'wall'"):
        read_store(tmp_path)


@pytest.mark.parametrize("line", ["[" * 100_000, "1" * 5_000, "\x00", "[]", ""])
def test_what_is_no_object_is_named(tmp_path: Path, line: str) -> None:
    store(tmp_path, RECORDS[:1])
    with (tmp_path / "runs.jsonl").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(InputError, match=r"runs\.jsonl:2: not a JSON object"):
        read_store(tmp_path)


@pytest.mark.parametrize("asked", [[{}], [1], [{**ASKED[0], "seed": "x"}], [{"puzzles": 1}], 3])
def test_what_was_not_asked_for_is_named(tmp_path: Path, asked: object) -> None:
    store(tmp_path, [])
    (tmp_path / "experiment.json").write_text(json.dumps({"format": 1, "experiments": asked}))
    with pytest.raises(InputError, match=r"experiment\.json: is not what `satchel plan` writes"):
        read_asked(tmp_path)


def test_an_experiment_can_be_moved_with_its_files(tmp_path: Path) -> None:
    puzzle = tmp_path / "here" / "mine.py"
    store(tmp_path / "here" / "out", [])
    write_plan(tmp_path / "here" / "out", RUNS, [{**ASKED[0], "puzzles": [str(puzzle)]}])
    assert read_asked(tmp_path / "here" / "out").puzzles == [str(puzzle)]
    (tmp_path / "here").rename(tmp_path / "there")
    moved = str(tmp_path / "there" / "mine.py")
    assert read_asked(tmp_path / "there" / "out").puzzles == [moved]
    merge([tmp_path / "there" / "out"], tmp_path / "both")
    assert read_asked(tmp_path / "both").puzzles == [moved]


def test_a_folder_without_a_plan_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no experiment"):
        read_store(tmp_path)


def test_a_full_disk_takes_nothing_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(tmp_path, RECORDS[:1])
    write, room = os.write, [100]

    def full(handle: int, data: bytes) -> int:
        """As a disk does: what fits is written, the next call fails."""
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(handle, data[: room[0]])
        room[0] -= written
        return written

    with open_store(tmp_path) as opened:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(InputError, match=r"runs\.jsonl: cannot be written: no space left"):
            opened.add(RECORDS[1])
        assert not read_lines(tmp_path / "runs.jsonl").torn
        monkeypatch.undo()
        opened.add(RECORDS[2])
    assert read_store(tmp_path).records == [RECORDS[0], RECORDS[2]]


def test_the_full_device_is_a_clear_error(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("Linux has /dev/full")
    with (
        pytest.raises(InputError, match="cannot be written"),
        Appender(Path("/dev/full"), 0) as file,
    ):
        file.append({"a": 1})


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    store(tmp_path, RECORDS[:1])
    program = (
        "import sys; from pathlib import Path; from satchel.compare.store import open_store;"
        "open_store(Path(sys.argv[1])).__enter__()"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with open_store(tmp_path):
        assert read_store(tmp_path).records == RECORDS[:1]  # readers are welcome
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
        assert "another process is at work here" in done.stderr
    assert subprocess.run(command, env=ENVIRONMENT).returncode == 0


def test_stores_merge(tmp_path: Path) -> None:
    one = store(tmp_path / "one", RECORDS[:2], RUNS[:2])
    lies = replace(RECORDS[1], status="unsat", solution=None, verdict="unchecked")
    two = store(tmp_path / "two", [lies, replace(RECORDS[2], provenance="other")], RUNS[1:])
    with open_store(two) as opened:
        opened.add_provenance({"id": "other"})
    merged = merge([one, two], tmp_path / "both")
    results = read_store(tmp_path / "both")
    assert results.plan == RUNS
    assert results.records == [*RECORDS[:2], replace(RECORDS[2], provenance="other")]
    assert set(results.provenance) == {RECORD.provenance, "other"}
    assert merged.notes == []
    assert len(merged.contradictions) == 1
    assert "is sat at first, and unsat in" in merged.contradictions[0]
    assert not merge([one], tmp_path / "both").contradictions  # once more changes nothing
    assert read_store(tmp_path / "both").records == results.records


def test_a_run_is_merged_once_whatever_it_took(tmp_path: Path) -> None:
    one = store(tmp_path / "one", RECORDS[:1])
    two = store(tmp_path / "two", [replace(RECORDS[0], wall=9.0)])
    assert not merge([one, two], tmp_path / "both").contradictions
    lines = (tmp_path / "both" / "runs.jsonl").read_text().splitlines()
    assert [json.loads(line)["wall"] for line in lines] == [1.5]


def test_a_disk_that_fills_up_is_told_with_the_file(tmp_path: Path) -> None:
    store(tmp_path, RECORDS[:1])
    before = (tmp_path / "plan.jsonl").read_bytes()
    with (
        pytest.raises(InputError, match=r"plan\.jsonl: cannot be written: no space left"),
        whole_file(str(tmp_path / "plan.jsonl")),
    ):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert (tmp_path / "plan.jsonl").read_bytes() == before
