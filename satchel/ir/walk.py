"""Walking the expression graph, children first, without recursion: nesting has no limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from satchel.ir.core import KINDS, Expr
from satchel.ir.variables import BoolVar, IntVar, Variable

T = TypeVar("T")


def postorder(*roots: Expr, known: set[Expr] | None = None) -> Iterator[Expr]:
    """Every node below the roots, and the roots, once each and after its children.

    What is below nodes in `known` is left out; the set is updated.
    """
    yield from _pending(roots, set() if known is None else known)


def fold(root: Expr, step: Callable[[Expr, list[T]], T], memo: dict[Expr, T]) -> T:
    """`step(node, results of its children)` over all nodes, shared ones once.

    `memo` keeps the results, for this call and the next ones.
    """
    for node in _pending((root,), memo):
        memo[node] = step(node, [memo[child] for child in node.children()])
    return memo[root]


def _pending(roots: Iterable[Expr], done: set[Expr] | dict[Expr, T]) -> Iterator[Expr]:
    """Nodes not yet done, children first; whoever takes one from a dictionary must file it."""
    stack: list[tuple[Expr, bool]] = [(root, False) for root in reversed(tuple(roots))]
    while stack:
        node, expanded = stack.pop()
        if node in done:
            continue
        children = node.children()
        if expanded or not children:
            if isinstance(done, set):
                done.add(node)
            yield node
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children))


def variables(*roots: Expr) -> list[Variable]:
    """The variables in the scope of the expressions, in order of appearance."""
    return [node for node in postorder(*roots) if isinstance(node, (BoolVar, IntVar))]


class Interner:
    """Gives structurally equal expressions one representative (hash-consing)."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Any, ...], Expr] = {}
        self._memo: dict[Expr, Expr] = {}

    def intern(self, root: Expr) -> Expr:
        """The representative of everything that is the `same()` as `root`."""
        return fold(root, self.share, self._memo)

    def share(self, node: Expr, children: Iterable[Expr]) -> Expr:
        """The representative of `node`, given those of its children."""
        below = tuple(children)
        key = (node.kind, _typed(node.data()), below)
        if key in self._nodes:
            return self._nodes[key]
        same = all(a is b for a, b in zip(below, node.children(), strict=True))
        shared = node if same else KINDS[node.kind].build(node.data(), below)
        self._nodes[key] = shared
        return shared


def _typed(data: tuple[Any, ...]) -> tuple[Any, ...]:
    """Keep True apart from 1 in keys."""
    return tuple((type(item), item) for item in data)
