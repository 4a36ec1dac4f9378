"""Which values are part of a matching that gives each of some domains a value of its own."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import Domain
from satchel.passes.propagators.store import Contradiction
from satchel.puzzle.matching import matching


def supported(domains: Sequence[Domain]) -> list[Domain]:
    """The values of each domain that are part of some matching; Contradiction if there is none.

    An edge is in some matching if it is in the one at hand, or on an alternating cycle, or on an
    even alternating path that starts at a value nobody takes (Berge 1970, Regin 1994).
    """
    value_of = matching(dict(enumerate(domains)))
    if len(value_of) < len(domains):
        raise Contradiction
    taker = {value: place for place, value in value_of.items()}
    component = _components(domains, taker)
    free = _free(domains, taker, value_of)
    return [
        Domain.of(
            value
            for value in domain
            if taker.get(value) == place
            or value in free
            or (value in taker and component[taker[value]] == component[place])
        )
        for place, domain in enumerate(domains)
    ]


def _free(domains: Sequence[Domain], taker: dict[int, int], value_of: dict[int, int]) -> set[int]:
    """The values that could be left free: those that are, and those taken by who could take one."""
    takers_of: dict[int, list[int]] = {}
    for place, domain in enumerate(domains):
        for value in domain:
            takers_of.setdefault(value, []).append(place)
    free = {value for value in takers_of if value not in taker}
    pending = list(free)
    while pending:
        for place in takers_of[pending.pop()]:
            value = value_of[place]
            if value not in free:
                free.add(value)
                pending.append(value)
    return free


def _components(domains: Sequence[Domain], taker: dict[int, int]) -> list[int]:
    """Strongly connected components of the places, each leading to who takes what it could take.

    Depth-first search (Tarjan 1972) with a stack of its own, as chains are long.
    """
    size = len(domains)
    number, low, component = [-1] * size, [0] * size, [-1] * size
    order: list[int] = []
    count = 0
    for root in range(size):
        if number[root] >= 0:
            continue
        path = [(root, iter(domains[root]))]
        number[root] = low[root] = count
        count += 1
        order.append(root)
        while path:
            place, values = path[-1]
            for value in values:
                other = taker.get(value, place)
                if number[other] < 0:
                    number[other] = low[other] = count
                    count += 1
                    order.append(other)
                    path.append((other, iter(domains[other])))
                    break
                if component[other] < 0:
                    low[place] = min(low[place], number[other])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[place])
                if low[place] == number[place]:
                    while component[place] < 0:
                        component[order.pop()] = place
    return component
