"""An encoding with what it claims, registered or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from satchel.cnf import auto, portfolio
from satchel.cnf.options import IntegerEncoding
from satchel.errors import InputError
from satchel.ir import BoolExpr, Domain, Linear
from satchel.ir.cardinality import Cardinality

STRENGTHS = ("none", "total", "conflicts", "all")
"""What unit propagation may be claimed to do, from nothing to everything."""

DETERMINATIONS = ("never", "under exactly-one", "always")
"""When auxiliaries may be claimed to have a single value."""

OF_LITERALS = ("amo", "cardinality")
"""The kinds whose encodings never see an integer."""

Strength: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Encoding:
    """An `encode` function for constraints of a kind, and its claims."""

    kind: str
    encode: Callable[..., None]
    determined: str = "never"
    propagates: Strength | Mapping[str, Strength] = "total"
    needs: auto.Need = "eq"
    lazy: bool = False
    """Whether what it writes is a relaxation; its claims are then about what it writes."""
    count_safe: bool = True
    """Whether definitions from both sides, where they are asked for, are promised."""

    def __post_init__(self) -> None:
        claimed = self.propagates
        for claim in [claimed] if isinstance(claimed, str) else claimed.values():
            if claim not in STRENGTHS:
                raise InputError(f"PROPAGATES is one of {', '.join(STRENGTHS)}, not {claim!r}")
        if self.determined not in DETERMINATIONS:
            expected = ", ".join(DETERMINATIONS)
            raise InputError(f"DETERMINED is one of {expected}, not {self.determined!r}")

    @classmethod
    def named(cls, kind: str, name: str) -> Encoding:
        """A registered one; InputError where there is none of that kind and name."""
        portfolio.validate_choice(kind, name)
        plugin = portfolio.encodings(kind)[name]
        return cls(
            kind,
            plugin.load("encode"),
            plugin.load("DETERMINED"),
            plugin.load("PROPAGATES"),
            "eq" if kind in OF_LITERALS else portfolio.needs(kind, name),
            portfolio.is_lazy(kind, name),
            portfolio.is_count_safe(kind, name),
        )

    @property
    def native(self) -> IntegerEncoding:
        """The integer encoding that `auto` gives it: claims about propagation speak of that one."""
        chosen = auto.integer(Domain.range(0, 2), {self.needs}, "auto")
        return cast(IntegerEncoding, chosen.name)

    def claim(self, constraint: BoolExpr) -> Strength:
        """What unit propagation is claimed to do for this constraint."""
        if isinstance(self.propagates, str):
            return self.propagates
        case = operator(constraint)
        if case not in self.propagates:
            raise InputError(f"PROPAGATES says nothing of {case!r}")
        return self.propagates[case]


def operator(constraint: BoolExpr) -> str:
    """What a claim may depend on: a comparison's operator, or else the constraint's class."""
    match constraint:
        case Linear():
            return "<=" if constraint.op == ">=" else constraint.op
        case Cardinality(args, lo, hi):
            return "<=" if lo <= 0 else ">=" if hi >= len(args) else "=="
    return constraint.kind
