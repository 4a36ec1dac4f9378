"""The first solution of each orbit: in the order of a dictionary over the shown names, where true
comes before false and a small integer before a large one.

Everything here goes by that one order, so that what breaks a symmetry never contradicts what breaks
another (Crawford, Ginsberg, Luks and Roy 1996: the lex-leader). True comes first because few of the
values that a puzzle shows are true: domination by queens is proved in two thirds of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import mul

from satchel.errors import SizeError
from satchel.ir import BoolExpr, Expr, Image, LexLessEq, Model, Statement, Symmetry
from satchel.ir.core import IntLike, linear
from satchel.ir.model import SYMMETRY_BREAKING
from satchel.ir.symmetry import image_expression
from satchel.symmetry.group import Group, Values

_ELEMENTS = 1_000
"""Groups of up to so many elements are broken by all of them, others by the generators."""
_PAIRS = 200_000
"""So many pairs of values all comparisons together may have, to be made for all elements."""
_LENGTH = 200
"""So many pairs one comparison has; two solutions seldom agree for longer."""


def lex_leaders(model: Model) -> Iterator[Statement]:
    """For each element of the group: no solution comes after what the element makes of it.

    At least the first solution of each orbit is left; if every comparison is made in full, it
    alone.
    """
    for symmetry in _breaking(model):
        pairs = list(_compared(model, symmetry))[:_LENGTH]
        if pairs:
            here = [_key(model.shown[name]) for name, _ in pairs]
            there = [_key(image_expression(image, model.shown)) for _, image in pairs]
            label = f"symmetry: {symmetry.label}"
            yield Statement(LexLessEq(here, there), label, (SYMMETRY_BREAKING,))


def _key(expr: Expr) -> IntLike:
    """What is least where the expression comes first."""
    return ~expr if isinstance(expr, BoolExpr) else linear(expr)


def ranking(model: Model) -> Callable[[Values], Values]:
    """A key by which shown solutions are compared, given as values in the model's order."""
    signs = [-1 if isinstance(expr, BoolExpr) else 1 for expr in model.shown.values()]
    return lambda values: tuple(map(mul, signs, values))


def _breaking(model: Model) -> Iterator[Symmetry]:
    """The elements to break by, beginning with the generators."""
    yield from model.symmetries
    try:
        group = Group(model, min(_ELEMENTS, _PAIRS // max(len(model.shown), 1)))
    except SizeError:
        return
    generators = set(group.generators)
    yield from (group.symmetry(n) for n in range(1, len(group)) if n not in generators)


def _compared(model: Model, symmetry: Symmetry) -> Iterator[tuple[str, Image]]:
    """Names and their images; not those that are equal where all before them are."""
    equal: dict[str, str] = {}

    def representative(name: str) -> str:
        while name in equal:
            name = equal[name]
        return name

    for name in model.shown:
        image = symmetry.images.get(name, name)
        if isinstance(image, str):
            one, other = representative(name), representative(image)
            if one == other:
                continue
            equal[one] = other
        yield name, image
