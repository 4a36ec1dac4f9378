"""Models as JSON data: a table of nodes, each naming its children by their place in the table.

Sharing survives, nesting has no limit, and every node class takes part through its `data()` and
`build()`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satchel.errors import ModelError, SatchelError
from satchel.ir.classes import class_of, origins
from satchel.ir.core import KINDS, Expr, linear
from satchel.ir.model import Model, Objective
from satchel.ir.symmetry import Symmetry
from satchel.ir.variables import BoolVar, IntVar
from satchel.ir.walk import postorder
from satchel.uncollected import uncollected

FORMAT = "satchel-model"
VERSION = 1


@uncollected()
def dump(model: Model, *, symmetries: bool = True) -> dict[str, Any]:
    """The model as JSON data; without its symmetries where nobody will ask for them."""
    table: list[Any] = []
    place: dict[Expr, int] = {}
    roots: list[Expr] = [*model.variables.values(), *(s.expr for s in model.statements)]
    roots += model.shown.values()
    roots += model.hints
    if model.objective is not None:
        roots.append(model.objective.expr)
    for node in postorder(*roots):
        place[node] = len(table)
        below = [place[child] for child in node.children()]
        table.append([node.kind, list(node.data()), below])
    objective = model.objective
    foreign = origins({kind for kind, _, _ in table})
    return {
        "format": FORMAT,
        "version": VERSION,
        **({"classes": foreign} if foreign else {}),
        "nodes": table,
        "variables": [place[v] for v in model.variables.values()],
        "statements": [[place[s.expr], s.label, list(s.tags)] for s in model.statements],
        # Empty where `show` was never called: then every variable is shown.
        "shown": {}
        if model.shows_all
        else {name: place[expr] for name, expr in model.shown.items()},
        "hints": [place[hint] for hint in model.hints],
        "objective": None if objective is None else [objective.sense, place[objective.expr]],
        "symmetries": [s.to_json() for s in model.symmetries] if symmetries else [],
    }


def load(data: Mapping[str, Any]) -> Model:
    """The model in JSON data; ModelError, in one line, where the data is not a model."""
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise ModelError(f"not a model: expected format {FORMAT}, version {VERSION}")
    try:
        return _load(data)
    except SatchelError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"not a model: {error}") from error


@uncollected()
def _load(data: Mapping[str, Any]) -> Model:
    nodes: list[Expr] = []
    foreign = data.get("classes", {})
    for kind, parts, children in data["nodes"]:
        if any(not 0 <= child < len(nodes) for child in children):
            raise ModelError("not a model: a node stands before its children")
        node = KINDS.get(kind) or class_of(kind, foreign)
        nodes.append(node.build(_tuples(parts), [nodes[child] for child in children]))
    model = Model()
    for index in data["variables"]:
        variable = nodes[index]
        if not isinstance(variable, (BoolVar, IntVar)):
            raise ModelError(f"not a model: {variable} is not a variable")
        model.declare(variable)
    for index, label, tags in data["statements"]:
        model.add(nodes[index], label=label, tags=tags)
    for name, index in data["shown"].items():
        model.show(name, nodes[index])
    for index in data["hints"]:
        model.hint(nodes[index])
    if data["objective"] is not None:
        sense, index = data["objective"]
        model.set_objective(Objective(sense, linear(nodes[index])))
    for symmetry in data.get("symmetries", ()):
        model.declare_symmetry(Symmetry.from_json(symmetry))
    return model


def _tuples(parts: Sequence[Any]) -> tuple[Any, ...]:
    """Data as nodes keep it: hashable."""
    return tuple(_tuples(part) if isinstance(part, list) else part for part in parts)
