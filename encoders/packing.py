"""Packing: rectangles into a rectangle, none overlapping, with waste or without.

A piece stands with its lower-left corner at (x, y), x to the right and y upwards, both from 0. With
`rotation` a piece may be turned by a quarter: its longer side lies flat, unless it is `upright`.
Shown are `A.x`, `A.y` (and `A.upright`) for each piece. Equal pieces are interchangeable, so their
places are in lexicographic order in every model: a solution is a set of placements.

Models:

nooverlap    a corner for each piece; one NoOverlap2D.
disjunction  the same corners; for every two pieces the four ways to keep them apart.
cells        the same corners; no cell of the rectangle is covered twice.

Where the areas say that nothing is left empty, two families of implied constraints can be had
(`implied`): `sums`, the heights of the pieces over each column add up to the height of the
rectangle, rows alike; `patterns`, what is left and right of a piece is filled by other pieces, so
both widths are sums of some of their sides. With waste `sums` are upper bounds, and there are no
patterns. `symmetry` is none unless asked for, so that counts are those of all placements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Literal

from satchel.draw import Box, Drawing, Packing
from satchel.encoders._rectangles import (
    Piece,
    Size,
    break_corner,
    diagonal,
    fill_patterns,
    fill_sums,
    mirrored,
    order_equals,
    over,
)
from satchel.ir import And, AtMostOne, BoolConst, ExactlyOne, Model, NoOverlap2D, Or, Symmetry
from satchel.puzzle import ParameterError, Puzzle, Shown, parameter


@dataclass(frozen=True)
class Parameters:
    """The rectangle, the pieces, and what is demanded beside the rules."""

    width: int = parameter(help="width of the rectangle")
    height: int = parameter(help="height of the rectangle")
    pieces: tuple[Size, ...] = parameter(default=(), help="pieces [width, height]")
    squares: tuple[int, ...] = parameter(
        default=(), help="sides of square pieces, after the others"
    )
    rotation: bool = parameter(default=False, help="pieces may be turned by a quarter")
    exact: bool = parameter(default=False, help="nothing may stay empty")
    implied: Literal["all", "sums", "patterns", "none"] = parameter(
        default="all", help="implied constraints"
    )
    symmetry: Literal["none", "corner"] = parameter(
        default="none", help="corner: the largest piece in the lower left quarter"
    )

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            if getattr(self, name) < 1:
                raise ParameterError(name, f"at least 1 is expected, not {getattr(self, name)}")
        for name, sizes in (("pieces", self.pieces), ("squares", [(s, s) for s in self.squares])):
            for size in sizes:
                if min(size) < 1:
                    raise ParameterError(name, f"sides are at least 1, not {min(size)}")

    @property
    def sizes(self) -> list[Size]:
        """All pieces as (width, height); where they may be turned, lying flat."""
        sizes = [*self.pieces, *((side, side) for side in self.squares)]
        return [(max(s), min(s)) for s in sizes] if self.rotation else sizes

    @property
    def waste(self) -> int:
        """The area that stays empty; negative where the pieces are too large together."""
        return self.width * self.height - sum(w * h for w, h in self.sizes)


class PackingPuzzle(Puzzle[Parameters]):
    """Rectangles into a rectangle."""

    name: ClassVar[str] = "packing"
    summary: ClassVar[str] = "rectangles into a rectangle, none overlapping"
    parameters: ClassVar[type] = Parameters
    models: ClassVar[Mapping[str, str]] = {
        "nooverlap": "a corner for each piece; one NoOverlap2D",
        "disjunction": "a corner for each piece; four ways apart for every two",
        "cells": "a corner for each piece; no cell covered twice",
    }

    def build(self, parameters: Parameters, model: str) -> Model:
        """The model of that name, with the pieces' corners shown."""
        built = Model()
        pieces = list(_pieces(built, parameters))
        for piece in pieces:
            built.show(f"{piece.name}.x", piece.x)
            built.show(f"{piece.name}.y", piece.y)
            if piece.upright is not None:
                built.show(f"{piece.name}.upright", piece.upright)
            inside = And(
                piece.x + piece.width <= parameters.width,
                piece.y + piece.height <= parameters.height,
            )
            built.add(inside, label=f"{piece.name} inside")
        if parameters.exact and parameters.waste:
            built.add(BoolConst(False), label="exact")
        _MODELS[model](built, parameters, pieces)
        order_equals(built, pieces)
        sides, full = (parameters.width, parameters.height), parameters.waste == 0
        if parameters.implied in ("all", "sums"):
            fill_sums(built, sides, pieces, full=full)
        if parameters.implied in ("all", "patterns") and full:
            fill_patterns(built, sides, pieces)
        if parameters.symmetry == "corner":
            turning = parameters.rotation or all(w == h for w, h in parameters.sizes)
            break_corner(built, sides, pieces, turning=turning)
        return built

    def check(self, parameters: Parameters, solution: Shown) -> list[str]:
        """Lay the pieces on the rectangle cell by cell."""
        broken: list[str] = []
        covered: dict[tuple[int, int], str] = {}
        places: dict[Size, tuple[int, int]] = {}
        names = {
            f"{name}.{part}"
            for name, size in _named(parameters)
            for part in ("x", "y", *(["upright"] if _turns(parameters, size) else []))
        }
        broken += [f"{name} has no value" for name in sorted(names - solution.keys())]
        broken += [f"{name} is not a part of any piece" for name in solution.keys() - names]
        if broken:
            return broken
        for name, size in _named(parameters):
            x, y = (solution[f"{name}.{axis}"] for axis in "xy")
            w, h = reversed(size) if solution.get(f"{name}.upright") else size
            if x < 0 or y < 0 or x + w > parameters.width or y + h > parameters.height:
                broken.append(f"{name} at ({x}, {y}) is not inside")
                continue
            cells = [(x + i, y + j) for i in range(w) for j in range(h)]
            others = sorted({covered[cell] for cell in cells if cell in covered})
            broken += [f"{name} overlaps {other}" for other in others]
            covered |= dict.fromkeys(cells, name)
            if places.get(size, (-1, -1)) >= (x, y):
                broken.append(f"{name} stands before an equal piece that comes first")
            places[size] = (x, y)
        if parameters.exact and len(covered) < parameters.width * parameters.height:
            broken.append("something stays empty")
        return broken

    def refutation(self, parameters: Parameters) -> str | None:
        """Areas and sides, which need no search."""
        width, height = parameters.width, parameters.height
        area = width * height - parameters.waste
        words = f"area: the pieces cover {area} of {width} * {height} = {width * height} cells"
        if parameters.waste < 0 or (parameters.exact and parameters.waste):
            return words
        for name, (w, h) in _named(parameters):
            ways = [(w, h), (h, w)] if parameters.rotation else [(w, h)]
            if not any(w <= width and h <= height for w, h in ways):
                return f"sides: {name}, {w} x {h}, does not fit into {width} x {height}"
        return None

    def symmetries(self, parameters: Parameters) -> Iterable[Symmetry]:
        """Reflections, and turns where the rectangle and the pieces allow them.

        None with equal pieces: a reflection changes the order in which they are to be shown; nor
        where one of each symmetric set is asked for, or a piece does not fit.
        """
        sizes = dict(_named(parameters))
        equals = len(set(sizes.values())) < len(sizes)
        if equals or parameters.symmetry != "none" or self.refutation(parameters) is not None:
            return
        rectangle = (parameters.width, parameters.height)
        turning = {name for name, size in sizes.items() if _turns(parameters, size)}
        yield mirrored(rectangle, sizes, turning, axis=0)
        turned = diagonal(sizes, turning) if rectangle[0] == rectangle[1] else None
        yield turned or mirrored(rectangle, sizes, turning, axis=1)

    def draw(self, parameters: Parameters, solution: Shown | None) -> Drawing:
        """The pieces in the rectangle; of a bare instance the empty rectangle."""
        size = parameters.width, parameters.height
        if solution is None:
            sizes = ", ".join(f"{w} x {h}" for w, h in parameters.sizes)
            return Packing(*size, (), f"{size[0]} x {size[1]}; pieces: {sizes}")
        boxes = []
        for name, (w, h) in _named(parameters):
            if solution.get(f"{name}.upright"):
                w, h = h, w
            label = str(w) if w == h else f"{w}x{h}"
            boxes.append(Box(solution[f"{name}.x"], solution[f"{name}.y"], w, h, label))
        return Packing(*size, tuple(boxes))


def _named(parameters: Parameters) -> Iterator[tuple[str, Size]]:
    """The pieces by name: A, B, ..., Z, AA, AB, ..."""
    for number, size in enumerate(parameters.sizes):
        name, rest = "", number + 1
        while rest:
            rest, letter = divmod(rest - 1, 26)
            name = chr(ord("A") + letter) + name
        yield name, size


def _turns(parameters: Parameters, size: Size) -> bool:
    return parameters.rotation and size[0] != size[1]


def _pieces(model: Model, parameters: Parameters) -> Iterator[Piece]:
    for name, size in _named(parameters):
        turns = _turns(parameters, size)
        w, h = (min(size), min(size)) if turns else size
        x = model.int(f"{name}.x", 0, max(parameters.width - w, 0))
        y = model.int(f"{name}.y", 0, max(parameters.height - h, 0))
        yield Piece(name, size, x, y, model.bool(f"{name}.upright") if turns else None)


def _nooverlap(model: Model, _: Parameters, pieces: Sequence[Piece]) -> None:
    xs, ys = [p.x for p in pieces], [p.y for p in pieces]
    widths, heights = [p.width for p in pieces], [p.height for p in pieces]
    model.add(NoOverlap2D(xs, ys, widths, heights), label="no overlap")


def _disjunction(model: Model, _: Parameters, pieces: Sequence[Piece]) -> None:
    for one, other in combinations(pieces, 2):
        apart = Or(
            one.x + one.width <= other.x,
            other.x + other.width <= one.x,
            one.y + one.height <= other.y,
            other.y + other.height <= one.y,
        )
        model.add(apart, label=f"{one.name} and {other.name}")


def _cells(model: Model, parameters: Parameters, pieces: Sequence[Piece]) -> None:
    columns = [[over(p.x, p.width, c) for p in pieces] for c in range(parameters.width)]
    rows = [[over(p.y, p.height, r) for p in pieces] for r in range(parameters.height)]
    once = AtMostOne if parameters.waste else ExactlyOne
    for c, column in enumerate(columns):
        for r, row in enumerate(rows):
            covering = (And(*both) for both in zip(column, row, strict=True))
            model.add(once(covering), label=f"cell {c},{r}")


_MODELS: dict[str, Callable[[Model, Parameters, Sequence[Piece]], None]] = {
    "nooverlap": _nooverlap,
    "disjunction": _disjunction,
    "cells": _cells,
}


puzzle = PackingPuzzle()
