"""What the numbering of variables brings: each order on a few sizes of some families.

`numbering.py [--timeout S] [--quick] [--families A;B] [--backends A,B]` solves each instance in
each order of `satchel list numberings` and prints solve times, and for each order and solver the
geometric mean of its ratio to the natural order; a run that did not end counts as ten times the
limit. Sizes take the place of shuffles: an order that helps must help on most of them. Exits with 1
where verdicts differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

from measuring import table

from satchel.cnf.options import Options
from satchel.cnf.orders import ORDERS
from satchel.puzzle import Catalogue
from satchel.tasks.solve import solve
from satchel.tasks.work.process import Worker


@dataclass(frozen=True)
class Family:
    """Instances of one puzzle by one model, encoded alike."""

    instances: Sequence[str]
    choices: Mapping[str, str] = field(default_factory=dict)
    model: str | None = None


FAMILIES: Mapping[str, Family] = {
    "queens, product": Family([f"queens:n={n}" for n in (100, 140, 180)], {"amo": "product"}),
    "queens, sequential": Family([f"queens:n={n}" for n in (80, 100, 120)], {"amo": "sequential"}),
    "queens by lines": Family([f"queens:n={n}" for n in (70, 80, 90)], model="lines"),
    "tours, position": Family(
        [f"knights_tour:rows={n},closed=true" for n in (10, 12, 14)], {"circuit": "position"}
    ),
    "tours, crt": Family(
        [f"knights_tour:rows={n},closed=true" for n in (8, 10, 12)], {"circuit": "crt"}
    ),
    "squares": Family(["packing/smallest-11", "packing/ten-squares-upright", "packing/luzin-112"]),
    "knights": Family(
        [
            "placement/knights-8-33",
            "placement:piece=knight,rows=10,columns=10,count=51",
            "placement/knights-20-200",
        ]
    ),
}

FLOOR = 0.05
"""Seconds below which times are not told apart."""


def main(arguments: Sequence[str]) -> int:
    given = _parsed(arguments)
    backends = given.backends.split(",")
    orders = sorted(ORDERS, key=lambda name: name != "natural")
    rows: list[Sequence[str]] = [("family", "instance", "solver", *orders)]
    logs: dict[tuple[str, str, str], list[float]] = {}
    differ = False
    for name in given.families.split(";"):
        family = FAMILIES[name]
        for instance in family.instances[:1] if given.quick else family.instances:
            for backend in backends:
                found = [_seconds(instance, backend, family, order, given) for order in orders]
                differ |= len({status for status, _ in found if status != "unknown"}) > 1
                times = [seconds for _, seconds in found]
                rows.append((name, instance, backend, *(_text(t) for t in times)))
                print("  ".join(rows[-1]), file=sys.stderr)
                costs = [10 * given.timeout if t is None else max(t, FLOOR) for t in times]
                for order, cost in zip(orders, costs, strict=True):
                    logs.setdefault((name, backend, order), []).append(log(cost / costs[0]))
    print(table(rows, left=3))
    print()
    print(table(_summary(logs, given.families.split(";"), backends, orders), left=2))
    return int(differ)


def _summary(
    logs: Mapping[tuple[str, str, str], list[float]],
    families: Sequence[str],
    backends: Sequence[str],
    orders: Sequence[str],
) -> list[Sequence[str]]:
    """For each family and solver, and for all families together: the ratios to natural."""
    rows: list[Sequence[str]] = [("family", "solver", *orders)]
    for family in (*families, "all"):
        for backend in backends:
            cells = []
            for order in orders:
                some = [
                    mean(values)
                    for (f, b, o), values in logs.items()
                    if (b, o) == (backend, order) and family in (f, "all")
                ]
                cells.append(f"{exp(mean(some)):.2f}")
            rows.append((family, backend, *cells))
    return rows


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What the numbering of variables brings.")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each solve")
    parser.add_argument("--quick", action="store_true", help="one size of each family")
    parser.add_argument("--families", default=";".join(FAMILIES), metavar="A;B")
    parser.add_argument("--backends", default="cadical,glucose,kissat", metavar="A,B")
    return parser.parse_args(arguments)


def _seconds(
    instance: str,
    backend: str,
    family: Family,
    order: str,
    given: argparse.Namespace,
) -> tuple[str, float | None]:
    """The verdict, and the solver's own time; None where it did not end."""
    found = Catalogue().instance(instance)
    options = Options(choices=family.choices, numbering=order)
    with Worker() as worker:
        answer = solve(
            found.build(family.model),
            backend=backend,
            options=options,
            check=found.check,
            timeout=given.timeout + 3,
            worker=worker,
        )
    seconds = answer.times.get("solve", 0.0)
    ended = answer.status != "unknown" and seconds <= given.timeout
    return answer.status, seconds if ended else None


def _text(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
