"""Every backend, found through the registry, against the same questions."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest

from satchel.backends.protocol import FormulaSession
from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.cnf.varmap import VarMap
from satchel.errors import InputError
from satchel.ir import Model
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.session import prepare
from tests.programs import CADICAL, CLASP, MINISAT, MINISAT_PLUS

PROGRAMS = [MINISAT, CADICAL, CLASP, MINISAT_PLUS]
LISTED = list_backends()[0]
NAMES = [*LISTED, *PROGRAMS]
FORMULA = [*(name for name in LISTED if backend_named(name).takes == "formula"), *PROGRAMS]
EXPECTED = {
    *(
        "brute",
        "z3",
        "z3-bv",
        "z3-fd",
        "z3-sat",
        "kissat",
        "cadical",
        "glucose",
        "kissat404",
        "lingeling",
    ),
    *("cadical103", "cadical153", "cadical195", "glucose3", "glucose4", "glucose42"),
    *("maplechrono", "maplecm", "maplesat", "mergesat3", "minicard", "minisat22", "minisatgh"),
    *("gluecard3", "gluecard4", "ortools", "cvc5", "clingo"),
}

Clauses = list[list[int]]


def formula(variables: int, clauses: Clauses) -> Formula:
    numbers = array("i", (number for clause in clauses for number in (*clause, 0)))
    literals = sum(map(len, clauses))
    return Formula(variables, len(clauses), literals, (numbers,) if clauses else (), VarMap({}, {}))


def opened(name: str, variables: int, clauses: Clauses) -> closing[FormulaSession]:
    backend = backend_named(name)
    assert backend.takes == "formula"
    session: FormulaSession = backend.open(formula(variables, clauses))
    return closing(session)


def solutions(variables: int, clauses: Clauses) -> set[tuple[bool, ...]]:
    return {
        truth
        for truth in product((False, True), repeat=variables)
        if all(any(truth[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    }


def truth_of(session: FormulaSession, variables: int) -> tuple[bool, ...]:
    truth = session.truth()
    assert len(truth) == variables + 1
    return tuple(map(bool, truth[1:]))


@pytest.mark.skipif("CI" not in os.environ, reason="a laptop may lack some; CI may not")
def test_ci_has_every_backend() -> None:
    assert set(LISTED) >= EXPECTED


def test_unavailable_backends_say_why() -> None:
    names, unavailable = list_backends()
    assert not set(names) & set(unavailable)
    assert all(unavailable.values())
    for name, why in unavailable.items():
        with pytest.raises(InputError, match="does not work here") as error:
            backend_named(name)
        assert why in str(error.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_backend_answers_to_its_name(name: str) -> None:
    backend = backend_named(name)
    assert backend.name == name
    assert isinstance(backend.incremental, bool)
    assert isinstance(backend.follows_hints, bool)
    assert any(digit in backend.version for digit in "0123456789")


@pytest.mark.parametrize("name", NAMES)
def test_a_session_that_has_solved_nothing_tells_its_numbers(name: str) -> None:
    model = Model()
    model.show("a", model.bool("a"))
    with closing(prepare(model, name, Options(), every=True).open()) as session:
        assert isinstance(session.statistics(), dict)


def test_an_unknown_name_lists_near_ones() -> None:
    with pytest.raises(InputError, match=r"unknown backend 'cadicul' \(did you mean 'cadical' or "):
        backend_named("cadicul")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("program:/no/such/solver", "no program '/no/such/solver'"),
        ("program:minisat {out}", "no {cnf}"),
        ("program:minisat '{cnf}", "cannot be read"),
        ("program:", "no program ''"),
    ],
)
def test_a_program_that_cannot_run_is_bad_input(name: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        backend_named(name)
    assert message in str(error.value)


def test_the_folder_cannot_be_imported_as_a_second_copy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import backends"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert run.stderr.splitlines()[-1].startswith("ImportError: import satchel.backends, not")


def test_choosing_one_backend_loads_no_other_solver() -> None:
    code = (
        "import sys; from satchel.tasks.choose import backend_named as b; b(sys.argv[1]);"
        "print(*sorted({'z3', 'pysat', 'cvc5'} & set(sys.modules)))"
    )
    for name, loaded in (
        ("z3", "z3"),
        ("z3-fd", "z3"),
        ("z3-sat", "z3"),
        ("cadical", "pysat"),
        ("cvc5", ""),
        ("brute", ""),
    ):
        run = subprocess.run(
            [sys.executable, "-c", code, name], capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == loaded


@pytest.mark.parametrize("name", FORMULA)
class TestFormulaBackends:
    def test_satisfiable(self, name: str) -> None:
        clauses = [[1, 2], [-1, 3], [-2, -3]]
        with opened(name, 3, clauses) as session:
            assert session.solve() is True
            assert truth_of(session, 3) in solutions(3, clauses)

    def test_unsatisfiable(self, name: str) -> None:
        with opened(name, 2, [[1, 2], [1, -2], [-1, 2], [-1, -2]]) as session:
            assert session.solve() is False

    def test_no_clauses(self, name: str) -> None:
        with opened(name, 0, []) as session:
            assert session.solve() is True
            assert truth_of(session, 0) == ()

    def test_empty_clause(self, name: str) -> None:
        with opened(name, 2, [[1, 2], []]) as session:
            assert session.solve() is False

    def test_empty_clause_added(self, name: str) -> None:
        with opened(name, 2, [[1, 2]]) as session:
            assert session.solve() is True
            session.add([])
            assert session.solve() is False

    def test_units(self, name: str) -> None:
        with opened(name, 3, [[1], [-2], [3]]) as session:
            assert session.solve() is True
            assert truth_of(session, 3) == (True, False, True)

    def test_variables_in_no_clause_have_values(self, name: str) -> None:
        with opened(name, 5, [[2]]) as session:
            assert session.solve() is True
            assert truth_of(session, 5)[1] is True
            session.add([-4, 5])
            session.add([4])
            assert session.solve() is True
            assert truth_of(session, 5)[3:] == (True, True)

    def test_assumptions_hold_for_one_call(self, name: str) -> None:
        with opened(name, 4, [[1, 2], [-1, 3]]) as session:
            assert session.solve([-2, -3]) is False
            assert set(session.core()) <= {-2, -3}
            assert session.solve([-2]) is True
            assert truth_of(session, 4)[:3] == (True, False, True)

    def test_a_core_leaves_out_what_does_not_matter(self, name: str) -> None:
        with opened(name, 4, [[1, 2], [-1, 3], [4, 3]]) as session:
            assert session.solve([4, -2, -3]) is False
            core = session.core()
            assert set(core) <= {4, -2, -3}
            if backend_named(name).incremental:
                assert 4 not in core
            assert session.solve(core) is False

    def test_contradictory_assumptions(self, name: str) -> None:
        with opened(name, 2, [[1, 2]]) as session:
            assert session.solve([1, -1]) is False
            assert set(session.core()) == {1, -1}

    def test_random_formulas_have_the_same_models(self, name: str) -> None:
        incremental = backend_named(name).incremental
        for seed in range(60 if incremental else 4):
            random = Random(seed)
            variables = random.randint(1, 6)
            clauses = list(random_clauses(random, variables))
            expected = solutions(variables, clauses)
            with opened(name, variables, clauses) as session:
                found = set()
                while session.solve():
                    truth = truth_of(session, variables)
                    assert truth in expected - found, (seed, clauses)
                    found.add(truth)
                    session.add([-v if value else v for v, value in enumerate(truth, 1)])
                assert found == expected, (seed, clauses)

    def test_random_assumptions(self, name: str) -> None:
        for seed in range(60 if backend_named(name).incremental else 4):
            random = Random(seed)
            variables = random.randint(2, 6)
            clauses = list(random_clauses(random, variables))
            with opened(name, variables, clauses) as session:
                for _ in range(4):
                    chosen = random.sample(range(1, variables + 1), 2)
                    assumed = [v * random.choice((1, -1)) for v in chosen]
                    units = [[literal] for literal in assumed]
                    verdict = session.solve(assumed)
                    assert verdict is bool(solutions(variables, clauses + units))
                    if not verdict:
                        core = [[literal] for literal in session.core()]
                        assert all(unit in units for unit in core)
                        assert not solutions(variables, clauses + core)


def random_clauses(random: Random, variables: int) -> Iterator[list[int]]:
    for _ in range(random.randint(0, 3 * variables)):
        some = random.sample(range(1, variables + 1), min(variables, random.randint(1, 3)))
        yield [v * random.choice((1, -1)) for v in some]


@pytest.mark.parametrize("name", ["kissat", "kissat404", *PROGRAMS])
def test_one_shot_backends_say_so(name: str) -> None:
    assert not backend_named(name).incremental
