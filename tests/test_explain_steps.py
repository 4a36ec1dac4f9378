"""Steps: each follows, none could be cheaper, and nothing certain is left out, by brute force."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel import AllDifferent, Explanation, Iff, Model, Options, explain, load
from satchel.tasks.explain import Case, Fact, Step, origins
from satchel.tasks.explain import explain as task
from satchel.tasks.explain.check import Checker
from satchel.tasks.explain.facts import Facts, bits
from tests.commands import done, satchel
from tests.labelled_models import Worlds, drawn
from tests.test_unique import without_clue

BACKENDS = ["cadical", "glucose", "kissat404", "z3", "z3-sat", "ortools", "clingo", "brute"]


def implied(worlds: Worlds, facts: Sequence[Fact], certain: set[Fact]) -> set[Fact]:
    """What the facts say by themselves, where nothing is posted: other values are no values."""
    known = set(facts)
    for fact in facts:
        if fact.holds and fact.value is not True:
            known |= {
                other
                for other in certain
                if other.name == fact.name and not other.holds and other.value != fact.value
            }
    return known


def assert_case(step: Step, case: Case, worlds: Worlds) -> None:
    """One label at a time, and only with what the step has, to what cannot be."""
    assert replace(case.supposed, holds=not case.supposed.holds) in step.facts
    known = {*step.premises, case.supposed}
    for inner in case.steps[:-1]:
        assert len(inner.labels) <= 1
        assert {*inner.labels} <= {*step.labels}
        assert {*inner.premises} <= known
        assert all(worlds.follows(fact, inner.labels, inner.premises) for fact in inner.facts)
        known.update(inner.facts)
    end = case.steps[-1]
    assert not end.facts
    assert {*end.premises} <= known
    assert not worlds.fitting(end.labels, end.premises)


def assert_sound(found: Explanation, worlds: Worlds, model: Model) -> None:
    """Each step follows, and no member of it can be left out; in the end all is known."""
    certain = worlds.certain(model)
    known: list[Fact] = []
    for step in found.steps:
        assert set(step.premises) <= set(known)
        assert not set(step.facts) & implied(worlds, known, certain)
        for fact in step.facts:
            assert worlds.follows(fact, step.labels, step.premises)
            for label in step.labels:
                rest = [other for other in step.labels if other != label]
                assert not worlds.follows(fact, rest, step.premises)
            for premise in step.premises:
                others = [other for other in step.premises if other != premise]
                assert not worlds.follows(fact, step.labels, others)
        for case in step.cases:
            assert_case(step, case, worlds)
        known += step.facts
    assert implied(worlds, known, certain) >= certain
    solutions = [world.shown for world in worlds.fitting(worlds.labels)]
    for name in model.shown:
        values = {solution[name] for solution in solutions}
        assert set(found.open.get(name, values)) == values
        assert (name in found.open) == (len(values) > 1)


@settings(max_examples=40)
@given(st.integers(min_value=0))
def test_steps_follow_are_minimal_and_reach_all_that_is_certain(seed: int) -> None:
    random = Random(seed)
    model, worlds = drawn(random, range(2, 7), satisfiable=True)
    backend = random.choice(BACKENDS[:5])
    found = task(model, backend=backend, in_process=True)
    assert (found.kind, found.checked) == ("steps", True)
    assert_sound(found, worlds, model)
    solutions = {tuple(world.shown.items()) for world in worlds.fitting(worlds.labels)}
    expected = dict(*solutions) if len(solutions) == 1 else None
    assert found.solution() == expected


@settings(max_examples=40)
@given(st.integers(min_value=0))
def test_no_step_could_have_been_cheaper(seed: int) -> None:
    model, worlds = drawn(Random(seed), range(2, 6), satisfiable=True)
    found = task(model, in_process=True)
    certain = worlds.certain(model)
    known: list[Fact] = []
    for step in found.steps:
        new = certain - implied(worlds, known, certain)

        def derives(labels: Sequence[str], facts: Sequence[Fact], new: set[Fact] = new) -> bool:
            return any(worlds.follows(fact, labels, facts) for fact in new)

        for size in range(len(step.labels)):
            assert not any(derives(few, known) for few in combinations(worlds.labels, size))
        if step.premises:
            fewer = combinations(known, len(step.premises) - 1)
            assert not any(derives(step.labels, few) for few in fewer)
        known += step.facts


def test_premises_are_fewest_and_not_only_minimal() -> None:
    model = Model()
    q, r, p, f = (model.bool(name) for name in "qrpf")
    for name in "qrpf":
        model.show(name, model.variables[name])
    for each in (q, r, p):
        model.add(each, label=f"{each} holds")
    model.add(Iff(f, p | (q & r)), label="f")
    # The core of a one-shot solver is all that was assumed: shrunk in order it becomes q and r.
    last = task(model, backend="kissat404", in_process=True).steps[-1]
    assert (last.labels, last.premises) == (("f",), (Fact("p", True, holds=True),))


def street() -> Model:
    """Three houses; unique, and every step from one clue but one."""
    model = Model()
    a, b, c = (model.int(name, 1, 3) for name in "abc")
    for name in "abc":
        model.show(name, model.variables[name])
    flag = model.bool("flag")
    model.show("flag", flag)
    model.add(AllDifferent(a, b, c), label="all differ")
    model.add(a < b, label="a before b")
    model.add(b != 2, label="b is not second")
    model.add(c > 1, label="c is not first")
    model.add(flag == (c == 2), label="the flag")
    return model


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_kind_of_backend(backend: str) -> None:
    model = street()
    found = explain(model, backend=backend)
    assert_sound(found, Worlds.of(model), model)
    assert found.solution() == {"a": 1, "b": 3, "c": 2, "flag": True}


@pytest.mark.parametrize(
    "name", ["zebra/life-1962", pytest.param("zebra/shoes", marks=pytest.mark.slow)]
)
def test_the_zebra_is_explained(name: str) -> None:
    instance = load(name)
    found = explain(instance)
    solution = found.solution()
    assert solution is not None
    assert instance.check(solution) == []
    assert found.checked
    clues = {label for label, _ in instance.parameters.statements}
    used = [[label for label in step.labels if label in clues] for step in found.steps]
    assert {label for labels in used for label in labels} <= clues
    assert sum(len(labels) > 1 for labels in used) < len(used) / 8


def test_what_follows_where_there_are_several_solutions() -> None:
    instance = without_clue(1)
    found = explain(instance)
    assert found.kind == "steps"
    assert found.steps
    assert found.open
    assert found.solution() is None
    text = done("explain", "zebra/three-houses")
    assert "house of blue: 2, 3" in text
    assert "not unique" in text


def planted(steps: tuple[Step, ...]) -> list[tuple[str, tuple[Step, ...]]]:
    """Wrong steps, and what the checker says of them."""
    last = steps[-1]
    first = steps[0]
    change = replace(last, facts=(replace(last.facts[0], holds=not last.facts[0].holds),))
    needless = next(f for step in steps[:-1] for f in step.facts if f not in last.premises)
    more = replace(last, premises=(*last.premises, needless))
    label = next(label for step in steps for label in step.labels if label not in last.labels)
    several = next(i for i, step in enumerate(steps) if step.premises)
    return [
        ("does not follow", (*steps[:-1], change)),
        (f"follows without {needless}", (*steps[:-1], more)),
        (f"follows without {label!r}", (*steps[:-1], replace(last, labels=(*last.labels, label)))),
        ("does not follow", (replace(first, labels=()), *steps[1:])),
        ("is not known yet", (steps[several], *steps[:several], *steps[several + 1 :])),
        ("is known already", (*steps, last)),
        ("nothing follows", (replace(first, facts=()), *steps)),
        ("no statement is labelled", (replace(first, labels=("none",)), *steps[1:])),
        ("said to be possible", steps[:1]),
    ]


def test_the_checker_refuses_planted_faults() -> None:
    model = street()
    steps = task(model, in_process=True).steps
    checker = Checker(model, (), "cadical", Options())
    assert [fault for faults in checker.steps(steps, {}) for fault in faults] == []
    for words, wrong in planted(steps):
        faults = [fault for faults in checker.steps(wrong, {}) for fault in faults]
        assert any(words in fault for fault in faults), words
    rest = [step for step in steps if step.labels != ("the flag",)]
    faults = [fault for faults in checker.steps(rest, {"flag": [False, True]}) for fault in faults]
    assert faults == ["flag is certain, but said to be open"]


def planted_in_a_case(step: Step) -> list[tuple[str, Step]]:
    """A step with wrong cases, and what the checker says of them."""
    (case, *rest) = step.cases
    first, *_, last = case.steps
    wrong = [
        ("does not deny what follows", replace(case, supposed=step.facts[0])),
        ("is not known yet", replace(case, steps=case.steps[1:])),
        ("leads to no contradiction", replace(case, steps=case.steps[:-1])),
        ("the end is no contradiction", replace(case, steps=(replace(first, facts=()),))),
        ("are not of the step", replace(case, steps=(replace(first, labels=("z",)), *case.steps))),
        (
            "the contradiction does without",
            replace(case, steps=(*case.steps[:-1], replace(last, labels=step.labels))),
        ),
    ]
    return [(words, replace(step, cases=(each, *rest))) for words, each in wrong]


def test_the_checker_refuses_planted_faults_in_cases() -> None:
    model = Model()
    a, b, c, d = (model.int(name, 1, 5) for name in "abcd")
    for name in "abcd":
        model.show(name, model.variables[name])
    model.add(AllDifferent(a, b, c, d), label="all differ")
    model.add(c == b + 1, label="c after b")
    model.add(d == 2, label="d is second")
    found = task(model, in_process=True)
    assert_sound(found, Worlds.of(model), model)
    step = next(step for step in found.steps if step.cases)
    assert step.facts == (Fact("a", 4, holds=False),)
    checker = Checker(model, (), "cadical", Options())
    at = found.steps.index(step)
    for words, wrong in planted_in_a_case(step):
        steps = (*found.steps[:at], wrong, *found.steps[at + 1 :])
        faults = [fault for faults in checker.steps(steps, found.open) for fault in faults]
        assert any(words in fault for fault in faults), (words, faults)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.integers(0, 2**40 - 1))
def test_closed_and_strongest_say_the_same(sizes: list[int], seed: int) -> None:
    model = Model()
    for index, size in enumerate(sizes):
        model.show(
            f"x{index}", model.int(f"x{index}", 0, size) if size else model.bool(f"b{index}")
        )
    facts = Facts(model)
    values = {name: Random(seed).randrange(2) for name in model.variables}
    true = facts.true_in({n: bool(v) if n[0] == "b" else v for n, v in values.items()})
    some = true & Random(seed).getrandbits(2 * facts.count)
    assert some & facts.closed(some) == some
    assert facts.closed(facts.strongest(some)) == facts.closed(some)
    assert facts.closed(some) & true == facts.closed(some)
    for number in bits(facts.strongest(some)):
        assert number not in bits(facts.closed(facts.strongest(some) & ~(1 << number)))


def test_command_refers_to_earlier_steps() -> None:
    text = done("explain", "zebra/life-1962")
    assert "  1  house of milk = 3\n       8. Milk is drunk in the middle house.\n" in text
    assert "since house of Norwegian = 1 (step 2)" in text
    assert text.rstrip().endswith("(checked), by cadical")
    data = json.loads(done("explain", "zebra/three-houses", "--output", "json"))
    steps = [Step.from_json(step) for step in data["steps"]]
    assert [origins(steps, step) for step in steps] == [step["from"] for step in data["steps"]]
    assert data["checked"] is True
    first = [["nationality/Japanese", 1, False], ["pet/snail", 3, False]]
    assert data["steps"][0]["facts"] == first


def test_command_at_a_limit_prints_what_it_has() -> None:
    late = satchel("explain", "queens:n=9", "--model", "lines", "--timeout", "0.7")
    assert late.returncode in (0, 3)
    if late.returncode:
        assert "timeout" in late.stdout or "not done after" in late.stderr
