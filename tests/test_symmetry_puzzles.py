"""What the puzzles declare as symmetries maps solutions to solutions of the same objective."""

from __future__ import annotations

import pytest

from satchel.ir.symmetry import shown_domain
from satchel.puzzle import Catalogue, shipped_instances
from satchel.symmetry.group import Group
from satchel.tasks.solve import enumerate_solutions

CATALOGUE = Catalogue()
MOST = 60
"""So many solutions of an instance are looked at; if there are no more, they are all."""
SMALL = 600
"""So many values all that an instance shows may have together, to be looked at."""


def small_instances() -> list[str]:
    """Shipped instances that have solutions and are fast to enumerate."""
    return [
        name
        for name in shipped_instances()
        if "cadical" not in (instance := CATALOGUE.instance(name)).slow
        and instance.refutation() is None
        and (instance.known is None or instance.known.status != "unsat")
        and sum(shown_domain(expr).size for expr in instance.build().shown.values()) <= SMALL
    ]


def orders() -> dict[str, int]:
    """Instances with the order of their group, as paper and pencil have it."""
    zebra = 'zebra:categories=[["p",["a","b","c","d"]],["q",["e","f","g","h"]]]'
    return {
        "queens:n=5": 8,
        "queens:n=5,blocked=[[3,3]]": 8,
        "queens:n=5,blocked=[[1,2],[5,4]]": 2,
        "queens:n=5,blocked=[[1,1],[5,5]]": 4,
        "queens:n=5,fixed=[[1,2]]": 1,
        "queens:n=5,fixed=[[3,3]],blocked=[[1,3]]": 2,
        "queens:n=6,diagonals=[[5,1]]": 4,
        "queens:n=6,diagonals=[[4,1],[5,0]]": 2,
        "placement:piece=king,rows=3,columns=4,count=3": 4,
        'placement:piece=knight,rows=3,columns=3,holes=["r2c2"],objective=most': 8,
        'placement:piece=rook,rows=3,columns=3,holes=["r1c1"],objective=dominate': 2,
        "knights_tour:rows=3,columns=4,start=any,goal=any": 4,
        "knights_tour:rows=5,goal=any": 2,
        "knights_tour:rows=5": 4,
        "knights_tour:rows=5,goal=r1c5": 2,
        "knights_tour:rows=6,closed=true": 8,
        'knights_tour:rows=3,columns=7,start=any,goal=any,holes=["r1c1"]': 1,
        "packing:width=4,height=4,pieces=[[1,2],[2,3]]": 4,
        "packing:width=4,height=4,pieces=[[1,2],[2,1],[3,3]]": 8,
        "packing:width=3,height=4,pieces=[[1,2],[2,1]]": 4,
        "packing:width=3,height=4,pieces=[[1,2],[1,3]],rotation=true": 4,
        "packing:width=4,height=4,pieces=[[1,2],[2,3],[1,1]],rotation=true": 8,
        "packing:width=4,height=4,squares=[2,2]": 1,
        "packing:width=4,height=4,squares=[2,1],symmetry=corner": 1,
        "latin_square:n=3": 8 * 6,
        "latin_square:n=4,box=[1,4]": 4 * 24,
        'latin_square:n=4,given="2... .... .... ...."': 6,
        'tiling:rows=4,columns=4,pieces=["domino"]': 8,
        'tiling:rows=3,columns=4,pieces=["XX/.X"],turning=one-sided': 4,
        'tiling:rows=3,columns=4,pieces=["XX/.X"],turning=fixed': 1,
        'tiling:rows=3,columns=4,pieces=["X./XX/X.","XXX"],turning=one-sided': 4,
        'tiling:rows=3,columns=4,pieces=["XX./.XX"],turning=one-sided': 2,
        'tiling:rows=4,columns=4,pieces=["domino"],turning=fixed': 4,
        'tiling:rows=4,columns=4,pieces=["L","X/X"],turning=one-sided': 4,
        'tiling:rows=2,columns=4,pieces=["domino"]': 4,
        'tiling:rows=3,columns=3,pieces=["domino"],holes=["r1c1"]': 2,
        f"{zebra},clues=[]": 2 * 24 * 24,
        f'{zebra},clues=[["a next to b"],["e between f and c"]]': 2 * 2,
        f'{zebra},clues=[["a at 1,4"],["if a at 2,3 then b = e"]]': 2 * 6 * 2,
        f'{zebra},clues=[["a left of b"]]': 2 * 24,
    }


def test_there_are_small_instances_of_every_puzzle() -> None:
    assert {name.partition("/")[0] for name in small_instances()} == set(CATALOGUE.names())


@pytest.mark.parametrize("name", [*small_instances(), *orders()])
def test_solutions_are_mapped_to_solutions(name: str) -> None:
    instance = CATALOGUE.instance(name)
    model = instance.build()
    found = []
    for answer in enumerate_solutions(model, limit=MOST, in_process=True):
        assert answer.solution is not None
        found.append(answer.solution)
        for symmetry in model.symmetries:
            image = symmetry(answer.solution)
            assert instance.check(image) == []
            if answer.objective is not None:  # what is shown are the variables there
                assert model.objective_value(image) == answer.objective
    if len(found) < MOST:
        assert all(
            symmetry(solution) in found for symmetry in model.symmetries for solution in found
        )


@pytest.mark.parametrize(("name", "order"), orders().items())
def test_groups_are_as_large_as_they_should_be(name: str, order: int) -> None:
    assert len(Group(CATALOGUE.instance(name).build())) == order


def test_generators_of_boards_are_few() -> None:
    labels = {
        "queens/6": ["quarter turn", "upside down"],
        "queens:n=5,blocked=[[1,1],[5,5]]": ["half turn", "diagonal"],
        "placement:piece=king,rows=3,columns=4,count=3": ["half turn", "upside down"],
        "packing/luzin-112": ["mirrored", "diagonal"],
    }
    for name, expected in labels.items():
        declared = CATALOGUE.instance(name).build().symmetries
        assert [symmetry.label for symmetry in declared] == expected


@pytest.mark.parametrize("name", orders())
def test_all_models_take_the_same_symmetries(name: str) -> None:
    instance = CATALOGUE.instance(name)
    for model in instance.puzzle.models:
        assert list(instance.build(model).symmetries) == list(instance.build().symmetries)
