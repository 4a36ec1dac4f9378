"""Inverse: a place stays where the place it names can name it back, and both are permutations."""

from __future__ import annotations

from satchel.ir import Domain, Inverse
from satchel.passes.propagators.alldifferent import distinct
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: Inverse) -> bool | None:
    """False where some place cannot be named back."""
    return None if all(all(side) for side in _possible(store, node)) else False


def require(store: Store, node: Inverse) -> None:
    """Each list is the other one's inverse."""
    for side, left in zip((node.xs, node.ys), _possible(store, node), strict=True):
        for arg, domain in zip(side, left, strict=True):
            store.keep(arg, domain)
        distinct(store, side)


def refute(store: Store, node: Inverse) -> None:
    """Nothing is learnt, unless all is known."""
    values = [store.value(arg) for arg in (*node.xs, *node.ys)]
    known = [value for value in values if value is not None]
    if len(known) == len(values) and node.holds(known):
        raise Contradiction


def _possible(store: Store, node: Inverse) -> tuple[list[Domain], list[Domain]]:
    """What each place of both lists can name, given what can name it back."""
    places = Domain.range(0, len(node.xs) - 1)
    xs = [store.values(x) & places for x in node.xs]
    ys = [store.values(y) & places for y in node.ys]
    return (
        [Domain.of(j for j in x if i in ys[j]) for i, x in enumerate(xs)],
        [Domain.of(i for i in y if j in xs[i]) for j, y in enumerate(ys)],
    )
