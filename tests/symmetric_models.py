"""Random models that are symmetric by construction, with their orbits found one by one."""

# pyright: reportPossiblyUnboundVariable=false

from __future__ import annotations

from random import Random
from typing import Any

from satchel.ir import (
    Affine,
    And,
    BoolExpr,
    Expr,
    Image,
    IntVar,
    Model,
    Or,
    Permuted,
    Sum,
    Symmetry,
    negated,
)
from satchel.ir.model import Objective
from satchel.ir.symmetry import image_expression
from satchel.passes.rewrite import Rewriter
from satchel.symmetry.group import Group
from satchel.testing.models import Shown
from tests.random_models import Grower, assignments, satisfying

VALUES = range(4)


def symmetric_model(random: Random, *, objective: bool = False) -> Model:
    """A random statement, and all that a random small group makes of it; everything is shown."""
    while True:
        model, symmetries = _bare(random), _symmetries(random)
        for symmetry in symmetries:
            model.declare_symmetry(symmetry)
        group = Group(model)
        if len(group) <= 12:
            break
    elements = [group.symmetry(number) for number in range(len(group))]
    grower = Grower(random)
    grower.bools = [x for x in model.variables.values() if not isinstance(x, IntVar)]
    grower.ints = [x for x in model.variables.values() if isinstance(x, IntVar)]
    left = list(assignments(model))
    for _ in range(random.randint(1, 3)):
        statement, left = _symmetric(model, elements, grower, random, left)
        model.add(statement)
    if objective:
        chosen = random.sample(list(model.variables.values()), 2)
        term = Sum(random.randint(-2, 3) * x for x in chosen)
        total = Sum(substituted(model, element, term) for element in elements)
        model.set_objective(Objective(random.choice(["minimize", "maximize"]), total))
    return model


def _symmetric(
    model: Model,
    elements: list[Symmetry],
    grower: Grower,
    random: Random,
    left: list[dict[str, int]],
) -> tuple[BoolExpr, list[dict[str, int]]]:
    """What a group makes of a random statement, and which of the assignments are left by it.

    Mostly some of them, and not all: else there would be few orbits to tell apart.
    """
    for _ in range(8):
        statement = grower.boolean(random.randint(1, 2))
        images = [substituted(model, element, statement) for element in elements]
        whole = random.choice([And, Or])(images)
        kept = satisfying(whole, left)
        if 0 < len(kept) < len(left):
            break
    return whole, kept


def _bare(random: Random) -> Model:
    model = Model()
    for name in "abc":
        model.bool(name)
    for name in "xy":
        model.int(name, VALUES.start, VALUES.stop - 1)
    if random.random() < 0.75:  # to show nothing is to show everything
        for name, variable in model.variables.items():
            model.show(name, variable)
    return model


def _symmetries(random: Random) -> list[Symmetry]:
    return [
        Symmetry(
            f"s{number}", _images(random, "abc", _of_boolean) | _images(random, "xy", _of_integer)
        )
        for number in range(random.randint(1, 2))
    ]


def _images(random: Random, names: str, image: Any) -> dict[str, Image]:
    """Some of the names change places, and their values change."""
    moved = random.sample(names, random.choice([0, 2, 2, len(names), len(names)]))
    return {
        name: image(random, source)
        for name, source in zip(moved, random.sample(moved, len(moved)), strict=True)
    }


def _of_boolean(random: Random, name: str) -> Image:
    return random.choice([name, name, name, negated(name)])


def _of_integer(random: Random, name: str) -> Image:
    values = random.sample(VALUES, len(VALUES))
    table = Permuted(name, tuple(zip(VALUES, values, strict=True)))
    return random.choice([name, name, Affine(((-1, name),), VALUES.stop - 1), table])


def substituted(model: Model, symmetry: Symmetry, expr: Expr) -> Any:
    """The expression with the image of each variable in its place."""
    images: dict[Expr, Expr] = {
        model.variables[name]: image_expression(image, model.shown)
        for name, image in symmetry.images.items()
    }
    return Rewriter(lambda node: node, images)(expr)


def orbits(model: Model, solutions: Shown) -> list[Shown]:
    """The solutions in sets that the declared symmetries lead from one to another in."""
    left, found = set(solutions), []
    while left:
        orbit = {left.pop()}
        pending = list(orbit)
        while pending:
            images = images_of(model, pending.pop())
            new = images - orbit
            orbit |= new
            pending += new
        found.append(orbit)
        left -= orbit
    return found


def images_of(model: Model, values: tuple[int, ...]) -> Shown:
    """What each declared symmetry makes of a shown solution."""
    solution = dict(zip(model.shown, values, strict=True))
    return {tuple(map(int, symmetry(solution).values())) for symmetry in model.symmetries}


def first(orbit: Shown) -> tuple[int, ...]:
    """True before false, small before large integers."""
    return min(orbit, key=lambda v: (-v[0], -v[1], -v[2], *v[3:]))
