"""z3's own forms of global constraints: one file each, named after the constraint's kind.

A file `KIND.py` (or an entry point of the group `satchel.z3_forms`) defines

* `form(terms, node) -> text`: an SMT-LIB expression of z3's dialect for a constraint of that kind.
  `terms` is the `Terms` of the backend that asks (see `_z3_terms.py`). It offers `boolean(expr)`,
  any expression of the model as text; `literals(x)`, the literal of each value of an integer
  variable where the backend has them, else None; `numbers(args)`, integer arguments as terms of one
  sort that may be compared with each other for equality and nothing else: they may be bit-vectors,
  which would wrap if they were added, and their order is that of the arguments only without sign;
  `product(left, right, value)`, which says that two sums multiplied are a third.
* `arithmetic(node) -> bool`: whether the form treats the constraint's integer variables as numbers,
  not only value by value.

Every form serves all backends of z3 on the model, whatever their numbers are. A constraint without
a file goes by its `decompose()`: write a form only where z3 has something better.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from satchel.registry import Plugin, modules

if TYPE_CHECKING:
    from satchel.backends._z3_terms import Terms
    from satchel.ir.protocols import GlobalConstraint


class Form(Protocol):
    """A function from a constraint to z3's expression."""

    def __call__(self, terms: Terms, node: Any) -> str:
        """The expression."""
        ...


@cache
def form(kind: str) -> Form | None:
    """z3's own form of a kind of constraint, if there is a file for it."""
    plugin = _plugins().get(kind)
    return None if plugin is None else plugin.load("form")


def arithmetic(node: GlobalConstraint) -> bool:
    """Whether there is a form of that constraint, and it treats integers as numbers."""
    plugin = _plugins().get(node.kind)
    return plugin is not None and bool(plugin.load("arithmetic")(node))


@cache
def _plugins() -> dict[str, Plugin]:
    return modules(__name__)
