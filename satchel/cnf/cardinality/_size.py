"""Exact sizes in clauses of counters with one-sided auxiliaries, without writing them."""

from __future__ import annotations


def of_sequential(count: int, lo: int, hi: int) -> int:
    """Sequential counter: at most two clauses for each literal, count and direction."""
    upper, lower = hi < count, lo > 0
    depth = hi if upper else lo
    total = int(lower)
    for place in range(count if lower else count - 1):
        before, after = min(place, depth), min(place + 1, depth)
        total += upper * (before + after) + lower * (2 * after - 1)
    return total + upper * max(0, count - hi)


def of_totalizer(count: int, lo: int, hi: int) -> int:
    """Totalizer: at each node, one clause for each direction and pair of counts of its children."""
    upper, lower = hi < count, lo > 0
    cap = max(hi + 1 if upper else 0, lo)
    known: dict[tuple[int, int], int] = {}
    total = upper + lower
    layer = [1] * count
    while len(layer) > 1:
        pairs = [*zip(layer[::2], layer[1::2], strict=False)]
        for pair in pairs:
            if pair not in known:
                known[pair] = _merged(*pair, cap, upper=upper, lower=lower)
            total += known[pair]
        layer = [*(min(a + b, cap) for a, b in pairs), *layer[len(layer) // 2 * 2 :]]
    return total


def _merged(left: int, right: int, cap: int, *, upper: bool, lower: bool) -> int:
    outputs = min(left + right, cap)
    reached = sum(max(0, min(right, outputs - i) + 1) for i in range(left + 1)) - 1
    missed = sum(max(0, min(right + 1, outputs - i)) for i in range(left + 1))
    return upper * reached + lower * missed
