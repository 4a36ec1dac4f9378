"""One solution, two, or none: against brute force, on every kind of backend, and as a command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel import Instance, Model, load
from satchel import unique as ask
from satchel.errors import CheckError
from satchel.puzzle import read_parameters
from satchel.puzzle.known import read_known
from satchel.tasks.unique import unique
from tests.commands import done, satchel
from tests.random_models import brute_force, random_model

BACKENDS = ["cadical", "kissat404", "z3", "z3-sat", "brute"]
LIFE = load("zebra/life-1962")


def without_clue(number: int) -> Instance:
    """The puzzle of 1962 with one clue less; nothing is known about it."""
    plain = LIFE.to_json()["parameters"]
    plain["clues"] = [clue for index, clue in enumerate(plain["clues"], 1) if index != number]
    parameters = read_parameters(LIFE.puzzle.parameters, plain)
    return Instance(LIFE.puzzle, parameters, None, "zebra without a clue")


@settings(max_examples=60)
@given(st.integers(min_value=0))
def test_the_verdict_is_that_of_brute_force(seed: int) -> None:
    random = Random(seed)
    model = random_model(random)
    shown = brute_force(model)
    found = unique(model, backend=random.choice(BACKENDS), in_process=True)
    assert found.verdict == ("none", "unique", "several")[min(len(shown), 2)]
    solutions = [tuple(map(int, (answer.solution or {}).values())) for answer in found.solutions]
    assert set(solutions) <= shown
    assert len(set(solutions)) == len(solutions) == min(len(shown), 2)
    pairs = zip(model.shown, *solutions, strict=True) if len(solutions) == 2 else ()
    expected = {name: (one, other) for name, one, other in pairs if one != other}
    assert found.differences() == expected


@pytest.mark.parametrize("backend", BACKENDS[:4])
def test_the_zebra_is_unique_and_with_a_clue_less_is_not(backend: str) -> None:
    found = ask(LIFE, backend=backend)
    assert (found.verdict, found.differences()) == ("unique", {})
    found = ask(without_clue(1), backend=backend)
    assert (found.verdict, len(found.solutions)) == ("several", 2)
    assert found.differences()


def test_known_answers_are_held_against_the_verdict() -> None:
    unique_ = read_known({"unique": True, "source": "a test"})
    with pytest.raises(CheckError, match="there are several solutions, but the known answer"):
        ask(replace(without_clue(1), known=unique_))
    several = read_known({"count": 2, "source": "a test"})
    with pytest.raises(CheckError, match="1 solutions were found, but the known answer"):
        ask(replace(LIFE, known=several))
    with pytest.raises(CheckError, match="there is one solution, but the known answer"):
        ask(replace(LIFE, known=read_known({"unique": False, "source": "a test"})))
    with pytest.raises(CheckError, match="but the known answer is unsat"):
        ask(replace(LIFE, known=read_known({"status": "unsat", "source": "a test"})))


def test_there_is_none() -> None:
    model = Model()
    model.add(model.bool("a"))
    model.add(~model.variables["a"])  # type: ignore[operator]
    assert ask(model).verdict == "none"
    assert "known answer" in (ask(load("queens/3")).certificate or "")


def test_a_limit_leaves_it_unknown() -> None:
    found = ask(load("queens/200"), timeout=0.01)
    assert (found.verdict, found.reason) == ("unknown", "timeout")


def test_command_with_one_solution() -> None:
    text = done("unique", "zebra/life-1962")
    assert "Who owns the zebra? Japanese" in text
    assert "unique: there is exactly one solution (checked), by cadical" in text
    data = json.loads(done("unique", "zebra/life-1962", "--output", "json"))
    assert (data["verdict"], len(data["solutions"]), data["differences"]) == ("unique", 1, {})


def test_command_with_two_solutions() -> None:
    text = done("unique", "zebra/three-houses")
    assert "The first solution:" in text
    assert "not unique" in text
    names = done("unique", "queens/8").split("They differ in ")[1].splitlines()[2:]
    assert "r1c" in names[1]
    data = json.loads(done("unique", "zebra/three-houses", "--output", "json"))
    one, other = data["solutions"]
    expected = {name: [one[name], other[name]] for name in one if one[name] != other[name]}
    assert data["differences"] == expected != {}


def test_command_without_a_solution() -> None:
    assert "`satchel explain queens/3`" in done("unique", "queens/3")
    text = done("unique", "knights_tour/open-8")
    assert "argument: parity" in text


def test_command_at_a_limit_and_with_bad_input(tmp_path: Path) -> None:
    late = satchel("unique", "queens/200", "--timeout", "0.01")
    assert late.returncode == 3
    assert "not done after 0.01 s" in late.stderr or "timeout" in late.stdout
    wrong = tmp_path / "wrong.toml"
    rules = 'puzzle = "queens"\n[parameters]\nn = 4\n[answer]\nunique = true\nsource = "a test"\n'
    wrong.write_text(rules)
    refused = satchel("unique", str(wrong))
    assert refused.returncode == 1
    assert "there are several solutions" in refused.stderr
    for arguments in (["queens/8", "--backend", "nobody"], ["queens/8", "--output", "dimacs"]):
        refused = satchel("unique", *arguments)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith("satchel: error: ")
        assert len(refused.stderr.splitlines()) == 1
