"""Domain propagation: bounds and holes, until no constraint excludes a value by itself. Variables
with one value left go, and what the domains decide becomes a constant.

Keeps all solutions; the undo data are the values of variables that are gone. What statements say
of each other's parts narrows domains, as a disjunction does with the one argument it has left; but
only what the domains alone decide is replaced, so that no two statements vouch for each other.
Where bounds creep through wide domains, it stops after a number of steps that the model's size
bounds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from satchel.ir import BoolConst, BoolExpr, Domain, Expr, Model, Not, Statement, Variable
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import postorder
from satchel.passes.narrow import initial, narrowed
from satchel.passes.propagators import PROPAGATORS
from satchel.passes.propagators.store import Contradiction, Store

KEEPS = "all solutions"

ROUNDS = 20
"""Steps, in arguments looked at, for each argument of the model; and `LEAST` more."""
LEAST = 10_000


def apply(model: Model) -> tuple[Model, Any]:
    """The model in the domains that are left, and the values of variables that are gone."""
    demanded = [statement.expr for statement in model.statements]
    before = initial(model)
    try:
        domains = propagated(demanded, before)
        # What is shown is looked at only where that can have changed: it may be a node a square.
        shown = model.shown.values() if domains != before else ()
        constants = decided([*demanded, *shown], domains)
    except Contradiction:
        false = Statement(BoolConst(False))
        empty = Model.assembled(
            model.variables.values(), [false], model.shown, model.objective, model.hints
        )
        return empty, {}
    if domains == before and not constants:
        return model, {}
    return narrowed(model, domains, model.statements, constants)


def invert(data: Any, values: Mapping[str, int]) -> dict[str, int]:
    """Put the fixed values back."""
    return {**values, **data}


def propagated(
    demanded: Sequence[BoolExpr], domains: Mapping[Variable, Domain]
) -> dict[Variable, Domain]:
    """The values left once every node below has had its say; Contradiction where there are none."""
    store = Store(domains)
    for expr in demanded:
        store.fix(expr, True)
    queue = _Queue(_nodes(demanded))
    budget = LEAST + ROUNDS * sum(map(len, queue.arguments.values()))
    while budget > 0 and (node := queue.next()) is not None:
        budget -= 1 + len(queue.arguments[node])
        _propagate(store, node)
        for atom in store.changed:
            queue.wake(atom)
        store.changed.clear()
    return {variable: store.domain(variable) for variable in domains}


def decided(roots: Sequence[Expr], domains: Mapping[Variable, Domain]) -> dict[BoolExpr, bool]:
    """The nodes below that have one value in these domains, whatever statements demand."""
    store = Store(domains)
    constants: dict[BoolExpr, bool] = {}
    for node in _nodes(roots):
        value = PROPAGATORS[type(node)].decided(store, node)
        if value is not None and isinstance(node, BoolExpr):
            constants[node] = value
            store.fix(node, value)
    return constants


def _nodes(roots: Sequence[Expr]) -> list[Expr]:
    """What is below the roots that something can be learnt of, children first."""
    return [node for node in postorder(*roots) if type(node) in PROPAGATORS]


def _propagate(store: Store, node: Any) -> None:
    kind = PROPAGATORS[type(node)]
    match store.truth(node):
        case None:
            value = kind.decided(store, node)
            if value is not None:
                store.fix(node, value)
        case True:
            kind.require(store, node)
        case False:
            kind.refute(store, node)


class _Queue:
    """The nodes that may learn something: core ones first, as global ones take longer."""

    def __init__(self, nodes: Sequence[Expr]) -> None:
        self.arguments = {node: _atoms(node) for node in nodes}
        self._users: dict[Expr, list[Expr]] = {node: [node] for node in nodes}
        for node, atoms in self.arguments.items():
            for atom in atoms:
                self._users.setdefault(atom, []).append(node)
        self._core: deque[Expr] = deque()
        self._global: deque[Expr] = deque()
        self._waiting: set[Expr] = set()
        for node in nodes:
            self._add(node)

    def wake(self, atom: Expr) -> None:
        """Something was learnt of the atom."""
        for node in self._users.get(atom, ()):
            self._add(node)

    def next(self) -> Expr | None:
        """The next node, if one is left."""
        queue = self._core or self._global
        if not queue:
            return None
        node = queue.popleft()
        self._waiting.discard(node)
        return node

    def _add(self, node: Expr) -> None:
        if node not in self._waiting:
            self._waiting.add(node)
            (self._global if isinstance(node, GlobalConstraint) else self._core).append(node)


def _atoms(node: Expr) -> tuple[Expr, ...]:
    """The variables and Boolean nodes that the node takes, without constants and negations."""
    found: dict[Expr, None] = {}
    pending = list(node.children())
    while pending:
        child = pending.pop()
        if isinstance(child, BoolExpr) and not isinstance(child, (Not, BoolConst)):
            found[child] = None
        elif below := child.children():
            pending += below
        elif not isinstance(child, BoolConst):
            found[child] = None
    return tuple(found)
