"""Zebra: streets against an exhaustive search, the clue language, answers to the questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product
from typing import Any

import pytest

from satchel.errors import InputError
from satchel.ir import IntVar
from satchel.puzzle import Catalogue, Instance, Shown, read_parameters, shipped_instances
from satchel.tasks.solve import enumerate_solutions, solve

CATALOGUE = Catalogue()
MODELS = ("positions", "matrix")
NAMES = [name for name in shipped_instances() if name.startswith("zebra/")]

House = Mapping[str, int]
Test = Callable[[House], bool]

READINGS: list[tuple[str, Callable[..., bool]]] = [
    (r"(.+) = (.+)", lambda h, a, b: h[a] == h[b]),
    (r"(.+) at (\d)", lambda h, a, k: h[a] == int(k)),
    (r"(.+) at (\d), (\d)", lambda h, a, k, m: h[a] in (int(k), int(m))),
    (r"(.+) immediately right of (.+)", lambda h, a, b: h[a] - h[b] == 1),
    (r"(.+) immediately left of (.+)", lambda h, a, b: h[b] - h[a] == 1),
    (r"(.+) right of (.+)", lambda h, a, b: h[a] > h[b]),
    (r"(.+) left of (.+)", lambda h, a, b: h[a] < h[b]),
    (r"(.+) next to (.+)", lambda h, a, b: h[a] - h[b] in (1, -1)),
]
"""How this file reads the clues of the shipped instances, apart from the puzzle's own reading."""


def readings(clues: list[str]) -> list[tuple[set[str], Test]]:
    """The items that a clue names, and whether it holds of a street, for each part of each clue."""
    read = []
    for part in (part for clue in clues for part in clue.split(" and ")):
        found = next((m, f) for p, f in READINGS if (m := re.fullmatch(p, part)))
        words, meaning = found[0].groups(), found[1]
        items = {word for word in words if not word.isdigit() or " = " in part or " next" in part}
        read.append((items, lambda h, words=words, meaning=meaning: meaning(h, *words)))
    return read


def streets(categories: dict[str, list[str]], clues: list[str]) -> Iterator[House]:
    """All streets, by trying the houses of one item after the other, row by row."""
    tests = readings(clues)
    items = [item for row in categories.values() for item in row]
    category = {item: row for row, items in categories.items() for item in items}
    due: list[list[Test]] = [[] for _ in items]
    for needed, test in tests:
        due[max(map(items.index, needed))].append(test)

    def extend(house: dict[str, int]) -> Iterator[House]:
        if len(house) == len(items):
            yield house
            return
        item = items[len(house)]
        row = categories[category[item]]
        for free in set(range(1, len(row) + 1)) - {house.get(other) for other in row}:
            more = {**house, item: free}
            if all(test(more) for test in due[len(house)]):
                yield from extend(more)

    return extend({})


def data(name: str) -> tuple[dict[str, list[str]], list[str]]:
    """The categories and the clues of a shipped instance, without their words."""
    plain = CATALOGUE.instance(name).to_json()["parameters"]
    return dict(plain["categories"]), [clue[-1] for clue in plain["clues"]]


def full(categories: Mapping[str, list[str]], house: House) -> Shown:
    return {f"{c}/{item}": house[item] for c, items in categories.items() for item in items}


def without_words(categories: dict[str, list[str]], clues: list[str]) -> Instance:
    zebra = CATALOGUE.puzzle("zebra")
    plain = {"categories": list(categories.items()), "clues": [[clue] for clue in clues]}
    return Instance(zebra, read_parameters(zebra.parameters, plain), None, "test")


def found(instance: Instance, model: str, backend: str = "cadical") -> list[Shown]:
    answers = enumerate_solutions(
        instance.build(model), backend=backend, check=instance.check, in_process=True
    )
    return [answer.solution or {} for answer in answers]


def frozen(solutions: list[Shown]) -> set[frozenset[tuple[str, int]]]:
    return {frozenset(solution.items()) for solution in solutions}


@pytest.mark.parametrize("name", NAMES)
def test_shipped_streets_are_those_of_an_exhaustive_search(name: str) -> None:
    categories, clues = data(name)
    expected = [full(categories, house) for house in streets(categories, clues)]
    instance = CATALOGUE.instance(name)
    assert instance.known is not None
    assert len(expected) == (1 if instance.known.unique else instance.known.count)
    for model, backend in product(MODELS, ("cadical", "glucose", "z3-sat", "z3")):
        solutions = found(instance, model, backend)
        assert len(solutions) == len(expected)
        assert frozen(solutions) == frozen(expected)


NEEDLESS: dict[str, set[int]] = {
    "zebra/shoes": set(),
    "zebra/ships": {1, 2, 3, 7, 10, 11, 12, 13, 15},
}
"""The clues, by number, without which the street is still certain."""


@pytest.mark.parametrize("name", NEEDLESS)
def test_a_clue_taken_out_leaves_what_an_exhaustive_search_finds(name: str) -> None:
    categories, clues = data(name)
    needless = set()
    for number in range(1, len(clues) + 1):
        rest = clues[: number - 1] + clues[number:]
        expected = [full(categories, house) for house in streets(categories, rest)]
        needless |= {number} if len(expected) == 1 else set()
        solutions = found(without_words(categories, rest), MODELS[number % 2])
        assert frozen(solutions) == frozen(expected)
    assert needless == NEEDLESS[name]


def test_the_fish_is_nobodys_for_certain_if_green_is_anywhere_on_the_left() -> None:
    categories, clues = data("zebra/fish")
    loose = [clue.replace("immediately left", "left") for clue in clues]
    expected = list(streets(categories, loose))
    assert len(expected) == 7
    assert {house["fish"] == house["German"] for house in expected} == {True, False}
    solutions = found(without_words(categories, loose), "positions")
    assert frozen(solutions) == frozen([full(categories, house) for house in expected])


ANSWERS = {
    "zebra/shoes": ["Who drinks water? Dane", "Who keeps the zebra? Japanese"],
    "zebra/life-1962": ["Who drinks water? Norwegian", "Who owns the zebra? Japanese"],
    "zebra/zagadka-1962": ["Кто пьёт воду? норвежец", "Кто держит зебру? японец"],
    "zebra/fish": ["Who owns the fish? German"],
    "zebra/professions": ["Who owns a zebra? Japanese", "Who drinks water? Norwegian"],
    "zebra/ships": ["Which ship goes to Port Said? Spanish", "Which ship carries tea? French"],
    "zebra/three-houses": ["Who keeps the zebra? Japanese"],
}


@pytest.mark.parametrize("name", ANSWERS)
def test_questions_are_answered_as_published(name: str) -> None:
    instance = CATALOGUE.instance(name)
    for model in MODELS:
        solution = solve(instance.build(model), check=instance.check, in_process=True).solution
        assert instance.draw(solution).text().split("\n\n")[1].splitlines() == ANSWERS[name]


SMALL = {"letter": ["A", "B", "C", "D"], "digit": ["p", "q", "r", "s"]}
KINDS: dict[str, Test] = {
    "A = p": lambda h: h["A"] == h["p"],
    "A != p": lambda h: h["A"] != h["p"],
    "A at 2": lambda h: h["A"] == 2,
    "A at 1, 4, 1": lambda h: h["A"] in (1, 4),
    "A not at 2": lambda h: h["A"] != 2,
    "A left of q": lambda h: h["A"] < h["q"],
    "A right of B": lambda h: h["A"] > h["B"],
    "A not left of q": lambda h: h["A"] >= h["q"],
    "A immediately left of q": lambda h: h["A"] + 1 == h["q"],
    "A immediately right of B": lambda h: h["A"] - 1 == h["B"],
    "A not immediately left of q": lambda h: h["A"] + 1 != h["q"],
    "A next to p": lambda h: abs(h["A"] - h["p"]) == 1,
    "A not next to B": lambda h: abs(h["A"] - h["B"]) != 1,
    "A 1 apart from p": lambda h: abs(h["A"] - h["p"]) == 1,
    "A 2 apart from p": lambda h: abs(h["A"] - h["p"]) == 2,
    "A not 3 apart from p": lambda h: abs(h["A"] - h["p"]) != 3,
    "A between p and B": lambda h: h["p"] < h["A"] < h["B"] or h["B"] < h["A"] < h["p"],
    "A not between p and q": lambda h: not (h["p"] < h["A"] < h["q"] or h["q"] < h["A"] < h["p"]),
    "A = p and B right of q": lambda h: h["A"] == h["p"] and h["B"] > h["q"],
    "A = p or B = p or A at 1": lambda h: h["p"] in (h["A"], h["B"]) or h["A"] == 1,
    "either A = p or A at 1": lambda h: (h["A"] == h["p"]) != (h["A"] == 1),
    "either A = p or A at 1 or p at 2": lambda h: (
        [h["A"] == h["p"], h["A"] == 1, h["p"] == 2].count(True) == 1
    ),
    "either A between p and q and B at 1 or B left of C": lambda h: (
        ((h["p"] < h["A"] < h["q"] or h["q"] < h["A"] < h["p"]) and h["B"] == 1)
        != (h["B"] < h["C"])
    ),
    "if A = p then B next to q": lambda h: h["A"] != h["p"] or abs(h["B"] - h["q"]) == 1,
    "if either A = p or B at 2 then A right of q and B not at 4": lambda h: (
        (h["A"] == h["p"]) == (h["B"] == 2) or (h["A"] > h["q"] and h["B"] != 4)
    ),
    "if A between p and q then A 2 apart from B or A at 2": lambda h: (
        not (h["p"] < h["A"] < h["q"] or h["q"] < h["A"] < h["p"])
        or abs(h["A"] - h["B"]) == 2
        or h["A"] == 2
    ),
}
"""Every kind of clue, with its meaning."""

ALL = [
    dict(zip("ABCDpqrs", letters + digits, strict=True))
    for letters, digits in product(permutations((1, 2, 3, 4)), repeat=2)
]
SOME = ALL[::5]


@pytest.mark.parametrize("clue", KINDS)
def test_clues_mean_what_they_say(clue: str) -> None:
    instance = without_words(SMALL, [clue])
    models = [instance.build(model) for model in MODELS]
    held = 0
    for house in SOME:
        solution = full(SMALL, house)
        holds = KINDS[clue](house)
        held += holds
        assert instance.check(solution) == ([] if holds else [f"1. {clue}"])
        for model in models:
            values: dict[str, int] = {}
            for name, variable in model.variables.items():
                item, _, at = name.partition("@")
                is_house = isinstance(variable, IntVar)
                values[name] = solution[item] if is_house else solution[item] == int(at)
            assert (not model.violations(values)) == holds
            assert model.shown_values(values) == solution
    assert 0 < held < len(SOME)


@pytest.mark.parametrize("clue", list(KINDS)[-8:])
def test_solvers_agree_on_clues(clue: str) -> None:
    pinned = [f"{item} at {house}" for house, item in enumerate("ABCD", 1) if item != "B"]
    expected = [h for h in ALL if KINDS[clue](h) and (h["A"], h["C"], h["D"]) == (1, 3, 4)]
    for model, backend in product(MODELS, ("cadical", "z3")):
        solutions = found(without_words(SMALL, [clue, *pinned]), model, backend)
        assert frozen(solutions) == frozen([full(SMALL, house) for house in expected])


@pytest.mark.parametrize("model", MODELS)
def test_each_clue_is_a_statement_under_its_own_words(model: str) -> None:
    instance = CATALOGUE.instance("zebra/zagadka-1962")
    labels = [statement.label for statement in instance.build(model).statements]
    clues = [f"{k}. {words}" for k, (words, _) in enumerate(instance.parameters.clues, 1)]
    assert [label for label in labels if label in clues] == clues
    assert len(set(labels)) == len(labels) or model == "matrix"


def parameters(**changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "categories": [["colour", ["red", "green", "or"]], ["pet", ["old dog", "fox", "red"]]],
        "clues": [["green at 1"]],
    }
    return plain | changes


@pytest.mark.parametrize(
    ("clue", "message"),
    [
        ("grene at 1", "'grene' is no item; did you mean green?"),
        ("xyz at 1", "'xyz' is no item; no category lists it"),
        ("fox = old dgo", "'old dgo' is no item; did you mean old dog?"),
        ("red at 1", "'red' may be colour/red or pet/red: write one of them"),
        (
            "green",
            "=, !=, at, left of, right of, immediately, next to, 2 apart from or between is ",
        ),
        ("green is fox", "after 'green', not 'is'"),
        (
            "green immediately fox",
            "'left of' or 'right of' is expected after 'immediately', not 'f",
        ),
        ("green next fox", "'to' is expected after 'next', not 'fox'"),
        ("green left fox", "'of' is expected after 'left', not 'fox'"),
        ("green at", "a number in 1..3 is expected after 'at', but there it ends"),
        ("green at 4", "a number in 1..3 is expected after 'at', not '4'"),
        ("green at 1, x", "a number in 1..3 is expected after ',', not 'x'"),
        ("green 3 apart from fox", "a number in 1..2 is expected after 'green', not '3'"),
        ("green 2 from fox", "'apart' is expected after '2', not 'from'"),
        ("green = colour/red", "two of one category (colour) are never in one house"),
        ("green left of green", "'green' is compared with itself"),
        ("fox between green and green", "'green' is compared with itself"),
        ("fox between green", "'and' is expected after 'green', but there it ends"),
        ("fox = green fox", "'and', 'or' or the end is expected after 'green', not 'fox'"),
        ("either fox = green", "'or' is expected after 'green', but there it ends"),
        ("if fox = green", "'then' is expected after 'green', but there it ends"),
        ("fox = green and", "an item is expected after 'and', but there it ends"),
        ("or at 1", "an item is expected at the start, not 'or'"),
        ("= green", "an item is expected at the start, not '='"),
        ("", "an item is expected at the start, but there it ends"),
    ],
)
def test_wrong_clues(clue: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_parameters(
            CATALOGUE.puzzle("zebra").parameters, parameters(clues=[["fox at 1"], ["Words.", clue]])
        )
    assert str(caught.value).startswith("parameter 'clues': clue 2 (Words.): ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"categories": []}, "'categories': at least one"),
        ({"categories": [["colour", []]]}, "0 items"),
        ({"categories": [["a", ["x", "y"]], ["b", ["z"]]]}, "'b' has 1 items, 'a' 2: as many"),
        ({"categories": [["a", ["x", "x"]]]}, "'a' lists 'x' twice"),
        ({"categories": [["a", ["x"]], ["a", ["y"]]]}, "'a' is given twice"),
        ({"categories": [["house", ["x"]]]}, "called like the place"),
        ({"categories": [["a/b", ["x"]]]}, "slash"),
        ({"categories": [["a", ["x "]]]}, "'x ' is empty, or has blanks"),
        ({"categories": [["a", [""]]]}, "'' is empty"),
        ({"clues": [["a", "b", "c"]]}, "clue 1: [words, clue] or [clue] is expected"),
        ({"clues": [[]]}, "clue 1: [words, clue]"),
        ({"clues": ["green at 1"]}, "a list"),
        ({"questions": [["Who?", "pet of grene"]]}, "Who?: 'grene' is no item; did you mean green"),
        ({"questions": [["Who?", "pte of green"]]}, "'CATEGORY of ITEM' is expected, not 'pte of"),
        ({"questions": [["Who?", "pte of green"]]}, "(categories: pet)"),
    ],
)
def test_wrong_parameters(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_parameters(CATALOGUE.puzzle("zebra").parameters, parameters(**changes))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_error_names_the_file_and_the_line(tmp_path: Any) -> None:
    file = tmp_path / "street.toml"
    file.write_text(
        'puzzle = "zebra"\n[parameters]\ncategories = [["a", ["x"]]]\nclues = [\n  ["y at 1"],\n]\n'
    )
    with pytest.raises(InputError, match="clue 1") as caught:
        CATALOGUE.instance(str(file))
    assert str(caught.value).startswith(f"{file}:4: ")


def test_names_that_need_their_category() -> None:
    zebra = CATALOGUE.puzzle("zebra")
    clues = [["colour/or at 1 or pet/red = colour/or"], ["old dog left of colour/red"]]
    read = read_parameters(zebra.parameters, parameters(clues=clues))
    solution = {"colour/or": 1, "colour/red": 3, "colour/green": 2}
    assert not zebra.check(read, solution | {"pet/red": 3, "pet/old dog": 2, "pet/fox": 1})
    assert zebra.check(read, solution | {"pet/red": 2, "pet/old dog": 3, "pet/fox": 1})


@pytest.mark.parametrize("changed", [{"A": 2}, {"A": True}, {"A": 5}, {"E": 1}])
def test_what_is_no_street_is_refused(changed: dict[str, int]) -> None:
    instance = without_words(SMALL, [])
    street = dict(full(SMALL, ALL[0]))
    assert not instance.check(street)
    assert instance.check(street | {f"letter/{item}": house for item, house in changed.items()})
    assert instance.check({name: house for name, house in street.items() if name != "letter/A"})
    assert instance.check({})


def test_drawing_in_wide_script() -> None:
    zebra = CATALOGUE.puzzle("zebra")
    read = read_parameters(
        zebra.parameters,
        {
            "place": "家",
            "categories": [["国籍", ["ノルウェー人", "日本人"]], ["pet", ["シマウマ", "dog"]]],
            "clues": [["シマウマは日本人が飼っている", "シマウマ = 日本人"], ["日本人 at 2"]],
            "questions": [["誰が犬を飼っている?", "国籍 of dog"], ["どの家?", "家 of シマウマ"]],
        },
    )
    solution = {"国籍/ノルウェー人": 1, "国籍/日本人": 2, "pet/シマウマ": 2, "pet/dog": 1}
    assert not zebra.check(read, solution)
    assert zebra.draw(read, solution).text() == (
        "家  国籍          pet\n"
        "1   ノルウェー人  dog\n"
        "2   日本人        シマウマ\n"
        "\n"
        "誰が犬を飼っている? ノルウェー人\n"
        "どの家? 2"
    )
    bare = zebra.draw(read, None).text()
    assert bare.startswith(
        "家  国籍  pet\n1   ·     ·\n2   ·     ·\n\n国籍: ノルウェー人, 日本人\n"
    )
    assert bare.endswith(
        "\n1. シマウマは日本人が飼っている\n2. 日本人 at 2\n誰が犬を飼っている?\nどの家?"
    )


def test_an_instance_survives_json() -> None:
    instance = CATALOGUE.instance("zebra/zagadka-1962")
    again = CATALOGUE.revive(instance.to_json(), "again")
    assert (again.parameters, again.known) == (instance.parameters, instance.known)
