"""Native pseudo-Boolean constraints: normal form, what is written, and every road they take."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satchel.backends.protocol import FormulaSession
from satchel.cnf import portfolio
from satchel.cnf.formula import Formula
from satchel.cnf.numbering import number
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.pseudo_boolean import Relation, normal_form
from satchel.cnf.sink import FALSE, TRUE, Clauses, ClauseSink, CountingSink
from satchel.cnf.varmap import VarMap
from satchel.errors import InputError, SizeError
from satchel.ir import AtMost, HamiltonianCycle, Model, Sum
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.compile import compile_model, predict
from satchel.tasks.solve import enumerate_solutions, solve
from tests.conftest import EXAMPLES
from tests.equivalence import count_models, expanded, mismatch
from tests.random_models import brute_force, random_model, random_options

WIDEST = 14
"""Terms beyond which a sum has too many clauses for this oracle; solvers get it all the same."""

KINDS = ("amo", "cardinality", "linear")
MERGING, PLAIN = "minicard", "cadical"
"""Two that complete circuits while solving: on sums, and on clauses."""

randoms = st.randoms(use_true_random=False)
weights = st.integers(-9, 9) | st.sampled_from([2**31, -(2**31), 2**63 + 1, -(10**30)])
terms = st.lists(
    st.tuples(weights, st.sampled_from([1, -1, 2, -2, 3, -3, 4, TRUE, FALSE])), max_size=7
)


def native_options(random: Random) -> Options:
    """Random encodings, some of those that can be native native, everywhere or for a statement."""
    options = random_options(random)
    chosen = dict.fromkeys(random.sample(KINDS, random.randint(1, 3)), "native")
    labels = {"statement 0": {**options.labels["statement 0"], **chosen}}
    if random.random() < 0.3:
        return replace(options, labels=labels)
    return replace(options, choices={**options.choices, **chosen}, labels=labels)


def reached(some: list[tuple[int, int]], values: dict[int, bool]) -> int:
    return sum(w for w, x in some if x == TRUE or (x != FALSE and values[abs(x)] == (x > 0)))


def projections(clauses: list[list[int]], count: int) -> dict[tuple[bool, ...], int]:
    """For each assignment of the first variables, the number of models that extend it."""
    return {
        signs: count_models([*clauses, *([v if s else -v] for v, s in enumerate(signs, 1))], count)
        for signs in product([False, True], repeat=count)
    }


@settings(max_examples=EXAMPLES or 300)
@given(terms, st.sampled_from([">=", "="]), weights)
def test_the_normal_form_means_the_same(some: list, relation: Relation, bound: int) -> None:
    form = normal_form(some, relation, bound)
    assert all(weight > 0 for weight, _ in form.terms)
    assert len({abs(literal) for _, literal in form.terms}) == len(form.terms)
    assert all(weight <= form.bound for weight, _ in form.terms if form.relation == ">=")
    for signs in product([False, True], repeat=4):
        values = dict(enumerate(signs, 1))
        total = reached(some, values)
        expected = total == bound if relation == "=" else total >= bound
        true = {v if value else -v for v, value in values.items()}
        assert form.holds(true) == expected
        assert all(part.holds(true) for part in form.at_least()) == expected


@settings(max_examples=EXAMPLES or 300)
@given(terms, weights, st.lists(st.sampled_from([1, -2, 5, -6, TRUE, FALSE]), max_size=2))
def test_conditions_release_from_what_is_required(some: list, bound: int, conditions: list) -> None:
    for relation in (">=", "<=", "=="):
        sink = ClauseSink()
        out = Clauses(sink)
        sink.variables = 6
        for condition in conditions:
            out = out.under(condition)
        write = {">=": out.require_at_least, "<=": out.require_at_most, "==": out.require_equal}[
            relation
        ]
        write(some, bound)
        for signs, models in projections([*sink.iterate(), *expanded(sink.constraints)], 6).items():
            values = dict(enumerate(signs, 1))
            total = reached(some, values)
            holds = {">=": total >= bound, "<=": total <= bound, "==": total == bound}[relation]
            active = all(reached([(1, condition)], values) for condition in conditions)
            assert bool(models) == (holds or not active)


@settings(max_examples=EXAMPLES or 500)
@given(randoms)
def test_native_encodings_have_the_solutions_of_the_model(random: Random) -> None:
    model = random_model(random)
    options = native_options(random)
    formula = compile_model(model, options).formula
    assume(all(len(part.terms) <= WIDEST for part in formula.linear))
    assert mismatch(model, options) is None, f"{model}\n{options}"


def test_native_choices_are_written_natively() -> None:
    """The suite above is about something: sums reach the formula, under the name of their kind."""
    counted = dict.fromkeys(KINDS, 0)
    for seed in range(200):
        random = Random(seed)
        model = random_model(random)
        options = Options(choices=dict.fromkeys(KINDS, "native"))
        for account in compile_model(model, options).formula.stats:
            if account.kind in counted and account.encoding == "native":
                counted[account.kind] += account.linear
    assert all(count > 10 for count in counted.values()), counted


@pytest.mark.parametrize("kind", KINDS)
def test_native_makes_no_clauses_of_its_own(kind: str) -> None:
    model = Model()
    xs = [model.bool(f"x{i}") for i in range(12)]
    model.add(
        {
            "amo": AtMost(xs, 1),
            "cardinality": AtMost(xs, 5),
            "linear": Sum(i * x for i, x in enumerate(xs, 1)) <= 30,
        }[kind]
    )
    formula = compile_model(model, Options(choices={kind: "native"})).formula
    assert (formula.variables, formula.clauses, len(formula.linear)) == (12, 0, 1)


def test_integers_are_sums_of_the_literals_they_have() -> None:
    model = Model()
    x, y = model.int("x", 0, 9), model.int("y", [2, 5, 11])
    model.add(3 * x - 2 * y <= 4)
    model.show("x", x)
    sizes: list[tuple[IntegerEncoding, int, int]] = [
        ("direct", 13, 11),
        ("order", 11, 11),
        ("binary", 8, 8),
    ]
    for integers, variables, literals in sizes:
        choices = {"linear": "native", "amo": "native"}
        options = Options(integers=integers, choices=choices, presolve=())
        formula = compile_model(model, options).formula
        assert formula.variables == variables
        assert len(formula.linear[0].terms) == literals


def test_max_clauses_counts_linear_constraints() -> None:
    model = Model()
    xs = [model.bool(f"x{i}") for i in range(9)]
    for first in range(3):
        model.add(AtMost(xs[first : first + 7], 3))
    native = {"cardinality": "native"}
    assert predict(model, Options(choices=native)).linear == 3
    assert len(compile_model(model, Options(choices=native, max_clauses=3)).formula.linear) == 3
    with pytest.raises(SizeError, match="more than 2 clauses and linear constraints"):
        compile_model(model, Options(choices=native, max_clauses=2))
    assert isinstance(CountingSink().linear, int)


def test_a_formula_with_linear_constraints_is_not_clauses() -> None:
    model = Model()
    model.add(AtMost([model.bool(f"x{i}") for i in range(5)], 2))
    formula = compile_model(model, Options(choices={"cardinality": "native"})).formula
    with pytest.raises(InputError, match=r"DIMACS takes clauses only.*--format opb"):
        formula.refuse_linear("DIMACS")
    compile_model(model, Options()).formula.refuse_linear("DIMACS")


def test_expansion_is_the_constraint() -> None:
    constraint = normal_form([(3, 1), (2, -2), (2, 3), (1, 4)], ">=", 4)
    clauses = list(expanded([constraint]))
    for signs, models in projections(clauses, 4).items():
        true = {v if sign else -v for v, sign in enumerate(signs, 1)}
        assert bool(models) == constraint.holds(true)


def test_every_native_encoding_is_named_so() -> None:
    named = {kind for kind in portfolio.KINDS if "native" in portfolio.encodings(kind)}
    assert named == set(KINDS)


NATIVE_BACKENDS = [
    name
    for name in list_backends()[0]
    if (backend := backend_named(name)).takes == "formula" and backend.native
]


def test_who_takes_sums() -> None:
    assert set(NATIVE_BACKENDS) >= {"minicard", "gluecard3", "gluecard4"}
    assert "CI" not in os.environ or "clingo" in NATIVE_BACKENDS


def random_formula(random: Random) -> Formula:
    """Clauses and sums over a few variables; a sum that is a clause, or nothing, is written so."""
    sink = ClauseSink()
    shown = [sink.new() for _ in range(random.randint(1, 6))]

    def some() -> list[int]:
        return [
            x * random.choice((1, -1)) for x in random.sample(shown, random.randint(1, len(shown)))
        ]

    for _ in range(random.randint(0, 4)):
        sink.add(some()[:3])
    for _ in range(random.randint(1, 4)):
        weighted = [(random.randint(1, 4), x) for x in some()]
        total = sum(weight for weight, _ in weighted)
        sink.add_linear(weighted, random.choice((">=", ">=", "=")), random.randint(0, total))
    varmap = VarMap({}, {str(x): x for x in shown})
    return number(sink, varmap, (), number_free=True)


def models(formula: Formula) -> set[tuple[bool, ...]]:
    return {
        signs
        for signs in product([False, True], repeat=formula.variables)
        for true in [{v if sign else -v for v, sign in enumerate(signs, 1)}]
        if all(true & set(clause) for clause in formula.iterate())
        and all(part.holds(true) for part in formula.linear)
    }


@pytest.mark.parametrize("name", NATIVE_BACKENDS)
def test_a_session_has_the_models_of_the_formula(name: str) -> None:
    for seed in range(100):
        formula = random_formula(Random(seed))
        expected, found = models(formula), set()
        with opened(name, formula) as session:
            while session.solve():
                truth = tuple(map(bool, session.truth()[1:]))
                assert truth in expected - found, (seed, formula)
                found.add(truth)
                session.add([-v if value else v for v, value in enumerate(truth, 1)])
        assert found == expected, (seed, formula)


@pytest.mark.parametrize("name", NATIVE_BACKENDS)
def test_assumptions_and_cores_over_sums(name: str) -> None:
    refuted = 0
    for seed in range(100):
        random = Random(seed)
        formula = random_formula(random)
        expected = models(formula)
        with opened(name, formula) as session:
            for _ in range(4):
                chosen = random.sample(range(1, formula.variables + 1), min(3, formula.variables))
                assumed = [v * random.choice((1, -1)) for v in chosen]
                verdict = session.solve(assumed)
                assert verdict is any(agrees(signs, assumed) for signs in expected), seed
                if not verdict:
                    core = session.core()
                    assert set(core) <= set(assumed)
                    assert not any(agrees(signs, core) for signs in expected), (seed, core)
                    refuted += bool(core)
    assert refuted > 10


def agrees(signs: tuple[bool, ...], literals: list[int]) -> bool:
    return all(signs[abs(literal) - 1] == (literal > 0) for literal in literals)


def opened(name: str, formula: Formula) -> closing[FormulaSession]:
    backend = backend_named(name)
    assert backend.takes == "formula"
    return closing(backend.open(formula))


@pytest.mark.parametrize("name", NATIVE_BACKENDS)
@pytest.mark.parametrize("large", [2**31 - 1, 2**31, 2**63, 10**30])
def test_large_weights_are_right_or_refused_by_name(name: str, large: int) -> None:
    model = Model()
    x, y, z = (model.bool(name) for name in "xyz")
    model.add(large * x + (large + 1) * y - z == large)
    for variable in (x, y, z):
        model.show(variable.name, variable)
    options = Options(choices={"linear": "native"})
    answers = enumerate_solutions(model, backend=name, options=options, in_process=True)
    if name == "clingo":
        assert {tuple(answer.solution.values()) for answer in answers if answer.solution} == {
            (True, False, False),
            (False, True, True),
        }
    else:
        with pytest.raises(InputError, match=rf"{name} takes weights as repeated .* --set linear"):
            list(answers)


@pytest.mark.parametrize("name", NATIVE_BACKENDS)
@settings(max_examples=EXAMPLES or 150)
@given(random=randoms)
def test_solvers_of_sums_have_the_solutions_of_the_model(name: str, random: Random) -> None:
    model = random_model(random)
    options = native_options(random)
    answers = enumerate_solutions(model, backend=name, options=options, in_process=True)
    found = {tuple(map(int, answer.solution.values())) for answer in answers if answer.solution}
    assert found == brute_force(model), f"{model}\n{options}"


@pytest.mark.parametrize("name", NATIVE_BACKENDS)
def test_auto_is_native_where_the_solver_is(name: str) -> None:
    model = Model()
    model.add(AtMost([model.bool(f"x{i}") for i in range(9)], 4), label="some")
    backend = backend_named(name)
    assert backend.takes == "formula"
    by_rule = Options(labels={"some": {"cardinality": "auto"}}).preferring(backend.native)
    assert len(compile_model(model, by_rule).formula.linear) == 1
    by_name = Options(choices={"cardinality": "totalizer"}).preferring(backend.native)
    assert not compile_model(model, by_name).formula.linear
    answer = solve(model, backend=name, in_process=True)
    assert answer.formula is not None
    assert (answer.formula.clauses, answer.formula.linear) == (0, 1)


def test_a_repaired_tour_keeps_the_sums() -> None:
    """Cycles are merged only into tours that every linear constraint allows."""
    for seed in range(30):
        random = Random(seed)
        model = Model()
        edges = [(u, v, model.bool(f"{u}-{v}")) for u in range(9) for v in range(u)]
        model.add(HamiltonianCycle(9, edges))
        dear = random.sample([edge for _, _, edge in edges], 25)
        model.add(AtMost(dear, 3), label="few")
        for _, _, edge in edges:
            model.show(edge.name, edge)
        native, plain = (solve(model, backend=name, in_process=True) for name in (MERGING, PLAIN))
        assert native.formula is not None
        assert native.formula.linear > 0
        assert native.status == plain.status, seed
