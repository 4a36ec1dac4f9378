"""What solvers count, under the same names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from satchel.cnf.options import Options
from satchel.puzzle import Catalogue
from satchel.tasks.choose import list_backends
from satchel.tasks.session import prepare
from tests.programs import CADICAL, MINISAT

SILENT = {"brute", "kissat404", "cryptosat"}
"""They tell nothing: one is no such solver, of the others PySAT knows nothing."""


@pytest.mark.parametrize("backend", [*list_backends()[0], CADICAL, MINISAT])
def test_statistics_have_the_same_names_everywhere(backend: str) -> None:
    model = Catalogue().instance("queens:n=6").build()
    session = prepare(model, backend, Options(), every=False).open()
    assert session.solve()
    told = session.statistics()
    if backend not in SILENT:
        assert {"conflicts", "decisions"} <= set(told)
    assert all(isinstance(number, int | float) and number >= 0 for number in told.values())


def test_statistics_of_a_program_are_those_it_prints(program: Callable[[str], str]) -> None:
    body = """
print('c conflicts:   12   3.4 per second')
print('c --- [ x ] ---')
print('Decisions             : 7  (0 % random)')
print('conflicts nothing : 5')
print('s UNSATISFIABLE')
"""
    model = Catalogue().instance("queens:n=3").build()
    session = prepare(model, program(body), Options(), every=False).open()
    assert session.solve() is False
    assert session.statistics() == {"conflicts": 12, "decisions": 7}
