"""Contradictions: minimal and smallest by brute force, on every backend kind, as a command."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel import Circuit, Instance, Model, Options, explain, load
from satchel.errors import CheckError, InputError
from satchel.puzzle import read_parameters
from satchel.tasks.explain import explain as task
from satchel.tasks.explain.check import Checker
from satchel.tasks.explain.minimal import minimal, smallest
from tests.commands import done, satchel
from tests.labelled_models import Worlds, drawn

BACKENDS = ["cadical", "glucose", "kissat404", "z3", "z3-sat", "ortools", "clingo", "brute"]
LIFE = load("zebra/life-1962")


def with_clue(words: str, clue: str) -> Instance:
    """The puzzle of 1962 with one clue more; nothing is known about it."""
    plain = LIFE.to_json()["parameters"]
    plain["clues"] = [*plain["clues"], [words, clue]]
    parameters = read_parameters(LIFE.puzzle.parameters, plain)
    return Instance(LIFE.puzzle, parameters, None, "zebra with a clue")


@settings(max_examples=60)
@given(st.integers(min_value=0))
def test_a_contradiction_is_minimal_and_a_smallest_is_smallest(seed: int) -> None:
    random = Random(seed)
    model, worlds = drawn(random, range(3, 8), satisfiable=False)
    backend = random.choice(BACKENDS[:5])
    found = task(model, backend=backend, in_process=True)
    assert found.kind == "contradiction"
    assert found.checked
    assert found.labels is not None
    assert not worlds.fitting(found.labels)
    for label in found.labels:
        assert worlds.fitting(other for other in found.labels if other != label)
    least = task(model, backend=backend, smallest=True, in_process=True).labels
    assert least is not None
    assert not worlds.fitting(least)
    if least:
        assert all(worlds.fitting(few) for few in combinations(worlds.labels, len(least) - 1))


@settings(max_examples=30)
@given(st.integers(min_value=0))
def test_what_is_kept_is_not_dropped(seed: int) -> None:
    model, worlds = drawn(Random(seed), range(3, 8), satisfiable=False)
    kept = worlds.labels[0]
    bound = Worlds.of(model, hard=[kept])
    found = task(model, keep=[kept], in_process=True)
    assert found.hard == (kept,)
    assert found.labels is not None
    assert kept not in found.labels
    assert not bound.fitting(found.labels)
    for label in found.labels:
        assert bound.fitting(other for other in found.labels if other != label)


@given(st.lists(st.sets(st.integers(0, 6), min_size=1), min_size=1, max_size=8))
def test_minimal_and_smallest_on_sets_that_must_be_hit(sets: list[set[int]]) -> None:
    """A set is unsatisfiable if it hits all: then brute force over 128 subsets is the oracle."""
    masks = [sum(1 << i for i in members) for members in sets]
    hits = [mask for mask in range(128) if all(mask & other for other in masks)]

    def core(mask: int) -> int | None:
        return mask if mask in hits else None

    def uncovered(mask: int) -> int | None:
        return next((other for other in masks if not mask & other), None)

    found = minimal(core, 127)
    assert found in hits
    assert all(found & ~(1 << i) not in hits for i in range(7) if found >> i & 1)
    least = min(map(int.bit_count, hits))
    assert (smallest(uncovered, masks[:2], 7) or 0).bit_count() == least
    assert smallest(uncovered, [], least - 1) is None


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_kind_of_backend(backend: str) -> None:
    model = Model()
    x, y, z = (model.int(name, 1, 3) for name in "xyz")
    for name in "xyz":
        model.show(name, model.variables[name])
    model.add(x < y, label="x before y")
    model.add(y < z, label="y before z")
    model.add(z != 3, label="z is not last")
    model.add(x != y, label="two differ")
    found = explain(model, backend=backend)
    assert set(found.labels or ()) == {"x before y", "y before z", "z is not last"}
    steps = explain(model, backend=backend, keep=["two differ"]) if backend == "brute" else found
    assert steps.labels == found.labels


@pytest.mark.parametrize("model", ["positions", "matrix"])
def test_a_false_clue_is_named_with_what_contradicts_it(model: str) -> None:
    wrong = with_clue("The zebra lives in the middle house.", "zebra at 3")
    found = explain(wrong, model=model)
    assert "15. The zebra lives in the middle house." in (found.labels or ())
    assert found.checked


def test_what_cannot_stand_under_a_condition_stays() -> None:
    model = Model()
    after = [model.int(f"after{i}", 0, 3) for i in range(4)]
    model.add(Circuit(after), label="a tour")
    model.add(after[0] == 1, label="first")
    model.add(after[1] == 0, label="second")
    found = explain(model, options=Options(choices={"circuit": "cuts"}))
    assert found.hard == ("a tour",)
    assert found.labels == ("first", "second")
    assert explain(model).labels == ("a tour", "first", "second")
    assert explain(model).hard == ()


def test_what_stays_may_contradict_itself() -> None:
    model = Model()
    x = model.int("x", 1, 2)
    model.add(x > 2)
    model.add(x == 1, label="one")
    assert explain(model).labels == ()


def test_an_argument_comes_first_and_a_core_is_still_found() -> None:
    tour = load("knights_tour/open-5-edge")
    found = explain(tour)
    assert (found.kind, found.labels, found.backend) == ("contradiction", None, "argument")
    assert "parity" in (found.argument or "")
    found = explain(tour, core=True)
    assert found.argument
    assert found.labels == ("one tour",)


def test_the_checker_refuses_what_is_not_minimal_and_what_is_satisfiable() -> None:
    model = load("queens/3").build("lines")
    found = task(model, in_process=True).labels
    assert found is not None
    checker = Checker(model, (), "cadical", Options())
    assert checker.contradiction(found) == []
    rest = [s.label for s in model.statements if s.label and s.label not in found]
    more = checker.contradiction([*found, rest[0]])
    assert f"not minimal: without {rest[0]!r} there is no solution either" in more
    assert "the statements have a common solution" in checker.contradiction(found[1:])
    assert checker.contradiction([*found, "no such"])[0] == "no statement is labelled 'no such'"


def test_an_explanation_that_fails_its_check_is_not_given_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lazy(core: object, unsatisfiable: int) -> int:
        return unsatisfiable

    monkeypatch.setattr("satchel.tasks.explain.search.minimal", lazy)
    model = Model()
    x = model.int("x", 1, 2)
    model.add(x == 1, label="one")
    model.add(x == 2, label="two")
    model.add(x != 1, label="not one")
    with pytest.raises(CheckError, match="fails its check: not minimal"):
        # The one-shot solver's core is all that was assumed.
        task(model, backend="kissat404", in_process=True)


def test_labels_to_keep_must_be_there() -> None:
    with pytest.raises(InputError, match="no statement is labelled 'row 9' \\(did you mean 'row"):
        explain(load("queens/3"), model="lines", keep=["row 9"])


def test_command_names_the_clues(tmp_path: Path) -> None:
    text = done("explain", "zebra/contradictory")
    assert "These contradict each other" in text
    assert "(checked), by cadical" in text
    data = json.loads(done("explain", "zebra/contradictory", "--smallest", "--output", "json"))
    assert data["kind"] == "contradiction"
    assert data["smallest"] is True
    assert all(f"  {label}\n" in text for label in data["labels"][:1])
    text = done("explain", "knights_tour/open-8")
    assert "There is no solution, by argument: parity" in text
    kept = done("explain", "queens:n=3", "--model", "lines", "--keep", "row *", "--keep=column *")
    assert "6 statements" in kept
    assert "not to be dropped: row 1; row 2" in kept


def test_command_with_bad_input_and_at_a_limit(tmp_path: Path) -> None:
    for arguments, words in (
        (["queens/3", "--keep", "nothing"], "no statement is labelled 'nothing'"),
        (["queens/3", "--backend", "nobody"], "unknown backend"),
        (["queens/8", "--output", "dimacs"], "--output"),
    ):
        refused = satchel("explain", *arguments, cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert words in refused.stderr
        assert len(refused.stderr.splitlines()) == 1
    late = satchel("explain", "queens/200", "--timeout", "0.01")
    assert late.returncode == 3
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        'puzzle = "queens"\n[parameters]\nn = 3\n[answer]\nstatus = "sat"\nsource = "a test"\n'
    )
    refused = satchel("explain", str(wrong))
    assert refused.returncode == 1
    assert "but the known answer is sat" in refused.stderr
