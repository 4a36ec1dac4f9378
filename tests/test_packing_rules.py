"""Packing: broken rules by name, arguments instead of search, parameters, shipped data."""

from __future__ import annotations

import pytest

from satchel.errors import InputError
from satchel.puzzle import Catalogue, Shown, shipped_instances
from satchel.tasks.solve import solve

CATALOGUE = Catalogue()
FIVE = "packing/five-rectangles"
SOLUTION = {
    f"{name}.{axis}": value
    for name, corner in zip("ABCDE", [(0, 0), (2, 0), (5, 0), (0, 3), (0, 2)], strict=True)
    for axis, value in zip("xy", corner, strict=True)
}


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("packing:width=6,height=4,squares=[4,3]", "area: the pieces cover 25 of 6 * 4 = 24 cells"),
        ("packing:width=6,height=4,squares=[4],exact=true", "area: the pieces cover 16 of"),
        ("packing:width=6,height=2,pieces=[[1,3]]", "sides: A, 1 x 3, does not fit into 6 x 2"),
        ("packing:width=6,height=2,pieces=[[1,3]],rotation=true", None),
        (FIVE, None),
    ],
)
def test_what_areas_and_sides_refute(text: str, argument: str | None) -> None:
    instance = CATALOGUE.instance(text)
    refutation = instance.refutation()
    if argument is None:
        assert refutation is None
    else:
        assert refutation is not None
        assert refutation.startswith(argument)
        assert solve(instance.build(), in_process=True).status == "unsat"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"A.x": 1}, "B overlaps A"),
        ({"C.x": 6}, "C at (6, 0) is not inside"),
        ({"C.y": -1}, "C at (5, -1) is not inside"),
        ({"F.x": 0}, "F.x is not a part of any piece"),
    ],
)
def test_broken_rules_are_named(changed: Shown, words: str) -> None:
    assert not CATALOGUE.instance(FIVE).check(SOLUTION)
    broken = CATALOGUE.instance(FIVE).check({**SOLUTION, **changed})
    assert any(words in line for line in broken)


@pytest.mark.parametrize("solution", [{}, {"A.x": 1}, {"foo": True}])
def test_the_check_survives_any_mapping(solution: Shown) -> None:
    assert CATALOGUE.instance(FIVE).check(solution)


def test_equal_pieces_out_of_order_and_gaps_are_named() -> None:
    instance = CATALOGUE.instance("packing:width=2,height=1,squares=[1,1]")
    assert not instance.check({"A.x": 0, "A.y": 0, "B.x": 1, "B.y": 0})
    assert "an equal piece" in instance.check({"A.x": 1, "A.y": 0, "B.x": 0, "B.y": 0})[0]
    gap = CATALOGUE.instance("packing:width=2,height=1,squares=[1],exact=true")
    assert gap.check({"A.x": 0, "A.y": 0}) == ["something stays empty"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("packing:width=0,height=4", "at least 1"),
        ("packing:width=3,height=4,squares=[0]", "sides are at least 1, not 0"),
        ("packing:width=3,height=4,pieces=[[1,-2]]", "sides are at least 1, not -2"),
        ("packing:width=3,height=4,symmetry=all", "one of none, corner"),
    ],
)
def test_parameters_are_checked(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        CATALOGUE.instance(text)


def test_the_squares_of_csplib_fill_their_square() -> None:
    names = [name for name in shipped_instances() if name.startswith("packing/csplib9-")]
    assert len(names) == 103
    for name in names:
        parameters = CATALOGUE.instance(name).parameters
        assert parameters.waste == 0
        assert len(set(parameters.squares)) == len(parameters.squares)


def test_many_pieces_have_names() -> None:
    model = CATALOGUE.instance(f"packing:width=60,height=1,squares={[1] * 55}").build()
    names = list(model.variables)
    assert names[0] == "A.x"
    assert {"Z.x", "AA.x", "AZ.y", "BA.x", "BC.y"} <= set(names)
    assert len(names) == 110
