"""Puzzles up to symmetry: published numbers of orbits, from Python and on the command line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from satchel import InputError, count_orbits, load, representatives
from satchel.puzzle import Catalogue
from satchel.tasks.count import orbits
from satchel.tasks.count.counting import Count
from satchel.tasks.count.orbits import Orbits
from satchel.tasks.count.protocol import Question
from satchel.tasks.orbits import representatives as find_representatives
from satchel.tasks.origin import Origin
from satchel.tasks.solve import enumerate_solutions
from tests.commands import ROOT, done, satchel

A000170 = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724}
"""Queens: all solutions."""
A002562 = {4: 1, 5: 2, 6: 1, 7: 6, 8: 12, 9: 46, 10: 92}
"""Queens: up to turns and reflections."""


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting without a worker process for each subgroup."""

    def count(question: Question, _: str) -> Count:
        found = enumerate_solutions(question.model, check=question.check, in_process=True)
        return Count(sum(1 for _ in found), "enumeration", "", True, 0.0)

    monkeypatch.setattr(orbits, "count", count)
    monkeypatch.setattr(orbits, "count_origin", lambda _, question, method: count(question, method))


def counted(name: str, model: str | None = None) -> Orbits:
    origin = Origin.of(Catalogue().instance(name), model)
    assert origin.instance is not None
    question = Question(origin.model, check=origin.instance.check)
    return orbits.count_orbits(origin, question)


def found(name: str, model: str | None = None) -> Mapping[int, int]:
    """How many representatives stand for how many solutions."""
    instance = Catalogue().instance(name)
    answers = find_representatives(instance.build(model), check=instance.check, in_process=True)
    return Counter(answer.orbit for answer in answers)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("n", A000170)
def test_queens(n: int) -> None:
    counts = counted(f"queens:n={n}")
    assert counts.sizes is not None
    assert counts.sizes.keys() <= {8, 4, 2}
    assert counts.total.number == A000170[n]
    assert sum(size * number for size, number in counts.sizes.items()) == A000170[n]
    assert counts.number == sum(counts.sizes.values()) == A002562[n]
    assert found(f"queens:n={n}") == counts.sizes


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("model", ["permutation", "lines", "attack"])
def test_queens_in_every_model(model: str) -> None:
    assert counted("queens/6", model).sizes == found("queens/6", model) == {4: 1}


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("packing/nine-squares", {4: 1}),  # one tiling and its reflections (Moron 1925)
        ("packing/nine-squares-69", {4: 1}),  # Brooks, Smith, Stone and Tutte 1940
        ("packing/five-rectangles", {4: 4}),  # docs/decisions/0006
        pytest.param("packing/luzin-112", {8: 1}, marks=pytest.mark.slow),  # Duijvestijn 1978
    ],
)
def test_tilings(name: str, sizes: Mapping[int, int]) -> None:
    assert counted(name).sizes == found(name) == sizes


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(("n", "number"), [(2, 1), (3, 2), (4, 7), (5, 23), (6, 115)])
def test_rooks(n: int, number: int) -> None:
    """OEIS A000903."""
    name = f"placement:piece=rook,rows={n},columns={n},count={n}"
    assert counted(name).number == sum(found(name).values()) == number


@pytest.mark.slow
def test_pentominoes() -> None:
    """2339 ways to fill 6 x 10, as C. B. and Jenifer Haselgrove found in 1960."""
    counts = count_orbits(load("tiling/pentominoes-6x10"))
    assert (counts.number, counts.sizes) == (2339, {4: 2339})


@pytest.mark.slow
def test_closed_tours() -> None:
    """1245 on 6 x 6 up to turns and reflections, as the literature on knights' tours has it."""
    assert sum(found("knights_tour/closed-6").values()) == 1245


def test_python() -> None:
    instance = load("queens/6")
    counts = count_orbits(instance)
    assert (counts.number, counts.total.number, counts.group, counts.sizes) == (1, 4, 8, {4: 1})
    (first,) = representatives(instance)
    assert (first.orbit, first.answer.checked) == (4, True)
    assert len(list(representatives(load("queens/7"), limit=2))) == 2


def test_the_documented_example(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "symmetry.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(code, "symmetry.md", "exec"), {})
    assert capsys.readouterr().out == "2 18 24\n"  # by hand: abab and abac


def test_count_prints_orbits() -> None:
    text = done("count", "packing/five-rectangles", "--up-to-symmetry")
    assert "4 up to symmetry" in text
    assert "16 solutions, each checked; orbits: 4 of 4" in text
    assert "4 symmetries (from: mirrored, upside down)" in text
    data = json.loads(done("count", "queens/3", "--up-to-symmetry", "--output", "json"))
    assert (data["up_to_symmetry"], data["count"], data["sizes"]) == (0, 0, {})


def test_solve_prints_one_of_each_orbit() -> None:
    lines = done("solve", "queens/8", "--all", "--up-to-symmetry", "--output", "json").splitlines()
    sizes = Counter(json.loads(line)["orbit"] for line in lines)
    assert sizes == {8: 11, 4: 1}
    text = done("solve", "queens/6", "--all", "--up-to-symmetry", "--backend", "z3")
    assert text.endswith("one of 4\n\n1 solution up to symmetry, of 4 in all\n")
    text = done("solve", "queens/7", "--all", "--up-to-symmetry", "--jobs", "2")
    assert text.endswith("6 solutions up to symmetry, of 40 in all\n")
    text = done("solve", "queens/6", "--all", "--up-to-symmetry", "--limit", "1")
    assert text.endswith("1 solution up to symmetry (the limit)\n")
    text = done("solve", "knights_tour/closed-4", "--all", "--up-to-symmetry")
    assert text.startswith("0 solutions")


def test_breaking_on_the_command_line() -> None:
    text = done("solve", "placement/dominating-queens-5", "--break-symmetry")
    assert "optimum 3" in text
    text = done("solve", "placement/kings-6-9", "--break-symmetry")
    assert "satisfiable (checked)" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "queens/6", "--up-to-symmetry"], "--up-to-symmetry needs --all"),
        (["solve", "queens/6", "--all", "--break-symmetry"], "leaves solutions out"),
        (["count", "queens/6", "--break-symmetry"], "leaves solutions out"),
        (["unique", "queens/6", "--break-symmetry"], "leaves solutions out"),
        (["explain", "queens/6", "--break-symmetry"], "leaves solutions out"),
        (["encode", "queens/6", "--format", "pmc", "--break-symmetry"], "leaves solutions out"),
        (["solve", "queens:n=5,fixed=[[1,2]]", "--break-symmetry"], "no symmetry to break"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], words: str) -> None:
    result = satchel(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_counting_what_is_broken_is_refused() -> None:
    from satchel import Options

    with pytest.raises(InputError, match="leaves solutions out"):
        count_orbits(load("queens/6"), options=Options(break_symmetry=True))
