"""Walking the expression graph, children first, without recursion: nesting has no limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import is_
from typing import Any, TypeGuard, TypeVar

from satchel.ir.core import KINDS, Expr, Not, Or
from satchel.ir.variables import BoolVar, IntVar, Variable

T = TypeVar("T")


def postorder(*roots: Expr, known: set[Expr] | None = None) -> Iterator[Expr]:
    """Every node below the roots, and the roots, once each and after its children.

    What is below nodes in `known` is left out; the set is updated.
    """
    known = set() if known is None else known
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        if node in known:
            continue
        children = node.children()
        if known.issuperset(children):
            known.add(node)
            yield node
        else:
            stack.append(node)  # when it comes up again, all of them are done
            stack += [child for child in reversed(children) if child not in known]


def fold(root: Expr, step: Callable[[Expr, list[T]], T], memo: dict[Expr, T]) -> T:
    """`step(node, results of its children)` over all nodes, shared ones once.

    `memo` keeps the results, for this call and the next ones.
    """
    if root in memo:
        return memo[root]
    stack = [root]
    while stack:
        node = stack.pop()
        if node in memo:
            continue
        children = node.children()
        missing = [child for child in reversed(children) if child not in memo]
        if missing:
            stack.append(node)
            stack += missing
        else:
            memo[node] = step(node, [memo[child] for child in children])
    return memo[root]


def variables(*roots: Expr) -> list[Variable]:
    """The variables in the scope of the expressions, in order of appearance."""
    return [node for node in postorder(*roots) if isinstance(node, (BoolVar, IntVar))]


def is_clause(expr: Expr) -> TypeGuard[Or]:
    """Whether it is a disjunction of Boolean variables and their negations.

    There is nothing to rewrite or define in one, and there may be millions.
    """
    if type(expr) is not Or:
        return False
    for arg in expr.args:
        if type(arg) is not BoolVar and not (type(arg) is Not and type(arg.arg) is BoolVar):
            return False
    return True


class Interner:
    """Gives structurally equal expressions one representative (hash-consing)."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Expr] = {}
        self._memo: dict[Expr, Expr] = {}

    def intern(self, root: Expr) -> Expr:
        """The representative of everything that is the `same()` as `root`."""
        return fold(root, self.share, self._memo)

    def share(self, node: Expr, below: Sequence[Expr]) -> Expr:
        """The representative of `node`, given those of its children."""
        key = (node.kind, node.data(), tuple(below))
        shared = self._nodes.get(key)
        if shared is None:
            shared = self._nodes[key] = rebuilt(node, below)
        return shared


def rebuilt(node: Expr, below: Sequence[Expr]) -> Expr:
    """The node over these children: itself if they are the ones it has."""
    if all(map(is_, below, node.children())):
        return node
    return KINDS[node.kind].build(node.data(), below)
