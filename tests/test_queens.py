"""Queens: rules' check against brute force, three models with one set of boards, public files."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from satchel.errors import InputError
from satchel.ir import IntVar, Model
from satchel.puzzle import Catalogue, Shown, shipped_instances
from satchel.tasks.solve import enumerate_solutions, solve
from tests.commands import ENVIRONMENT, ROOT

CATALOGUE = Catalogue()
MODELS = ("permutation", "lines", "attack")
PUBLISHED = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4}
VARIANTS = [
    "queens:n=4,fixed=[[1,2]]",
    "queens:n=4,blocked=[[1,2]]",
    "queens:n=4,blocked=[[1,2],[1,3]]",
    "queens:n=5,diagonals=[[0,1],[8,1]]",
    "queens:n=5,diagonals=[[3,0],[0,1],[8,1]],prefix=1",
    "queens:n=4,diagonals=[[3,0]],prefix=0",
]


def board(n: int, queens: set[tuple[int, int]]) -> dict[str, bool]:
    squares = product(range(1, n + 1), repeat=2)
    return {f"r{row}c{column}": (row, column) in queens for row, column in squares}


def boards_by_rule(text: str) -> set[tuple[int, ...]]:
    """Permutations that pass the puzzle's check: the columns of the queens, row by row."""
    instance = CATALOGUE.instance(text)
    n = instance.parameters.n
    return {
        columns
        for columns in permutations(range(1, n + 1))
        if not instance.check(board(n, set(enumerate(columns, 1))))
    }


def boards_by_model(model: Model, n: int) -> set[tuple[int, ...]]:
    """What the model accepts, by trying every placement of one queen a row, in row order."""
    found = set()
    for columns in product(range(1, n + 1), repeat=n):
        queens = set(enumerate(columns, 1))
        values: dict[str, int] = {}
        for name, variable in model.variables.items():
            if not isinstance(variable, IntVar):
                values[name] = board(n, queens)[name]
            elif name.startswith("row"):
                values[name] = int(name.removeprefix("row"))
            else:
                values[name] = columns[int(name.removeprefix("column").removeprefix("q")) - 1]
        if not model.violations(values):
            assert dict(model.shown_values(values)) == board(n, queens)
            found.add(columns)
    return found


@pytest.mark.parametrize("n", PUBLISHED)
def test_the_check_accepts_the_published_number(n: int) -> None:
    assert len(boards_by_rule(f"queens:n={n}")) == PUBLISHED[n]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("text", [f"queens:n={n}" for n in (1, 2, 3, 4)] + VARIANTS)
def test_models_accept_what_the_rules_accept(text: str, model: str) -> None:
    instance = CATALOGUE.instance(text)
    assert boards_by_model(instance.build(model), instance.parameters.n) == boards_by_rule(text)


def test_excluded_diagonals_as_the_public_files_define_them() -> None:
    # [s, 1] excludes a + b = s and [d, 0] excludes a - b = d - (n - 1), a and b from 0.
    for number, kind in product(range(9), (0, 1)):
        instance = CATALOGUE.instance(f"queens:n=5,diagonals=[[{number},{kind}]]")
        for a, b in product(range(5), repeat=2):
            hit = a + b == number if kind else a - b == number - 4
            broken = instance.check(board(5, {(a + 1, b + 1)}))
            assert any("excluded diagonal" in line for line in broken) == hit


def test_the_first_diagonal_is_the_corner() -> None:
    text = CATALOGUE.instance("queens:n=3,diagonals=[[0,1],[4,0]],blocked=[[2,1]]").draw().text()
    assert (
        text
        == "    1 2 3\n  ┌──────\n1 │ ✗ · ·\n2 │ ▪ · ·\n3 │ ✗ · ·\n▪ blocked  ✗ excluded diagonal"
    )


@pytest.mark.parametrize(
    ("queens", "words"),
    [
        ({(1, 2), (2, 4), (3, 1)}, "3 queens, not 4"),
        ({(1, 2), (2, 4), (3, 1), (4, 1)}, "attack"),
        ({(1, 1), (2, 2), (3, 3), (4, 4)}, "attack"),
        ({(1, 4), (2, 3), (3, 2), (4, 1)}, "attack"),
        ({(1, 3), (2, 1), (3, 4), (4, 2)}, "no queen on r1c2"),
    ],
)
def test_broken_rules_are_named(queens: set[tuple[int, int]], words: str) -> None:
    instance = CATALOGUE.instance("queens:n=4,fixed=[[1,2]]")
    assert any(words in line for line in instance.check(board(4, queens)))
    assert not instance.check(board(4, {(1, 2), (2, 4), (3, 1), (4, 3)}))


@pytest.mark.parametrize("solution", [{}, {"r1c1": True}, {"foo": 3}, {"r0c0": True, "r9c9": 1}])
def test_the_check_survives_any_mapping(solution: Shown) -> None:
    assert CATALOGUE.instance("queens:n=4").check(solution)


def test_drawing() -> None:
    instance = CATALOGUE.instance("queens:n=4,fixed=[[1,2]]")
    assert (
        instance.draw().text()
        == "    1 2 3 4\n  ┌────────\n1 │ · ♛ · ·\n2 │ · · · ·\n3 │ · · · ·\n4 │ · · · ·"
    )
    solution = board(4, {(1, 2), (2, 4), (3, 1), (4, 3)})
    assert instance.draw(solution).text().splitlines()[3] == "2 │ · · · ♛"
    wide = CATALOGUE.instance("queens:n=10").draw().text().splitlines()
    assert {len(line) for line in wide} == {4 + 3 * 10}


def test_public_files_with_and_without_letting() -> None:
    public = Path(__file__).parent.parent / "instances" / "queens" / "public"
    parameters = {
        file.stem: CATALOGUE.instance(str(file)).parameters for file in public.glob("*.param")
    }
    assert len(parameters) == 13
    assert parameters["diag-8-4-1"].diagonals[:2] == ((0, 0), (13, 0))
    assert len(parameters["diag-21-4-1"].diagonals) == 47
    assert parameters["block-10-10-1"].blocked[0] == (1, 5)
    assert len(parameters["blockedqueens.28.1449787894"].blocked) == 595


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("n = 8\nblocks = [[1, 2]\n", 2, "not a list"),
        ("n = 8\n\nblocks = [[1, x]]\n", 3, "expected"),
        ("n = 8\nn = 9\n", 2, "twice"),
        ("n = 8\ndiags = [[1, 0]]\nnumdiags = 2\n", 3, "numdiags is 2"),
        ("n = 8\nholes = [[1, 2]]\n", 2, "unexpected name"),
        ("n = 8\nblocks = [[1, 9]]\n", None, "outside 1..8"),
        ("n = eight\n", 1, "expected"),
        ("blocks = [[1, 1]]\n", None, "missing"),
    ],
)
def test_broken_public_files(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    file = tmp_path / "broken.param"
    file.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        CATALOGUE.instance(str(file))
    assert (caught.value.file, caught.value.line) == (str(file), line)


def test_every_shipped_instance_has_a_known_answer_with_a_source() -> None:
    names = [name for name in shipped_instances() if name.startswith("queens/")]
    assert len(names) == 27
    for name in names:
        known = CATALOGUE.instance(name).known
        assert known is not None, name
        assert all(known.sources.values()), name


@pytest.mark.parametrize("name", [f"queens/block-10-10-{number}" for number in (1, 10, 100)])
def test_known_numbers_of_blocked_boards(name: str) -> None:
    instance = CATALOGUE.instance(name)
    blocked = set(instance.parameters.blocked)

    def complete(columns: tuple[int, ...]) -> int:
        row = len(columns) + 1
        if row == 11:
            return 1
        return sum(
            complete((*columns, column))
            for column in range(1, 11)
            if (row, column) not in blocked
            and all(abs(column - c) not in (0, row - r) for r, c in enumerate(columns, 1))
        )

    assert instance.known is not None
    assert complete(()) == instance.known.count


def test_pairs_of_queens_attack_by_the_rules_of_chess() -> None:
    instance = CATALOGUE.instance("queens:n=5")
    for one, other in combinations(product(range(1, 6), repeat=2), 2):
        down, right = other[0] - one[0], other[1] - one[1]
        reached = 0 in (down, right) or down in (right, -right)
        broken = instance.check(board(5, {(one[0], one[1]), (other[0], other[1])}))
        assert any("attack" in line for line in broken) == reached


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_every_model_has_the_published_number_of_solutions(n: int, model: str) -> None:
    instance = CATALOGUE.instance(f"queens/{n}")
    answers = enumerate_solutions(instance.build(model), check=instance.check, in_process=True)
    boards = [tuple((answer.solution or {}).values()) for answer in answers]
    assert instance.known is not None
    assert len(set(boards)) == len(boards) == instance.known.count


@pytest.mark.parametrize(
    "name", [n for n in shipped_instances() if n.startswith("queens/") and ("-" in n or "28" in n)]
)
def test_public_instances_have_the_recorded_answer(name: str) -> None:
    instance = CATALOGUE.instance(name)
    assert instance.known is not None
    for model in ("permutation", "lines"):
        answer = solve(instance.build(model), check=instance.check, in_process=True)
        assert answer.status == instance.known.status


def test_counts_are_compared_with_backtracking_and_with_published_numbers() -> None:
    for arguments in (["--n", "6"], ["--table", "--last", "5"]):
        command = [sys.executable, str(ROOT / "benchmarks/count_queens.py"), *arguments]
        subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True)
