"""Tiling: cover every square of a board, each once, with polyominoes.

Pieces are named, or drawn row by row: `domino`, a pentomino's letter (F I L N P T U V W X Y Z),
`pentominoes` for all twelve, `XX/.X` for any other (`X.` for a single square). `copies` says
whether there is one of each or as many as it takes. `turning`: pieces may be turned and turned over
(`free`), turned only (`one-sided`), or neither (`fixed`). `holes` are not squares.

Shown is every way to lay a piece, by the piece and its squares, `domino r1c1 r1c2`: whether it is
laid there.

Models:

placements  a Boolean for each way to lay a piece; each square is covered by exactly one.
squares     an integer for each square, the way in which it is covered; the squares of a way to
            lay a piece agree on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, product
from string import ascii_letters
from typing import ClassVar, Literal, TypeAlias

from satchel.draw import Board
from satchel.encoders._board import Turn, turns
from satchel.ir import BoolExpr, ExactlyOne, Iff, Model, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter

Square: TypeAlias = tuple[int, int]
Shape: TypeAlias = frozenset[Square]
"""Squares, the first row and the first column being 0."""

Placement: TypeAlias = tuple[str, tuple[Square, ...]]
"""A piece and the squares that it covers, in order."""

_PENTOMINOES: Mapping[str, str] = {
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "XXXX/X...",
    "N": "XX../.XXX",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": "XXXX/.X..",
    "Z": "XX./.X./.XX",
}
_NAMED: Mapping[str, str] = {"domino": "XX", **_PENTOMINOES}


@dataclass(frozen=True)
class Parameters:
    """A board and the pieces that are to cover it."""

    rows: int = parameter(help="rows of the board")
    columns: int = parameter(help="columns of the board")
    pieces: tuple[str, ...] = parameter(help="domino, F..Z, pentominoes, or drawn as XX/.X")
    copies: Literal["any", "one"] = parameter(default="any", help="how many there are of each")
    turning: Literal["free", "one-sided", "fixed"] = parameter(
        default="free", help="pieces may be turned and turned over, turned only, or neither"
    )
    holes: tuple[str, ...] = parameter(default=(), help="places without a square, as r1c1")

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            if getattr(self, name) < 1:
                raise ParameterError(name, f"at least 1 is expected, not {getattr(self, name)}")
        for hole in self.holes:
            if hole not in {_name(square) for square in self._board}:
                words = f"a square r1c1..r{self.rows}c{self.columns} is expected, not {hole!r}"
                raise ParameterError("holes", words)
        for piece in self.pieces:
            drawn = _NAMED.get(piece, piece)
            if piece != "pentominoes" and not re.fullmatch(r"[X.]+(/[X.]+)*", drawn):
                raise ParameterError("pieces", f"no piece is named or drawn {piece!r}")
            if piece != "pentominoes" and not _connected(_shape(drawn)):
                raise ParameterError("pieces", f"{piece!r} is not in one piece")
        if not self.shapes:
            raise ParameterError("pieces", "at least one is expected")
        forms = [self.orientations(piece) for piece in self._names]
        if any(one & other for n, one in enumerate(forms) for other in forms[:n]):
            raise ParameterError("pieces", "two of them are the same")

    @cached_property
    def _board(self) -> list[Square]:
        return list(product(range(1, self.rows + 1), range(1, self.columns + 1)))

    @cached_property
    def squares(self) -> list[Square]:
        """The squares of the board, row by row."""
        return [square for square in self._board if _name(square) not in self.holes]

    @cached_property
    def shapes(self) -> dict[str, Shape]:
        """The pieces by name, as they are drawn."""
        return {name: _shape(_NAMED.get(name, name)) for name in self._names}

    @property
    def _names(self) -> list[str]:
        names: list[str] = []
        for piece in self.pieces:
            names += _PENTOMINOES if piece == "pentominoes" else [piece]
        return names

    def orientations(self, piece: str) -> set[Shape]:
        """The shapes that a piece has, turned as it may be."""
        found = {self.shapes[piece]}
        if self.turning != "fixed":
            for _ in range(3):
                found |= {_moved({(c, -r) for r, c in shape}) for shape in found}
        if self.turning == "free":
            found |= {_moved({(r, -c) for r, c in shape}) for shape in found}
        return found

    @cached_property
    def placements(self) -> dict[str, Placement]:
        """Every way to lay a piece on the board, under the name by which it is shown."""
        board = set(self.squares)
        found = {}
        for piece in self.shapes:
            for shape in sorted(map(sorted, self.orientations(piece))):
                for row, column in self._board:
                    squares = tuple((row + r, column + c) for r, c in shape)
                    if board.issuperset(squares):
                        found[_named(piece, squares)] = (piece, squares)
        return found


class Tiling(Puzzle[Parameters]):
    """Polyominoes over all squares of a board."""

    name: ClassVar[str] = "tiling"
    summary: ClassVar[str] = "cover a board with polyominoes: dominoes, pentominoes, any"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "placements": "a Boolean for each way to lay a piece; one covers each square",
        "squares": "an integer for each square, how it is covered; squares of a piece agree",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with all placements shown."""
        built = Model()
        ways = {"placements": _placements, "squares": _squares}[model](built, parameters)
        if parameters.copies == "one":
            for piece in parameters.shapes:
                laid = [
                    way
                    for way, (other, _) in zip(ways, parameters.placements.values(), strict=True)
                    if other == piece
                ]
                built.add(ExactlyOne(laid), label=f"one {piece}")
        for name, way in zip(parameters.placements, ways, strict=True):
            built.show(name, way)
        return built

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Lay the pieces one by one."""
        known = parameters.placements
        broken = [f"{name} has no value" for name in known if name not in solution]
        broken += [f"{name} is no way to lay a piece" for name in solution if name not in known]
        laid = [known[name] for name in known if solution.get(name)]
        covered: dict[Square, str] = {}
        for piece, squares in laid:
            if _moved(squares) not in parameters.orientations(piece):
                broken.append(f"{_named(piece, squares)} has not the shape of that piece")
            broken += [f"{_name(s)} is covered twice" for s in squares if s in covered]
            covered |= dict.fromkeys(squares, piece)
        bare = set(parameters.squares) - covered.keys()
        broken += [f"{_name(square)} is not covered" for square in sorted(bare)]
        if parameters.copies == "one":
            used = [piece for piece, _ in laid]
            counts = {piece: used.count(piece) for piece in parameters.shapes}
            broken += [f"{piece} is laid {n} times" for piece, n in counts.items() if n != 1]
        return broken

    def refutation(self, parameters: Parameters) -> str | None:
        """Areas and colours, which need no search."""
        area, sizes = len(parameters.squares), [len(s) for s in parameters.shapes.values()]
        if parameters.copies == "one" and sum(sizes) != area:
            return f"area: the pieces have {sum(sizes)} squares, the board {area}"
        if len(set(sizes)) == 1 and area % sizes[0]:
            return f"area: pieces of {sizes[0]} squares do not add up to {area}"
        black = sum((row + column) % 2 for row, column in parameters.squares)
        if 2 * black != area and all(_balanced(s) for s in parameters.shapes.values()):
            return f"colour: each piece covers both alike, the board has {black} and {area - black}"
        return None

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Turns and reflections of the board under which every placement is one."""
        placements = parameters.placements

        def images(turn: Turn) -> dict[str, str]:
            return {
                name: _named(piece, tuple(sorted(map(turn, squares))))
                for name, (piece, squares) in placements.items()
            }

        def keeps(turn: Turn) -> bool:
            return placements.keys() >= set(images(turn).values())

        for label, turn in turns(parameters.rows, parameters.columns, keeps):
            yield Symmetry(label, images(turn))

    def draw(self, parameters: Parameters, solution: Shown | None) -> Board:
        """The board; a letter for each piece that is laid."""
        symbols = {}
        laid = [p for name, p in parameters.placements.items() if (solution or {}).get(name)]
        alone = parameters.copies == "one" and all(len(piece) == 1 for piece, _ in laid)
        for letter, (piece, squares) in zip(cycle(ascii_letters), laid, strict=False):
            symbols.update(dict.fromkeys(squares, piece if alone else letter))
        holes = set(product(range(1, parameters.rows + 1), range(1, parameters.columns + 1)))
        symbols.update(dict.fromkeys(holes - set(parameters.squares), " "))
        return Board(parameters.rows, parameters.columns, symbols)


def _placements(model: Model, parameters: Parameters) -> list[BoolExpr]:
    ways: list[BoolExpr] = [model.bool(name) for name in parameters.placements]
    over: dict[Square, list[BoolExpr]] = {square: [] for square in parameters.squares}
    for way, (_, squares) in zip(ways, parameters.placements.values(), strict=True):
        for square in squares:
            over[square].append(way)
    for square, covering in over.items():
        model.add(ExactlyOne(covering), label=f"cover {_name(square)}")
    return ways


def _squares(model: Model, parameters: Parameters) -> list[BoolExpr]:
    over: dict[Square, list[int]] = {square: [] for square in parameters.squares}
    for number, (_, squares) in enumerate(parameters.placements.values()):
        for square in squares:
            over[square].append(number)
    if not all(over.values()):
        model.add(False, label="every square can be covered")
    covering = {s: model.int(f"over {_name(s)}", numbers or [0]) for s, numbers in over.items()}
    ways: list[BoolExpr] = []
    for number, (name, (_, (first, *others))) in enumerate(parameters.placements.items()):
        ways.append(covering[first] == number)
        for other in others:
            model.add(Iff(covering[first] == number, covering[other] == number), label=name)
    return ways


def _shape(drawn: str) -> Shape:
    rows = enumerate(drawn.split("/"))
    return _moved({(r, c) for r, row in rows for c, symbol in enumerate(row) if symbol == "X"})


def _moved(squares: Iterable[Square]) -> Shape:
    """The squares, moved so that the first row and the first column are 0."""
    squares = list(squares)
    top = min((row for row, _ in squares), default=0)
    left = min((column for _, column in squares), default=0)
    return frozenset((row - top, column - left) for row, column in squares)


def _balanced(shape: Shape) -> bool:
    """Whether it covers as many squares of one colour of a chessboard as of the other."""
    return 2 * sum((row + column) % 2 for row, column in shape) == len(shape)


def _connected(shape: Shape) -> bool:
    reached: set[Square] = set()
    waiting = list(shape)[:1]
    while waiting:
        row, column = waiting.pop()
        reached.add((row, column))
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        waiting += (near & shape) - reached
    return bool(shape) and reached == shape


def _named(piece: str, squares: Iterable[Square]) -> str:
    return " ".join([piece, *map(_name, squares)])


def _name(square: Square) -> str:
    return f"r{square[0]}c{square[1]}"


puzzle = Tiling()
