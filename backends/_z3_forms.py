"""Which integer variables z3 is to see as integers, and which as a Boolean per value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from satchel.ir import AllDifferent, BoolExpr, Expr, IntVar, Linear, LinearExpr
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import postorder

_MAX_DIRECT: Final = 4096
"""Beyond so many values a variable is an integer, however it is used."""


def arithmetic(
    statements: Iterable[BoolExpr], expand: Callable[[GlobalConstraint], BoolExpr]
) -> set[IntVar]:
    """The variables that take part in arithmetic, or are compared to one that does."""
    found: set[IntVar] = set()
    compared: list[tuple[IntVar, IntVar]] = []
    known: set[Expr] = set()
    pending: list[BoolExpr] = list(statements)
    while pending:
        for node in postorder(pending.pop(), known=known):
            match node:
                case Linear():
                    terms = collected(node.terms)
                    atoms = [atom for _, atom in terms if isinstance(atom, IntVar)]
                    if compares_two(terms, node.op):
                        compared.append((atoms[0], atoms[1]))
                    elif len(terms) > 1:
                        found.update(atoms)
                case AllDifferent():
                    for arg in node.args:
                        if view(arg) is None:
                            found.update(a for _, a in arg.terms if isinstance(a, IntVar))
                case GlobalConstraint():
                    pending.append(expand(node))
                case IntVar() if node.domain.size > _MAX_DIRECT:
                    found.add(node)
                case _:
                    pass
    return _closure(found, compared)


def _closure(found: set[IntVar], compared: Iterable[tuple[IntVar, IntVar]]) -> set[IntVar]:
    neighbours: defaultdict[IntVar, list[IntVar]] = defaultdict(list)
    for x, y in compared:
        neighbours[x].append(y)
        neighbours[y].append(x)
    pending = list(found)
    while pending:
        for other in neighbours[pending.pop()]:
            if other not in found:
                found.add(other)
                pending.append(other)
    return found


def collected(terms: Iterable[tuple[int, Expr]]) -> list[tuple[int, Expr]]:
    """Terms with each atom once and no zero coefficient."""
    totals: Counter[Expr] = Counter()
    for coefficient, atom in terms:
        totals[atom] += coefficient
    return [(c, atom) for atom, c in totals.items() if c]


def compares_two(terms: Sequence[tuple[int, Expr]], op: str) -> bool:
    """Whether this says that two variables match, or do not, value by value."""
    return op in ("==", "!=") and len(terms) == 2 and all(isinstance(x, IntVar) for _, x in terms)


def view(arg: LinearExpr) -> tuple[int, IntVar | None, int] | None:
    """`scale * x + offset`, a constant (x is None), or None for any other sum."""
    match collected(arg.terms):
        case []:
            return 0, None, arg.constant
        case [(scale, IntVar() as x)]:
            return scale, x, arg.constant
        case _:
            return None
