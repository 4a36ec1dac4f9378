"""Most knights and fewest dominating pieces by several routes. `optimise.py [SECONDS] [PATTERN]`.

For each instance and route: the bounds reached, the seconds until they met, all work included, and
how many times as long as the quickest route. Those that do not meet within SECONDS (default 60)
show what was known by then. PATTERN chooses instances by a part of their name.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from measuring import table

from satchel import Answer, Options, load, solve
from satchel.tasks.choose import list_backends


class Route(NamedTuple):
    """A backend, a search on it, and whether symmetries are broken first."""

    backend: str
    search: str
    breaking: bool = False

    def __str__(self) -> str:
        broken = ", symmetry broken" if self.breaking else ""
        return f"{self.backend}, {self.search}{broken}"


ROUTES = (
    Route("cadical", "core-guided"),
    Route("cadical", "core-guided", breaking=True),
    Route("glucose", "core-guided"),
    Route("cadical", "linear"),
    Route("z3", "native"),
    Route("ortools", "native"),
)


def _placement(piece: str, rows: int, columns: int, objective: str) -> str:
    size = f"piece={piece},rows={rows},columns={columns}"
    return f"placement:{size},objective={objective}"


INSTANCES = (
    *(_placement("knight", r, c, "most") for r, c in ((8, 8), (5, 7), (20, 20), (30, 30))),
    *(_placement("queen", n, n, "dominate") for n in range(8, 13)),
    *(_placement("knight", n, n, "dominate") for n in range(10, 16)),
)


def main(timeout: float, pattern: str) -> None:
    there, _ = list_backends()
    rows: list[tuple[str, ...]] = [("instance", "route", "bounds", "seconds", "ratio")]
    for name in INSTANCES:
        if pattern not in name:
            continue
        runs = [(route, *_run(name, route, timeout)) for route in ROUTES if route.backend in there]
        proved = [seconds for _, answer, seconds in runs if answer.status == "optimum"]
        for place, (route, answer, seconds) in enumerate(runs):
            label = name.removeprefix("placement:") if place == 0 else ""
            rows.append((label, str(route), *_reached(answer, seconds, min(proved, default=0))))
    print(table(rows, left=2))


def _run(name: str, route: Route, timeout: float) -> tuple[Answer, float]:
    start = time.perf_counter()
    answer = solve(
        load(name),
        backend=route.backend,
        search=route.search,
        options=Options(break_symmetry=route.breaking),
        timeout=timeout,
    )
    return answer, time.perf_counter() - start


def _reached(answer: Answer, seconds: float, quickest: float) -> tuple[str, str, str]:
    lower, upper = ("?" if bound is None else str(bound) for bound in answer.bounds)
    if answer.status != "optimum":
        return f"{lower}..{upper}", answer.reason or "-", "-"
    return lower, f"{seconds:.2f}", f"{seconds / quickest:.1f}"


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else 60.0, given[1] if len(given) > 1 else "")
