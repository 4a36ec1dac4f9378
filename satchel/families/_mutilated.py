"""Boards on which no closed tour is possible, because some squares are too few for others.

On a closed tour every square has two moves, and each leads to a square of the other colour. So
squares of one colour are in trouble where what their neighbours can take, two moves each and one
from each square, is less than what they need (Hall 1935; for two moves in place of one the
max-flow min-cut theorem of Ford and Fulkerson 1956). Where a small group is in trouble a solver
sees it at once; here the smallest such group is a large part of the board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from satchel.families._knights import Moves, Square, board

_TRIES = 200


@dataclass(frozen=True)
class Mutilation:
    """Holes, and the smallest group of squares that is in trouble then."""

    holes: list[Square]
    squares: int
    """How many squares are in the group; each needs two moves."""
    moves: int
    """How many moves its neighbours can take."""


def mutilated(side: int, random: Random) -> Mutilation | None:
    """Holes for a square board that leave as many squares of each colour; None if none is found.

    Most squares of one colour in one half of the board are in trouble.
    """
    whole = board(side, side)
    for _ in range(_TRIES):
        colour = random.randrange(2)
        troubled = {s for s in whole if sum(s) % 2 == colour and s[0] <= side // 2}
        holes = _cut(whole, troubled, random)
        if holes is None:
            continue
        moves = board(side, side, holes)
        group = smallest_troubled(moves, colour)
        if 4 * len(group) >= 3 * len(troubled):
            return Mutilation(sorted(holes), len(group), capacity(moves, group))
    return None


def capacity(moves: Moves, group: Collection[Square]) -> int:
    """How many moves of a closed tour can end on squares of a group that has no moves inside."""
    inside = set(group)
    near = {other for square in group for other in moves[square]}
    return sum(min(2, sum(s in inside for s in moves[other])) for other in near)


def _cut(whole: Moves, troubled: set[Square], random: Random) -> set[Square] | None:
    """Holes that bring the squares into trouble, and as many of their own colour elsewhere."""
    colour = sum(next(iter(troubled))) % 2
    near = [s for s in whole if any(other in troubled for other in whole[s])]
    far = [s for s in whole if sum(s) % 2 == colour and s not in troubled]
    random.shuffle(near)
    random.shuffle(far)
    left = {square: set(others) for square, others in whole.items()}

    def take(candidates: list[Square]) -> Square | None:
        """Cut out one of them that leaves its neighbours enough moves, if there is one."""
        while candidates:
            square = candidates.pop()
            if all(len(left[other]) > 3 for other in left[square]):
                for other in left.pop(square):
                    left[other].discard(square)
                return square
        return None

    # Of an odd board the colour of the corners has a square more.
    cuts = [near, far] if len(whole) % 2 == 0 else [far if colour == 0 else near]
    while capacity({s: list(n) for s, n in left.items()}, troubled) >= 2 * len(troubled):
        for candidates in cuts:
            if take(candidates) is None:
                return None
        cuts = [near, far]
    return whole.keys() - left.keys()


def smallest_troubled(moves: Moves, colour: int) -> set[Square]:
    """Of one colour the squares in trouble: the smallest group of all that lack the most.

    Empty where two moves can be given to each. Moves are given one by one, along paths that take
    back what was given before; what can be reached when no more can be given is the group.
    """
    mine = [square for square in moves if sum(square) % 2 == colour]
    given: dict[Square, set[Square]] = {square: set() for square in moves}
    for square in mine:
        while len(given[square]) < 2 and _augment(moves, given, square):
            pass
    lacking = [square for square in mine if len(given[square]) < 2]
    return _reached(moves, given, lacking)


def _augment(moves: Moves, given: dict[Square, set[Square]], start: Square) -> bool:
    """Give one more move to a square, if that can be."""
    before: dict[Square, Square] = {}
    queue, seen = deque([start]), {start}
    while queue:
        here = queue.popleft()
        for there in moves[here]:
            if there in given[here] or there in seen:
                continue
            seen.add(there)
            before[there] = here
            if len(given[there]) < 2:
                _flip(given, before, start, there)
                return True
            for back in given[there]:
                if back not in seen:
                    seen.add(back)
                    before[back] = there
                    queue.append(back)
    return False


def _flip(
    given: dict[Square, set[Square]], before: dict[Square, Square], start: Square, end: Square
) -> None:
    """Give and take the moves along a path in turns."""
    there = end
    while True:
        here = before[there]
        given[here].add(there)
        given[there].add(here)
        if here == start:
            return
        there = before[here]
        given[here].discard(there)
        given[there].discard(here)


def _reached(moves: Moves, given: dict[Square, set[Square]], lacking: list[Square]) -> set[Square]:
    """The squares of the same colour that a path of moves not given and given leads to."""
    reached, queue = set(lacking), deque(lacking)
    while queue:
        here = queue.popleft()
        for there in moves[here]:
            if there in given[here]:
                continue
            for back in given[there]:
                if back not in reached:
                    reached.add(back)
                    queue.append(back)
    return reached
