"""The same instances by every road: z3 on the model in three ways, z3 on clauses, and its rivals.

`smt_routes.py [--timeout S] [--shuffles N] [--quick] [--backends A,B] [INSTANCE ...]` solves each
instance on each backend once for each of N shuffles (of the formula, or of the model where the
backend takes that), and prints the verdicts and the median time with its range: encode, load,
solve, decode and check. Where a shuffle did not end in time, it prints how many did. A backend that
does not work here is named and left out. Exits with 1 where verdicts differ, or one is not the
known answer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from measuring import table

from satchel.cnf.options import Options
from satchel.ir import Model
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.choose import list_backends
from satchel.tasks.solve import solve
from satchel.tasks.work.process import Worker

BACKENDS = ("z3", "z3-bv", "z3-fd", "z3-sat", "ortools", "cvc5", "cadical", "glucose")

INSTANCES = (
    "queens/12",
    "queens/50",
    "queens/diag-12-4-1",
    "knights_tour/closed-6",
    "knights_tour/closed-3x10",
    "knights_tour/closed-4x8",
    "packing/five-rectangles",
    "packing/nine-squares",
    "packing/smallest-6",
    "packing/smallest-6-less",
    "zebra/life-1962",
    "zebra/ships",
    "placement/most-knights-6",
    "placement/dominating-queens-8-5",
    "placement/dominating-queens-8-4",
)

QUICK = ("queens/6", "zebra/three-houses", "packing/smallest-4-less")


@dataclass(frozen=True)
class Cell:
    """What one backend made of one instance: the verdicts, and the times of those that ended."""

    verdicts: tuple[str, ...]
    seconds: tuple[float, ...]

    def __str__(self) -> str:
        if len(self.seconds) < len(self.verdicts):
            return f"{len(self.seconds)}/{len(self.verdicts)} ended"
        middle, least, most = median(self.seconds), min(self.seconds), max(self.seconds)
        return f"{middle:.2f} ({least:.2f} to {most:.2f})"


def main(arguments: Sequence[str]) -> int:
    given = _parsed(arguments)
    backends = _working(given.backends.split(","))
    catalogue, differences = Catalogue(), 0
    head = ("instance", "known", "verdict", *backends)
    rows: list[Sequence[str]] = [head]
    for name in given.instances or (QUICK if given.quick else INSTANCES):
        instance = catalogue.instance(name)
        cells = {backend: _measured(instance, backend, given) for backend in backends}
        known = "" if instance.known is None else instance.known.status
        verdicts = {v for cell in cells.values() for v in cell.verdicts if v != "unknown"}
        agreed = len(verdicts | ({known} if known else set())) <= 1
        differences += not agreed
        verdict = " / ".join(sorted(verdicts)) + ("" if agreed else " !")
        rows.append((name, known, verdict, *map(str, cells.values())))
        print("  ".join(rows[-1]), file=sys.stderr)
    print(table(rows, left=3))
    return 1 if differences else 0


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The same instances by every road.")
    parser.add_argument("instances", nargs="*", metavar="INSTANCE")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each solve")
    parser.add_argument("--shuffles", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="three small instances")
    parser.add_argument("--backends", default=",".join(BACKENDS), metavar="A,B")
    return parser.parse_args(arguments)


def _working(wanted: Sequence[str]) -> list[str]:
    names, unavailable = list_backends()
    for name in wanted:
        if name not in names:
            print(f"{name} is left out: {unavailable.get(name, 'unknown')}", file=sys.stderr)
    return [name for name in wanted if name in names]


def _measured(instance: Instance, backend: str, given: argparse.Namespace) -> Cell:
    """One worker for all shuffles, so that starting the solver's library is not what is timed."""
    verdicts: list[str] = []
    seconds: list[float] = []
    with Worker() as worker:
        solve(Model(), backend=backend, worker=worker)  # loads the solver's library
        for seed in range(1, given.shuffles + 1):
            answer = solve(
                instance.build(),
                backend=backend,
                options=Options(shuffle=seed),
                check=instance.check,
                timeout=given.timeout,
                worker=worker,
            )
            verdicts.append(answer.status)
            if answer.status == "unknown":
                print(f"{instance.name} {backend}: {answer.reason}", file=sys.stderr)
            else:
                seconds.append(sum(answer.times.values()))
    return Cell(tuple(verdicts), tuple(seconds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
