"""Which integer variables z3 is to see as numbers, and which as a Boolean per value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from satchel.backends import _z3_forms
from satchel.ir import BoolExpr, Expr, IntVar, Linear, LinearExpr, Model
from satchel.ir.cardinality import Cardinality
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import postorder, variables

_MAX_DIRECT: Final = 4096
"""Beyond so many values a variable is a number, however it is used."""


class Decompositions:
    """What global constraints decompose into, each node once."""

    def __init__(self) -> None:
        self._known: dict[GlobalConstraint, BoolExpr] = {}

    def __call__(self, node: GlobalConstraint) -> BoolExpr:
        """The expression in the constraint's place."""
        if node not in self._known:
            self._known[node] = node.decompose()
        return self._known[node]


def integer_variables(model: Model) -> set[IntVar]:
    """All of them."""
    return {x for x in model.variables.values() if isinstance(x, IntVar)}


def arithmetic(model: Model, decompose: Decompositions) -> set[IntVar]:
    """The variables that take part in arithmetic, or are compared to one that does."""
    found = {x for x in integer_variables(model) if x.domain.size > _MAX_DIRECT}
    compared: list[tuple[IntVar, IntVar]] = []
    for node in _nodes(model, decompose):
        match node:
            case Linear():
                terms = collected(node.terms)
                atoms = [atom for _, atom in terms if isinstance(atom, IntVar)]
                if compares_two(terms, node.op):
                    compared.append((atoms[0], atoms[1]))
                elif len(terms) > 1:
                    found.update(atoms)
            case GlobalConstraint() if _z3_forms.arithmetic(node):
                found.update(x for x in variables(node) if isinstance(x, IntVar))
            case _:
                pass
    return _closure(found, compared)


def counts(model: Model, decompose: Decompositions) -> bool:
    """Whether Booleans are counted beyond one, or weighed."""
    return any(
        (isinstance(node, Cardinality) and (node.lo > 1 or 1 < node.hi < len(node.args)))
        or (isinstance(node, Linear) and sum(isinstance(a, BoolExpr) for _, a in node.terms) > 1)
        for node in _nodes(model, decompose)
    )


def _nodes(model: Model, decompose: Decompositions) -> Iterator[Expr]:
    """Every node that z3 will see, once; constraints without a form of z3's also decomposed."""
    known: set[Expr] = set()
    pending: list[BoolExpr] = [statement.expr for statement in model.statements]
    while pending:
        for node in postorder(pending.pop(), known=known):
            yield node
            if isinstance(node, GlobalConstraint) and _z3_forms.form(node.kind) is None:
                pending.append(decompose(node))


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
