"""Copies and pickles of expressions and models, without recursion: nesting has no limit.

Expressions are immutable, so a copy of one is itself. In a pickle an expression is a table of its
nodes, children first; what has no children stands in it as itself, so that variables stay the same
ones in all that is pickled together.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeAlias

from satchel.ir.core import Expr
from satchel.ir.model import Model, Objective, Statement
from satchel.ir.walk import postorder

Node: TypeAlias = tuple[type[Expr], tuple[Any, ...], tuple[int, ...]]
"""A class, its data, and the places of the children in the table."""


def reduced(expr: Expr) -> tuple[Any, ...]:
    """What pickle makes the expression of."""
    if not expr.children():
        return type(expr).build, (expr.data(), ())
    return _root, (_table([expr])[0],)


def _root(table: Sequence[Expr | Node]) -> Expr:
    return _nodes(table)[-1]


def _table(roots: Sequence[Expr]) -> tuple[list[Expr | Node], dict[Expr, int]]:
    """The nodes below some expressions, and at which place each of them stands."""
    table: list[Expr | Node] = []
    place: dict[Expr, int] = {}
    for node in postorder(*roots):
        children = node.children()
        place[node] = len(table)
        below = tuple([place[child] for child in children])
        table.append((type(node), node.data(), below) if children else node)
    return table, place


def _nodes(table: Sequence[Expr | Node]) -> list[Expr]:
    nodes: list[Expr] = []
    for entry in table:
        if isinstance(entry, Expr):
            nodes.append(entry)
        else:
            kind, data, below = entry
            nodes.append(kind.build(data, [nodes[place] for place in below]))
    return nodes


def copied(model: Model) -> Model:
    """A model of its own over the same variables; what is added to one is not in the other."""
    new = model.__class__.__new__(model.__class__)
    new.__dict__.update({name: copy(value) for name, value in vars(model).items()})
    return new


def state(model: Model) -> dict[str, Any]:
    """What pickle keeps of a model; its promised symmetries are declared for it."""
    objective = model.objective
    table, place = _table(
        [
            *model.variables.values(),
            *(statement.expr for statement in model.statements),
            *(model._shown or {}).values(),
            *model.hints,
            *([] if objective is None else [objective.expr]),
        ]
    )
    return {
        **vars(model),
        "_symmetries": list(model.symmetries),
        "_promised": [],
        "_known": table,
        "statements": [(place[s.expr], s.label, s.tags) for s in model.statements],
        "_shown": _each(model._shown, place),
        "hints": [place[hint] for hint in model.hints],
        "objective": objective and (objective.sense, place[objective.expr]),
    }


def _each(shown: dict[str, Any] | None, found: Any) -> dict[str, Any] | None:
    """What is found for each shown name; None where nothing is shown by name."""
    return None if shown is None else {name: found[item] for name, item in shown.items()}


def restore(model: Model, kept: dict[str, Any]) -> None:
    """Make an empty object the model whose state it is."""
    nodes: list[Any] = _nodes(kept["_known"])
    objective = kept["objective"]
    vars(model).update(
        {
            **kept,
            "_known": set(nodes),
            "statements": [Statement(nodes[at], *rest) for at, *rest in kept["statements"]],
            "_shown": _each(kept["_shown"], nodes),
            "hints": [nodes[at] for at in kept["hints"]],
            "objective": objective and Objective(objective[0], nodes[objective[1]]),
        }
    )
