"""Circuit: successors are different places, and what is certain of the tour is not closed early."""

from __future__ import annotations

from satchel.ir import Circuit, Domain
from satchel.passes.propagators.alldifferent import distinct
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: Circuit) -> bool | None:
    """The meaning, once all successors are known."""
    values = [store.value(arg) for arg in node.args]
    known = [value for value in values if value is not None]
    return node.holds(known) if len(known) == len(values) else None


def require(store: Store, node: Circuit) -> None:
    """The successors form one tour."""
    size = len(node.args)
    if size == 0:
        raise Contradiction
    for place, arg in enumerate(node.args):
        others = Domain.range(0, size - 1)
        store.keep(arg, others.without(place) if size > 1 else others)
    distinct(store, node.args)
    # Read all values before narrowing any: arguments may share a variable, so that narrowing can
    # close a tour through a start, and following that tour would never end.
    following = [store.value(arg) for arg in node.args]
    known = {place for place in following if place is not None}
    if len(known) < size - following.count(None):
        raise Contradiction
    starts = set(range(size)) - known
    for start in starts:
        end, length = start, 1
        while (ahead := following[end]) is not None:
            end, length = ahead, length + 1
        if length < size:
            store.keep(node.args[end], store.values(node.args[end]).without(start))
    if not starts and not decided(store, node):
        raise Contradiction


def refute(store: Store, node: Circuit) -> None:
    """Not one tour: nothing is learnt until all successors are known."""
    if decided(store, node):
        raise Contradiction
