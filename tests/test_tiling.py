"""Tilings: both models against a tiler that knows nothing of placements; rules, words, numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from satchel import InputError, count, load
from satchel.puzzle import Catalogue
from satchel.tasks.solve import enumerate_solutions

Square = tuple[int, int]
MODELS = ("placements", "squares")

TURNS = {
    "fixed": [lambda r, c: (r, c)],
    "one-sided": [
        lambda r, c: (r, c),
        lambda r, c: (c, -r),
        lambda r, c: (-r, -c),
        lambda r, c: (-c, r),
    ],
}
TURNS["free"] = [*TURNS["one-sided"], *(lambda r, c, f=f: f(r, -c) for f in TURNS["one-sided"])]


def normal(squares: set[Square]) -> frozenset[Square]:
    top, left = min(r for r, _ in squares), min(c for _, c in squares)
    return frozenset((r - top, c - left) for r, c in squares)


def forms(drawn: str, turning: str) -> set[frozenset[Square]]:
    squares = {
        (r, c) for r, row in enumerate(drawn.split("/")) for c, x in enumerate(row) if x == "X"
    }
    return {normal({turn(r, c) for r, c in squares}) for turn in TURNS[turning]}


def tilings(
    rows: int, columns: int, pieces: list[str], turning: str, holes: set[Square], *, once: bool
) -> Iterator[frozenset[frozenset[Square]]]:
    """By the first square that is bare and every set of squares of the right size around it."""
    known = {form: piece for piece in pieces for form in forms(piece, turning)}

    def lay(
        bare: frozenset[Square], laid: tuple[frozenset[Square], ...], left: list[str]
    ) -> Iterator[frozenset[frozenset[Square]]]:
        if not bare:
            if not once or not left:
                yield frozenset(laid)
            return
        first, *others = sorted(bare)
        for size in {len(form) for form in known}:
            for rest in combinations(others, size - 1):
                squares = frozenset({first, *rest})
                piece = known.get(normal(set(squares)))
                if piece is not None and (not once or piece in left):
                    remaining = [p for p in left if p != piece] if once else left
                    yield from lay(bare - squares, (*laid, squares), remaining)

    board = frozenset(product(range(1, rows + 1), range(1, columns + 1))) - holes
    yield from lay(board, (), pieces)


CASES = [
    (2, 3, ["XX"], "any", "free", []),
    (3, 3, ["XX", "X."], "any", "fixed", []),
    (3, 4, ["XX/X."], "any", "free", []),
    (3, 4, ["XX/X."], "any", "fixed", []),
    (3, 4, ["XX/X.", "XX"], "any", "one-sided", []),
    (3, 4, ["XXX/X..", "XXXX", "XX/XX"], "one", "free", []),
    (3, 4, ["XX/.X", "XXX"], "any", "fixed", ["r2c2", "r2c3", "r3c4"]),
    (3, 4, ["XX./.XX", "XX"], "any", "one-sided", []),
    (3, 3, ["XX", "XXX", "XX/X."], "one", "free", ["r3c3"]),
]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("rows", "columns", "pieces", "copies", "turning", "holes"), CASES)
def test_every_tiling(
    rows: int,
    columns: int,
    pieces: list[str],
    copies: str,
    turning: str,
    holes: list[str],
    model: str,
) -> None:
    text = f"tiling:rows={rows},columns={columns},copies={copies},turning={turning}"
    given = Catalogue().instance(f"{text},pieces={pieces},holes={holes}")
    found = []
    for answer in enumerate_solutions(given.build(model), check=given.check, in_process=True):
        laid = [name for name, value in (answer.solution or {}).items() if value]
        sets = [frozenset(square(word) for word in name.split()[1:]) for name in laid]
        found.append(frozenset(sets))
    gone = {square(hole) for hole in holes}
    expected = list(tilings(rows, columns, pieces, turning, gone, once=copies == "one"))
    assert set(found) == set(expected)
    assert len(found) == len(expected) == len(set(expected))
    assert count(given, model=model, method="exactcover").number == len(expected)


def square(word: str) -> Square:
    row, column = word[1:].split("c")
    return int(row), int(column)


def test_the_check_finds_what_is_wrong() -> None:
    given = load('tiling:rows=2,columns=3,pieces=["domino","XXX"]')
    answer = next(iter(enumerate_solutions(given.build(), in_process=True)))
    right = dict(answer.solution or {})
    assert given.check(right) == []
    for name in right:
        assert given.check(right | {name: not right[name]})
        assert given.check({other: value for other, value in right.items() if other != name})
    assert given.check(right | {"domino r1c1 r2c2": True})
    once = load('tiling:rows=2,columns=2,pieces=["domino"],copies=one')
    board = {"domino r1c1 r1c2": True, "domino r2c1 r2c2": True}
    names = Catalogue().instance('tiling:rows=2,columns=2,pieces=["domino"]').build().shown
    assert once.check({name: name in board for name in names}) == ["domino is laid 2 times"]


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ('pieces=["Q"]', "no piece is named or drawn 'Q'"),
        ('pieces=["X.X"]', "'X.X' is not in one piece"),
        ('pieces=["..."]', "'...' is not in one piece"),
        ("pieces=[]", "at least one is expected"),
        ('pieces=["domino","X/X"]', "two of them are the same"),
        ('pieces=["pentominoes","L"]', "two of them are the same"),
        ('pieces=["domino"],holes=["r5c1"]', "a square r1c1..r4c4 is expected, not 'r5c1'"),
    ],
)
def test_bad_parameters(parameters: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        load(f"tiling:rows=4,columns=4,{parameters}")
    assert words in str(caught.value)


def test_what_is_refuted_has_no_tiling() -> None:
    mutilated = load("tiling/mutilated-6")
    assert mutilated.refutation() == "colour: each piece covers both alike, the board has 18 and 16"
    small = load('tiling:rows=4,columns=4,pieces=["domino"],holes=["r1c1","r4c4"]')
    for model in MODELS:
        assert count(small.build(model)).number == 0
    for text in ('rows=3,columns=3,pieces=["domino"]', 'rows=2,columns=2,pieces=["L"],copies=one'):
        given = load(f"tiling:{text}")
        assert (given.refutation() or "").startswith("area: ")
        assert count(given.build()).number == 0


def test_pieces_are_drawn_by_letters() -> None:
    given = load('tiling:rows=2,columns=3,pieces=["domino"],holes=["r2c3"]')
    assert given.refutation() is not None
    given = load('tiling:rows=2,columns=2,pieces=["domino"]')
    answer = next(iter(enumerate_solutions(given.build(), in_process=True)))
    lines = given.puzzle.draw(given.parameters, answer.solution).text().splitlines()
    assert lines[2:] in (["1 │ a a", "2 │ b b"], ["1 │ a b", "2 │ a b"])
