"""Enumerating in cubes, by one process or several: each shown solution once, from every backend."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satchel as public
from satchel import Options, load, representatives, solutions
from satchel.cnf.blocking import blocking_clause, blocks
from satchel.errors import BackendError, CheckError, InputError, LimitError
from satchel.ir import AtMostOne, ExactlyOne, Model, Or
from satchel.tasks import parts
from satchel.tasks.answer import Answer
from satchel.tasks.choose import list_backends
from satchel.tasks.compile import compile_model
from satchel.tasks.cubes import Cubes
from satchel.tasks.solve import enumerate_solutions
from tests.commands import ENVIRONMENT, PYTHON, done, satchel
from tests.conftest import EXAMPLES
from tests.containment import MARK, marked, wait_until
from tests.programs import MINISAT
from tests.random_models import brute_force, random_model, random_options

randoms = st.randoms(use_true_random=False)

BACKENDS = [
    *(name for name in list_backends()[0] if name not in ("cadical", "glucose")),
    MINISAT,
]
SLOW = {"brute", "cvc5", "ortools", "z3", "z3-fd", "kissat", "kissat404"}


def shown(answers: Iterable[Answer]) -> set[tuple[int, ...]]:
    return {tuple(map(int, (answer.solution or {}).values())) for answer in answers}


@settings(max_examples=EXAMPLES or 300)
@given(random=randoms, count=st.sampled_from([2, 3, 7, 30, 1000]))
def test_cubes_have_the_solutions_of_the_model(random: Random, count: int) -> None:
    model, options = random_model(random), random_options(random)
    answers = enumerate_solutions(
        model, backend="glucose4", options=options, parts=count, in_process=True
    )
    assert shown(answers) == brute_force(model), f"{model}\n{options}"


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_has_the_solutions_of_the_model_in_cubes(backend: str) -> None:
    for seed in range(3 if backend in SLOW or backend.startswith("program:") else 12):
        model = random_model(Random(seed))
        count = [2, 5, 40][seed % 3]
        answers = enumerate_solutions(model, backend=backend, parts=count, in_process=True)
        assert shown(answers) == brute_force(model), f"{seed} {model}"


@pytest.mark.parametrize("backend", ["cadical", "ortools", "kissat"])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_worker_processes_have_the_same_solutions(backend: str, jobs: int) -> None:
    for seed in (1, 5):
        model = random_model(Random(seed))
        answers = enumerate_solutions(model, backend=backend, jobs=jobs, parts=4)
        assert shown(answers) == brute_force(model), f"{seed} {model}"


def free(count: int) -> Model:
    """A model whose shown variables are free, so that no clause mentions them."""
    model = Model()
    for k in range(count):
        model.show(f"b{k}", model.bool(f"b{k}"))
    model.show("x", model.int("x", [1, 4, 9]))
    return model


@pytest.mark.parametrize("backend", ["cadical", "z3"])
def test_free_variables_take_every_value(backend: str) -> None:
    answers = enumerate_solutions(free(3), backend=backend, parts=5, in_process=True)
    assert len(shown(answers)) == 24
    assert sum(1 for _ in enumerate_solutions(free(3), backend=backend, jobs=2)) == 24


def test_nothing_shown_is_every_variable_shown() -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.add(a | b)
    assert len(shown(enumerate_solutions(model, jobs=2))) == 3
    model.add(~a & ~b)
    assert list(enumerate_solutions(model, jobs=2)) == []


def test_auxiliaries_repeat_no_solution() -> None:
    model = Model()
    x, hidden = model.int("x", 0, 3), [model.bool(f"h{k}") for k in range(4)]
    model.add(Or(*hidden) | (x == 2))
    model.show("x", x)
    for count in (1, 2, 10):
        answers = list(enumerate_solutions(model, parts=count, in_process=True))
        assert sorted(a.solution["x"] for a in answers if a.solution) == [0, 1, 2, 3]


@pytest.mark.parametrize("given", [{"limit": 0}, {"limit": -1}, {"jobs": 0}, {"jobs": -1}])
def test_less_than_one_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(InputError, match="is a number from 1 on, not"):
        list(solutions(load("queens/4"), **given))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="is a number from 1 on, not"):
        list(representatives(load("queens/4"), **given))  # type: ignore[arg-type]
    if "jobs" in given:
        with pytest.raises(InputError, match="is a number from 1 on, not"):
            public.count(load("queens/4"), **given)  # type: ignore[arg-type]


def test_a_limit_is_kept() -> None:
    for jobs in (None, 2):
        assert sum(1 for _ in solutions(load("queens/8"), limit=5, jobs=jobs)) == 5


@given(st.lists(st.integers(0, 4), max_size=5), st.integers(1, 40))
def test_cubes_are_disjoint_and_cover_everything(sizes: list[int], count: int) -> None:
    numbers = iter(range(1, 100))
    split = [[next(numbers) for _ in range(size)] for size in sizes]
    cubes = Cubes(split, lambda x: -x, count)
    assert len(cubes) >= 1
    assert len(cubes) >= min(count, 2 ** sum(map(bool, sizes)))
    variables = [x for block in split for x in block]
    for number in range(2 ** min(len(variables), 8)):
        truth = {x if number >> place & 1 else -x for place, x in enumerate(variables)}
        inside = [k for k in range(len(cubes)) if truth.issuperset(cubes.literals(k))]
        assert len(inside) == 1


def test_blocking_clauses_are_short_and_name_what_is_shown_only() -> None:
    model = Model()
    cells = [model.bool(f"c{k}") for k in range(9)]
    model.add(ExactlyOne(cells[:3]))
    model.add(AtMostOne(cells[3:6]))
    hidden = [model.bool(f"h{k}") for k in range(3)]
    model.add(ExactlyOne(hidden))
    x, y = model.int("x", 0, 30), model.int("y", 0, 30)
    model.add(x + y <= 40)
    for cell in cells:
        model.show(cell.name, cell)
    model.show("x", x)
    model.show("y", y)
    for encoding, most in (("direct", 30), ("order", 2)):
        options = Options(integers=encoding)  # type: ignore[arg-type]
        varmap = compile_model(model, options, number_free=True).formula.varmap
        truth = [False] * (1 + max(map(abs, varmap.shown_literals())))
        truth[abs(varmap.shown_literals()[1])] = True
        clause = blocking_clause(blocks(varmap), truth)
        assert len(clause) <= 1 + 3 + 3 + 2 * most
        assert {abs(x) for x in clause} <= {abs(x) for x in varmap.shown_literals()}


def test_a_cube_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts.Dispatch, "next", skipping(parts.Dispatch.next))
    with pytest.raises(BackendError, match="cubes were not searched"):
        list(enumerate_solutions(free(3), parts=8, in_process=True))


def skipping(real):  # type: ignore[no-untyped-def]
    def following(dispatch: parts.Dispatch) -> int | None:
        dispatch._given += dispatch._given == 1
        return real(dispatch)  # type: ignore[no-any-return]

    return following


def test_cubes_that_overlap_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Cubes.literals
    monkeypatch.setattr(Cubes, "literals", lambda cubes, number: plain(cubes, number)[1:])
    with pytest.raises(CheckError, match="twice"):
        list(enumerate_solutions(free(3), parts=8, in_process=True))


def test_the_command_takes_jobs() -> None:
    lines = done("solve", "queens/6", "--all", "--jobs", "2", "--output", "json").splitlines()
    assert len({json.dumps(json.loads(line)["solution"]) for line in lines}) == 4
    assert satchel("solve", "queens/6", "--jobs", "2").returncode == 2


def test_several_workers_end_with_the_iterator(nothing_left: str) -> None:
    answers = solutions(load("queens:n=9"), jobs=3)
    assert next(answers).checked
    assert len(marked(nothing_left)) == 3
    answers.close()  # type: ignore[attr-defined]
    assert marked(nothing_left) == []


def test_several_workers_keep_one_deadline_and_one_memory_limit(nothing_left: str) -> None:
    with pytest.raises(LimitError) as error:
        list(solutions(load("queens:n=13"), jobs=2, timeout=2))
    assert error.value.reason == "timeout"
    with pytest.raises(LimitError) as error:
        list(solutions(load("queens:n=13"), jobs=2, memory=90 << 20))
    assert error.value.reason == "memory"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_count_leaves_nothing(number: signal.Signals, nothing_left: str) -> None:
    command = [*PYTHON, "count", "queens:n=14", "--method", "enumeration", "--jobs", "2"]
    environment = ENVIRONMENT | {MARK: nothing_left}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as counting:
        wait_until(lambda: len(marked(nothing_left)) == 3)
        time.sleep(1)
        counting.send_signal(number)
        out, err = counting.communicate(timeout=20)
    assert out == ""
    if number == signal.SIGINT:
        assert counting.returncode == 130
        assert re.fullmatch(r"satchel: error: interrupted; at least \d+ solutions?\n", err)
    wait_until(lambda: marked(nothing_left) == [])


def test_a_worker_that_dies_takes_the_others_along(nothing_left: str) -> None:
    answers = solutions(load("queens:n=12"), jobs=2)
    next(answers)
    os.kill(marked(nothing_left)[0], signal.SIGKILL)
    with pytest.raises(BackendError, match="the worker died"):
        list(answers)


def test_enumerating_spares_auxiliaries_of_at_most_ones() -> None:
    model = Model()
    cells = [model.bool(f"c{k}") for k in range(20)]
    model.add(AtMostOne(cells))
    for cell in cells:
        model.show(cell.name, cell)
    assert compile_model(model, Options()).formula.variables > 20
    assert compile_model(model, Options(enumerating=True)).formula.variables == 20
    assert len(shown(enumerate_solutions(model, in_process=True))) == 21
