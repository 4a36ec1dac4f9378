"""Differences that several disequalities are made of, as integers of their own.

`a - b != c - d` forbids a cube of values; between two integers it forbids a line. A difference that
stands in `OFTEN` of them or more becomes a variable, fixed by those it is the difference of. Other
comparisons stay: a sum that is cut in two propagates less. Keeps all solutions; the undo data are
the names of what was added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from satchel.ir import Domain, Expr, IntVar, Linear, Model, Not, Statement
from satchel.ir.walk import postorder
from satchel.passes.rewrite import Rewriter

KEEPS = "all solutions"

OFTEN: Final = 3
"""Disequalities that a difference must stand in; its definition is as large as two of them."""

Difference: TypeAlias = tuple[IntVar, IntVar]


def apply(model: Model) -> tuple[Model, Any]:
    """The model with a variable for each difference that is shared."""
    roots = [statement.expr for statement in model.statements]
    totals = [total for node in postorder(*roots) if (total := _unequal(node)) is not None]
    counts = Counter(pair for total in totals for pair in _pairs(total))
    shared = _Shared({pair for pair, count in counts.items() if count >= OFTEN}, model)
    changed = Rewriter(shared.step).model(model) if counts else model
    if not shared.made:
        return model, None
    added = list(shared.made.values())
    definitions = [
        Statement(Linear(((1, u), (-1, v), (-1, result)), "==", 0))
        for (u, v), result in shared.made.items()
    ]
    larger = Model.assembled(
        [*changed.variables.values(), *added],
        [*changed.statements, *definitions],
        changed.shown,
        changed.objective,
        changed.hints,
    )
    return larger, [variable.name for variable in added]


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """Drop what was added."""
    added = set(data)
    return {name: value for name, value in values.items() if name not in added}


def _unequal(node: Expr) -> Linear | None:
    """The equation that a node denies, if it is over three terms or more."""
    match node:
        case Not(Linear() as total) if total.op == "==" and len(total.terms) > 2:
            return total
    return None


def _pairs(total: Linear) -> Iterator[Difference]:
    """The differences that a sum can be made of."""
    for place, (c, u) in enumerate(total.terms):
        for d, v in total.terms[place + 1 :]:
            if c * d < 0 and isinstance(u, IntVar) and isinstance(v, IntVar):
                yield (u, v) if u.name < v.name else (v, u)


class _Shared:
    """The variables of differences, made where they are first used."""

    def __init__(self, wanted: set[Difference], model: Model) -> None:
        self.made: dict[Difference, IntVar] = {}
        self._wanted = wanted
        self._taken = set(model.variables)

    def step(self, node: Expr) -> Expr:
        """A disequality over differences, as far as it is made of shared ones."""
        total = _unequal(node)
        if total is None:
            return node
        terms = {atom: c for c, atom in total.terms}
        taken: list[tuple[int, Difference]] = []
        for u, v in _pairs(total):
            times = min(abs(terms[u]), abs(terms[v]))
            if (u, v) in self._wanted and times:
                times *= 1 if terms[u] > 0 else -1
                terms[u], terms[v] = terms[u] - times, terms[v] + times
                taken.append((times, (u, v)))
        rest = [(c, atom) for atom, c in terms.items() if c]
        if len(rest) + len(taken) >= len(total.terms):
            return node
        found = [(times, self._variable(u, v)) for times, (u, v) in taken]
        return ~Linear((*rest, *found), "==", total.bound)

    def _variable(self, u: IntVar, v: IntVar) -> IntVar:
        if (u, v) not in self.made:
            name = f"{u.name} - {v.name}"
            while name in self._taken:
                name += "'"
            self._taken.add(name)
            domain = Domain.range(u.domain.lo - v.domain.hi, u.domain.hi - v.domain.lo)
            self.made[u, v] = IntVar(name, domain)
        return self.made[u, v]
