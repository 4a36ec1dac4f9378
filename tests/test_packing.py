"""Packing: the rules against exhaustive backtracking, three models, published tilings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from satchel.cnf.options import Options
from satchel.ir import IMPLIED, SYMMETRY_BREAKING, BoolVar, Model
from satchel.puzzle import Catalogue, Instance, Shown
from satchel.tasks.solve import enumerate_solutions

CATALOGUE = Catalogue()
MODELS = ("nooverlap", "disjunction", "cells")
FIVE = "packing/five-rectangles"
SMALL = [
    "packing:width=3,height=2,pieces=[[2,1],[1,2]]",
    "packing:width=3,height=2,pieces=[[2,1],[1,2]],rotation=true",
    "packing:width=3,height=2,pieces=[[2,1],[1,2],[1,2]],rotation=true,exact=true",
    "packing:width=4,height=3,pieces=[[1,3],[3,1]],squares=[1,1],rotation=true",
    "packing:width=4,height=4,squares=[2,2,2,2]",
    "packing:width=4,height=4,squares=[2,2,1,1]",
    "packing:width=3,height=3,squares=[2,1,1,1,1,1]",
    "packing:width=5,height=2,pieces=[[3,1],[2,2],[3,1]]",
    "packing:width=2,height=2",
    "packing:width=2,height=2,exact=true",
    "packing:width=2,height=2,pieces=[[3,1]]",
    "packing:width=2,height=4,pieces=[[3,1]],rotation=true",
    "packing:width=2,height=2,squares=[2,1]",
    "packing:width=3,height=2,squares=[2],exact=true",
]
THREE = [
    {"A": (0, 0), "B": (2, 0), "C": (5, 0), "D": (0, 3), "E": (0, 2)},
    {"A": (0, 1), "B": (2, 0), "C": (5, 0), "D": (0, 3), "E": (0, 0)},
    {"A": (0, 1), "B": (2, 1), "C": (5, 0), "D": (0, 0), "E": (0, 3)},
]
"""The placements that the first write-up lists."""


def letters(count: int) -> str:
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count]


def by_backtracking(instance: Instance) -> set[frozenset[tuple[object, ...]]]:
    """Every way to lay the pieces down, as a set of (size, corner, size as it stands)."""
    p = instance.parameters
    sizes = [*p.pieces, *((s, s) for s in p.squares)]
    found = set()

    def lay(number: int, free: frozenset[tuple[int, int]], laid: tuple[object, ...]) -> None:
        if number == len(sizes):
            if not (p.exact and free):
                found.add(frozenset(laid))
            return
        w, h = sizes[number]
        kind = (max(w, h), min(w, h)) if p.rotation else (w, h)
        for wide, high in {(w, h), (h, w)} if p.rotation else {(w, h)}:
            for x, y in free:
                cells = {(x + i, y + j) for i in range(wide) for j in range(high)}
                if cells <= free:
                    lay(number + 1, free - cells, (*laid, (kind, (x, y), (wide, high))))

    lay(0, frozenset(product(range(p.width), range(p.height))), ())
    return found


def placements(instance: Instance, solution: Shown) -> frozenset[tuple[object, ...]]:
    p = instance.parameters
    sizes = [*p.pieces, *((s, s) for s in p.squares)]
    laid: list[tuple[object, ...]] = []
    for name, (w, h) in zip(letters(len(sizes)), sizes, strict=True):
        kind = (max(w, h), min(w, h)) if p.rotation else (w, h)
        stands = kind[::-1] if solution.get(f"{name}.upright") else kind
        laid.append((kind, (solution[f"{name}.x"], solution[f"{name}.y"]), stands))
    assert len(set(laid)) == len(laid)
    return frozenset(laid)


def solutions(instance: Instance, model: str = "nooverlap", **given: object) -> list[Shown]:
    found = enumerate_solutions(
        instance.build(model),
        check=instance.check,
        in_process=True,
        **given,  # type: ignore[arg-type]
    )
    return [answer.solution or {} for answer in found]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("text", SMALL)
def test_models_have_the_placements_that_backtracking_finds(text: str, model: str) -> None:
    instance = CATALOGUE.instance(text)
    found = [placements(instance, solution) for solution in solutions(instance, model)]
    assert len(set(found)) == len(found)
    assert set(found) == by_backtracking(instance)
    assert not (found and instance.refutation())


@pytest.mark.parametrize("text", [text for text in SMALL if text.count(",") < 5])
def test_the_check_accepts_what_backtracking_finds(text: str) -> None:
    instance = CATALOGUE.instance(text)
    accepted = {
        placements(instance, shown) for shown in all_values(instance) if not instance.check(shown)
    }
    assert accepted == by_backtracking(instance)


def all_values(instance: Instance) -> Iterator[Shown]:
    """Every value of everything shown, one place outside of the rectangle included."""
    p = instance.parameters
    names = list(instance.build().shown)
    ranges = {"x": range(p.width + 1), "y": range(p.height + 1), "upright": (False, True)}
    for values in product(*(ranges[name.split(".")[1]] for name in names)):
        yield dict(zip(names, values, strict=True))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("implied", ["all", "sums", "patterns", "none"])
def test_implied_constraints_change_no_count(model: str, implied: str) -> None:
    instance = CATALOGUE.instance(f"{FIVE}:implied={implied}")
    assert len(solutions(instance, model)) == 16


def test_the_five_rectangles_include_the_three_of_the_write_up() -> None:
    instance = CATALOGUE.instance(FIVE)
    found = solutions(instance)
    for corners in THREE:
        shown = {f"{n}.{axis}": xy["xy".index(axis)] for n, xy in corners.items() for axis in "xy"}
        assert not instance.check(shown)
        assert shown in found


@pytest.mark.parametrize("model", ["nooverlap", "disjunction"])
@pytest.mark.parametrize(
    ("name", "count"),
    [("nine-squares", 4), ("nine-squares-69", 4), ("ten-squares", 4), ("ten-squares-upright", 4)],
)
def test_published_tilings(name: str, count: int, model: str) -> None:
    instance = CATALOGUE.instance(f"packing/{name}")
    assert instance.known is not None
    assert len(solutions(instance, model)) == count == instance.known.count


@pytest.mark.parametrize("encoding", ["relation", "linear"])
@pytest.mark.parametrize("linear", ["bdd", "mdd", "adder"])
def test_encodings_of_the_nine_squares(encoding: str, linear: str) -> None:
    options = Options(choices={"nooverlap": encoding, "linear": linear})
    assert len(solutions(CATALOGUE.instance("packing/nine-squares"), options=options)) == 4


@pytest.mark.slow
def test_the_perfect_square_has_eight_tilings() -> None:
    assert len(solutions(CATALOGUE.instance("packing/luzin-112"))) == 8
    # The largest square lies on the diagonal: two of the four in its corner are left.
    assert len(solutions(CATALOGUE.instance("packing/luzin-112:symmetry=corner"))) == 2


@pytest.mark.parametrize(
    "text",
    [
        FIVE,
        "packing/nine-squares",
        "packing:width=4,height=4,squares=[3,1,1]",
        "packing:width=4,height=4,pieces=[[3,1],[2,1]],squares=[1],rotation=true",
        "packing:width=5,height=5,squares=[3,2,2]",
        "packing:width=5,height=4,pieces=[[3,2],[2,2],[2,2]]",
    ],
)
def test_the_corner_keeps_one_of_each_symmetric_set(text: str) -> None:
    """Every solution has an image in the corner; the images are solutions, too."""
    every = CATALOGUE.instance(text)
    broken = CATALOGUE.instance(f"{text}{',' if text[7] == ':' else ':'}symmetry=corner")
    kept = {placements(broken, solution) for solution in solutions(broken)}
    found = {placements(every, solution) for solution in solutions(every)}
    assert kept < found
    assert {image for solution in kept for image in images(every, solution)} == found


def images(
    instance: Instance, laid: frozenset[tuple[object, ...]]
) -> Iterator[frozenset[tuple[object, ...]]]:
    """The reflections, and the transposed ones where pieces may be turned or are squares."""
    p = instance.parameters
    turns = p.width == p.height and (p.rotation or all(w == h for w, h in p.pieces))
    for across, up, turn in product((False, True), (False, True), (False, True)[: 1 + turns]):
        image = set()
        for kind, (x, y), (w, h) in laid:  # type: ignore[misc]
            x2, y2 = (p.width - x - w if across else x), (p.height - y - h if up else y)
            image.add((kind, (y2, x2), (h, w)) if turn else (kind, (x2, y2), (w, h)))
        yield frozenset(image)


def test_implied_and_symmetry_breaking_are_tagged() -> None:
    def count(text: str, tag: str) -> int:
        return sum(tag in s.tags for s in CATALOGUE.instance(text).build().statements)

    assert count(f"{FIVE}:implied=sums", IMPLIED) == 6 + 4
    assert count(f"{FIVE}:implied=none", IMPLIED) == 0
    assert count(f"{FIVE}:implied=patterns", IMPLIED) > 0
    assert count(FIVE, SYMMETRY_BREAKING) == 0
    assert count(f"{FIVE}:symmetry=corner", SYMMETRY_BREAKING) == 1
    assert count("packing:width=9,height=9,squares=[3,1]", SYMMETRY_BREAKING) == 0
    assert count("packing:width=9,height=9,squares=[3,1],symmetry=corner", SYMMETRY_BREAKING) == 2
    assert count("packing:width=9,height=9,squares=[3,3,3]", SYMMETRY_BREAKING) == 2
    assert count("packing:width=9,height=9,squares=[3,3],symmetry=corner", SYMMETRY_BREAKING) == 1


def test_places_of_equal_pieces_are_in_order_in_every_model() -> None:
    instance = CATALOGUE.instance("packing:width=3,height=1,squares=[1,1,1]")
    for model in MODELS:
        (solution,) = solutions(instance, model)
        assert [solution[f"{name}.x"] for name in letters(3)] == [0, 1, 2]


def test_models_mean_what_they_say_without_any_encoding() -> None:
    """The evaluator on every assignment: no clause, no solver."""
    instance = CATALOGUE.instance("packing:width=3,height=2,pieces=[[2,1],[1,2]],rotation=true")
    for name in MODELS:
        model: Model = instance.build(name)
        found = set()
        for shown in all_values(instance):
            values = {
                v.name: bool(shown[v.name]) if isinstance(v, BoolVar) else shown[v.name]
                for v in model.variables.values()
            }
            if not model.violations(values):
                found.add(placements(instance, model.shown_values(values)))
        assert found == by_backtracking(instance)
