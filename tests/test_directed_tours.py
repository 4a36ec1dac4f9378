"""Directed tours: each tour once for each direction, as walks over the board have it."""

from __future__ import annotations

import pytest

from satchel.errors import InputError
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.solve import enumerate_solutions
from tests.test_knights_tour import MODELS, moves, tours

BOARDS = [(3, 3, ("r2c2",)), (3, 4, ()), (4, 4, ("r1c1", "r1c4", "r4c1", "r4c4"))]


def instance(rows: int, columns: int, holes: tuple[str, ...], *, closed: bool) -> Instance:
    ends = "closed=true" if closed else "start=any,goal=any"
    return Catalogue().instance(
        f"knights_tour:rows={rows},columns={columns},directed=true,{ends},holes={list(holes)}"
    )


def expected(
    rows: int, columns: int, holes: tuple[str, ...], *, closed: bool
) -> set[tuple[frozenset[frozenset[str]], str]]:
    """Moves, and where the tour goes first: from the first square, or onto the board."""
    walks = list(tours(rows, columns, holes))
    if not closed:
        return {(moves(walk), f"{walk[0]} first") for walk in walks}
    first = min(walks[0])
    return {
        (moves(walk, closed=True), f"{first}>{walk[1]}")
        for walk in walks
        if walk[0] == first and distance(walk[0], walk[-1]) == [1, 2]
    }


def distance(one: str, other: str) -> list[int]:
    places = [list(map(int, name[1:].split("c"))) for name in (one, other)]
    return sorted(abs(a - b) for a, b in zip(*places, strict=True))


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("board", BOARDS)
def test_both_directions(
    board: tuple[int, int, tuple[str, ...]], model: str, *, closed: bool
) -> None:
    given = instance(*board, closed=closed)
    found = []
    for answer in enumerate_solutions(given.build(model), check=given.check, in_process=True):
        true = [name for name, value in (answer.solution or {}).items() if value]
        steps = frozenset(frozenset(name.split("-")) for name in true if "-" in name)
        (first,) = (name for name in true if "-" not in name)
        found.append((steps, first))
    assert len(set(found)) == len(found)
    assert set(found) == expected(*board, closed=closed)


@pytest.mark.parametrize("closed", [True, False])
def test_the_check_holds_the_direction_to_the_tour(*, closed: bool) -> None:
    given = instance(3, 3, ("r2c2",), closed=closed)
    answer = next(iter(enumerate_solutions(given.build(), in_process=True)))
    solution = dict(answer.solution or {})
    assert given.check(solution) == []
    names = [name for name in solution if "-" not in name]
    right = [name for name in names if solution[name]]
    assert len(right) == 1
    for chosen in ([], names[:2], names):
        wrong = solution | {name: name in chosen for name in names}
        assert given.check(wrong)
    accepted = [
        name
        for name in names
        if not given.check(solution | {other: other == name for other in names})
    ]
    assert len(accepted) == 2
    assert right[0] in accepted


def test_an_end_that_is_given_says_the_direction() -> None:
    with pytest.raises(InputError, match="an end that is given says the direction"):
        Catalogue().instance("knights_tour:rows=5,directed=true,goal=any")
