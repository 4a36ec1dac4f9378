"""Which instances an order gets: new ones, none trivial, and an end where there are no more."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.families.protocol import Variant
from satchel.puzzle import Catalogue, instance_file, plain_parameters, read_toml, specification
from satchel.registry import Plugin
from satchel.submission.generating import order as ordering
from satchel.submission.generating.generate import PATIENCE, generate
from satchel.submission.generating.order import Order
from satchel.submission.generating.trivial import settled
from satchel.tasks.compile import compile_model


@dataclass(frozen=True)
class Fake:
    """A family of queens whose variants are given."""

    given: tuple[Variant, ...]
    endless: bool = False
    puzzle: str = "queens"
    sizes: range = range(4, 9)

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        yield from self.given
        while self.endless:
            yield from self.given


def fake(monkeypatch: pytest.MonkeyPatch, *variants: Variant, endless: bool = False) -> None:
    class Offered(Plugin):
        def load(self, attribute: str, *default: object) -> Fake:
            return Fake(variants, endless)

    plugins = {"fake": Offered("fake", "", "")}
    monkeypatch.setattr(ordering, "_plugins", lambda: plugins)


def test_options_change_the_formula_and_the_words() -> None:
    plain = Order("queens", 10, 10)
    changed = [
        Options(integers="direct"),
        Options(choices={"amo": "product", "linear": "adder"}),
        Options(presolve=()),
        Options(break_symmetry=True),
        Options(count_safe=True),
        Options(numbering="natural"),
        Options(shuffle=3),
    ]
    words = [tuple(replace(plain, options=options).words()) for options in changed]
    words.append(tuple(replace(plain, model="lines").words()))
    assert len({*words, tuple(plain.words())}) == len(words) + 1
    with pytest.raises(InputError, match="what options of the command line can say"):
        replace(plain, options=Options(labels={"x": {"amo": "pairwise"}}))


def board(name: str, n: int, **parameters: object) -> Variant:
    return Variant(name, {"n": n, **parameters})


def test_repeats_are_left_out_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [board("a", 8), board("b", 8), board("c", 9)]
    fake(monkeypatch, *boards, endless=True)
    with pytest.raises(InputError, match="only 2 of 3 instances were found"):
        list(generate(Order("fake", 4, 4, 3)))
    assert [one.name for one in generate(Order("fake", 4, 4, 2))] == ["fake-a", "fake-c"]


def test_renamed_formulas_are_no_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    mirrored = [board("a", 8, blocked=[[1, 1]]), board("b", 8, blocked=[[8, 8]])]
    fake(monkeypatch, *mirrored)
    order = Order("fake", 4, 4, 1, model="lines")
    assert [one.name for one in generate(order)] == ["fake-a"]
    with pytest.raises(InputError, match="only 1 of 2"):
        list(generate(replace(order, count=2)))


def test_trivial_ones_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    first_row = [[1, column] for column in range(1, 9)]
    trivial = [
        board("empty", 1),
        board("blocked", 8, blocked=first_row),
        board("solved", 8, fixed=[[r, c] for r, c in enumerate((1, 5, 8, 6, 3, 7, 2, 4), 1)]),
    ]
    fake(monkeypatch, *trivial, board("hard", 8))
    assert [one.name for one in generate(Order("fake", 4, 4, 1))] == ["fake-hard"]


def test_larger_sizes_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    class Growing(Fake):
        def variants(self, size: int, random: Random) -> Iterator[Variant]:
            for number in range(size - 3):
                yield board(f"{size}-{number}", size, blocked=[[1, 2 + number]])

    class Offered(Plugin):
        def load(self, attribute: str, *default: object) -> Growing:
            return Growing(())

    plugins = {"fake": Offered("fake", "", "")}
    monkeypatch.setattr(ordering, "_plugins", lambda: plugins)
    sizes = [one.size for one in generate(Order("fake", 4, 7, 6))]
    assert len(sizes) == 6
    assert sizes == sorted(sizes)


def test_patience_is_finite(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = 0

    class Endless(Fake):
        def variants(self, size: int, random: Random) -> Iterator[Variant]:
            nonlocal drawn
            while True:
                drawn += 1
                yield board("a", 1)

    class Offered(Plugin):
        def load(self, attribute: str, *default: object) -> Endless:
            return Endless(())

    plugins = {"fake": Offered("fake", "", "")}
    monkeypatch.setattr(ordering, "_plugins", lambda: plugins)
    with pytest.raises(InputError, match="only 0 of 5"):
        list(generate(Order("fake", 4, 4, 5)))
    assert drawn == PATIENCE


def test_what_settles_an_instance_is_said() -> None:
    catalogue = Catalogue()

    def reason(name: str) -> str | None:
        instance = catalogue.instance(name)
        return settled(instance, compile_model(instance.build(), Options()).formula)

    assert reason("queens:n=8") is None
    assert reason("queens:n=1") == "presolve solves it"
    assert "parity" in str(reason("knights_tour:rows=5,closed=true"))
    row = ",".join(f"[1,{column}]" for column in range(1, 5))
    assert reason(f"queens:n=4,blocked=[{row}]") == "presolve refutes it"


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ([[1], [-1, 2]], "unit propagation solves it"),
        ([[1], [-1, 2], [-2, -1]], "unit propagation refutes it"),
        ([[1], [-1]], "unit propagation refutes it"),
        ([[1, 2], []], "presolve refutes it"),
        ([[1], [2, 3]], None),
        ([[1, 2], [-1, 2], [1, -2], [-1, -2]], None),
    ],
)
def test_unit_propagation_settles_what_it_settles(
    clauses: list[list[int]], expected: str | None
) -> None:
    instance = Catalogue().instance("queens:n=8")
    chunk = array("i", [number for clause in clauses for number in (*clause, 0)])
    formula = compile_model(instance.build(), Options()).formula
    formula = replace(formula, clauses=len(clauses), chunks=(chunk,))
    assert settled(instance, formula) == expected


@pytest.mark.parametrize(
    "name",
    [
        "queens:n=8,fixed=[[1,1]],blocked=[[2,2],[3,3]]",
        "knights_tour:rows=6,closed=true,holes=[\"r1c1\",\"r1c2\"]",
        "packing:width=4,height=3,pieces=[[1,2]],rotation=true",
    ],
)  # fmt: skip
def test_an_instance_is_read_back_as_it_was_written(name: str, tmp_path: Path) -> None:
    instance = Catalogue().instance(name)
    parameters = plain_parameters(instance.parameters)
    assert specification(instance.puzzle.name, parameters) == name
    text = instance_file(instance.puzzle.name, parameters, None, ["a comment"])
    assert text.startswith("# a comment\n")
    assert read_toml(text)["parameters"] == parameters


def test_strings_survive_being_written() -> None:
    words = 'a "quoted"\n\ttext \\ with \x7f, é and 🂡'
    text = instance_file("queens", {"word": words, "far": [[1, 2]] * 40, "empty": []})
    assert read_toml(text)["parameters"] == {"word": words, "far": [[1, 2]] * 40, "empty": []}
    with pytest.raises(InputError, match="cannot be written as TOML"):
        specification("queens", {"n": None})
