"""Latin squares to complete: holes cut into random ones, and blocks that are part of none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, product
from random import Random
from typing import Any, TypeAlias

from satchel.errors import InputError
from satchel.families._latin import Square, random_square
from satchel.families.protocol import Paper, Track, Variant

Partial: TypeAlias = list[list[int | None]]
"""A square of the symbols 0..n-1, None where there is a hole."""

_SMALLEST = 8

_PAPER = Paper(
    title="Latin Squares to Complete, with Holes and with Blocks",
    abstract=(
        "Is a partly filled square part of a Latin square? Some were cut into random Latin "
        "squares, with equally many holes in each row and column and about as many as make the "
        "problem hardest; in some of these one symbol was then changed. Others have a full "
        "block in which one symbol is too rare: by a theorem of Ryser they cannot be completed, "
        "which for resolution is a pigeonhole problem within a larger one."
    ),
    origin=(
        "To complete a partial Latin square is NP-complete [colbourn]. As the quasigroup "
        "completion problem it has been a benchmark of constraint and SAT solvers since Gomes "
        "and Selman [gomes]; instances with holes cut into a Latin square are satisfiable by "
        "construction, and hardest in a narrow range of the number of holes [achlioptas]. They "
        "are harder still where each row and column has equally many [kautz]. A block of $r$ "
        "rows and $s$ columns can be completed to a Latin square of order $n$ if and only if "
        "each symbol stands in it at least $r + s - n$ times [ryser]."
    ),
    generation=(
        "Two Latin squares are drawn by the random walk of Jacobson and Matthews [jacobson] of "
        "$n^3$ steps from the cyclic one. The holes are the cells where the second has one of "
        "$k$ symbols, so that every row and column has $k$; $k$ is the nearest integer to $1.7 "
        "n^{0.55}$, that is, there are about $1.7 n^{1.55}$ holes. These have a solution. In a "
        "copy of each one given cell gets another symbol, which its row and column do not have; "
        "whether a solution is left is not known.\n\n"
        "For the blocks a symbol $a$ is drawn, then $m$ columns and $m$ rows that do not share "
        "a cell with $a$, where $m = n/3 + 2$, rounded down (at most $n/2 - 1$). They are "
        "emptied. The block that is left, of $n - m$ rows and columns, has the least number of "
        "$a$ that Ryser's theorem allows. One of them is replaced by a symbol that its row and "
        "column in the block do not have. Now $a$ has to go into $m + 1$ rows, and there are "
        "$m$ columns for it."
    ),
    references={
        "colbourn": "C. J. Colbourn, The Complexity of Completing Partial Latin Squares, Discrete "
        "Applied Mathematics 8(1), 1984, pp. 25-30.",
        "gomes": "C. P. Gomes and B. Selman, Problem Structure in the Presence of Perturbations, "
        "14th National Conference on Artificial Intelligence (AAAI), 1997, pp. 221-226.",
        "achlioptas": "D. Achlioptas, C. Gomes, H. Kautz and B. Selman, Generating Satisfiable "
        "Problem Instances, 17th National Conference on Artificial Intelligence (AAAI), 2000, "
        "pp. 256-261.",
        "kautz": "H. Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman and M. Stickel, Balance "
        "and Filtering in Structured Satisfiable Problems, 17th International Joint Conference on "
        "Artificial Intelligence (IJCAI), 2001, pp. 351-358.",
        "ryser": "H. J. Ryser, A Combinatorial Theorem with an Application to Latin Rectangles, "
        "Proceedings of the American Mathematical Society 2(4), 1951, pp. 550-552.",
        "jacobson": "M. T. Jacobson and P. Matthews, Generating Uniformly Distributed Random Latin "
        "Squares, Journal of Combinatorial Designs 4(6), 1996, pp. 405-437.",
    },
)


_SIZES = range(24, 40, 3)
_REACH: Mapping[Track, range] = {
    "sat": _SIZES,
    "mc": range(8, 21, 3),
    "pb": _SIZES,
    "smt": range(9, 31, 3),
}


@dataclass(frozen=True)
class LatinSquareFamily:
    """Holes, holes and a changed symbol, a block with a symbol too rare."""

    puzzle: str = "latin_square"
    summary: str = "random Latin squares with holes, and full blocks that are part of none"
    measure: str = "rows, columns and symbols"
    sizes: range = _SIZES
    tracks: Mapping[Track, range] = field(default_factory=lambda: _REACH)
    paper: Paper = _PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        """With holes, with a block, with holes and a change, in turns, endlessly."""
        if size < _SMALLEST:
            raise InputError(f"latin_square: a size is {_SMALLEST} or more, not {size}")
        for number in count(1):
            partial = _with_holes(size, random)
            yield Variant(
                f"holes-{size}-{number}",
                _parameters(partial),
                "sat",
                "the holes were cut into a Latin square",
            )
            yield _with_block(size, number, random)
            _change(partial, random)
            yield Variant(f"changed-{size}-{number}", _parameters(partial))


def _with_holes(n: int, random: Random) -> Partial:
    square, other = random_square(n, random), random_square(n, random)
    holes = round(1.7 * n**0.55)
    return [
        [symbol if mark >= holes else None for symbol, mark in zip(*rows, strict=True)]
        for rows in zip(square, other, strict=True)
    ]


def _change(partial: Partial, random: Random) -> None:
    """Give one filled cell another symbol that neither its row nor its column has."""
    sides = range(len(partial))
    choices = [
        (row, column, symbol)
        for row, column in product(sides, sides)
        if partial[row][column] is not None
        for symbol in sides
        if symbol not in partial[row] and all(line[column] != symbol for line in partial)
    ]
    row, column, symbol = random.choice(choices)
    partial[row][column] = symbol


def _with_block(n: int, number: int, random: Random) -> Variant:
    empty = min(n // 3 + 2, n // 2 - 1)
    while True:
        square = random_square(n, random)
        rare = random.randrange(n)
        columns = random.sample(range(n), empty)
        rows = random.sample([r for r in range(n) if square[r].index(rare) not in columns], empty)
        choices = list(_replacements(square, rare, rows, columns))
        if choices:
            break
    row, column, symbol = random.choice(choices)
    partial: Partial = [
        [None if r in rows or c in columns else square[r][c] for c in range(n)] for r in range(n)
    ]
    partial[row][column] = symbol
    return Variant(
        f"block-{n}-{number}",
        _parameters(partial),
        "unsat",
        f"Ryser 1951: {n - empty} full rows and columns, and symbol {rare + 1} is there "
        f"{n - 2 * empty - 1} times, not {n - 2 * empty}",
    )


def _replacements(
    square: Square, rare: int, rows: Iterable[int], columns: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    """Cells of the block that hold a symbol, and what may stand there in its place.

    That is what their row of the block lacks, and their column, too.
    """
    for row, line in enumerate(square):
        column = line.index(rare)
        if row not in rows and column not in columns:
            lacking = {line[c] for c in columns} & {square[r][column] for r in rows}
            yield from ((row, column, symbol) for symbol in sorted(lacking))


def _parameters(partial: Partial) -> dict[str, Any]:
    gap = " " if len(partial) > 9 else ""
    rows = (gap.join("." if s is None else str(s + 1) for s in row) for row in partial)
    return {"n": len(partial), "given": " ".join(rows)}


FAMILY = LatinSquareFamily()
