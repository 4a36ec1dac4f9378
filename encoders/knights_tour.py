"""Knight's tour: visit every square of a board once, by knight's moves.

Closed, or open from `start` to `goal`: by default from the top left corner to the bottom right one;
`any` frees an end. Squares are written `r1c1`, row 1 on top; `holes` are not squares. Shown is
every possible move between two squares, `r1c1-r2c3`, earlier square first: whether the tour goes
there, in either direction.

Models:

edges       a Boolean for each move and one Hamiltonian cycle. An open tour is a cycle through one
            more move, from its goal to its start, or through one more vertex if an end is free.
successors  an integer for each square, the square that comes next, and a circuit (or a path).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from satchel.draw import Tour
from satchel.encoders._board import turns
from satchel.ir import BoolConst, BoolExpr, Circuit, HamiltonianCycle, Model, Or, Path, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

Square = tuple[int, int]
Move = tuple[int, int]
"""Two squares by their place in `Parameters.squares`, the earlier first."""

ANY = "any"
_JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2))


@dataclass(frozen=True)
class Parameters:
    """A board, and where the tour begins and ends."""

    rows: int = parameter(help="rows of the board")
    columns: int | None = parameter(default=None, help="columns of the board; as many as rows")
    closed: bool = parameter(default=False, help="whether the tour returns to where it began")
    start: str | None = parameter(default=None, help="first square of an open tour, or any")
    goal: str | None = parameter(default=None, help="last square of an open tour, or any")
    holes: tuple[str, ...] = parameter(default=(), help="squares that are not there")

    def __post_init__(self) -> None:
        for name, value in (("rows", self.rows), ("columns", self.width)):
            if value < 1:
                raise ParameterError(name, f"at least 1 is expected, not {value}")
        for square in self.holes:
            self._square("holes", square)
        if not self.squares:
            raise ParameterError("holes", "no square is left")
        for name, text in (("start", self.start), ("goal", self.goal)):
            if text is None:
                continue
            if self.closed:
                raise ParameterError(name, "a closed tour has none")
            if text != ANY and self._square(name, text) not in self.squares:
                raise ParameterError(name, f"{text} is a hole")
        if not self.closed and len(self.squares) > 1 and self.ends[0] == self.ends[1] is not None:
            raise ParameterError("goal", f"{name_of(self.ends[0])} is the start, too")

    def _square(self, parameter_name: str, text: str) -> Square:
        match = re.fullmatch(r"r(\d{1,9})c(\d{1,9})", text)
        square = (int(match[1]), int(match[2])) if match else (0, 0)
        if not (1 <= square[0] <= self.rows and 1 <= square[1] <= self.width):
            words = f"a square r1c1..r{self.rows}c{self.width} is expected, not {text!r}"
            raise ParameterError(parameter_name, words)
        return square

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.rows if self.columns is None else self.columns

    @cached_property
    def squares(self) -> dict[Square, int]:
        """The squares in order, each with its number from 0."""
        holes = {self._square("holes", hole) for hole in self.holes}
        board = ((r, c) for r in range(1, self.rows + 1) for c in range(1, self.width + 1))
        return {s: number for number, s in enumerate(s for s in board if s not in holes)}

    @property
    def ends(self) -> tuple[Square | None, Square | None]:
        """The first and the last square of an open tour; None where it is free."""
        first, last = next(iter(self.squares)), next(reversed(self.squares))
        start = first if self.start is None else self._end("start", self.start)
        goal = last if self.goal is None else self._end("goal", self.goal)
        return start, goal

    def _end(self, parameter_name: str, text: str) -> Square | None:
        return None if text == ANY else self._square(parameter_name, text)

    @cached_property
    def moves(self) -> dict[Move, str]:
        """Every move between two squares, with the name under which it is shown."""
        return {
            (here, self.squares[there]): f"{name_of(square)}-{name_of(there)}"
            for square, here in self.squares.items()
            for there in sorted((square[0] + down, square[1] + right) for down, right in _JUMPS)
            if there in self.squares
        }


def name_of(square: Square | None) -> str:
    """A square as it is written."""
    return ANY if square is None else f"r{square[0]}c{square[1]}"


class KnightsTour(Puzzle[Parameters]):
    """Tours of a knight over all squares of a board."""

    name: ClassVar[str] = "knights_tour"
    summary: ClassVar[str] = "visit every square of a board once by knight's moves"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "edges": "a Boolean for each move; they form one Hamiltonian cycle",
        "successors": "an integer for each square, the next one; they form one circuit",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with all moves shown."""
        if len(parameters.squares) == 1:
            trivial = Model()
            trivial.add(not parameters.closed)
            return trivial
        return {"edges": _edges, "successors": _successors}[model](parameters)

    def refutation(self, parameters: Parameters) -> str | None:
        """Colour parity, and squares with too few moves."""
        return _parity(parameters) or _degree(parameters)

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Follow the moves over the board."""
        names = {name: move for move, name in parameters.moves.items()}
        broken = [f"{name} has no value" for name in names if name not in solution]
        broken += [f"{name} is not a move on the board" for name in solution if name not in names]
        if broken:
            return broken
        squares = list(parameters.squares)
        ways: dict[Square, list[Square]] = {square: [] for square in squares}
        for name, (u, v) in names.items():
            if solution[name]:
                ways[squares[u]].append(squares[v])
                ways[squares[v]].append(squares[u])
        ends = [square for square, near in ways.items() if len(near) != 2]
        if parameters.closed:
            broken += [f"{name_of(s)} has {len(ways[s])} moves, not 2" for s in ends]
            ends = squares[:1]
        elif len(squares) > 1:
            wanted = {end for end in parameters.ends if end is not None}
            broken += [f"the tour does not end at {name_of(s)}" for s in wanted - set(ends)]
            broken += [f"{name_of(s)} has {len(ways[s])} moves" for s in ends if len(ways[s]) != 1]
            if len(ends) != 2:
                broken.append(f"the tour has {len(ends)} ends, not 2")
        if not broken and len(list(_walk(ends[0], ways))) != len(squares):
            broken.append("the moves do not form a single tour")
        return broken

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Turns and reflections that keep the board and the ends, which may change places."""
        ends = set() if parameters.closed else {end for end in parameters.ends if end is not None}
        squares = list(parameters.squares)
        board = turns(parameters.rows, parameters.width, squares, ends)
        for label, turn in board:
            number = [parameters.squares[turn(square)] for square in squares]
            ways = {move: sorted(number[end] for end in move) for move in parameters.moves}
            yield Symmetry(
                label,
                {parameters.moves[u, v]: parameters.moves[move] for move, (u, v) in ways.items()},
            )

    def draw(self, parameters: Parameters, solution: Shown | None) -> Tour:
        """The board with the tour's moves."""
        squares = list(parameters.squares)
        return Tour(
            parameters.rows,
            parameters.width,
            squares=tuple(squares),
            moves=tuple(
                (squares[u], squares[v])
                for (u, v), name in parameters.moves.items()
                if solution is not None and solution.get(name)
            ),
            start=None if parameters.closed else parameters.ends[0],
        )


def _walk(start: Square, ways: Mapping[Square, list[Square]]) -> Iterator[Square]:
    """The squares in the order in which they are reached from `start`, until one comes again."""
    seen: set[Square] = set()
    here: Square | None = start
    while here is not None:
        seen.add(here)
        yield here
        here = next((there for there in ways[here] if there not in seen), None)


def _edges(parameters: Parameters) -> Model:
    model = Model()
    start, goal = parameters.ends
    ends = {parameters.squares[end] for end in (start, goal) if end is not None}
    size = len(parameters.squares)
    literals: dict[Move, BoolExpr] = {}
    for move, name in parameters.moves.items():
        back = not parameters.closed and len(ends) == 2 and set(move) == ends
        literals[move] = BoolConst(False) if back else model.bool(name)
        model.show(name, literals[move])
    cycle = [(u, v, x) for (u, v), x in literals.items()]
    if not parameters.closed and len(ends) == 2:
        u, v = sorted(ends)
        cycle = [edge for edge in cycle if set(edge[:2]) != ends] + [(u, v, BoolConst(True))]
    elif not parameters.closed:
        for square, number in parameters.squares.items():
            certain = number in ends
            end = BoolConst(True) if certain else model.bool(f"{name_of(square)} is an end")
            cycle.append((number, size, end))
        size += 1
    model.add(HamiltonianCycle(size, cycle), label="one tour")
    return model


def _successors(parameters: Parameters) -> Model:
    model = Model()
    squares = parameters.squares
    size = len(squares)
    near: dict[int, list[int]] = {number: [] for number in squares.values()}
    for u, v in parameters.moves:
        near[u].append(v)
        near[v].append(u)
    start, goal = parameters.ends
    if not parameters.closed and goal is not None:
        near[squares[goal]] = [size]
    after = []
    for square, number in squares.items():
        ways = near[number]
        if not parameters.closed and goal is None:
            ways = [*ways, size]
        if not ways:
            model.add(False, label=f"{name_of(square)} can be left")
        after.append(model.int(f"after {name_of(square)}", ways or [number]))
    if parameters.closed:
        model.add(Circuit(after), label="one tour")
    else:
        first = [0, size - 1] if start is None else [squares[start]] * 2
        model.add(Path(after, model.int("start", *first)), label="one tour")
    for (u, v), name in parameters.moves.items():
        model.show(name, Or(after[u] == v, after[v] == u))
    return model


def _parity(parameters: Parameters) -> str | None:
    """A knight changes colour with every move."""
    counts = [0, 0]
    for row, column in parameters.squares:
        counts[(row + column) % 2] += 1
    black, white = counts
    if parameters.closed:
        if black != white:
            return f"parity: a closed tour needs as many black squares as white, not {counts}"
        return None
    ends = [sum(end) % 2 for end in parameters.ends if end is not None]
    if len(parameters.squares) == 1:
        return None
    if abs(black - white) > 1:
        return f"parity: colours alternate, but there are {black} and {white} squares of each"
    if len(ends) == 2 and (ends[0] != ends[1]) != (black == white):
        return f"parity: {len(parameters.squares) - 1} moves do not lead from colour to colour"
    if black != white and any(counts[end] < counts[1 - end] for end in ends):
        return "parity: a tour over an odd board begins and ends on the colour with more squares"
    return None


def _degree(parameters: Parameters) -> str | None:
    """Each square has two moves, an end one."""
    degrees = dict.fromkeys(parameters.squares.values(), 0)
    for move in parameters.moves:
        for number in move:
            degrees[number] += 1
    if len(degrees) == 1:
        return "degree: a single square has no move" if parameters.closed else None
    ends = set() if parameters.closed else set(parameters.ends)
    free = 0 if parameters.closed else sum(end is None for end in parameters.ends)
    for square, number in parameters.squares.items():
        if degrees[number] == 0:
            return f"degree: no move leads to {name_of(square)}"
        if degrees[number] == 1 and square not in ends:
            free -= 1
            if free < 0:
                return f"degree: {name_of(square)} has a single move and is no end"
    return None


puzzle = KnightsTour()
