"""Product: value by value while one factor has few of them, else z3's multiplication."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from satchel.ir import ProductIs
from satchel.ir.bounds import hull

if TYPE_CHECKING:
    from satchel.backends._z3_script import Term
    from satchel.backends._z3_terms import Terms

_FEW: Final = 4096
"""Up to so many pairs of factors the product is written as cases, which are linear."""


def arithmetic(node: ProductIs) -> bool:
    """Cases compare a multiple of one variable with another, value by value."""
    return not _has_cases(node)


def form(terms: Terms, node: ProductIs) -> Term:
    """A multiplication of two variables is the hardest that z3 is asked; cases spare it that."""
    if _has_cases(node):
        return terms.boolean(node.decompose())
    return terms.product(node.left, node.right, node.value)


def _has_cases(node: ProductIs) -> bool:
    (low, high), (least, greatest) = hull(node.left), hull(node.right)
    return (high - low + 1) * (greatest - least + 1) <= _FEW
