"""The kit finds what is planted, and its engine propagates and counts as others do."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from click.testing import CliRunner
from pysat.solvers import Solver

from satchel.cnf.amo import sequential
from satchel.cnf.cardinality import totalizer
from satchel.cnf.context import Context
from satchel.cnf.sink import Clauses, ClauseSink
from satchel.errors import InputError, ModelError
from satchel.ir import AtMostOne, BoolExpr, BoolVar, Circuit, Domain, Exactly, IntVar
from satchel.testing import Encoding, constraints, faults, strength
from satchel.testing.__main__ import main
from satchel.testing.propagation import Propagation

A, B, C, D = (BoolVar(name) for name in "abcd")
X, Y = IntVar("x", Domain.of([0, 1, 3])), IntVar("y", Domain.of([0, 2]))
FOUR = AtMostOne(A, B, ~C, D)

Literals = Sequence[int]


def all_pairs(write: Callable[..., None], literals: Literals) -> None:
    for left, right in combinations(literals, 2):
        write(-left, -right)


def clause_missing(out: Clauses, literals: Literals) -> None:
    all_pairs(out.require, literals[:-1])


def clause_too_many(out: Clauses, literals: Literals) -> None:
    all_pairs(out.require, literals)
    out.require(*literals)


def requirement_as_definition(out: Clauses, literals: Literals) -> None:
    all_pairs(out.define, literals)


def definition_as_requirement(out: Clauses, literals: Literals) -> None:
    """What the guard should never touch: where it is false, the auxiliary is free."""
    some = out.new()
    out.require(-some, *literals)
    for literal in literals:
        out.require(-literal, some)
    all_pairs(out.require, literals)


def open_below(out: Clauses, literals: Literals) -> None:
    """An auxiliary that nothing makes true."""
    out.define(-out.new(), *literals)
    all_pairs(out.require, literals)


def one_sided(out: Clauses, literals: Literals) -> None:
    sequential.encode(replace(out, two_sided=False), literals)


def repeated_literal(out: Clauses, literals: Literals) -> None:
    all_pairs(out.require, literals)
    out.require_columns(-literals[0], array("i", [-literals[0]]), -literals[1])


def more_than_predicted(out: Clauses, literals: Literals) -> None:
    all_pairs(out.require, literals)
    if isinstance(out.sink, ClauseSink):
        out.require(-literals[0], -literals[1])


def bound_off_by_one(out: Clauses, literals: Literals, lo: int, hi: int) -> None:
    totalizer.encode(out, literals, lo, min(hi + 1, len(literals)))


def solution_lost(context: Context, out: Clauses, constraint: Circuit) -> None:
    out.require(context.view(constraint.args[0]).eq(1))


AMO = Encoding("amo", clause_missing, "never", "none")
TRIANGLE = Circuit(IntVar(f"x{i}", Domain.range(0, 2)) for i in range(3))
PLANTED: list[tuple[Encoding, BoolExpr, str]] = [
    (AMO, FOUR, "no solution, but there is a model (bare"),
    (replace(AMO, encode=clause_too_many), FOUR, "a solution, but there is no model (bare"),
    (replace(AMO, encode=requirement_as_definition), FOUR, "no model (under a guard"),
    (replace(AMO, encode=definition_as_requirement), FOUR, "several models"),
    (replace(AMO, encode=one_sided), FOUR, "several models"),
    (replace(AMO, encode=repeated_literal), FOUR, "repeated literal"),
    (replace(AMO, encode=more_than_predicted), FOUR, "predicted"),
    (
        Encoding("cardinality", bound_off_by_one, "never", "none"),
        Exactly(A, B, C, D, 2),
        "no solution, but there is a model",
    ),
    (
        replace(Encoding.named("amo", "sequential"), determined="always"),
        FOUR,
        "several models, auxiliaries are not determined, claimed: always",
    ),
    (
        replace(AMO, encode=open_below, determined="under exactly-one"),
        FOUR,
        "claimed: under exactly-one",
    ),
    (
        replace(Encoding.named("linear", "adder"), propagates="all"),
        2 * X + 3 * Y <= 5,
        "does not see it, claimed: all",
    ),
    (
        replace(Encoding.named("alldifferent", "pairwise"), propagates="conflicts"),
        list(constraints("alldifferent"))[3],
        "meets no conflict, claimed: conflicts",
    ),
    (Encoding("circuit", solution_lost, lazy=True), TRIANGLE, "a solution is lost"),
]


@pytest.mark.parametrize(("encoding", "constraint", "words"), PLANTED)
def test_a_planted_fault_is_found(encoding: Encoding, constraint: BoolExpr, words: str) -> None:
    assert any(words in fault for fault in faults(encoding, constraint))


def test_a_claim_about_complete_assignments_is_checked() -> None:
    """Cycles that miss the root escape propagation, however much is known."""
    boasting = replace(Encoding.named("circuit", "adder"), propagates="total")
    found = [fault for c in constraints("circuit") for fault in faults(boasting, c)]
    assert found
    assert all("meets no conflict, claimed: total" in fault for fault in found)


def test_nothing_is_found_where_nothing_is_planted() -> None:
    right = Encoding("amo", lambda out, literals: all_pairs(out.require, literals), "always", "all")
    assert faults(right, FOUR) == []
    assert strength(right, FOUR) == "all"


def test_the_smallest_case_is_told() -> None:
    weak = Encoding("amo", _only_complete, "never", "all")
    (fault, *_) = faults(weak, AtMostOne(A, B, C))
    assert fault.startswith("a in {1}: b must be in {0}, but propagation does not see it")


def _only_complete(out: Clauses, literals: Literals) -> None:
    """At most one, by a clause for each complete assignment that is wrong."""
    for signs in product([1, -1], repeat=len(literals)):
        if signs.count(1) > 1:
            out.require(*(-sign * x for sign, x in zip(signs, literals, strict=True)))


def test_what_is_no_case_is_refused() -> None:
    with pytest.raises(InputError, match="not for encodings of the kind 'amo'"):
        faults(AMO, X <= 1)
    with pytest.raises(ModelError, match="there is a variable a already"):
        faults(AMO, AtMostOne(A, BoolVar("a")))
    with pytest.raises(InputError, match="DETERMINED is one of"):
        replace(AMO, determined="sometimes")
    with pytest.raises(InputError, match="PROPAGATES is one of"):
        replace(AMO, propagates={"<=": "some"})
    with pytest.raises(InputError, match="PROPAGATES says nothing of '<='"):
        replace(AMO, propagates={"==": "all"}).claim(FOUR)
    with pytest.raises(InputError, match="no small constraints are known"):
        constraints("strange")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["amo", "pairwise"], 0, "amo pairwise: no fault in 8 constraints"),
        (["amo", "nothing"], 2, "error: unknown amo encoding 'nothing'"),
        (["strange"], 2, "error: unknown constraint kind 'strange'"),
    ],
)
def test_the_command(arguments: list[str], code: int, words: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == code
    assert words in result.output


def test_it_needs_no_test_framework() -> None:
    code = "import sys, satchel.testing; print({'pytest', 'hypothesis'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("seed", range(150))
def test_propagation_is_that_of_a_solver(seed: int) -> None:
    random = Random(seed)
    clauses, variables = random_clauses(random, shortest=2)
    engine = Propagation(clauses, variables)
    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        for _ in range(8):
            chosen = random.sample(range(1, variables + 1), random.randint(0, variables))
            literals = [random.choice([v, -v]) for v in chosen]
            propagated = solver.propagate(literals)
            assert propagated is not None
            consistent, implied = propagated
            assert engine.push(literals) == consistent
            if consistent:
                every = [*range(1, variables + 1), *range(-variables, 0)]
                assert {x for x in every if engine.is_true(x)} == set(implied)
            engine.pop()


@pytest.mark.parametrize("seed", range(100))
def test_models_are_counted_as_by_brute_force(seed: int) -> None:
    random = Random(seed)
    clauses, variables = random_clauses(random, shortest=random.choice([0, 1, 1, 1, 2]))
    engine = Propagation(clauses, variables)
    occurring = sorted({abs(x) for clause in clauses for x in clause})
    true = [
        {v if s else -v for v, s in zip(occurring, signs, strict=True)}
        for signs in product([0, 1], repeat=len(occurring))
    ]
    count = sum(all(some & set(clause) for clause in clauses) for some in true)
    for limit in (2, 1000):
        assert (engine.models(limit) if engine.push([]) else 0) == min(count, limit)
        engine.pop()


def random_clauses(random: Random, shortest: int) -> tuple[list[list[int]], int]:
    variables = random.randint(2, 7)
    clauses = []
    for _ in range(random.randint(0, 14)):
        some = random.sample(range(1, variables + 1), random.randint(shortest, min(3, variables)))
        clauses.append([random.choice([v, -v]) for v in some])
    return clauses, variables
