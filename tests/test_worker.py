"""The worker's messages, and the same answers in a worker and in the caller's process."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any, cast

import pytest

from satchel import api
from satchel.cnf.options import Options
from satchel.errors import BackendError, CheckError, InputError, ModelError, SizeError
from satchel.ir import AllDifferent, Element, Iff, Implies, Model, Or, Sum, Table
from satchel.tasks.answer import Answer, FormulaSize
from satchel.tasks.solve import enumerate_solutions, solve
from satchel.tasks.work import events, frames

BACKENDS = ["cadical", "glucose", "kissat404", "z3-sat", "z3", "brute"]
BIG = 2**70 + 1


def small() -> Model:
    """Five shown solutions; of three variables one is free, one not shown."""
    m = Model()
    a, x = m.bool("a"), m.int("x", 1, 3)
    hidden, free = m.bool("hidden"), m.bool("free")
    m.add(Implies(a, x >= 2) & (hidden | a), label="main")
    m.add(Iff(free, free))
    m.show("a", a)
    m.show("twice x", 2 * x)
    m.maximize(x + hidden)
    return m


def shown(answers: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(answer.solution.values()) for answer in answers)


@pytest.mark.parametrize("data", [{"a": [1, None, True, -(2**63)]}, [BIG, -BIG], "ü", []])
def test_a_frame_comes_back_exactly(data: Any) -> None:
    stream = io.BytesIO(frames.pack(data) + frames.pack(7))
    assert frames.read(stream) == data
    assert frames.read(stream) == 7
    assert frames.read(stream) is None


def test_frames_are_put_together_from_any_blocks() -> None:
    sent = frames.pack([1, "x" * 1000]) + frames.pack({"b": 2})
    for step in (1, 7, 1024):
        unpacker = frames.Unpacker()
        blocks = [sent[i : i + step] for i in range(0, len(sent), step)]
        assert [d for block in blocks for d in unpacker.feed(block)] == [[1, "x" * 1000], {"b": 2}]


def test_an_incomplete_frame_does_not_count() -> None:
    sent = frames.pack({"status": "sat"})
    assert list(frames.Unpacker().feed(sent[:-1])) == []
    assert frames.read(io.BytesIO(sent[:-1])) is None


@pytest.mark.parametrize("place", [0, 12, 20])
def test_a_damaged_frame_is_an_error(place: int) -> None:
    sent = bytearray(frames.pack({"status": "sat"}))
    sent[place] ^= 1
    with pytest.raises(BackendError, match="damaged"):
        list(frames.Unpacker().feed(bytes(sent)))


@pytest.mark.parametrize(
    "event",
    [
        events.Encoded(FormulaSize(3, 4, 5), 0.5),
        events.Encoded(None, 0.5),
        events.Found({"a": True, "x": BIG}, "0110", 1.0, 0.25),
        events.Ended(1.0, 0.5, {"conflicts": 3}),
        events.Failed("SizeError", "too large"),
    ],
)
def test_events_survive_the_way(event: events.Event) -> None:
    data = frames.read(io.BytesIO(frames.pack(events.to_json(event))))
    assert events.from_json(data) == event


@pytest.mark.parametrize("data", [None, [], ["Found", {}], ["Lost", {}], ["Ended", []]])
def test_what_is_no_event_is_an_error(data: Any) -> None:
    with pytest.raises(BackendError, match="no event"):
        events.from_json(data)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("in_process", [False, True])
def test_an_answer_is_complete(backend: str, in_process: bool) -> None:
    model = small()
    answer = solve(model, backend=backend, in_process=in_process)
    assert answer.status == "sat"
    assert answer.reason is None
    assert answer.values is not None
    assert model.violations(answer.values) == []
    assert answer.solution == model.shown_values(answer.values)
    assert answer.objective == model.objective_value(answer.values)
    assert answer.checked
    assert set(answer.times) == {"build", "encode", "solve", "decode", "check"}
    assert (answer.formula is None) is (backend in ("z3", "brute"))
    assert (answer.literals is None) is (answer.formula is None)
    if answer.formula is not None and answer.literals is not None:
        assert [abs(lit) for lit in answer.literals] == [*range(1, answer.formula.variables + 1)]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("in_process", [False, True])
def test_each_shown_solution_once(backend: str, in_process: bool) -> None:
    answers = enumerate_solutions(small(), backend=backend, in_process=in_process)
    assert shown(answers) == [(0, 2), (0, 4), (0, 6), (1, 4), (1, 6)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_shown_variables_that_nothing_constrains_take_both_values(backend: str) -> None:
    m = Model()
    a, x = m.bool("a"), m.int("x", [1, 5])
    m.show("a", a)
    m.show("not a", ~a)
    m.show("x", x)
    found = shown(enumerate_solutions(m, backend=backend, in_process=True))
    assert found == [(0, 1, 1), (0, 1, 5), (1, 0, 1), (1, 0, 5)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_shown_is_every_variable_shown(backend: str) -> None:
    m = Model()
    m.bool("a")
    assert len(list(enumerate_solutions(m, backend=backend, in_process=True))) == 2
    m.add(False)
    assert list(enumerate_solutions(m, backend=backend, in_process=True)) == []


@pytest.mark.parametrize("limit", [1, 2, 5, 9])
def test_limit(limit: int) -> None:
    assert len(list(enumerate_solutions(small(), limit=limit))) == min(limit, 5)


def test_unsat() -> None:
    m = Model()
    x, y = m.int("x", 1, 2), m.int("y", 1, 2)
    m.add(AllDifferent(x, y, x + y - 1))
    m.add(Or(x == 1, y == 1) & (Element([x, y], x - 1) == 2) & (Sum(x, y) >= 4))
    for backend in BACKENDS:
        answer = solve(m, backend=backend, in_process=True)
        assert (answer.status, answer.solution, answer.checked) == ("unsat", None, False)


def test_coefficients_of_any_size_reach_the_worker() -> None:
    m = Model()
    a, b = m.bool("a"), m.bool("b")
    m.add(BIG * a + (BIG + 1) * b == BIG)
    for backend in ("cadical", "z3"):
        answer = solve(m, backend=backend)
        assert answer.values == {"a": True, "b": False}


def test_the_puzzles_rules_are_checked() -> None:
    def refuse(solution: Mapping[str, int | bool]) -> list[str]:
        return [f"{name} is never right" for name in solution]

    with pytest.raises(CheckError, match=r"cadical: .* rules: a is never right; twice x is never"):
        solve(small(), check=refuse)
    with pytest.raises(CheckError):
        next(iter(enumerate_solutions(small(), check=refuse)))


def test_errors_keep_their_class_on_the_way() -> None:
    with pytest.raises(InputError, match=r"unknown backend 'minisatt' \(did you mean 'minisat"):
        solve(small(), backend="minisatt")
    with pytest.raises(SizeError):
        solve(small(), options=Options(max_clauses=0))
    with pytest.raises(InputError):
        solve(small(), options=Options(choices={"amo": "no such encoding"}))


def test_a_failed_event_never_raises_something_foreign() -> None:
    assert isinstance(events.Failed("ModelError", "m").exception(), ModelError)
    assert isinstance(events.Failed("os", "m").exception(), BackendError)


def test_answers_as_json() -> None:
    answer = Answer("unknown", "cadical", reason="timeout", times={"encode": 0.1234567})
    data = json.loads(json.dumps(answer.to_json()))
    assert data["status"] == "unknown"
    assert data["reason"] == "timeout"
    assert data["formula"] is None
    assert data["solution"] is None
    assert data["times"] == {"encode": 0.123457}


def test_a_label_that_no_statement_has_is_refused() -> None:
    m = small()
    m.add(True, label="folded away")
    known = Options(labels={"folded away": {"amo": "product"}})
    assert solve(m, options=known).status == "sat"
    with pytest.raises(InputError, match="no statement is labelled 'colums'"):
        solve(m, options=Options(labels={"colums": {"amo": "product"}}))


@pytest.mark.parametrize("name", [5, None, "\ud800"])
def test_names_that_cannot_travel_are_refused(name: Any) -> None:
    m = small()
    with pytest.raises(ModelError, match=r" is (no )?text"):
        m.bool(name)
    with pytest.raises(ModelError, match=r" is (no )?text"):
        m.show(name, m.bool("one more"))


def test_what_is_no_problem_is_refused() -> None:
    with pytest.raises(InputError, match="an Instance or a Model is expected, not 'queens:n=8'"):
        api.solve(cast(Any, "queens:n=8"))


@pytest.mark.parametrize("integers", ["auto", "direct", "order", "binary"])
def test_a_table_over_a_huge_domain_makes_its_own_values_only(integers: Any) -> None:
    m = Model()
    x, y = m.int("x", 0, 10**9), m.int("y", 0, 10**9)
    m.add(Table([x, y], [(3, 10**9), (None, 5), (7, 2)]))
    m.add(y != 10**9)
    m.add((x == 4) | (x == 7))
    m.show("x is 4", x == 4)  # all values of what is shown are told apart
    chosen = Options(integers=integers, max_clauses=1000)
    for backend, options in (("cadical", chosen), ("z3", None)):
        answer = solve(m, backend=backend, options=options, timeout=20)
        assert answer.status == "sat", answer.reason
        assert answer.values in ({"x": 4, "y": 5}, {"x": 7, "y": 5}, {"x": 7, "y": 2})


@pytest.mark.parametrize("integers", ["auto", "binary"])
def test_all_different_over_huge_domains_does_not_list_them(integers: Any) -> None:
    m = Model()
    xs = [m.int(f"x{i}", 0, 10**9) for i in range(3)]
    m.add(AllDifferent(xs[0], xs[1] - 1, xs[2] + 5, 3 * xs[0] + xs[1]))
    m.add(xs[0] + xs[1] + xs[2] <= 2)
    answer = solve(m, options=Options(integers=integers, max_clauses=10_000), timeout=20)
    assert (answer.status, answer.checked) == ("sat", True), answer.reason


def test_limits_beyond_all_bounds_limit_nothing() -> None:
    assert solve(small(), timeout=float("inf"), memory=1 << 70).status == "sat"
