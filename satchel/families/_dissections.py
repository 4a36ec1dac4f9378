"""Rectangles cut into rectangles at random, and pieces that fill one by their area only."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height."""

_LEAST = 2
"""No side is shorter."""
_TRIES = 1000


def dissection(side: int, pieces: int, random: Random) -> list[Size]:
    """The pieces of a square of that side, in no order.

    One of the larger pieces is cut, until there are enough: in two, or in five around one in the
    middle, where no straight cut goes through. Raises ValueError where the square is too small.
    """
    found = [(side, side)]
    while len(found) < pieces:
        found.sort(key=lambda size: size[0] * size[1])
        large = [size for size in found if max(size) >= 2 * _LEAST]
        if not large:
            raise ValueError(f"a square of side {side} has no {pieces} pieces")
        chosen = large[-1 - min(int(random.expovariate(1.5)), len(large) - 1)]
        found.remove(chosen)
        spiral = pieces - len(found) >= 5 and min(chosen) >= 3 * _LEAST and random.random() < 0.5
        found += _in_five(chosen, random) if spiral else _in_two(chosen, random)
    random.shuffle(found)
    return found


def _in_two(size: Size, random: Random) -> list[Size]:
    width, height = size
    if width > height or (width == height and random.random() < 0.5):
        cut = _cut(width, random)
        return [(cut, height), (width - cut, height)]
    cut = _cut(height, random)
    return [(width, cut), (width, height - cut)]


def _cut(length: int, random: Random) -> int:
    """Where to cut, not too near an end."""
    least = max(_LEAST, length // 4)
    return random.randint(least, length - least)


def _in_five(size: Size, random: Random) -> list[Size]:
    """A spiral: four pieces along the sides, each from one corner to near the next."""
    (left, right), (low, high) = (_two_cuts(length, random) for length in size)
    width, height = size
    return [
        (right, low),
        (width - right, high),
        (width - left, height - high),
        (left, height - low),
        (right - left, high - low),
    ]


def _two_cuts(length: int, random: Random) -> tuple[int, int]:
    first = random.randint(_LEAST, length - 2 * _LEAST)
    return first, random.randint(first + _LEAST, length - _LEAST)


def with_a_multiple(sizes: list[Size], modulus: int, random: Random) -> list[Size] | None:
    """Pieces like these and with the same area together, each with a side that the modulus divides.

    None where no such pieces are found; their area must be a multiple of the modulus.
    """
    area = sum(width * height for width, height in sizes)
    longest = max(map(max, sizes))
    changed = [_rounded(size, modulus, longest) for size in sizes]
    for _ in range(_TRIES):
        missing = area - sum(side * other for side, other, _ in changed)
        if missing == 0:
            return [(o, s) if turned else (s, o) for s, o, turned in changed]
        step = 1 if missing > 0 else -1
        fitting = [
            place
            for place, (side, other, _) in enumerate(changed)
            if side <= abs(missing) and _LEAST <= other + step <= longest
        ]
        if not fitting:
            return None
        place = random.choice(fitting)
        side, other, turned = changed[place]
        changed[place] = side, other + step, turned
    return None


def _rounded(size: Size, modulus: int, longest: int) -> tuple[int, int, bool]:
    """A side made a multiple where that changes the area least, the other one, and whether the
    multiple is the height."""
    ways = []
    for turned, (side, other) in enumerate((size, size[::-1])):
        multiple = min(max(1, round(side / modulus)), longest // modulus) * modulus
        ways.append((abs(multiple - side) * other, multiple, other, bool(turned)))
    return min(ways)[1:]
