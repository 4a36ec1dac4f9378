"""Knight's tour: visit every square of a board once, by knight's moves.

Closed, or open from `start` to `goal`: by default from the top left corner to the bottom right one;
`any` frees an end. Squares are written `r1c1`, row 1 on top; `holes` are not squares. Shown is
every possible move between two squares, `r1c1-r2c3`, earlier square first: whether the tour goes
there, in either direction. Where tours are `directed`, shown is also where they go first.

Models:

edges       a Boolean for each move and one Hamiltonian cycle. An open tour is a cycle through one
            more move, from its goal to its start, or through one more vertex if an end is free.
successors  an integer for each square, the square that comes next, and a circuit (or a path).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from satchel.draw import Tour
from satchel.encoders._board import keeping, turns
from satchel.encoders._tours import Move, Parameters, Square, name_of
from satchel.ir import (
    BoolConst,
    BoolExpr,
    Circuit,
    ExactlyOne,
    HamiltonianCycle,
    Implies,
    Model,
    Or,
    Path,
    Symmetry,
)
from satchel.puzzle import Puzzle, Shown


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
        known = {*names, *parameters.first.values()}
        broken = [f"{name} has no value" for name in sorted(known - solution.keys())]
        broken += [f"{name} is not a move on the board" for name in solution if name not in known]
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
        return [*broken, *_misdirected(parameters, solution, ways)]

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Turns and reflections that keep the board and the ends, which may change places.

        None of directed tours: what is shown of the direction refers to one square.
        """
        if parameters.directed:
            return
        ends = set() if parameters.closed else {end for end in parameters.ends if end is not None}
        squares = list(parameters.squares)
        board = turns(parameters.rows, parameters.width, keeping(squares, ends))
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


def _misdirected(
    parameters: Parameters, solution: Shown, ways: Mapping[Square, list[Square]]
) -> Iterator[str]:
    """Where the tour goes first must be one place, to which a first step may lead."""
    squares = list(parameters.squares)
    taken = [number for number, name in parameters.first.items() if solution[name]]
    if parameters.first and len(taken) != 1:
        yield f"the tour goes to {len(taken)} places first"
    for number in taken:
        if parameters.closed and squares[number] not in ways[squares[0]]:
            yield f"the tour does not go from {name_of(squares[0])} to {name_of(squares[number])}"
        if not parameters.closed and len(ways[squares[number]]) != 1:
            yield f"the tour cannot begin at {name_of(squares[number])}, which is no end"


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
    begun = (
        {number: literals[0, number] for number in parameters.first} if parameters.closed else {}
    )
    if not parameters.closed and len(ends) == 2:
        u, v = sorted(ends)
        cycle = [edge for edge in cycle if set(edge[:2]) != ends] + [(u, v, BoolConst(True))]
    elif not parameters.closed:
        for square, number in parameters.squares.items():
            certain = number in ends
            end = BoolConst(True) if certain else model.bool(f"{name_of(square)} is an end")
            cycle.append((number, size, end))
            begun[number] = end
        size += 1
    model.add(HamiltonianCycle(size, cycle), label="one tour")
    first = {number: model.bool(name) for number, name in parameters.first.items()}
    for number, way in first.items():
        model.add(Implies(way, begun[number]), label="direction")
        model.show(way.name, way)
    if first:
        model.add(ExactlyOne(first.values()), label="direction")
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
    second = after[0]
    if parameters.closed:
        model.add(Circuit(after), label="one tour")
    else:
        first = [0, size - 1] if start is None else [squares[start]] * 2
        second = model.int("start", *first)
        model.add(Path(after, second), label="one tour")
    for (u, v), name in parameters.moves.items():
        model.show(name, Or(after[u] == v, after[v] == u))
    for number, name in parameters.first.items():
        model.show(name, second == number)
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
