"""Published numbers, each reached by the method that its row in `oracles.toml` names."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import satchel
from satchel.ir import BoolExpr, Iff, Model
from satchel.puzzle import Instance
from satchel.tasks.count.rule import METHODS

TABLE = tomllib.loads(Path(__file__).with_name("oracles.toml").read_text())
TIMEOUT = 1200.0
ARGUMENT = "argument"
"""The method where the puzzle knows why there is none."""

FIELDS = {"instance", "method", "value", "model", "invariant", "slow"}

Square = tuple[int, int]


def rows() -> Iterator[dict[str, Any]]:
    for group in TABLE["group"]:
        yield from group["oracles"]


def runs() -> Iterator[object]:
    for row in rows():
        marks = [pytest.mark.slow] if row.get("slow") else []
        named = [row[key] for key in ("instance", "model", "invariant", "method") if key in row]
        yield pytest.param(row, id=" ".join(named), marks=marks)


def half(n: int, square: Square) -> Square:
    return n + 1 - square[0], n + 1 - square[1]


def quarter(n: int, square: Square) -> Square:
    return square[1], n + 1 - square[0]


TURNS: dict[str, Callable[[int, Square], Square]] = {"half-turn": half, "quarter-turn": quarter}


def invariant(instance: Instance, model: str | None, turn: str) -> Model:
    """The boards of an instance that a turn leaves as they are."""
    built = instance.build(instance.puzzle.model_name(model))
    n: int = instance.parameters.n
    for row in range(1, n + 1):
        for column in range(1, n + 1):
            there = TURNS[turn](n, (row, column))
            here, other = built.shown[f"r{row}c{column}"], built.shown["r{}c{}".format(*there)]
            assert isinstance(here, BoolExpr)
            assert isinstance(other, BoolExpr)
            built.add(Iff(here, other))
    return built


@pytest.mark.parametrize("row", list(runs()))
def test_oracle(row: dict[str, Any]) -> None:
    instance, model = satchel.load(row["instance"]), row.get("model")
    problem: Instance | Model = instance
    if "invariant" in row:
        problem, model = invariant(instance, model, row["invariant"]), None
    asked = "auto" if row["method"] == ARGUMENT else row["method"]
    counted = satchel.count(problem, model=model, method=asked, timeout=TIMEOUT)
    assert (counted.number, counted.method) == (row["value"], row["method"])


def test_the_table_is_what_it_should_be() -> None:
    assert all(group["source"] and group["title"] for group in TABLE["group"])
    assert all(row.keys() <= FIELDS for row in rows())
    keys = [tuple(sorted((k, v) for k, v in row.items() if k != "value")) for row in rows()]
    assert len(set(keys)) == len(keys) >= 50
    assert {row["method"] for row in rows()} == {*METHODS, ARGUMENT}
    tours = {row["instance"] for row in rows() if "closed=true" in row["instance"]}
    for board in ("rows=3,columns=10", "rows=5,columns=6", "rows=6"):
        closed = f"knights_tour:{board},closed=true"
        assert {closed, f"{closed},directed=true"} <= tours
