"""Every shipped instance on several backends: the known answer, and a checked solution.

An instance names the backends that are slow on it; those runs are marked slow. Where `z3` is slow,
its other roads on the model are taken to be slow, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from satchel.puzzle import Catalogue, shipped_instances
from satchel.tasks.solve import solve
from satchel.tasks.work.process import Worker

BACKENDS = ("cadical", "glucose", "z3-sat", "z3", "z3-bv", "z3-fd")
CATALOGUE = Catalogue()
NAMES = shipped_instances()
LIMIT = 600.0


def runs() -> Iterator[object]:
    for name in NAMES:
        slow = set(CATALOGUE.instance(name).slow)
        slow |= {"z3-bv", "z3-fd"} if "z3" in slow else set()
        for backend in BACKENDS:
            marks = [pytest.mark.slow] if backend in slow else []
            yield pytest.param(name, backend, marks=marks)


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[str, Worker]]:
    """One worker a backend: a process for each of hundreds of solves would take minutes."""
    running = {backend: Worker() for backend in BACKENDS}
    yield running
    for worker in running.values():
        worker.close()


@pytest.mark.parametrize(("name", "backend"), list(runs()))
def test_instance(name: str, backend: str, workers: dict[str, Worker]) -> None:
    instance = CATALOGUE.instance(name)
    assert instance.known is not None, "an instance ships with its known answer"
    answer = solve(
        instance.build(),
        backend=backend,
        check=instance.check,
        timeout=LIMIT,
        worker=workers[backend],
    )
    assert answer.reason is None
    assert instance.known.contradiction(answer.status, objective=None) is None
    assert answer.checked == (answer.status == "sat")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_refuted_by_argument_is_known_to_be_unsatisfiable(name: str) -> None:
    instance = CATALOGUE.instance(name)
    if instance.refutation() is not None:
        assert instance.known is not None
        assert instance.known.status == "unsat"
