"""Expressions and models as a person would write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satchel.ir.cardinality import Cardinality
from satchel.ir.core import And, BoolConst, Expr, Iff, Implies, Linear, LinearExpr, Not, Or, Xor
from satchel.ir.globals.clauses import Clauses
from satchel.ir.globals.product import Product
from satchel.ir.variables import BoolVar, IntVar

if TYPE_CHECKING:
    from satchel.ir.model import Model

LIMIT = 10_000
"""Longer texts are cut: a shared subexpression is written wherever it is used."""

_INFIX: dict[type[Expr], str] = {And: " & ", Or: " | ", Xor: " ^ ", Implies: " -> ", Iff: " <-> "}


_TURNED = {"<=": ">=", ">=": "<="}


def text(expr: Expr) -> str:
    """The expression on one line, cut with `...` after `LIMIT` characters."""
    words: list[str] = []
    length = 0
    stack: list[str | Expr] = [expr]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            words.append(part)
            length += len(part)
        else:
            stack.extend(reversed(_parts(part)))
        if length > LIMIT:
            return "".join(words)[:LIMIT] + "..."
    return "".join(words)


def _parts(node: Expr) -> list[str | Expr]:
    """The node's text, its children still to be written."""
    match node:
        case BoolVar() | IntVar():
            return [node.name]
        case BoolConst():
            return [str(node.value).lower()]
        case Not():
            return ["~", *_wrapped(node.arg)]
        case And() | Or() | Xor() | Implies() | Iff() if len(node.children()) > 1:
            return _joined([_wrapped(child) for child in node.children()], _INFIX[type(node)])
        case LinearExpr():
            return _sum(node.terms, node.constant)
        case Linear():
            return _comparison(node)
        case Product():
            return _joined([_wrapped(factor) for factor in node.children()], " * ")
        case Cardinality():
            return _count(node)
        case Clauses():
            numbers = " ".join(map(str, node.numbers[:LIMIT]))
            return ["Clauses(", *_list(node.args), f"; {numbers})"]
        case _:
            extra = "".join(f"; {_datum(item)}" for item in node.data())
            return [f"{type(node).__name__}(", *_list(node.children()), f"{extra})"]


def _wrapped(node: Expr) -> list[str | Expr]:
    if isinstance(node, LinearExpr) and not node.constant and len(node.terms) == 1:
        ((coefficient, atom),) = node.terms
        if coefficient == 1:
            return _wrapped(atom)
    loose = isinstance(node, (Linear, Cardinality, LinearExpr, Product)) or (
        type(node) in _INFIX and len(node.children()) > 1
    )
    return ["(", node, ")"] if loose else [node]


def _list(nodes: Sequence[Expr]) -> list[str | Expr]:
    return _joined([[node] for node in nodes], ", ")


def _joined(parts: Sequence[list[str | Expr]], separator: str) -> list[str | Expr]:
    joined: list[str | Expr] = []
    for number, part in enumerate(parts):
        joined += [separator, *part] if number else part
    return joined


def _datum(item: object) -> str:
    if isinstance(item, tuple):
        return "[" + ", ".join(_datum(part) for part in item) + "]"
    return "*" if item is None else str(item)


def _count(node: Cardinality) -> list[str | Expr]:
    """A cardinality as the functions write it that make it."""
    if node.lo > 0 and node.hi < len(node.args) and node.lo != node.hi:
        return [f"{node.lo} <= count(", *_list(node.args), f") <= {node.hi}"]
    name = "AtMost" if node.lo <= 0 else "Exactly" if node.lo == node.hi else "AtLeast"
    args = [*_list(node.args), ", "] if node.args else []
    return [f"{name}(", *args, f"{node.hi if name == 'AtMost' else node.lo})"]


def _comparison(node: Linear) -> list[str | Expr]:
    """Every term on the side where it has no minus: `x + 1 == y`."""
    terms, op, bound = node.terms, node.op, node.bound
    if terms and all(coefficient < 0 for coefficient, _ in terms):
        terms = tuple((-coefficient, atom) for coefficient, atom in terms)
        op, bound = _TURNED.get(op, op), -bound
    left = [(coefficient, atom) for coefficient, atom in terms if coefficient >= 0]
    right = [(-coefficient, atom) for coefficient, atom in terms if coefficient < 0]
    here, there = (-bound, 0) if right and bound < 0 else (0, bound)
    return [*_sum(left, here), f" {op} ", *_sum(right, there)]


def _sum(terms: Sequence[tuple[int, Expr]], constant: int) -> list[str | Expr]:
    parts: list[str | Expr] = []
    for coefficient, atom in terms:
        sign = (
            ("-" if coefficient < 0 else "") if not parts else " - " if coefficient < 0 else " + "
        )
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        parts += [sign + size, *_wrapped(atom)]
    if not parts:
        return [str(constant)]
    if constant:
        parts.append(f" - {-constant}" if constant < 0 else f" + {constant}")
    return parts


def model_text(model: Model) -> str:
    """The model, a line for each variable, statement, objective and shown value."""
    lines = []
    for variable in model.variables.values():
        domain = f" in {variable.domain}" if isinstance(variable, IntVar) else ""
        lines.append(f"{variable.kind} {variable.name}{domain}")
    for statement in model.statements:
        notes = [statement.label] if statement.label is not None else []
        notes += [f"[{tag}]" for tag in statement.tags]
        lines.append(f"add {statement.expr}" + (f"  # {' '.join(notes)}" if notes else ""))
    if model.objective is not None:
        lines.append(str(model.objective))
    if not model.shows_all:
        lines += [
            f"show {name}" if str(expr) == name else f"show {name} = {expr}"
            for name, expr in model.shown.items()
        ]
    lines += [f"symmetry {symmetry}" for symmetry in model.symmetries]
    return "\n".join(lines)
