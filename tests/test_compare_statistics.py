"""The figures of reports: by hand, by pandas and BenchExec, and what must hold of any runs."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.compare.record import Record
from satchel.compare.report.bootstrap import difference, interval
from satchel.compare.report.comparison import Comparison, Configuration, natural
from satchel.compare.report.statistics import figures, par2, penalised, ranks, virtual_best
from satchel.compare.report.summary import main_summary, of_natural, over_shuffles
from tests.compare_records import LIMIT, experiment, record, run


@dataclass(frozen=True)
class Result:
    instance: str
    solved: bool
    time: float
    limit: float = LIMIT
    numbering: int | None = None


# By hand, at a limit of 5 s, so that what is not solved counts as 10 s ("-"); a, b, c are
# satisfiable, d and e are not, nobody knows about f:
#
#              a     b     c     d     e     f     solved  PAR-2                            rank
#   one        1     2     -     4     -     -     3       (1+2+10+4+10+10)/6 = 37/6        3
#   two        3     1     -     1     2     -     4       (3+1+10+1+2+10)/6  = 27/6        1
#   three      2     2     4     -     -     -     3       (2+2+4+10+10+10)/6 = 38/6        4
#   four       3     1     -     1     2     -     4       as two                           1
#   best       1     1     4     1     2     -     5       (1+1+4+1+2+10)/6   = 19/6
#
# Only "three" solves c, nobody else solves anything alone.
TIMES: dict[str, list[float | None]] = {
    "one": [1, 2, None, 4, None, None],
    "two": [3, 1, None, 1, 2, None],
    "three": [2, 2, 4, None, None, None],
    "four": [3, 1, None, 1, 2, None],
}
SATISFIABLE = {"a": True, "b": True, "c": True, "d": False, "e": False}
COLUMNS = {
    name: [
        Result(instance, time is not None, LIMIT if time is None else time)
        for instance, time in zip("abcdef", times, strict=True)
    ]
    for name, times in TIMES.items()
}


def test_figures_are_those_worked_out_by_hand() -> None:
    each, best = figures(COLUMNS, SATISFIABLE)
    assert {name: f.solved for name, f in each.items()} == {
        "one": 3,
        "two": 4,
        "three": 3,
        "four": 4,
    }
    assert {name: f.par2 for name, f in each.items()} == pytest.approx(
        {"one": 37 / 6, "two": 27 / 6, "three": 38 / 6, "four": 27 / 6}
    )
    assert {name: f.rank for name, f in each.items()} == {"one": 3, "two": 1, "three": 4, "four": 1}
    assert {name: f.unique for name, f in each.items()} == {
        "one": 0,
        "two": 0,
        "three": 1,
        "four": 0,
    }
    assert (best.solved, best.par2, best.runs) == (5, pytest.approx(19 / 6), 6)
    # Satisfiable: one (1+2+10)/3, unsatisfiable: (4+10)/2; the virtual best (1+1+4)/3, (1+2)/2.
    assert (each["one"].solved_sat, each["one"].par2_sat) == (2, pytest.approx(13 / 3))
    assert (each["one"].solved_unsat, each["one"].par2_unsat) == (1, 7.0)
    assert (best.solved_sat, best.par2_sat) == (3, 2.0)
    assert (best.solved_unsat, best.par2_unsat) == (2, 1.5)


def test_who_has_not_run_everything_has_no_rank() -> None:
    each, _ = figures(COLUMNS | {"half": COLUMNS["two"][:3]}, SATISFIABLE)
    assert each["half"].rank is None
    assert each["two"].rank == 1


times = st.floats(0, LIMIT) | st.none()


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[Result]]:
    """Some columns over the same instances."""
    instances = draw(st.integers(1, 8))
    return {
        f"column {number}": [
            Result(str(place), time is not None, LIMIT if time is None else time)
            for place in range(instances)
            for time in [draw(times)]
        ]
        for number in range(draw(st.integers(1, 5)))
    }


@given(tables())
def test_no_column_is_better_than_the_virtual_best(table: dict[str, list[Result]]) -> None:
    each, best = figures(table, {})
    assert best.par2 is not None
    for column in each.values():
        assert column.par2 is not None
        assert 0 <= best.par2 <= column.par2 <= 2 * LIMIT
        assert column.solved <= best.solved
    unique = sum(column.unique or 0 for column in each.values())
    assert unique <= best.solved <= sum(column.solved for column in each.values())


@given(tables())
def test_ranks_order_as_par2_does(table: dict[str, list[Result]]) -> None:
    each, _ = figures(table, {})
    for first in each.values():
        better = sum((other.par2 or 0) < (first.par2 or 0) for other in each.values())
        assert first.rank == better + 1


@given(tables())
def test_what_was_not_solved_costs_twice_the_limit(table: dict[str, list[Result]]) -> None:
    for runs in table.values():
        unsolved = sum(not run.solved for run in runs)
        in_time = sum(run.time for run in runs if run.solved)
        assert par2(runs) == pytest.approx((in_time + 2 * LIMIT * unsolved) / len(runs))


@given(tables())
def test_figures_are_those_of_pandas(table: dict[str, list[Result]]) -> None:
    if "CI" not in os.environ:
        pytest.importorskip("pandas")  # OR-Tools brings it
    import pandas

    frame = pandas.DataFrame(
        {name: [penalised(run) for run in runs] for name, runs in table.items()}
    )
    each, best = figures(table, {})
    assert best.par2 == pytest.approx(frame.min(axis=1).mean())
    places = frame.apply(lambda column: sum(column) / len(column)).rank(method="min")
    for name, column in each.items():
        assert column.par2 == pytest.approx(frame[name].mean())
        assert column.rank == places[name]


def test_the_virtual_best_takes_the_first_of_equals() -> None:
    first, second = Result("a", True, 1.0), Result("a", True, 1.0)
    assert virtual_best([first, second])[0] is first


def test_equal_scores_share_the_better_place() -> None:
    assert ranks({"a": 2.0, "b": 1.0, "c": 2.0, "d": 3.0}) == {"a": 2, "b": 1, "c": 2, "d": 4}


# Bootstrap.


def test_the_interval_of_a_constant_difference_is_that_difference() -> None:
    found = interval({str(place): [2.0, 2.0] for place in range(5)})
    assert found is not None
    assert (found.seconds, found.low, found.high, found.instances) == (2.0, 2.0, 2.0, 5)
    assert found.sure


def test_differences_are_paired_by_instance_and_numbering() -> None:
    first = [Result("a", True, 3.0, numbering=1), Result("a", True, 9.0, numbering=2)]
    second = [Result("a", True, 1.0, numbering=1), Result("b", True, 0.0, numbering=2)]
    found = difference(first, second)
    assert found is not None
    assert (found.seconds, found.instances) == (2.0, 1)
    assert difference(first, second[1:]) is None


def test_the_interval_is_about_as_wide_as_the_normal_one() -> None:
    """Of many instances with one pair each, the mean's distribution is nearly normal."""
    drawn = np.random.default_rng(5).normal(1.0, 2.0, size=400)
    found = interval({str(place): [float(value)] for place, value in enumerate(drawn)})
    assert found is not None
    half = 1.96 * drawn.std() / 20
    assert found.low == pytest.approx(drawn.mean() - half, abs=0.15 * half)
    assert found.high == pytest.approx(drawn.mean() + half, abs=0.15 * half)


def test_shuffles_of_one_instance_are_not_independent() -> None:
    """Four copies of each pair leave the interval where it was."""
    values = [0.5, -1.0, 2.0, 4.0, 0.1, 1.7]
    single = interval({str(place): [value] for place, value in enumerate(values)})
    fourfold = interval({str(place): [value] * 4 for place, value in enumerate(values)})
    assert single == fourfold


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=10))
def test_turning_a_difference_turns_its_interval(values: list[float]) -> None:
    there = interval({str(place): [value] for place, value in enumerate(values)})
    back = interval({str(place): [-value] for place, value in enumerate(values)})
    assert there is not None
    assert back is not None
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert there.low <= there.high


# Records to comparisons.


def test_the_natural_numbering_stays_apart() -> None:
    records = [
        record(run(shuffle=shuffle), seconds=seconds)
        for shuffle, seconds in ((None, 0.5), (1, 1.0), (2, 2.0), (3, 4.0))
    ]
    comparison = Comparison.of(records)
    shuffled, apart = over_shuffles(comparison), of_natural(comparison)
    assert shuffled is not None
    assert apart is not None
    spread = shuffled.rows[0].spread(lambda each: each.par2)
    assert spread is not None
    assert (spread.median, spread.low, spread.high) == (median([1.0, 2.0, 4.0]), 1.0, 4.0)
    assert apart.rows[0].par2 == 0.5


def test_seeds_may_differ_from_instance_to_instance() -> None:
    """The first shuffle of one instance belongs to the first of another, whatever their seeds."""
    records = [
        record(run(instance, profile, shuffle=seed), seconds=seconds)
        for profile in ("product", "pairwise")
        for instance, seed, seconds in (
            *(("queens/8", 17, 1.0), ("queens/8", 90, 2.0)),
            *(("queens/16", 5, 2.0), ("queens/16", 40, 4.0)),
        )
    ]
    comparison = Comparison.of(records)
    assert comparison.shuffles == (1, 2)
    summary = main_summary(comparison)
    for row in summary.rows:
        assert row.complete
        assert [each.par2 for each in row.figures] == [1.5, 3.0]


def test_without_shuffles_the_natural_numbering_is_the_summary() -> None:
    comparison = Comparison.of([record(run(), seconds=0.5)])
    assert over_shuffles(comparison) is None
    assert main_summary(comparison).rows[0].par2 == 0.5


def test_the_single_best_is_what_others_are_held_against() -> None:
    names = ["queens/8", "queens/16", "queens/32"]
    records = [
        record(run(name, profile), seconds=seconds)
        for name in names
        for profile, seconds in (("product", 1.0), ("pairwise", 3.0))
    ]
    summary = main_summary(Comparison.of([*records, record(run(names[0], "quick"), seconds=0.1)]))
    best = summary.single_best
    assert best is not None
    assert best.configuration == Configuration("product", "cadical")
    others = {row.configuration.profile: row.to_best for row in summary.rows}
    assert others["pairwise"] is not None
    assert others["pairwise"].seconds == 2.0
    assert summary.virtual_best.par2 == pytest.approx((0.1 + 1 + 1) / 3)


@pytest.mark.parametrize(
    ("changes", "label"),
    [
        ({}, "pairwise · cadical"),
        ({"version": "cadical 2.0"}, "pairwise · cadical (version cadical 2.0)"),
        ({"timeout": 60.0}, "pairwise · cadical (timeout 60 s)"),
        ({"memory": None}, "pairwise · cadical (memory unlimited)"),
        ({"model": "lines"}, "lines, pairwise · cadical"),
    ],
)
def test_what_cannot_be_compared_is_not_mixed(changes: dict[str, Any], label: str) -> None:
    runs = [run(), run(**changes)]
    comparison = Comparison.of([record(each) for each in runs])
    assert label in [each.label for each in comparison.configurations]
    assert len(comparison.configurations) == len({each.id for each in runs})


def test_models_of_different_puzzles_are_one_configuration() -> None:
    records = [record(run("queens/8", model="squares")), record(run("zebra/1", model="houses"))]
    assert len(Comparison.of(records).configurations) == 1


def test_an_instance_is_what_it_is_not_its_name() -> None:
    one = [run("queens/8"), replace(run("queens/8", "product"), instance="board.toml")]
    assert Comparison.of(map(record, one)).instances == ("board.toml",)
    two = [run("queens/8"), run("queens/8", parameters={"n": "8", "blocked": [1, 1]})]
    assert len(Comparison.of(map(record, two)).instances) == 2


def test_of_two_records_of_one_run_the_first_counts() -> None:
    comparison = Comparison.of([record(run(), seconds=1.0), record(run(), seconds=2.0)])
    assert [each.time for each in comparison.runs] == [1.0]


@given(st.permutations(list(experiment(sizes=(8,), backends=("cadical",), shuffles=(None, 1)))))
def test_the_order_of_records_changes_nothing(records: list[Record]) -> None:
    ordered = experiment(sizes=(8,), backends=("cadical",), shuffles=(None, 1))
    assert Comparison.of(records) == Comparison.of(ordered)


def test_names_are_sorted_by_their_numbers() -> None:
    names = ["queens/16", "queens/8", "pigeons/9", "queens/8b", "9", ""]
    assert sorted(names, key=natural) == [
        "",
        "9",
        "pigeons/9",
        "queens/8",
        "queens/8b",
        "queens/16",
    ]


def test_what_ends_after_its_limit_is_not_solved() -> None:
    (late,) = Comparison.of([record(run(), seconds=LIMIT + 0.01)]).runs
    assert not late.solved


def test_of_a_model_with_an_objective_any_solution_counts() -> None:
    """Nobody was asked for the best one."""
    some = record(run(), "sat", objective=7)
    other = record(run(backend="kissat"), "sat", objective=8)
    assert [each.solved for each in Comparison.of([some, other]).runs] == [True, True]


# Who is not believed.


def claims(*answers: Record) -> list[str | None]:
    """The fault of each answer."""
    comparison = Comparison.of(answers)
    faults = {each.record.run.id: each.fault for each in comparison.runs}
    return [faults[answer.run.id] for answer in answers]


def test_a_wrong_answer_is_never_solved() -> None:
    (wrong,) = Comparison.of([record(run(), verdict="wrong", fault="row 1 has two")]).runs
    assert (wrong.solved, wrong.fault) == (False, "row 1 has two")


def test_a_checked_solution_refutes_who_says_there_is_none() -> None:
    said = claims(record(run()), record(run(backend="liar"), "unsat", verdict="unchecked"))
    assert said == [None, "unsat, but pairwise · cadical says sat, checked"]


def test_where_nobody_is_checked_nobody_is_believed() -> None:
    said = claims(
        record(run(), verdict="unchecked"),
        record(run(backend="liar"), "unsat", verdict="unchecked"),
        record(run("queens/16"), verdict="unchecked"),
    )
    assert said == [
        "sat, but pairwise · liar says unsat",
        "unsat, but pairwise · cadical says sat",
        None,
    ]


def test_a_wrong_answer_refutes_nobody() -> None:
    lie = record(run(backend="liar"), "unsat", verdict="wrong", fault="the known answer is sat")
    assert claims(record(run(), verdict="unchecked"), lie) == [None, "the known answer is sat"]


def test_two_optima_are_one_too_many() -> None:
    said = claims(
        record(run(), "optimum", objective=7),
        record(run(backend="liar"), "optimum", objective=8, verdict="unchecked"),
    )
    assert said == [None, "optimum 8, but pairwise · cadical says optimum 7, checked"]
    both = claims(
        record(run(), "optimum", objective=7), record(run(backend="liar"), "optimum", objective=8)
    )
    assert None not in both


def test_the_virtual_best_profits_from_no_lie() -> None:
    lie = record(run("queens/16", backend="liar"), "unsat", 0.01, verdict="unchecked")
    summary = main_summary(Comparison.of([record(run("queens/16"), seconds=2.0), lie]))
    assert summary.virtual_best.par2 == 2.0
    assert {row.configuration.backend: row.faults for row in summary.rows} == {
        "cadical": 0,
        "liar": 1,
    }
