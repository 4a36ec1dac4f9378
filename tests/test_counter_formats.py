"""Files for model counters: what they say, read by a counter and by a plain enumerator."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Solver

from satchel import InputError, export, load
from satchel.cnf.options import Options
from satchel.dimacs.reader import read_dimacs
from satchel.ir import AtMostOne, ExactlyOne, Model, Or
from tests.commands import done, satchel
from tests.conftest import EXAMPLES
from tests.random_models import brute_force, hiding_one, random_model, random_options

if "CI" not in os.environ:
    pytest.importorskip("pyganak")


@dataclass
class Problem:
    """What a counter takes from a file."""

    track: str
    variables: int
    show: list[int]
    clauses: list[list[int]]


def read(text: str) -> Problem:
    """A reader of the competition's format, which knows nothing of Satchel."""
    problem = Problem("", 0, [], [])
    projected, promised = False, -1
    for line in text.splitlines():
        match line.split():
            case ["c", "t", track]:
                problem.track = track
            case ["c", "p", "show", *numbers, "0"]:
                projected = True
                problem.show += map(int, numbers)
            case ["c", "c", *_]:
                pass
            case ["p", "cnf", variables, clauses]:
                problem.variables, promised = int(variables), int(clauses)
            case [*numbers, "0"] if "c" not in numbers:
                problem.clauses.append(list(map(int, numbers)))
            case _:
                pytest.fail(f"a line that no counter knows: {line}")
    assert len(problem.clauses) == promised
    assert projected == (problem.track == "pmc")
    return problem


def by_ganak(problem: Problem) -> int:
    from pyganak import Counter

    if problem.variables == 0:  # it overlooks an empty clause where there is nothing else
        return int([] not in problem.clauses)
    counter = Counter()
    counter.new_vars(problem.variables)
    counter.add_clauses(problem.clauses)
    if problem.track == "pmc":
        counter.set_sampling_set(problem.show)
    return int(counter.count())


def by_blocking(problem: Problem) -> int:
    """The models, told apart by what is shown or by everything."""
    if [] in problem.clauses:
        return 0
    every = problem.show if problem.track == "pmc" else range(1, problem.variables + 1)
    found = 0
    with Solver(
        "minisat22", bootstrap_with=[*problem.clauses, *([v, -v] for v in every)]
    ) as solver:
        while solver.solve():
            found += 1
            true = set(solver.get_model() or ())
            solver.add_clause([-v if v in true else v for v in every])
    return found


@pytest.mark.parametrize("form", ["pmc", "mc"])
def test_random_models(form: str, tmp_path: Path) -> None:
    written = 0
    for seed in range(max(EXAMPLES, 150)):
        random = Random(seed)
        model = random_model(random)
        # What `mc` asks for, whatever the options say, some encodings cannot give.
        options = replace(random_options(random), count_safe=False)
        if form == "mc":
            options = Options(presolve=options.presolve, integers=options.integers)
        if random.random() < 0.3 and len(model.shown) > 1:
            model = hiding_one(random, model)
        out = tmp_path / f"{seed}.cnf"
        try:
            export(model, str(out), form, options=options)
        except InputError:
            assert form == "mc"
            continue
        written += 1
        problem = read(out.read_text())
        assert problem.track == form
        expected = len(brute_force(model))
        assert by_ganak(problem) == expected, f"seed {seed}"
        assert by_blocking(problem) == expected, f"seed {seed}"
    assert written > (100 if form == "pmc" else 50)


def test_free_variables_have_numbers() -> None:
    model = Model()
    a, b, c, hidden = (model.bool(name) for name in ("a", "b", "c", "hidden"))
    for x in (a, b, c):
        model.show(x.name, x)
    model.add(AtMostOne(a, b))
    model.add(Or(hidden, ~a))
    text = export_text(model, "pmc")
    assert len(set(read(text).show)) == 3
    assert by_blocking(read(text)) == 6
    with pytest.raises(InputError, match="hidden is not shown: use pmc"):
        export_text(model, "mc")


def export_text(model: Model, form: str, options: Options | None = None) -> str:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        out = Path(folder, "problem.cnf")
        export(model, str(out), form, options=options or Options())
        return out.read_text()


def test_what_a_file_says() -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.add(ExactlyOne(a, b))
    model.show("a", a)
    model.show("b", b)
    lines = export_text(model, "pmc", Options(presolve=())).splitlines()
    assert lines[0] == "c t pmc"
    assert [line for line in lines if not line.startswith("c c ")][1:] == [
        "p cnf 2 2",
        "c p show 1 2 0",
        "-1 -2 0",
        "1 2 0",
    ]


def test_the_map_leads_back_from_a_model(tmp_path: Path) -> None:
    done("encode", "queens/6", "--format", "pmc", "-o", "6.pmc", cwd=tmp_path)
    data = (tmp_path / "6.pmc").read_bytes()
    formula = read_dimacs(data)
    clauses = read(data.decode()).clauses
    assert formula.lines[0] == data.count(b"\nc ") + 3
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve()
        values = " ".join(map(str, (*(solver.get_model() or ()), 0)))
    (tmp_path / "6.out").write_text(f"s SATISFIABLE\nv {values}\n")
    said = done("decode", "6.pmc.map.json", "6.out", "--cnf", "6.pmc", cwd=tmp_path)
    assert "satisfiable (checked)" in said


@pytest.mark.parametrize("form", ["pmc", "mc"])
def test_refusals(form: str) -> None:
    native = satchel("encode", "queens/6", "--format", form, "--set", "amo=native")
    assert (native.returncode, native.stdout) == (2, "")
    assert "a model counter takes clauses only" in native.stderr
    lazy = satchel("encode", "knights_tour/open-5", "--format", form, "--set", "circuit=cuts")
    assert (lazy.returncode, lazy.stdout) == (2, "")


def test_published_numbers() -> None:
    for name, expected in (("queens/7", 40), ("placement/dominating-knights-5-5", 47)):
        for model in load(name).puzzle.models:
            problem = read(export_text(load(name).build(model), "pmc"))
            assert by_ganak(problem) == expected
