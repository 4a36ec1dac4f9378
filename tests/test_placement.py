"""Placement: rules and models against brute force, cliques and covers, published numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from math import ceil, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.encoders._pieces import Piece, attacked, cliques, cover
from satchel.errors import InputError
from satchel.ir import BoolVar, Cardinality, Model
from satchel.puzzle import Catalogue, Instance, Shown, shipped_instances
from satchel.tasks.solve import enumerate_solutions, solve

CATALOGUE = Catalogue()
MODELS = ("cells", "groups")
PIECES: tuple[Piece, ...] = ("knight", "queen", "rook", "bishop", "king")
NAMES = [name for name in shipped_instances() if name.startswith("placement/")]

Square = tuple[int, int]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
WALKS = {
    "knight": (KNIGHT, 1),
    "king": (ROOK + BISHOP, 1),
    "rook": (ROOK, 99),
    "bishop": (BISHOP, 99),
    "queen": (ROOK + BISHOP, 99),
}
BOARDS = [
    (2, 4, ()),
    (1, 5, ((1, 3),)),
    (3, 4, ((2, 2), (3, 4))),
    (4, 3, ((2, 1), (2, 3), (3, 2))),
    (5, 1, ()),
]


def board(rows: int, columns: int, holes: tuple[Square, ...] = ()) -> list[Square]:
    squares = product(range(1, rows + 1), range(1, columns + 1))
    return [square for square in squares if square not in holes]


def reach(piece: str, square: Square, squares: list[Square]) -> set[Square]:
    """Where a piece can go in one move on a board without other pieces, walking step by step."""
    steps, most = WALKS[piece]
    found = set()
    for down, right in steps:
        row, column = square
        for _ in range(most):
            row, column = row + down, column + right
            if (row, column) not in squares:
                break
            found.add((row, column))
    return found


def text(
    piece: str, rows: int, columns: int, holes: tuple[Square, ...] = (), **more: object
) -> str:
    extra = "".join(f",{name}={value}" for name, value in more.items())
    where = [f"r{row}c{column}" for row, column in holes]
    return f"placement:piece={piece},rows={rows},columns={columns},holes={where}{extra}"


def shown(squares: list[Square], pieces: set[Square]) -> dict[str, bool]:
    return {f"r{row}c{column}": (row, column) in pieces for row, column in squares}


def subsets(squares: list[Square]) -> Iterator[set[Square]]:
    for size in range(len(squares) + 1):
        yield from map(set, combinations(squares, size))


def count(instance: Instance, model: str = "cells", backend: str = "cadical") -> int:
    answers = enumerate_solutions(
        instance.build(model), backend=backend, check=instance.check, in_process=True
    )
    return sum(1 for _ in answers)


def verdict(instance: Instance, model: str = "cells", backend: str = "cadical") -> str:
    m = instance.build(model)
    return solve(m, backend=backend, check=instance.check, in_process=True).status


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(("rows", "columns", "holes"), BOARDS)
def test_rules_and_models_against_brute_force(
    piece: Piece, rows: int, columns: int, holes: tuple[Square, ...]
) -> None:
    squares = board(rows, columns, holes)
    moves = {square: reach(piece, square, squares) for square in squares}
    demands = {
        "two": CATALOGUE.instance(text(piece, rows, columns, holes, count=2)),
        "most": CATALOGUE.instance(text(piece, rows, columns, holes, objective="most")),
        "dominate": CATALOGUE.instance(text(piece, rows, columns, holes, objective="dominate")),
        "decide": CATALOGUE.instance(
            text(piece, rows, columns, holes, objective="dominate", count=3)
        ),
    }
    models = {name: [d.build(model) for model in MODELS] for name, d in demands.items()}
    for pieces in subsets(squares):
        solution = shown(squares, pieces)
        peaceful = not any(moves[square] & pieces for square in pieces)
        dominating = all(square in pieces or moves[square] & pieces for square in squares)
        expected = {
            "two": peaceful and len(pieces) == 2,
            "most": peaceful,
            "dominate": dominating,
            "decide": dominating and len(pieces) == 3,
        }
        for name, instance in demands.items():
            assert (not instance.check(solution)) == expected[name]
            for model in models[name]:
                assert (not model.violations(solution)) == expected[name]
                assert model.shown_values(solution) == solution
                if model.objective and expected[name]:
                    assert model.objective_value(solution) == len(pieces)


@pytest.mark.parametrize("model", MODELS)
def test_the_objective_is_in_the_model_and_a_count_turns_it_into_a_decision(model: str) -> None:
    for objective, sense in (("most", "maximize"), ("dominate", "minimize")):
        built = CATALOGUE.instance(text("king", 3, 3, objective=objective)).build(model)
        assert built.objective is not None
        assert built.objective.sense == sense
        decided = CATALOGUE.instance(text("king", 3, 3, objective=objective, count=1)).build(model)
        assert decided.objective is None
    assert CATALOGUE.instance(text("king", 3, 3, count=1)).build(model).objective is None


@given(
    piece=st.sampled_from(PIECES),
    rows=st.integers(1, 6),
    columns=st.integers(1, 6),
    holes=st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12),
)
def test_cliques_are_cliques_and_show_every_attack(
    piece: Piece, rows: int, columns: int, holes: set[Square]
) -> None:
    squares = board(rows, columns, tuple(holes))
    moves = {square: reach(piece, square, squares) for square in squares}
    found = cliques(piece, squares)
    for group in [*found, *cover(piece, squares)]:
        assert all(other in moves[one] for one, other in combinations(group, 2))
    pairs = {pair for group in found for pair in combinations(sorted(group), 2)}
    assert pairs == {(one, other) for one in squares for other in moves[one] if one < other}
    assert all(len(group) > 1 for group in found)
    assert not any(set(one) <= set(other) for one, other in permutations(found, 2))
    assert attacked(piece, squares) == {square: sorted(moves[square]) for square in squares}
    assert sorted(square for group in cover(piece, squares) for square in group) == squares


@settings(max_examples=60, deadline=None)
@given(
    rows=st.integers(1, 5),
    columns=st.integers(1, 5),
    holes=st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=8),
)
def test_the_knights_pairs_are_a_maximum_matching(
    rows: int, columns: int, holes: set[Square]
) -> None:
    # By Koenig the least number of pairs and single squares is the largest number of knights.
    squares = board(rows, columns, tuple(holes))
    moves = {square: reach("knight", square, squares) for square in squares}

    def most(left: list[Square]) -> int:
        if not left:
            return 0
        busy = max(left, key=lambda square: len(moves[square] & set(left)))
        near = moves[busy] & set(left)
        rest = [square for square in left if square != busy]
        if not near:
            return 1 + most(rest)
        return max(most(rest), 1 + most([square for square in rest if square not in near]))

    assert len(cover("knight", squares)) == most(squares)


PEACEFUL = {1: 1, 2: 4, 3: 5, 4: 8, 5: 13, 6: 18, 7: 25, 8: 32, 9: 41, 10: 50}
"""Most knights, A030978."""


def test_covers_give_the_known_bounds() -> None:
    for n in range(1, 11):
        squares = board(n, n)
        assert len(cover("knight", squares)) == PEACEFUL[n]
        assert len(cover("king", squares)) == ceil(n / 2) ** 2
        assert len(cover("rook", squares)) == len(cover("queen", squares)) == n
    assert len(cover("rook", board(3, 7))) == len(cover("queen", board(7, 3))) == 3


def test_what_is_counted_stands_in_the_order_of_the_cover() -> None:
    model = CATALOGUE.instance(text("knight", 6, 6, count=18)).build()
    (counted,) = (s.expr for s in model.statements if s.label == "count")
    assert isinstance(counted, Cardinality)
    names = [cell.name for cell in counted.args if isinstance(cell, BoolVar)]
    squares = board(6, 6)
    where = {f"r{row}c{column}": (row, column) for row, column in squares}
    for one, other in list(pairwise(names))[::2]:
        assert where[other] in reach("knight", where[one], squares)


def test_groups_are_counted_in_the_model_of_that_name_unless_pieces_may_share_one() -> None:
    def counted(objective: str, model: str) -> int:
        instance = CATALOGUE.instance(text("king", 4, 4, objective=objective, count=4))
        (found,) = (s.expr for s in instance.build(model).statements if s.label == "count")
        return len(found.children())

    assert [counted("most", model) for model in MODELS] == [16, 4]
    assert [counted("dominate", model) for model in MODELS] == [16, 16]


def _most(piece: str, n: int) -> int:
    return {
        "knight": PEACEFUL.get(n, ceil(n * n / 2)),
        "queen": {1: 1, 2: 1, 3: 2}.get(n, n),
        "rook": n,
        "bishop": max(2 * n - 2, 1),
        "king": ceil(n / 2) ** 2,
    }[piece]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("piece", PIECES)
def test_the_most_that_do_not_attack(piece: str, model: str) -> None:
    for n in range(1, 8):
        most = _most(piece, n)
        assert verdict(CATALOGUE.instance(text(piece, n, n, count=most)), model) == "sat"
        more = CATALOGUE.instance(text(piece, n, n, count=most + 1, objective="most"))
        assert verdict(more, model) == "unsat"


FEWEST = {
    "knight": [1, 4, 4, 4, 5, 8, 10, 12],
    "queen": [1, 1, 1, 2, 3, 3, 4, 5],
    "rook": [1, 2, 3, 4, 5, 6],
    "bishop": [1, 2, 3, 4, 5, 6],
    "king": [1, 1, 1, 4, 4, 4, 9, 9],
}
"""Dominating knights A006075, queens A075458; rooks and bishops n, kings ceil(n / 3)^2."""


@pytest.mark.parametrize("piece", FEWEST)
def test_the_fewest_that_dominate(piece: str) -> None:
    for n, fewest in enumerate(FEWEST[piece], 1):
        enough = CATALOGUE.instance(text(piece, n, n, count=fewest, objective="dominate"))
        assert verdict(enough) == "sat"
        less = CATALOGUE.instance(text(piece, n, n, count=fewest - 1, objective="dominate"))
        assert verdict(less) == "unsat"


def test_smallest_dominating_sets_of_knights() -> None:
    for n, sets in enumerate([1, 1, 8, 9, 47, 127], 1):  # A103315
        fewest = FEWEST["knight"][n - 1]
        instance = CATALOGUE.instance(text("knight", n, n, count=fewest, objective="dominate"))
        assert count(instance) == sets


@pytest.mark.parametrize("model", MODELS)
def test_kings_of_any_number(model: str) -> None:
    for n, placements in enumerate([2, 5, 35, 314], 1):  # A063443, the empty board included
        sizes = range(_most("king", n) + 2)
        found = [count(CATALOGUE.instance(text("king", n, n, count=k)), model) for k in sizes]
        assert found[-1] == 0
        assert sum(found) == placements


@pytest.mark.parametrize("model", MODELS)
def test_full_boards(model: str) -> None:
    for n in range(2, 6):
        assert count(CATALOGUE.instance(text("rook", n, n, count=n)), model) == factorial(n)
        bishops = CATALOGUE.instance(text("bishop", n, n, count=2 * n - 2))
        assert count(bishops, model) == 2**n  # Dudeney
    assert count(CATALOGUE.instance(text("queen", 6, 6, count=6)), model) == 4
    assert count(CATALOGUE.instance(text("knight", 6, 6, count=18)), model) == 2


@pytest.mark.parametrize("name", [n for n in NAMES if "most" not in n and "-20-" not in n])
def test_shipped_decisions(name: str) -> None:
    instance = CATALOGUE.instance(name)
    known = instance.known
    assert known is not None
    if known.count is not None:
        assert count(instance) == known.count
    elif instance.parameters.objective is not None:
        assert verdict(instance) == known.status
    else:
        for model, backend in product(MODELS, ("cadical", "glucose", "z3-sat")):
            assert verdict(instance, model, backend) == known.status


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("backend", ["cadical", "glucose"])
def test_many_knights_are_placed_and_one_more_is_refused_soon(model: str, backend: str) -> None:
    for name, status in (("knights-20-200", "sat"), ("knights-20-201", "unsat")):
        instance = CATALOGUE.instance(f"placement/{name}")
        answer = solve(instance.build(model), backend=backend, check=instance.check, timeout=20)
        assert answer.status == status


def test_shipped_optima_fit_the_decisions_here() -> None:
    for name in NAMES:
        instance = CATALOGUE.instance(name)
        assert instance.known is not None
        parameters = instance.parameters
        n = parameters.rows
        if parameters.columns != n:
            continue
        if parameters.count is None and parameters.objective == "most":
            assert instance.known.optimum == _most(parameters.piece, n)
        elif parameters.count is None and n <= len(FEWEST[parameters.piece]):
            assert instance.known.optimum == FEWEST[parameters.piece][n - 1]


@pytest.mark.parametrize("model", MODELS)
def test_boards_of_holes_only(model: str) -> None:
    for piece in PIECES:
        empty = CATALOGUE.instance(text(piece, 1, 1, ((1, 1),), count=0))
        assert count(empty, model) == 1
        assert verdict(CATALOGUE.instance(text(piece, 1, 1, ((1, 1),), count=1)), model) == "unsat"
        assert Model.from_json(empty.build(model).to_json()).shown == {}


@pytest.mark.parametrize(
    ("given_parameters", "words"),
    [
        ("rows=0,columns=3,count=1", "'rows': at least 1 is expected, not 0"),
        ("rows=3,columns=-1,count=1", "'columns': at least 1"),
        ("rows=3,columns=3", "'count': missing; a count or an objective is expected"),
        ("rows=3,columns=3,count=-1", "'count': at least 0 is expected, not -1"),
        ("rows=3,columns=3,objective=least", "one of most, dominate is expected"),
        ('rows=3,columns=3,count=1,holes=["a1"]', "a square as r1c1 is expected, not 'a1'"),
        ('rows=3,columns=3,count=1,holes=["r0c1"]', "a square as r1c1 is expected, not 'r0c1'"),
        ('rows=3,columns=2,count=1,holes=["r1c3"]', "r1c3 is outside 3 rows and 2 columns"),
        ('rows=3,columns=2,count=1,holes=["r4c1"]', "r4c1 is outside"),
    ],
)
def test_wrong_parameters(given_parameters: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        CATALOGUE.instance(f"placement:piece=king,{given_parameters}")
    assert words in str(caught.value)


def test_no_such_piece() -> None:
    with pytest.raises(InputError, match="one of knight, queen, rook, bishop, king is expected"):
        CATALOGUE.instance("placement:piece=pawn,rows=3,columns=3,count=1")


@pytest.mark.parametrize("solution", [{}, {"r1c1": True}, {"foo": 3}, {"r0c0": True, "r9c9": 1}])
def test_the_check_survives_any_mapping(solution: Shown) -> None:
    assert CATALOGUE.instance(text("rook", 2, 2, count=2)).check(solution)


def test_broken_rules_are_named() -> None:
    squares = board(2, 3, ((1, 2),))
    rooks = CATALOGUE.instance(text("rook", 2, 3, ((1, 2),), count=3))
    broken = rooks.check(shown(squares, {(1, 1), (2, 1)}))
    assert broken == ["2 pieces, not 3", "the pieces on r1c1 and r2c1 attack each other"]
    reached = CATALOGUE.instance(text("rook", 2, 3, ((1, 2),), objective="dominate"))
    assert reached.check(shown(squares, {(1, 1), (2, 1)})) == [
        "r1c3 is neither occupied nor attacked"
    ]
    complete = shown(squares, {(1, 1), (2, 3)})
    two = CATALOGUE.instance(text("rook", 2, 3, ((1, 2),), count=2))
    assert two.check(complete) == []
    assert two.check({n: v for n, v in complete.items() if v}) == [
        f"{name} has no value" for name in ("r1c3", "r2c1", "r2c2")
    ]
    assert rooks.check(shown(board(2, 3), {(2, 2)}))[0] == "r1c2 is not a square of the board"


def test_drawing() -> None:
    instance = CATALOGUE.instance(text("knight", 2, 3, ((1, 2),), count=1))
    assert instance.draw().text() == "    1 2 3\n  ┌──────\n1 │ ·   ·\n2 │ · · ·"
    solution = shown(board(2, 3, ((1, 2),)), {(2, 3)})
    assert instance.draw(solution).text() == "    1 2 3\n  ┌──────\n1 │ ·   ·\n2 │ · · ♞"
