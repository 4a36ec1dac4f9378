"""What the models of `packing` share: pieces, and constraints that are not rules.

Implied constraints hold in every solution; `corner` holds in one of each symmetric set. All are
tagged, and none is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from satchel.ir import (
    IMPLIED,
    SYMMETRY_BREAKING,
    Affine,
    And,
    BoolExpr,
    Image,
    Implies,
    IntExpr,
    IntVar,
    LexLess,
    Model,
    Not,
    Sum,
    Symmetry,
    negated,
)

Size = tuple[int, int]
"""Width and height."""

_LINES = 40
"""So many columns, and rows, of an exact filling have a sum. Measured on 112 x 112, exhaustive
search with CaDiCaL 3.0.0 over three shuffles: all lines 4.4-6.9 s, every second 2.1-5.0 s, every
third 1.7-1.8 s, every fifth 1.5-1.9 s."""


@dataclass(frozen=True)
class Piece:
    """A piece in a model; `upright` is None where it cannot be turned."""

    name: str
    size: Size
    x: IntVar
    y: IntVar
    upright: BoolExpr | None

    @property
    def corner(self) -> tuple[IntVar, IntVar]:
        """The lower left corner."""
        return self.x, self.y

    @property
    def width(self) -> IntExpr | int:
        """The width as the piece stands."""
        w, h = self.size
        return w if self.upright is None else w + (h - w) * self.upright

    @property
    def height(self) -> IntExpr | int:
        """The height as the piece stands."""
        w, h = self.size
        return h if self.upright is None else h + (w - h) * self.upright

    def stands(self) -> list[tuple[tuple[BoolExpr, ...], Size]]:
        """The ways to stand: what must hold for each, and the size as it stands."""
        w, h = self.size
        if self.upright is None:
            return [((), self.size)]
        return [((Not(self.upright),), (w, h)), ((self.upright,), (h, w))]


def over(start: IntVar, size: IntExpr | int, line: int) -> BoolExpr:
    """What begins at `start` is over the line from `line` to `line + 1`."""
    return And(start <= line, start + size > line)


def order_equals(model: Model, pieces: Sequence[Piece]) -> None:
    """Equal pieces from left to right, then upwards."""
    alike: dict[Size, list[Piece]] = {}
    for piece in pieces:
        alike.setdefault(piece.size, []).append(piece)
    for group in alike.values():
        for one, other in pairwise(group):
            ordered = LexLess(one.corner, other.corner)
            label = f"{one.name} before {other.name}"
            model.add(ordered, label=label, tags=(SYMMETRY_BREAKING,))


def fill_sums(model: Model, sides: Size, pieces: Sequence[Piece], *, full: bool) -> None:
    """Over columns and rows the pieces fill exactly what there is, or at most that.

    With waste over all of them: the sums are what proofs live on. Without, neighbouring lines say
    nearly the same, and some lines spread over each axis are faster than all.
    """
    for axis, name in enumerate(("column", "row")):
        across = sides[1 - axis]
        step = -(-sides[axis] // _LINES) if full else 1
        for line in range(step // 2, sides[axis], step):
            total = Sum(
                size[1 - axis] * And(*way, over(piece.corner[axis], size[axis], line))
                for piece in pieces
                for way, size in piece.stands()
            )
            filled = total == across if full else total <= across
            model.add(filled, label=f"{name} {line} filled", tags=(IMPLIED,))


def fill_patterns(model: Model, sides: Size, pieces: Sequence[Piece]) -> None:
    """Where nothing stays empty, others fill what is before and after a piece on each axis."""
    for piece in pieces:
        others = [other for other in pieces if other is not piece]
        for axis, length in enumerate(sides):
            fillable = _subset_sums([{s[axis] for _, s in p.stands()} for p in others], length)
            start = piece.corner[axis]
            for way, size in piece.stands():
                for at in start.domain:
                    if not {at, length - size[axis] - at} <= fillable:
                        elsewhere = Implies(And(way), start != at) if way else start != at
                        model.add(elsewhere, label=f"pattern of {piece.name}", tags=(IMPLIED,))


def _subset_sums(sizes: Sequence[set[int]], most: int) -> set[int]:
    """What up to `most` can be the sum of one number from each of some of the sets."""
    sums = {0}
    for choices in sizes:
        sums |= {s + choice for s in sums for choice in choices if s + choice <= most}
    return sums


def break_corner(model: Model, sides: Size, pieces: Sequence[Piece], *, turning: bool) -> None:
    """The largest piece in the lower left quarter; below the diagonal, where all may be turned.

    It must have no equal: reflections and turns change the order in which equal pieces stand.
    """
    sizes = [piece.size for piece in pieces]
    alone = [piece for piece in pieces if sizes.count(piece.size) == 1]
    if not alone:
        return
    largest = max(alone, key=lambda piece: piece.size[0] * piece.size[1])
    left = 2 * largest.x + largest.width <= sides[0]
    low = 2 * largest.y + largest.height <= sides[1]
    model.add(And(left, low), label="corner", tags=(SYMMETRY_BREAKING,))
    if turning and sides[0] == sides[1]:
        model.add(largest.x >= largest.y, label="diagonal", tags=(SYMMETRY_BREAKING,))


def mirrored(
    rectangle: Size, sizes: Mapping[str, Size], turning: Collection[str], *, axis: int
) -> Symmetry:
    """Every corner on the axis counted from the other side, as the pieces stand."""
    images: dict[str, Image] = {}
    for name, size in sizes.items():
        place = f"{name}.{'xy'[axis]}"
        more = ((size[axis] - size[1 - axis], f"{name}.upright"),) if name in turning else ()
        images[place] = Affine(((-1, place), *more), rectangle[axis] - size[axis])
    return Symmetry(("mirrored", "upside down")[axis], images)


def diagonal(sizes: Mapping[str, Size], turning: Collection[str]) -> Symmetry | None:
    """Width and height exchanged; None where a piece has no other one that becomes it."""
    by_size = {size: name for name, size in sizes.items()}
    images: dict[str, Image] = {}
    for name, (width, height) in sizes.items():
        other = name if name in turning else by_size.get((height, width))
        if other is None:
            return None
        images |= {f"{name}.x": f"{other}.y", f"{name}.y": f"{other}.x"}
        if name in turning:
            images[f"{name}.upright"] = negated(f"{name}.upright")
    return Symmetry("diagonal", images)
