"""Hamiltonian cycle: each vertex has two edges, and no part of it is closed early."""

from __future__ import annotations

from collections import deque

from satchel.ir import BoolExpr, HamiltonianCycle
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: HamiltonianCycle) -> bool | None:
    """The meaning, once all edges are known."""
    truths = [store.truth(arg) for arg in node.args]
    known = [truth for truth in truths if truth is not None]
    return node.holds(known) if len(known) == len(truths) else None


def refute(store: Store, node: HamiltonianCycle) -> None:
    """No such cycle: nothing is learnt until all edges are known."""
    if decided(store, node):
        raise Contradiction


def require(store: Store, node: HamiltonianCycle) -> None:
    """The edges form one cycle."""
    if node.size < 3:
        raise Contradiction
    near: list[dict[int, BoolExpr]] = [{} for _ in range(node.size)]
    for (u, v), literal in zip(node.edges, node.args, strict=True):
        near[u][v] = near[v][u] = literal
    pending = deque(range(node.size))
    waiting = set(pending)
    while pending:
        vertex = pending.popleft()
        waiting.discard(vertex)
        for other in (*_two_edges(store, near[vertex]), *_not_closed(store, near, vertex)):
            if other not in waiting:
                waiting.add(other)
                pending.append(other)


def _two_edges(store: Store, around: dict[int, BoolExpr]) -> list[int]:
    """The neighbours to which the edges became known, as two are taken or only two are left."""
    truths = {other: store.truth(literal) for other, literal in around.items()}
    taken = sum(truth is True for truth in truths.values())
    open_ = [other for other, truth in truths.items() if truth is None]
    if taken > 2 or taken + len(open_) < 2:
        raise Contradiction
    if taken < 2 < taken + len(open_):
        return []
    for other in open_:
        store.fix(around[other], taken < 2)
    return open_


def _not_closed(store: Store, near: list[dict[int, BoolExpr]], vertex: int) -> list[int]:
    """Where the vertex ends a path of taken edges, no edge leads back to its start, unless all
    vertices are on it; the ends, if that was news."""
    before, here, length = -1, vertex, 1
    while True:
        ahead = [
            other
            for other, literal in near[here].items()
            if other != before and store.truth(literal) is True
        ]
        if len(ahead) > 1 and length > 1:
            raise Contradiction
        if len(ahead) != 1:
            break
        before, here, length = here, ahead[0], length + 1
        if here == vertex:
            if length <= len(near):
                raise Contradiction
            return []
    if length < 3 or length == len(near):
        return []
    closing = near[vertex].get(here)
    if closing is None or store.truth(closing) is not None:
        return []
    store.fix(closing, False)
    return [vertex, here]
