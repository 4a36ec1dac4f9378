"""Places on the tour modulo small numbers, a literal for each vertex and remainder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from satchel.cnf.circuit import Arcs, colours, settle
from satchel.cnf.context import Context
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23)


@cache
def moduli(size: int) -> tuple[int, ...]:
    """Powers of different primes with a product of at least `size`, and the least sum."""
    best: tuple[int, ...] = (size,) if size > 1 else ()
    pending: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while pending:
        place, chosen = pending.pop()
        product = 1
        for number in chosen:
            product *= number
        if product >= size:
            best = min(best, chosen, key=sum)
        elif place < len(_PRIMES):
            power = 1
            while power < size and sum(chosen) + power < sum(best):
                pending.append((place + 1, (*chosen, power) if power > 1 else chosen))
                power *= _PRIMES[place]
    return best


def count_along(context: Context, out: Clauses, graph: Arcs, numbers: Sequence[int]) -> None:
    """Each vertex has its place modulo each number: 0 at the root, one more along each arc."""
    if graph.size == 0:
        return
    root = graph.root()
    colour = colours(graph.size, graph.without(root))
    for modulus in numbers:
        odd = [False] * graph.size if colour is None else [c != colour[root] for c in colour]
        by_colour = colour is not None and modulus % 2 == 0
        places = [
            [
                FALSE if by_colour and remainder % 2 != odd[vertex] else out.new()
                for remainder in range(modulus)
            ]
            if vertex != root
            else [TRUE] + [FALSE] * (modulus - 1)
            for vertex in range(graph.size)
        ]
        settle(out, [x for place in places for x in place if abs(x) != TRUE])
        _one_each(context, out, places)
        for (tail, head), arc in graph.literals.items():
            for remainder, here in enumerate(places[tail]):
                if head != root:
                    out.require(-arc, -here, places[head][(remainder + 1) % modulus])
                elif remainder != (graph.size - 1) % modulus:
                    out.require(-arc, -here)


def _one_each(context: Context, out: Clauses, places: Sequence[Sequence[Literal]]) -> None:
    for literals in places:
        out.require(*literals)
        context.at_most_one(out, literals)
