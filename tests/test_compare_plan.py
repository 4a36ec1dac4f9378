"""Experiments and their plans: the matrix, what is refused, and numberings from the content."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from satchel.compare.experiment import read_experiment
from satchel.compare.names import expand
from satchel.compare.plan import make_plan
from satchel.compare.run import Run
from satchel.errors import InputError
from satchel.puzzle import read_toml
from tests.commands import ENVIRONMENT, ROOT

SMALL: dict[str, Any] = {
    "instances": ["queens:n={4,5}"],
    "backends": ["cadical", "glucose", "z3"],
    "set": ["amo=pairwise", "amo=product"],
    "shuffles": 3,
}


def planned(data: dict[str, Any], folder: Path = Path()) -> list[Run]:
    return list(make_plan(read_experiment(data, folder)).runs)


def test_every_cell_of_the_matrix_once() -> None:
    runs = planned(SMALL)
    cells = Counter((run.instance, run.profile, run.backend) for run in runs)
    profiles = {
        "cadical": ["amo=pairwise", "amo=product"],
        "glucose": ["amo=pairwise", "amo=product"],
        "z3": ["model"],  # it takes the model, whatever the encodings are
    }
    assert cells == {
        (f"queens:n={n}", profile, backend): 3
        for n in (4, 5)
        for backend, names in profiles.items()
        for profile in names
    }
    assert len({run.id for run in runs}) == len(runs) == 30


def test_every_column_gets_the_same_numberings() -> None:
    runs = planned({**SMALL, "models": "*"})
    for name in ("queens:n=4", "queens:n=5"):
        per_column: dict[tuple[str, str, str], list[int | None]] = {}
        for run in runs:
            if run.instance == name:
                column = (run.model, run.profile, run.backend)
                per_column.setdefault(column, []).append(run.shuffle)
        (seeds,) = {tuple(seeds) for seeds in per_column.values()}
        assert seeds[0] is None
        assert len(set(seeds)) == 3
    other = planned({**SMALL, "models": "*", "seed": 1})
    assert [run.shuffle for run in runs] != [run.shuffle for run in other]


def test_the_plan_is_the_same_in_every_process(tmp_path: Path) -> None:
    program = (
        "import json, sys; from satchel.compare.experiment import read_experiment;"
        "from satchel.compare.plan import make_plan;"
        "print([run.id for run in make_plan(read_experiment(json.loads(sys.argv[1]))).runs])"
    )
    for seed in ("1", "2"):
        command = [sys.executable, "-c", program, json.dumps(SMALL)]
        environment = {**ENVIRONMENT, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == str([run.id for run in planned(SMALL)])


def test_a_run_carries_what_it_needs() -> None:
    (run,) = planned({"instances": ["queens/8"], "shuffles": 1, "timeout": 7, "memory": "1G"})
    assert (run.puzzle, run.parameters["n"], run.profile, run.options) == ("queens", 8, "auto", {})
    assert run.answer is not None
    assert run.answer["count"] == 92
    assert (run.timeout, run.memory) == (7.0, 1 << 30)
    assert "cadical" in run.version
    assert Run.from_json(json.loads(json.dumps(run.to_json()))) == run


def test_models_by_name_all_or_by_puzzle() -> None:
    base = {"instances": ["queens/4"], "shuffles": 1}
    assert {run.model for run in planned({**base, "models": ["lines", "attack"]})} == {
        "lines",
        "attack",
    }
    assert len(planned({**base, "models": "*"})) == 3
    both = {**base, "instances": ["queens/4", "zebra/life-1962"], "models": {"queens": ["lines"]}}
    assert {run.puzzle: run.model == "lines" for run in planned(both)} == {
        "queens": True,
        "zebra": False,
    }


def test_encodings_without_a_backend_that_takes_clauses_are_told() -> None:
    profiles: dict[str, Any] = {"one": {"set": {"amo": "product"}}, "two": {"presolve": "none"}}
    data = {"instances": ["queens/4"], "shuffles": 1, "backends": ["z3"], "profiles": profiles}
    told = "profile 'one': encodings have no effect on z3"
    assert make_plan(read_experiment(data, Path())).warnings == (told,)
    data["backends"] = ["z3", "cadical"]
    assert make_plan(read_experiment(data, Path())).warnings == ()


def test_profiles_for_the_model_differ_by_what_is_done_to_it_only() -> None:
    profiles: dict[str, Any] = {"one": {"set": {"amo": "product"}}, "two": {"presolve": "none"}}
    data = {"instances": ["queens/4"], "shuffles": 1, "backends": ["z3"], "profiles": profiles}
    assert {run.profile: run.options for run in planned(data)} == {
        "model, presolve auto": {},
        "model, presolve none": {"presolve": []},
    }
    profiles["two"] = {"break-symmetry": True}
    assert {run.profile: run.options for run in planned(data)} == {
        "model, presolve auto": {},
        "model, presolve auto, break symmetry": {"break_symmetry": True},
    }


def test_names_stand_for_instances(tmp_path: Path) -> None:
    assert "queens/8" in expand("queens/*", tmp_path)
    assert expand("queens:n={8..20..4}", tmp_path) == [f"queens:n={n}" for n in (8, 12, 16, 20)]
    assert expand("queens:n={3..1}", tmp_path) == [f"queens:n={n}" for n in (3, 2, 1)]
    assert expand("{queens,latin}:n={4,5}", tmp_path) == [
        *("queens:n=4", "queens:n=5", "latin:n=4", "latin:n=5")
    ]
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "one.toml").write_text('puzzle = "queens"\nparameters = {n = 6}\n')
    assert expand("boards/*.toml", tmp_path) == ["boards/one.toml"]
    (run,) = planned({"instances": ["boards/*.toml"], "shuffles": 1}, tmp_path)
    assert (run.instance, run.parameters["n"]) == ("boards/one.toml", 6)


def test_slow_instances_are_a_warning() -> None:
    data = {"instances": ["knights_tour/open-11"], "backends": ["z3"], "shuffles": 1}
    plan = make_plan(read_experiment(data))
    assert len(plan.runs) == 1
    assert "knights_tour/open-11" in plan.warnings[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "the instances are missing"),
        ({"instances": []}, "'instances' is empty"),
        ({"instances": [8]}, "'instances' is expected to be a list of strings"),
        ({"instances": ["quens/*"]}, "no instance is named like 'quens/*'"),
        ({"instances": ["quens/8"]}, "no such instance: 'quens/8'"),
        ({"instances": ["queens:n={1..9..0}"]}, "has no step"),
        ({"instances": ["queens:n={1..999999}"]}, "more than 100000 members"),
        ({"instances": ["queens/8", "queens:n=8"]}, "are the same instance"),
        ({"instances": ["queens/8"], "backend": ["z3"]}, "no such key: 'backend'"),
        ({"instances": ["queens/8"], "backends": ["cadicul"]}, "unknown backend 'cadicul'"),
        ({"instances": ["queens/8"], "shuffles": 0}, "'shuffles' is expected to be an integer"),
        ({"instances": ["queens/8"], "shuffles": 10**9}, "an integer from 1 to 1000"),
        ({"instances": ["queens:n={1..2000}"], "shuffles": 1000}, "more than 1,000,000 runs"),
        ({"instances": ["queens:m=8"]}, "instance 'queens:m=8': parameter 'm'"),
        ({"instances": ["queens/8"], "timeout": 0}, "'timeout' is expected to be a time above 0"),
        (
            {"instances": ["queens/8"], "timeout": "1y"},
            "'timeout' is expected to be a time above 0",
        ),
        ({"instances": ["queens/8"], "memory": "lots"}, "a size like"),
        ({"instances": ["queens/8"], "models": ["rows"]}, "has no model 'rows'"),
        (
            {"instances": ["queens/8"], "models": {"zebra": ["a"]}},
            "no instance of a puzzle 'zebra'",
        ),
        ({"instances": ["queens/8"], "set": ["amo"]}, "expected to be KIND=NAME"),
        ({"instances": ["queens/8"], "set": ["amo=best"]}, "unknown amo encoding 'best'"),
        ({"instances": ["queens/8"], "profiles": {"a": {"st": {}}}}, "profile 'a': no such option"),
        ({"instances": ["queens/8"], "profiles": {"a": {"shuffle": 1}}}, "say `shuffles`"),
        ({"instances": ["queens/8"], "profiles": {"a": {"presolve": "x"}}}, "no pass 'x'"),
        (
            {"instances": ["queens/8"], "profiles": {"a": {}, "b": {}}},
            "'a' and 'b' choose the same",
        ),
        (
            {"instances": ["queens/8"], "set": ["amo=native"]},
            "cadical takes clauses only",
        ),
    ],
)
def test_bad_experiments_are_refused_with_what_was_expected(
    data: dict[str, Any], words: str
) -> None:
    with pytest.raises(InputError) as caught:
        planned(data)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_native_is_for_those_who_take_sums() -> None:
    data = {"instances": ["queens/8"], "set": ["amo=native"], "backends": ["minicard", "z3"]}
    assert {run.profile for run in planned(data)} == {"amo=native", "model"}


@pytest.mark.parametrize("file", sorted((ROOT / "benchmarks" / "experiments").glob("*.toml")))
def test_the_experiments_that_come_along_can_be_planned(file: Path) -> None:
    assert planned(read_toml(file.read_text()), file.parent)
