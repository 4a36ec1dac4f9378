"""A maximum matching of a bipartite graph."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import TypeVar

L = TypeVar("L")
R = TypeVar("R")


def matching(graph: Mapping[L, Iterable[R]]) -> dict[L, R]:
    """Partners, all different, for as many of those on the left as possible; choices are given.

    Augmenting paths, breadth first, after a greedy start (Berge 1957).
    """
    partner: dict[L, R] = {}
    owner: dict[R, L] = {}
    for left, choices in graph.items():
        free = next((right for right in choices if right not in owner), None)
        if free is not None:
            partner[left], owner[free] = free, left
    for left in graph:
        if left not in partner:
            _augment(graph, partner, owner, left)
    return partner


def _augment(
    graph: Mapping[L, Iterable[R]], partner: dict[L, R], owner: dict[R, L], start: L
) -> None:
    """Match one more on the left if a path of unmatched and matched edges allows it."""
    came: dict[R, L] = {}
    queue = deque([start])
    while queue:
        left = queue.popleft()
        for right in graph[left]:
            if right in came:
                continue
            came[right] = left
            if right in owner:
                queue.append(owner[right])
                continue
            end: R | None = right
            while end is not None:
                before = came[end]
                after = partner.get(before)
                partner[before], owner[end] = end, before
                end = after
            return
