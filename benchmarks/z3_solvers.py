"""Which of z3's solvers for which road on the model: the same instances on each of them.

`z3_solvers.py [--timeout S] [--shuffles N] [INSTANCE ...]` loads each instance as `z3`, `z3-bv` and
`z3-fd` do, into each solver that could take it, and prints the median time of loading and solving
and its range over shuffles of the model. `satchel/backends/_z3_solver.py` says what was chosen.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

import z3
from measuring import table

from satchel.backends import z3 as plain
from satchel.backends import z3_bv, z3_fd
from satchel.backends._z3_solver import boolean_solver
from satchel.errors import BackendError
from satchel.passes import run_passes, shuffle
from satchel.puzzle import Catalogue
from satchel.tasks.choose import backend_named

INSTANCES = (
    "queens/100",
    "knights_tour/closed-10",
    "packing/luzin-112",
    "packing/csplib9-003",
    "placement/dominating-queens-8-4",
)

SOLVERS: Mapping[str, Callable[[], Any]] = {
    "Solver": z3.Solver,
    "SimpleSolver": z3.SimpleSolver,
    "no relevancy": boolean_solver,
    "QF_FD": lambda: z3.SolverFor("QF_FD"),
    "QF_BV": lambda: z3.SolverFor("QF_BV"),
}

UNBOUNDED = ("Solver", "SimpleSolver", "no relevancy")


def main() -> None:
    parser = argparse.ArgumentParser(description="Which of z3's solvers for which road.")
    parser.add_argument("instances", nargs="*", metavar="INSTANCE")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--shuffles", type=int, default=5)
    given = parser.parse_args()
    rows: list[Sequence[str]] = [("instance", "backend", *SOLVERS)]
    for name in given.instances or INSTANCES:
        for backend in ("z3", "z3-bv", "z3-fd"):
            possible = UNBOUNDED if backend == "z3" else SOLVERS
            cells = [
                _measured(name, backend, SOLVERS[solver], given) if solver in possible else ""
                for solver in SOLVERS
            ]
            rows.append((name, backend, *cells))
    print(table(rows, left=2))


def _measured(name: str, backend: str, solver: Callable[[], Any], given: argparse.Namespace) -> str:
    """The median and the range, or how many of the shuffles ended in time."""
    seconds: list[float] = []
    for seed in range(1, given.shuffles + 1):
        model, _ = run_passes(Catalogue().instance(name).build())
        model, _ = shuffle.apply(model, seed)
        start = time.perf_counter()
        if _decided(model, backend, solver, given.timeout):
            seconds.append(time.perf_counter() - start)
    if len(seconds) < given.shuffles:
        return f"{len(seconds)}/{given.shuffles} ended"
    return f"{median(seconds):.2f} ({min(seconds):.2f} to {max(seconds):.2f})"


def _decided(model: Any, backend: str, solver: Callable[[], Any], timeout: float) -> bool:
    """Whether the backend decides the model with that solver, in about the given time."""

    def limited() -> Any:
        made = solver()
        made.set("timeout", int(1000 * timeout))
        return made

    for module, attributes in (
        (plain, ("arithmetic_solver", "boolean_solver")),
        (z3_bv, ("clausal_solver", "counting_solver")),
        (z3_fd, ("clausal_solver", "counting_solver")),
    ):
        for attribute in attributes:
            setattr(module, attribute, limited)
    session: Any = backend_named(backend).open(model)  # type: ignore[arg-type]
    try:
        return session.solve() is not None
    except BackendError:
        return False
    finally:
        session.close()


if __name__ == "__main__":
    main()
