"""z3's own forms of global constraints: found by file, and equal to the decompositions."""

from __future__ import annotations

from contextlib import closing
from itertools import product
from typing import Any

import pytest

from satchel.backends import _z3_forms
from satchel.errors import BackendError
from satchel.ir import AllDifferent, Model, ProductIs
from satchel.ir.core import KINDS
from satchel.ir.protocols import GlobalConstraint
from satchel.registry import modules
from satchel.tasks.choose import backend_named

NAMES = list(modules(_z3_forms.__name__))


@pytest.mark.parametrize("name", NAMES)
def test_a_form_is_for_a_kind_of_constraint(name: str) -> None:
    assert issubclass(KINDS[name], GlobalConstraint)
    assert callable(_z3_forms.form(name))


def test_a_kind_without_a_file_has_no_form() -> None:
    assert _z3_forms.form("no_such_kind") is None


@pytest.mark.parametrize("name", ["z3", "z3-bv", "z3-fd"])
@pytest.mark.parametrize("summed", [False, True])
def test_all_different_has_its_permutations(name: str, summed: bool) -> None:
    """Direct variables, and numbers where one of them is in a sum, too."""
    m = Model()
    xs = [m.int(f"x{i}", -1, 2) for i in range(3)]
    m.add(AllDifferent(xs))
    if summed:
        m.add(xs[0] + xs[1] - xs[2] <= 9)
    backend = backend_named(name)
    assert backend.takes == "model"
    with closing(backend.open(m)) as session:
        for values in product(range(-1, 3), repeat=3):
            fixed = [x == value for x, value in zip(xs, values, strict=True)]
            assert session.solve(fixed) is (len(set(values)) == 3)


@pytest.mark.parametrize("name", ["z3", "z3-bv", "z3-fd"])
def test_giving_up_is_an_error_with_a_reason(name: str) -> None:
    m = Model()
    xs = [m.int(f"x{i}", 0, 10) for i in range(12)]
    m.add(AllDifferent(xs))
    session: Any = backend_named(name).open(m)  # type: ignore[arg-type]
    with closing(session):
        session._solver.set("rlimit", 100)
        with pytest.raises(BackendError, match=r"z3 gave up: .+"):
            session.solve()


@pytest.mark.parametrize("name", ["z3", "z3-bv", "z3-fd", "ortools"])
@pytest.mark.parametrize("wide", [False, True])
def test_products_of_both_signs(name: str, wide: bool) -> None:
    """By cases, and by a multiplication where factors have many values."""
    m = Model()
    reach = 100 if wide else 10
    x, y = m.int("x", -reach, reach + 5), m.int("y", [-reach, *range(-9, reach)])
    z = m.int("z", -30000, 30000)
    m.add(ProductIs(2 * x - 3, 1 - y, z))
    backend = backend_named(name)
    assert backend.takes == "model"
    with closing(backend.open(m)) as session:
        for a, b in product([-10, -2, 0, 1, 2, 7], [-9, -1, 0, 1, 5]):
            exact = (2 * a - 3) * (1 - b)
            assert session.solve([x == a, y == b, z == exact]) is True
            assert session.solve([x == a, y == b, z != exact]) is False
