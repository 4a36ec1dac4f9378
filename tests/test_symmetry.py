"""Symmetries of models: declared, composed, counted by, enumerated up to, broken.

The oracle: a model's solutions by brute force, and their orbits by applying the declared symmetries
one solution at a time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from time import perf_counter

import pytest

from satchel.cnf.options import Options
from satchel.errors import CheckError, InputError, LimitError, ModelError, SizeError
from satchel.ir import Affine, Model, Permuted, Symmetry, negated
from satchel.passes import symmetry
from satchel.symmetry.group import Group
from satchel.symmetry.subgroups import subgroup_classes
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.count import orbits as counted
from satchel.tasks.count.counting import Count
from satchel.tasks.count.orbits import Orbits, count_orbits
from satchel.tasks.count.protocol import Question
from satchel.tasks.orbits import representatives
from satchel.tasks.origin import Origin
from satchel.tasks.solve import enumerate_solutions, solve
from tests.random_models import brute_force
from tests.symmetric_models import first, images_of, orbits, symmetric_model

SEEDS = range(60)
BACKENDS = [
    name
    for name in list_backends()[0]
    if backend_named(name).incremental and name != "brute"  # auxiliaries make it try for ever
]


def small(*symmetries: Symmetry) -> Model:
    """Two Booleans and two integers, all shown."""
    model = Model()
    for name in "ab":
        model.show(name, model.bool(name))
    model.show("x", model.int("x", 0, 3))
    model.show("y", model.int("y", 0, 2) + 1)
    for each in symmetries:
        model.declare_symmetry(each)
    return model


def interchangeable(n: int) -> Model:
    """n Booleans of which any two may change places."""
    model = Model()
    names = [f"b{number}" for number in range(n)]
    for name in names:
        model.show(name, model.bool(name))
    for one, other in pairwise(names):
        model.declare_symmetry(Symmetry(f"{one} {other}", {one: other, other: one}))
    return model


@pytest.mark.parametrize(
    ("images", "words"),
    [
        ({"a": "c"}, "c is not shown"),
        ({"c": "a"}, "c is not shown"),
        ({"a": "b"}, "b goes somewhere, but nothing takes its place"),
        ({"a": "b", "b": "b"}, "b goes to two places"),
        ({"a": "x", "x": "a"}, "a is Boolean, but x is not"),
        ({"x": "a", "a": "x"}, "x is an integer, but a is not"),
        ({"x": "y", "y": "x"}, "x is in {0..3}, but y is in {1..3}"),
        ({"x": Affine(((-1, "x"),), 4)}, "x is in {0..3}, but 4 - x is in {1..4}"),
        ({"a": Affine(((1, "a"),), 1)}, "a is in {0..1}, but 1 + a is in {1..2}"),
        ({"x": Affine(((0, "x"),), 1)}, "x is in {0..3}, but 1 + 0*x is in no domain"),
        ({"x": Permuted("x", ((0, 1), (1, 0)))}, "but x[0: 1, 1: 0] is in no domain"),
        ({"x": Permuted("x", ((0, 1), (1, 1), (2, 0), (3, 2)))}, "is in no domain"),
    ],
)
def test_what_cannot_be_a_symmetry_is_refused(images: dict[str, object], words: str) -> None:
    model = small()
    with pytest.raises(ModelError) as error:
        model.declare_symmetry(Symmetry("wrong", images))  # type: ignore[arg-type]
    assert str(error.value).startswith("symmetry wrong: ")
    assert words in str(error.value)


def test_two_to_one_sums_are_refused() -> None:
    model = small(
        Symmetry("wrong", {"x": Affine(((1, "x"), (1, "y")), 0), "y": Affine(((1, "x"), (1, "y")))})
    )
    with pytest.raises((ModelError, SizeError)):
        Group(model, limit=100)


def test_models_print_and_write_their_symmetries() -> None:
    table = Permuted("x", ((0, 1), (1, 0), (2, 3), (3, 2)))
    model = small(
        Symmetry("swap", {"a": "b", "b": negated("a"), "y": Affine(((-1, "y"),), 4)}),
        Symmetry("values", {"x": table}),
    )
    assert "symmetry swap: a = b, b = 1 - a, y = 4 - y" in str(model).splitlines()
    assert "symmetry values: x = x[0: 1, 1: 0, 2: 3, 3: 2]" in str(model).splitlines()
    again = Model.from_json(model.to_json())
    assert again.symmetries == model.symmetries
    assert not Model.from_json(model.to_json(symmetries=False)).symmetries
    solution = {"a": True, "b": False, "x": 2, "y": 1}
    assert model.symmetries[0](solution) == {"a": False, "b": False, "x": 2, "y": 3}
    assert model.symmetries[1](solution) == {"a": True, "b": False, "x": 3, "y": 1}


@pytest.mark.parametrize(
    ("n", "order", "classes", "subgroups", "up_to_conjugacy"),
    [(2, 2, 2, 2, 2), (3, 6, 3, 6, 4), (4, 24, 5, 30, 11), (5, 120, 7, 156, 19)],  # the literature
)
def test_symmetric_groups(
    n: int, order: int, classes: int, subgroups: int, up_to_conjugacy: int
) -> None:
    group = Group(interchangeable(n))
    assert len(group) == order
    assert len(group.conjugacy_classes()) == classes
    found = subgroup_classes(group)
    assert found is not None
    assert len(found) == up_to_conjugacy
    assert sum(len(each.conjugates) for each in found) == subgroups


def test_listing_a_group_ends_at_the_deadline() -> None:
    with pytest.raises(LimitError, match="symmetries listed, and not all yet"):
        Group(interchangeable(8), deadline=perf_counter() + 0.01)
    with pytest.raises(LimitError):
        count_orbits(Origin(interchangeable(8)), Question(interchangeable(8), timeout=0.01))
    with pytest.raises(LimitError):
        list(representatives(interchangeable(8), timeout=0.01))


def test_groups_that_are_too_large_are_refused() -> None:
    with pytest.raises(SizeError, match="more than 50,000 elements over 9 shown values"):
        Group(interchangeable(9))


@pytest.mark.parametrize("seed", SEEDS)
def test_elements_form_a_group_and_do_what_their_words_say(seed: int) -> None:
    model = symmetric_model(Random(seed))
    group = Group(model)
    labels = {each.label: each for each in model.symmetries}
    solution = {name: (0 if name in "xy" else False) for name in model.shown} | {"x": 2, "b": True}
    for number in range(len(group)):
        image = solution
        for label in group.label(number).split(", then "):
            image = labels[label](image) if label in labels else image
        assert group.symmetry(number)(solution) == image
    assert sum(map(len, group.conjugacy_classes())) == len(group)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_fixed_is_what_a_symmetry_does_not_change(seed: int) -> None:
    model = symmetric_model(Random(seed))
    solutions = brute_force(model)
    for each in model.symmetries:
        fixed = {s for s in solutions if tuple(each(solution(model, s)).values()) == s}
        assert brute_force(counted.keeping_fixed(model, [each])) == fixed


def test_what_is_fixed_by_exchanging_values() -> None:
    cycle = ((0, 1), (1, 2), (2, 3), (3, 0))
    back = tuple(sorted((after, before) for before, after in cycle))
    model = Model()
    for name in "xy":
        model.show(name, model.int(name, 0, 3))
    model.declare_symmetry(Symmetry("s", {"x": Permuted("y", cycle), "y": Permuted("x", back)}))
    fixed = counted.keeping_fixed(model, model.symmetries)
    assert brute_force(fixed) == {(1, 0), (2, 1), (3, 2), (0, 3)}


@dataclass(frozen=True)
class BruteForce:
    """Counts instead of a method."""

    def __call__(self, question: Question, _: str) -> Count:
        return Count(len(brute_force(question.model)), "brute force", "", True, 0.0)


@pytest.fixture
def brute_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "count", BruteForce())
    monkeypatch.setattr(
        counted, "count_origin", lambda _, question, method: BruteForce()(question, method)
    )


def orbits_of(model: Model, method: str = "auto") -> Orbits:
    return count_orbits(Origin(model), Question(model), method)


@pytest.mark.usefixtures("brute_counting")
@pytest.mark.parametrize("seed", SEEDS)
def test_orbits_are_counted_with_their_sizes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = symmetric_model(Random(seed))
    expected = orbits(model, brute_force(model))
    found = orbits_of(model)
    assert found.number == len(expected)
    assert found.sizes == Counter(map(len, expected))
    monkeypatch.setattr(counted, "subgroup_classes", lambda _: None)  # as where it is large
    found = orbits_of(model)
    assert found.number == len(expected)
    assert found.sizes is None


@pytest.mark.usefixtures("brute_counting")
def test_bracelets_and_necklaces() -> None:
    """Bracelets of six beads in two colours: 13 (OEIS A000029); necklaces: 14 (A000031)."""
    beads = [f"b{number}" for number in range(6)]
    turn = Symmetry("turn", {bead: beads[number - 1] for number, bead in enumerate(beads)})
    over = Symmetry("over", dict(zip(beads, reversed(beads), strict=True)))
    for symmetries, number in (((turn,), 14), ((turn, over), 13)):
        model = Model()
        for bead in beads:
            model.show(bead, model.bool(bead))
        for each in symmetries:
            model.declare_symmetry(each)
        assert orbits_of(model).number == number


def test_methods_count_what_is_fixed() -> None:
    model = symmetric_model(Random(3))
    expected = Counter(map(len, orbits(model, brute_force(model))))
    assert orbits_of(model, "enumeration").sizes == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_breaking_keeps_the_first_of_each_orbit(seed: int) -> None:
    model = symmetric_model(Random(seed))
    solutions = brute_force(model)
    if len(Group(model)) > 1:
        broken, _ = symmetry.apply(model)
        assert brute_force(broken) == {first(orbit) for orbit in orbits(model, solutions)}


@pytest.mark.parametrize("seed", SEEDS)
def test_breaking_by_generators_keeps_some_of_each_orbit(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.symmetry.breaking._ELEMENTS", 1)
    monkeypatch.setattr("satchel.symmetry.breaking._LENGTH", 3)
    model = symmetric_model(Random(seed))
    broken, _ = symmetry.apply(model)
    kept = brute_force(broken)
    assert len(broken.statements) <= len(model.statements) + len(model.symmetries)
    for orbit in orbits(model, brute_force(model)):
        assert first(orbit) in kept


@pytest.mark.parametrize("seed", range(15))
def test_breaking_keeps_the_best_objective(seed: int) -> None:
    model = symmetric_model(Random(seed), objective=True)
    assert model.objective is not None
    broken, _ = symmetry.apply(model)
    values = [[solution(model, each) for each in brute_force(m)] for m in (model, broken)]
    best = min if model.objective.sense == "minimize" else max
    every, kept = ([model.objective_value(each) or 0 for each in found] for found in values)
    assert best(kept, default=None) == best(every, default=None)


def solution(model: Model, values: tuple[int, ...]) -> dict[str, int]:
    """A shown solution by name: the variables' values, too."""
    return dict(zip(model.shown, values, strict=True))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(3))
def test_representatives_are_the_first_of_each_orbit(backend: str, seed: int) -> None:
    model = symmetric_model(Random(100 + seed))
    expected = orbits(model, brute_force(model))
    found = list(representatives(model, backend=backend, in_process=True))
    values = [tuple(map(int, (each.answer.solution or {}).values())) for each in found]
    assert sorted(values) == sorted(map(first, expected))
    assert Counter(each.orbit for each in found) == Counter(map(len, expected))


@pytest.mark.parametrize("seed", range(20))
def test_representatives_under_a_group_broken_in_part(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.symmetry.breaking._ELEMENTS", 1)
    model = symmetric_model(Random(seed))
    expected = orbits(model, brute_force(model))
    found = list(representatives(model, backend="cadical", in_process=True))
    assert len(found) == len(expected)
    assert len(list(representatives(model, limit=1, in_process=True))) == min(len(expected), 1)


@pytest.mark.parametrize("backend", ["cadical", "z3", "clingo"])
def test_solving_with_symmetry_broken(backend: str) -> None:
    options = Options(break_symmetry=True)
    for seed in range(3):
        model = symmetric_model(Random(200 + seed))
        answer = solve(model, backend=backend, options=options, in_process=True)
        assert (answer.status == "sat") == bool(brute_force(model))
        assert answer.checked == (answer.status == "sat")


def test_breaking_is_refused_where_it_makes_no_sense() -> None:
    options = Options(break_symmetry=True)
    with pytest.raises(InputError, match="no symmetry to break"):
        solve(small(), options=options, in_process=True)
    model = symmetric_model(Random(0))
    with pytest.raises(InputError, match="--break-symmetry leaves solutions out"):
        list(enumerate_solutions(model, options=options, in_process=True))
    with pytest.raises(InputError, match="--break-symmetry leaves solutions out"):
        counted.count(Question(model, options=options), "enumeration")


def lopsided() -> Model:
    """A model with a symmetry that is none: three solutions, no two of them symmetric."""
    model = small(Symmetry("wrong", {"a": "b", "b": "a"}))
    a, b, x, y = model.variables.values()
    model.add(a & ~b & (x <= 2) & (y == x))  # type: ignore[operator]
    return model


def test_a_wrong_symmetry_shows_in_an_image() -> None:
    with pytest.raises(CheckError, match="wrong is no symmetry: it makes something of a solution"):
        list(representatives(lopsided(), in_process=True))


@pytest.mark.usefixtures("brute_counting")
@pytest.mark.parametrize("small_group", [True, False])
def test_a_wrong_symmetry_may_show_in_numbers(
    small_group: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not small_group:
        monkeypatch.setattr(counted, "subgroup_classes", lambda _: None)
    with pytest.raises(CheckError, match="fit no symmetry group"):
        orbits_of(lopsided())


@pytest.mark.parametrize("seed", SEEDS)
def test_random_models_have_their_symmetries(seed: int) -> None:
    model = symmetric_model(Random(seed))
    solutions = brute_force(model)
    assert all(images_of(model, each) <= solutions for each in solutions)
