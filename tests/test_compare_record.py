"""Records and runs: written and read, ids from content, wrong ones refused by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from satchel.cnf.options import Options
from satchel.compare.record import Formula, Record
from satchel.compare.run import Run
from satchel.errors import InputError

RUN = Run(
    instance="queens/8",
    puzzle="queens",
    parameters={"n": 8, "blocked": []},
    answer={"count": 92, "source": {"count": "OEIS"}},
    model="squares",
    profile="product",
    options=Options(choices={"amo": "product"}).to_json(),
    backend="cadical",
    version="python-sat 1.8",
    shuffle=7,
    timeout=5.0,
    memory=1 << 30,
)
RECORD = Record(
    run=RUN,
    status="sat",
    reason=None,
    objective=None,
    verdict="correct",
    fault=None,
    times={"load": 0.25, "solve": 1.0},
    wall=1.5,
    cpu=1.25,
    memory=1 << 20,
    meter="process tree",
    reliable=False,
    why="no cgroups",
    formula=Formula(10, 20, 40, 0, "ab"),
    statistics={"conflicts": 17},
    solution="9c0e",
    provenance="77aa",
    started="2026-01-31T12:00:00Z",
)


@pytest.mark.parametrize(
    "record", [RECORD, replace(RECORD, formula=None, status="unknown", reason="timeout")]
)
def test_a_record_survives_json(record: Record) -> None:
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_loading_and_solving_is_what_counts() -> None:
    assert RECORD.seconds == 1.25
    assert RECORD.solved
    assert not replace(RECORD, verdict="wrong", fault="row 1 has two").solved


def test_names_and_known_answers_do_not_change_an_id() -> None:
    named = replace(RUN, instance="board.toml", profile="p", answer=None)
    assert named.id == RUN.id


def test_one_content_has_one_id_however_its_numbers_are_written() -> None:
    assert replace(RUN, timeout=5).id == RUN.id
    assert Run.from_json({**RUN.to_json(), "timeout": 5}).id == RUN.id


@pytest.mark.parametrize(
    "change",
    [
        {"puzzle": "latin"},
        {"parameters": {"n": 9, "blocked": []}},
        {"model": "lines"},
        {"options": {}},
        {"backend": "glucose"},
        {"version": "python-sat 1.9"},
        {"shuffle": None},
        {"shuffle": 8},
        {"timeout": 6.0},
        {"memory": None},
    ],
)
def test_content_changes_an_id(change: dict[str, Any]) -> None:
    assert replace(RUN, **change).id != RUN.id


def test_ids_are_the_same_in_every_process() -> None:
    program = (
        "import json, sys; from satchel.compare.run import Run;"
        "print(Run.from_json(json.loads(sys.argv[1])).id)"
    )
    turned = dict(reversed(RUN.to_json().items()))
    for seed in "1", "2":
        done = subprocess.run(
            [sys.executable, "-c", program, json.dumps(turned)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == RUN.id


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "0" * 32}, "the record's id"),
        ({"status": "solved"}, "'solved'"),
        ({"status": "unknown"}, "reason None"),
        ({"fault": "two queens"}, "fault 'two queens'"),
        ({"wall": "long"}, "'wall' is expected to be a number"),
        ({"wall": True}, "'wall' is expected to be a number"),
        ({"cpu": "long"}, "'cpu' is expected to be a number or null"),
        ({"wall": float("nan")}, "'wall': nan"),
        ({"cpu": -1.0}, "'cpu': -1.0"),
        ({"memory": -1}, "'memory': -1"),
        ({"times": {"thinking": 1.0}}, "'thinking'"),
        ({"times": {"load": "long"}}, "'load': 'long'"),
        ({"times": {"load": float("inf")}}, "'load': inf"),
        ({"statistics": {"conflicts": "few"}}, "'conflicts': 'few'"),
        ({"colour": "red"}, "no field 'colour'"),
        ({"formula": {"variables": 3}}, "the formula lacks the field 'clauses'"),
        ({"run": None}, "the run is expected to be an object"),
    ],
)
def test_what_is_no_record_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        Record.from_json({**RECORD.to_json(), **change})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_field_is_named() -> None:
    data = RECORD.to_json()
    del data["meter"]
    with pytest.raises(InputError, match="lacks the field 'meter'"):
        Record.from_json(data)
