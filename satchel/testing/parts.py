"""What small constraints are made of."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.ir import BoolExpr, BoolVar, Domain, IntVar


def literals(count: int) -> list[BoolExpr]:
    """Different variables, every third of them negated."""
    variables = [BoolVar(f"b{i}") for i in range(1, count + 1)]
    return [~b if i % 3 == 2 else b for i, b in enumerate(variables)]


def integers(*domains: Sequence[int]) -> list[IntVar]:
    """A variable for each domain."""
    return [IntVar(f"x{i}", Domain.of(values)) for i, values in enumerate(domains, 1)]
