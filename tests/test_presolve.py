"""The optional passes keep all solutions, alone and together, and selectors select as before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.errors import InputError
from satchel.ir import (
    AllDifferent,
    AtLeast,
    AtMost,
    AtMostOne,
    BoolExpr,
    Exactly,
    ExactlyOne,
    Implies,
    Model,
    Or,
    Statement,
    Sum,
    Xor,
)
from satchel.passes import OPTIONAL, PASSES, run_passes
from satchel.puzzle import Catalogue, shipped_instances
from satchel.tasks.compile import compile_model
from satchel.tasks.solve import enumerate_solutions
from tests.commands import done, satchel
from tests.conftest import EXAMPLES
from tests.equivalence import mismatch
from tests.random_models import random_model, random_options

CHOICES = [*((name,) for name in OPTIONAL), tuple(OPTIONAL)]
randoms = st.randoms(use_true_random=False)


def crowded_model(random: Random) -> Model:
    """Many small statements over few variables, so that they imply, cover and narrow each other."""
    model = Model()
    bools = [model.bool(f"b{i}") for i in range(random.randint(3, 5))]
    ints = [model.int(f"x{i}", random.sample(range(-2, 7), 4)) for i in range(2)]

    def literals(least: int, most: int) -> list[BoolExpr]:
        chosen: list[BoolExpr] = [random.choice([b, ~b]) for b in bools]
        chosen += [random.choice([x <= random.randint(-2, 5), x == 3]) for x in ints]
        return random.sample(chosen, min(random.randint(least, most), len(chosen)))

    makers: list[Callable[[], Any]] = [
        lambda: Or(literals(2, 2)),
        lambda: Or([~b for b in random.sample(bools, 2)]),
        lambda: Or([~b for b in random.sample(bools, 2)]),
        lambda: Or(literals(2, 4)),
        lambda: AtMostOne(random.sample(bools, random.randint(2, len(bools)))),
        lambda: AtMostOne(literals(2, 4)),
        lambda: ExactlyOne(literals(2, 4)),
        lambda: random.choice([AtMost, AtLeast, Exactly])(literals(3, 5), random.randint(1, 3)),
        lambda: Xor(literals(2, 3)),
        lambda: Sum(random.randint(1, 4) * a for a in literals(2, 4)) <= random.randint(2, 6),
        lambda: random.choice([1, 2, -1]) * ints[0] + ints[1] <= random.randint(-1, 8),
        lambda: random.choice([1, 2, -1]) * ints[0] + ints[1] != random.randint(-1, 8),
        lambda: ints[0] + random.choice([1, 2, -1]) * ints[1] == random.randint(-1, 8),
        lambda: AllDifferent(ints),
    ]
    for _ in range(random.randint(3, 9)):
        model.add(random.choice(makers)())
    for name, variable in model.variables.items():
        model.show(name, variable)
    return model


def guarded(model: Model, statements: list[Statement]) -> Model:
    """Each of the statements under a selector of its own, which is shown."""
    result = Model.assembled(model.variables.values(), [], model.shown, None)
    for number, statement in enumerate(statements):
        selector = result.bool(f"selector {number}")
        result.add(Implies(selector, statement.expr))
        result.show(f"selector {number}", selector)
    return result


@settings(max_examples=EXAMPLES or 1000, deadline=None)
@given(randoms)
def test_all_passes_keep_the_solutions_of_nested_models(random: Random) -> None:
    model = random_model(random)
    assert mismatch(model, Options(presolve=tuple(OPTIONAL))) is None, str(model)


@settings(max_examples=EXAMPLES or 1000, deadline=None)
@given(randoms)
def test_all_passes_keep_the_solutions_of_crowded_models(random: Random) -> None:
    model = crowded_model(random)
    assert mismatch(model, Options(presolve=tuple(OPTIONAL))) is None, str(model)


@pytest.mark.parametrize("name", OPTIONAL)
@settings(max_examples=(EXAMPLES or 1000) // 2, deadline=None)
@given(randoms)
def test_a_pass_alone_keeps_the_solutions(name: str, random: Random) -> None:
    model = random.choice([random_model, crowded_model])(random)
    assert mismatch(model, Options(presolve=(name,))) is None, str(model)


@settings(max_examples=(EXAMPLES or 1000) // 5, deadline=None)
@given(randoms)
def test_selectors_select_as_before(random: Random) -> None:
    """The selectors are shown: the solutions of every choice of them are compared."""
    plain = random.choice([random_model, crowded_model])(random)
    model = guarded(plain, plain.statements[:3])
    presolve = random.choice(CHOICES)
    assert mismatch(model, Options(presolve=presolve)) is None, str(model)


CATALOGUE = Catalogue()
FEW = 50


def small_instances() -> list[str]:
    """Those of which few solutions are known to be all, and unsatisfiable ones."""
    found = []
    for name in shipped_instances():
        instance = CATALOGUE.instance(name)
        if instance.known is not None and not instance.slow and instance.known.count is not None:
            found += [name] if instance.known.count <= FEW else []
    return found


@pytest.mark.parametrize("name", small_instances())
def test_small_instances_keep_their_solutions(name: str) -> None:
    instance = CATALOGUE.instance(name)
    found = [
        {
            tuple(answer.solution.items())
            for answer in enumerate_solutions(
                instance.build(),
                options=Options(presolve=presolve),
                check=instance.check,
                in_process=True,
            )
            if answer.solution is not None
        }
        for presolve in ((), tuple(OPTIONAL))
    ]
    assert found[0] == found[1]
    assert instance.known is not None
    assert len(found[1]) == instance.known.count


def test_random_options_choose_passes() -> None:
    chosen = {random_options(Random(seed)).presolve for seed in range(300)}
    assert {"auto", (), *CHOICES[:-1]} <= chosen


def test_every_pass_says_what_it_keeps() -> None:
    """A pass that kept less than all solutions would not be safe under selectors.

    The one that does is never chosen as presolve: it is asked for by an option of its own.
    """
    keeps = {name: module.KEEPS for name, module in PASSES.items()}
    assert keeps.pop("symmetry") == "a solution of each orbit"
    assert "symmetry" not in OPTIONAL
    assert set(keeps.values()) == {"all solutions"}


def texts(model: Model, name: str) -> list[str]:
    return [str(statement.expr) for statement in run_passes(model, (name,))[0].statements]


def letters(model: Model) -> list[BoolExpr]:
    return [model.bool(letter) for letter in "abcdef"]


def test_pairs_become_a_clique() -> None:
    model = Model()
    a, b, c, d, e, _ = letters(model)
    for one, other in combinations([a, b, ~c, d], 2):
        model.add(~one | ~other)
    model.add(~d | ~e)
    assert texts(model, "cliques") == ["AtMost(a, b, ~c, d, 1)", "~d | ~e"]


def test_cliques_grow_through_at_most_ones_and_sums() -> None:
    model = Model()
    a, b, c, d, e, _ = letters(model)
    model.add(AtMostOne(a, b, c))
    model.add(3 * a + 2 * b + 2 * c + 2 * e <= 3)
    assert texts(model, "cliques") == ["AtMost(a, b, c, e, 1)"]
    for other in (a, b, c, e):
        model.add(~other | ~d)
    assert texts(model, "cliques") == ["AtMost(a, b, c, e, d, 1)"]


def test_what_excludes_all_of_an_exactly_one_is_false() -> None:
    model = Model()
    a, b, c, *_ = letters(model)
    model.add(ExactlyOne(a, b))
    model.add(~a | ~c)
    model.add(~b | ~c)
    assert texts(model, "cliques") == ["Exactly(a, b, 1)"]


def test_implied_statements_go() -> None:
    model = Model()
    a, b, c, d, *_ = letters(model)
    x, y = model.int("x", 0, 9), model.int("y", 0, 9)
    kept = [AtMostOne(a, b, c), a | d, x + y <= 7, ~(x - y == 1)]
    implied = [
        AtMostOne(a, b),
        ~c | ~a,
        AtMost(a, b, c, d, 2),
        d | b | a,
        AtLeast(a, d, c, 1),
        y + x <= 9,
        x + y != 8,
        (x + y <= 7) | c,
        AtMostOne(c, b, a),
    ]
    for statement in [*implied, *kept]:
        model.add(statement)
    assert len(texts(model, "redundant")) == len(kept)
    for statement in implied:
        model.add(statement)
    assert len(texts(model, "redundant")) == len(kept)


@pytest.mark.parametrize("name", OPTIONAL)
def test_a_pass_that_finds_nothing_returns_the_model(name: str) -> None:
    model = Model()
    model.add(Or(model.bool("a"), model.bool("b"), model.bool("c")))
    assert OPTIONAL[name].apply(model)[0] is model


def test_options_write_a_choice_one_way() -> None:
    names = tuple(sorted(OPTIONAL))
    assert Options(presolve=[*names[::-1], names[0]]).presolve == names  # type: ignore[arg-type]
    assert Options(presolve=", ".join(names)) == Options(presolve=names)  # type: ignore[arg-type]
    assert Options(presolve="none").presolve == ()  # type: ignore[arg-type]
    assert Options().to_json() == {}
    assert Options.from_json({"presolve": list(names)}) == Options(presolve=names)


def test_an_unknown_pass_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match=rf"'redundent'.* {', '.join(OPTIONAL)}"):
        run_passes(Model(), ("redundent",))
    for command in (["encode"], ["solve", "--backend", "z3"]):
        result = satchel(*command, "queens/4", "--presolve", "redundent")
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1


def test_passes_are_listed() -> None:
    lines = done("list", "passes").splitlines()
    assert [line.split()[0] for line in lines] == list(PASSES)
    assert "by --break-symmetry" in lines[list(PASSES).index("symmetry")]
    keeping = [line.split()[0] for line in lines if "keeps all solutions" in line]
    assert keeping == [name for name in PASSES if name != "symmetry"]


def test_a_choice_for_a_label_outlives_cliques() -> None:
    """Conflicts of two labels make two cliques, each by the encoding chosen for its label."""
    model = Model()
    xs = [model.bool(f"x{i}") for i in range(8)]
    for label, some in (("left", xs[:5]), ("right", xs[3:])):
        for a, b in combinations(some, 2):
            model.add(~a | ~b, label=label)
    labels = {"left": {"amo": "ladder"}, "right": {"amo": "commander"}}
    options = Options(presolve=("cliques",), labels=labels)
    chosen = {(a.owner, a.encoding) for a in compile_model(model, options).formula.stats}
    assert {("left", "ladder"), ("right", "commander")} <= chosen
