"""What files say of their objective: by their own words, solvers' values are the model's."""

# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
import z3

from satchel import Model, Or, export
from satchel.cnf.opb_reader import read_opb
from satchel.cnf.wcnf_reader import read_wcnf

FORMULA = re.compile(r"^[c*] objective (minimize|maximize) (-?\d+) ([+-]) o ", re.MULTILINE)
SENSES = ("minimize", "maximize")


def problem(seed: int, sense: str) -> tuple[Model, int]:
    """A model with a random objective, and the best value it has, by brute force."""
    chance = Random(seed)
    weights = [chance.randint(-6, 6) for _ in range(4)]
    constant = chance.randint(-9, 9)
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    x = model.int("x", -2, chance.choice([-1, 1, 3]))
    model.add(Or(a, b), x + 2 * c <= 2)
    getattr(model, sense)(
        weights[0] * a + weights[1] * b + weights[2] * c + weights[3] * x + constant
    )
    values = [
        sum(w * v for w, v in zip(weights, (p, q, r, n), strict=True)) + constant
        for p, q, r, n in product((0, 1), (0, 1), (0, 1), range(-2, x.domain.hi + 1))
        if (p or q) and n + 2 * r <= 2
    ]
    return model, min(values) if sense == "minimize" else max(values)


def assignments(variables: int) -> Iterator[list[int]]:
    for bits in product((1, -1), repeat=variables):
        yield [sign * v for v, sign in enumerate(bits, 1)]


def of_opb(data: bytes) -> int:
    """The least value of the line `min:` that any assignment has, by brute force."""
    opb, text = read_opb(data), data.decode()
    line = re.search(r"^min: (.*);$", text, re.MULTILINE)
    terms = re.findall(r"([+-]\d+) x(\d+)", line[1]) if line else []
    size = max(map(int, re.findall(r"x(\d+)", text)), default=0)
    return min(
        sum(int(weight) for weight, x in terms if literals[int(x) - 1] > 0)
        for literals in assignments(size)
        if opb.falsified(literals) is None
    )


def of_wcnf(data: bytes) -> int:
    """The least weight of falsified soft clauses, by brute force."""
    wcnf = read_wcnf(data)
    size = max((abs(x) for _, clause, _ in wcnf.clauses for x in clause), default=0)
    return min(wcnf.cost(x) for x in assignments(size) if wcnf.falsified(x) is None)


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize(("form", "least"), [("opb", of_opb), ("wcnf", of_wcnf)])
def test_the_stated_formula_gives_the_best_value(
    form: str, least: Callable[[bytes], int], sense: str, tmp_path: Path
) -> None:
    for seed in range(12):
        model, best = problem(seed, sense)
        file = tmp_path / f"f.{form}"
        export(model, file)
        stated = FORMULA.search(file.read_text())
        assert stated is not None
        assert stated[1] == sense
        o = least(file.read_bytes())
        assert int(stated[2]) + (o if stated[3] == "+" else -o) == best, seed


def test_the_stated_formula_of_the_smallest_example(tmp_path: Path) -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.maximize(5 * a - 2 * b + 1)
    export(model, tmp_path / "f.opb")
    text = (tmp_path / "f.opb").read_text()
    assert "objective maximize 1 - o (o: the value that solvers state)\n" in text
    assert "min: -5 x1 +2 x2 ;" in text


@pytest.mark.parametrize("sense", SENSES)
def test_the_comment_of_a_script_is_the_objective(sense: str, tmp_path: Path) -> None:
    for seed in range(4):
        model, best = problem(seed, sense)
        export(model, tmp_path / "f.smt2")
        text = (tmp_path / "f.smt2").read_text()
        head, _, comment = text.partition(f"\n; to {sense}:\n")
        term = "\n".join(_commented(comment.splitlines()))
        optimizer = z3.Optimize()
        optimizer.from_string(f"{_declarations(head)}\n({sense} {term})")
        assert optimizer.check() == z3.sat
        (goal,) = optimizer.objectives()
        sign = 1 if sense == "minimize" else -1
        assert sign * optimizer.model().eval(goal, model_completion=True).as_long() == best


def _commented(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith("; "):
            return
        yield line.removeprefix("; ")


def _declarations(text: str) -> str:
    """A script without what z3's optimizer has no use for."""
    return re.sub(r"^\(set-[^\n]*\n(\|[^\n]*\n)?", "", text, flags=re.MULTILINE)
