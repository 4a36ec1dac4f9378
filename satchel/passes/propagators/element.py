"""Element: places whose item can be the value, values that such an item can have."""

from __future__ import annotations

from satchel.ir import Domain, ElementIs
from satchel.passes.propagators.store import Contradiction, Store


def decided(store: Store, node: ElementIs) -> bool | None:
    """False where no place is possible; true where all possible places hold the only value."""
    places = _places(store, node)
    if not places:
        return False
    value = store.value(node.value)
    certain = value is not None and all(store.value(node.array[p]) == value for p in places)
    return True if certain and places.size == store.values(node.index).size else None


def require(store: Store, node: ElementIs) -> None:
    """The item at the index is the value."""
    places = _places(store, node)
    if not places:
        raise Contradiction
    store.keep(node.index, places)
    items = Domain(())
    for place in places:
        items |= store.values(node.array[place])
    store.keep(node.value, items)
    if places.size == 1:
        store.keep(node.array[places.lo], store.values(node.value))


def refute(store: Store, node: ElementIs) -> None:
    """The item at the index, if there is one, is not the value."""
    value, index = store.value(node.value), store.values(node.index)
    if value is None:
        if index.size == 1 and 0 <= index.lo < len(node.array):
            item = store.value(node.array[index.lo])
            if item is not None:
                store.keep(node.value, store.values(node.value).without(item))
        return
    here = Domain.of(p for p in _places(store, node) if store.value(node.array[p]) == value)
    store.keep(node.index, index - here)
    index = index - here
    if index.size == 1 and 0 <= index.lo < len(node.array):
        item_at = node.array[index.lo]
        store.keep(item_at, store.values(item_at).without(value))


def _places(store: Store, node: ElementIs) -> Domain:
    """The places in the array where the item can be the value."""
    inside = store.values(node.index) & Domain.range(0, len(node.array) - 1)
    value = store.values(node.value)
    return Domain.of(place for place in inside if store.values(node.array[place]) & value)
