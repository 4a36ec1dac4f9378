"""Which literals exclude each other, as statements say it: in pairs, in groups, in sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satchel.ir import And, BoolExpr, Cardinality, Linear, Not, Or, Xor
from satchel.ir.bounds import atom_domain
from satchel.passes.literals import Literals


@dataclass(frozen=True, slots=True)
class Group:
    """Literals of which at most one is true; `whole` where that is all that the statement says,
    `exact` where one of them is true."""

    members: tuple[int, ...]
    whole: bool
    exact: bool = False


def groups(expr: BoolExpr, numbers: Literals) -> list[Group]:
    """The groups of two or more distinct literals that the statement makes exclude each other."""
    found = [group for group in _groups(expr, numbers) if len(group.members) > 1]
    return [g for g in found if len(set(map(abs, g.members))) == len(g.members)]


def _groups(expr: BoolExpr, numbers: Literals) -> list[Group]:
    match expr:
        case Or((one, other)):
            return [Group((-numbers.number(one), -numbers.number(other)), whole=True)]
        case Not(And((one, other))):
            return [Group((numbers.number(one), numbers.number(other)), whole=True)]
        case Xor((one, other)):
            pair = numbers.number(one), numbers.number(other)
            return [Group(pair, whole=False), Group((-pair[0], -pair[1]), whole=False)]
        case Cardinality(args, lo, 1):
            return [Group(tuple(map(numbers.number, args)), whole=lo == 0, exact=lo == 1)]
        case Linear(terms, "<=", bound):
            return [_heavy(terms, bound, numbers)]
        case Not(Linear(terms, "<=", bound)):
            return [_heavy([(-c, atom) for c, atom in terms], -bound - 1, numbers)]
        case _:
            return []


def _heavy(terms: Sequence[tuple[int, object]], bound: int, numbers: Literals) -> Group:
    """The heaviest literals of `sum <= bound`, while any two of them are too much for it."""
    weights: list[tuple[int, int]] = []
    for c, atom in terms:
        if isinstance(atom, BoolExpr):
            weights.append((abs(c), numbers.number(atom) if c > 0 else -numbers.number(atom)))
            bound -= min(c, 0)
        else:
            domain = atom_domain(atom)  # type: ignore[arg-type]
            bound -= min(c * domain.lo, c * domain.hi)
    weights.sort(key=lambda each: -each[0])
    count = 1
    while count < len(weights) and weights[count - 1][0] + weights[count][0] > bound:
        count += 1
    whole = count == len(weights) == len(terms) and weights[0][0] <= bound
    return Group(tuple(literal for _, literal in weights[:count]), whole)
