"""Comments for model counters in formulas of others: obeyed, or refused with their line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.count.counting import count
from satchel.tasks.count.protocol import Question
from satchel.tasks.solve import enumerate_solutions
from satchel.tasks.unique import unique
from tests.commands import done, satchel
from tests.formulas import random_clauses, written
from tests.test_import_clauses import solutions

SIZE = 6


def projected(folder: Path, clauses: list[list[int]], shown: list[int]) -> Instance:
    """A formula with its shown variables in two lines, one above the header and one at the end."""
    file = written(folder / "f.cnf", clauses, SIZE)
    first, rest = shown[:1], shown[1:]
    ends = [f"c p show {' '.join(map(str, part))} 0\n".encode() for part in (first, rest)]
    file.write_bytes(ends[0] + file.read_bytes() + ends[1])
    return Catalogue().instance(str(file))


@pytest.mark.parametrize("method", ["sharpsat", "enumeration"])
def test_counts_are_of_what_is_shown(method: str, tmp_path: Path) -> None:
    for seed in range(4):
        random = Random(seed)
        clauses = random_clauses(random, SIZE, 9)
        shown = sorted(random.sample(range(1, SIZE + 1), random.randint(2, SIZE - 1)))
        instance = projected(tmp_path, clauses, shown)
        wanted = {tuple(values[x - 1] for x in shown) for values in solutions(clauses, SIZE)}
        assert len(wanted) > 0
        question = Question(instance.build(), "cadical", check=instance.check)
        assert count(question, method).number == len(wanted), (clauses, shown)


def test_solutions_are_of_what_is_shown(tmp_path: Path) -> None:
    for seed in range(8):
        random = Random(seed)
        clauses = random_clauses(random, SIZE, random.randint(8, 20))
        shown = sorted(random.sample(range(1, SIZE + 1), random.randint(2, SIZE - 1)))
        instance = projected(tmp_path, clauses, shown)
        wanted = {tuple(values[x - 1] for x in shown) for values in solutions(clauses, SIZE)}
        model = instance.build()
        found = [
            tuple((answer.solution or {}).values())
            for answer in enumerate_solutions(model, check=instance.check, in_process=True)
        ]
        assert list(model.shown) == [f"x{x}" for x in shown]
        assert (set(found), len(found)) == (wanted, len(wanted))
        verdict = unique(model, check=instance.check, in_process=True).verdict
        assert verdict == {0: "none", 1: "unique"}.get(len(wanted), "several")


def test_what_satchel_writes_for_counters_is_counted_alike(tmp_path: Path) -> None:
    done("encode", "queens:n=5", "--format", "pmc", "-o", "q.cnf", cwd=tmp_path)
    assert done("count", "q.cnf", cwd=tmp_path).startswith("10 solutions")


def test_an_answer_is_decoded_to_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_text("c ind 2 3 0\np cnf 3 2\n1 2 3 0\n-1 2 0\n")
    done("encode", "f.cnf", "--format", "pmc", "-o", "g.cnf", cwd=tmp_path)
    assert "c p show 2 3 0\n" in (tmp_path / "g.cnf").read_text()
    (tmp_path / "answer").write_text("s SATISFIABLE\nv 1 2 -3 0\n")
    told = done("decode", "g.map.json", "answer", "--output", "json", cwd=tmp_path)
    assert json.loads(told)["solution"] == {"x2": True, "x3": False}


def test_a_solution_is_checked_beyond_what_is_shown(tmp_path: Path) -> None:
    """x1 = x2 is possible by no value of x3, though each clause alone leaves that open."""
    text = "c p show 1 2 0\np cnf 3 4\n1 2 3 0\n1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n"
    (tmp_path / "f.cnf").write_text(text)
    (tmp_path / "right.json").write_text('{"x1": true, "x2": false}')
    (tmp_path / "wrong.json").write_text('{"x1": true, "x2": true}')
    assert done("check", "f.cnf", "right.json", cwd=tmp_path) == "correct\n"
    result = satchel("check", "f.cnf", "wrong.json", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "no values of what is not shown complete solution 1" in result.stderr


def test_an_imported_formula_is_held_to_what_it_shows(tmp_path: Path) -> None:
    formula = "p cnf 3 1\n1 2 3 0\n"
    (tmp_path / "f.cnf").write_text(f"c p show 1 2 0\n{formula}")
    assert "shown, as comments for model counters say: 2" in done("import", "f.cnf", cwd=tmp_path)
    assert done("count", "f.cnf.toml", cwd=tmp_path).startswith("4 solutions")
    (tmp_path / "f.cnf").write_text(formula)
    result = satchel("count", "f.cnf.toml", cwd=tmp_path)
    assert result.returncode == 2
    assert "other variables are shown" in result.stderr


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ("c p show 3 1 0\np cnf 3 0\n", (1, 3)),
        ("c p show 1 0\np cnf 3 0\nc p show 2 1 0\n", (1, 2)),
        ("c t pmc\np cnf 3 0\nc p show 2 0\n", (2,)),
        ("c ind 1 0\nc p show 1 0\np cnf 3 0\n", (1,)),
        ("c p show 1 2 3 0\nc t mc\np cnf 3 0\n", None),
        ("c p cnf 3 4\nc t is the time\nc index 3\nc ind of a kind\np cnf 3 0\n", None),
    ],
)
def test_lines_add_up(lines: str, shown: tuple[int, ...] | None) -> None:
    assert read_dimacs(lines.encode(), relaxed=True).question.shown == shown


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ("c p show 1 2\np cnf 3 0\n", 1, "ends with 0"),
        ("c p show 0\np cnf 3 0\n", 1, "shows no variable"),
        ("c p show 1 x 0\np cnf 3 0\n", 1, "'x' is not a variable"),
        ("c p show -1 0\np cnf 3 0\n", 1, "'-1' is not a variable"),
        ("c p show 1 0 2 0\np cnf 3 0\n", 1, "'0' is not a variable"),
        ("p cnf 3 0\nc p show 4 0\n", 2, "variable 4 is shown, and there are only 3"),
        ("c ind 1 0\nc p show 1 2 0\np cnf 3 0\n", 2, "show different variables"),
        ("c t mc\nc p show 1 0\np cnf 3 0\n", 2, "`c t mc` (line 1) counts by all"),
        ("c t pmc\np cnf 3 0\n", 1, "no `c p show`"),
        ("c t mc\nc t pmc\np cnf 3 0\n", 2, "contradicts"),
    ],
)
def test_wrong_lines_are_refused(lines: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_dimacs(lines.encode(), relaxed=True)
    assert caught.value.line == line
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "line"),
    [("c t wmc\np cnf 1 0\n", 1), ("p cnf 1 1\n1 0\nc p weight 1 0.4 0\n", 3)],
)
def test_weights_are_refused_by_name(lines: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "w.cnf").write_text(lines)
    for command in ("solve", "count", "encode", "import"):
        result = satchel(command, "w.cnf", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"satchel: error: w.cnf:{line}: weighted counting")
