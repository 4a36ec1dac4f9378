"""Differences that disequalities share: the same solutions, far fewer clauses."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest

from satchel.cnf.options import Options
from satchel.ir import Model
from satchel.passes import differences
from satchel.tasks.compile import predict
from satchel.tasks.solve import enumerate_solutions


def ruler(marks: int, length: int) -> Model:
    """Marks on a ruler, no two of them as far apart as two others."""
    model = Model()
    xs = [model.int(f"x{i}", 0, length) for i in range(marks)]
    for low, high in pairwise(xs):
        model.add(low < high)
    for (a, b), (c, d) in combinations(combinations(xs, 2), 2):
        model.add(b - a != d - c)
    for x in xs:
        model.show(x.name, x)
    return model


@pytest.mark.parametrize("count_safe", [False, True])
@pytest.mark.parametrize("presolve", [(), ("differences",), "auto"])
def test_the_rulers_are_those_of_brute_force(presolve: object, count_safe: bool) -> None:
    """Four marks within six: the perfect ruler 0 1 4 6 and its mirror image."""
    right = {
        marks
        for marks in product(range(7), repeat=4)
        if all(low < high for low, high in pairwise(marks))
        and len({b - a for a, b in combinations(marks, 2)}) == 6
    }
    options = Options(presolve=presolve, count_safe=count_safe)  # type: ignore[arg-type]
    answers = enumerate_solutions(ruler(4, 6), options=options, in_process=True)
    found = [tuple(a.solution.values()) for a in answers if a.solution is not None]
    assert len(found) == len(set(found))
    assert set(found) == right == {(0, 1, 4, 6), (0, 2, 5, 6)}


def test_shared_differences_save_clauses() -> None:
    model = ruler(6, 30)
    plain, shared = (predict(model, Options(presolve=p)).clauses for p in ((), ("differences",)))
    assert 4 * shared < plain


def test_what_is_shared_by_few_stays() -> None:
    model = Model()
    a, b, c, d = (model.int(name, 0, 9) for name in "abcd")
    model.add(a - b != c - d)
    model.add(a - b + c <= 4)
    assert differences.apply(model)[0] is model
