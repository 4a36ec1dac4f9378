"""The puzzles this project started from: our time, the write-ups' own, and the verdict.

`seeds.py [PREFIX ...]` runs the rows whose instance begins with one of the prefixes, or all. Ours
is encode, solve, decode and check in one worker process; the median where a row is run on several
numberings. The write-ups' times are theirs, from other machines and solvers that need no encoding:
quoted, not measured. A row fails if its answer is not the known one or its time is over the limit
we set ourselves.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from measuring import table

from satchel.cnf.options import Options
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.answer import Answer
from satchel.tasks.solve import enumerate_solutions, solve


@dataclass(frozen=True)
class Row:
    """An instance, what its write-up took, and what we allow ourselves (seconds)."""

    instance: str
    theirs: str = ""
    limit: float | None = None
    every: bool = False
    numberings: int = 1


OPEN = {9: "0.41", 11: "9.8", 13: "118"}
CLOSED = {6: "0.11", 8: "0.20", 10: "0.89", 12: "25.4"}
COUNTED = {12: "2.2", 13: "13"}

ROWS = [
    *(
        Row(f"knights_tour/open-{n}", OPEN.get(n, ""), {13: 1, 101: 5, 201: 20}.get(n))
        for n in (5, 7, 9, 11, 13, 15, 21, 31, 51, 101, 201)
    ),
    Row("knights_tour/open-6"),
    *(
        Row(f"knights_tour/closed-{n}", CLOSED.get(n, ""), {12: 0.5, 100: 4, 200: 15}.get(n))
        for n in (6, 8, 10, 12, 16, 20, 40, 100, 200)
    ),
    Row("knights_tour/closed-4"),
    Row("knights_tour/closed-5"),
    Row("packing/five-rectangles", every=True),
    Row("packing/nine-squares", "0.27", 1),
    Row("packing/ten-squares", "19.6", 1),
    Row("packing/luzin-112", "gave up", 10, numberings=5),
    *(Row(f"queens/{n}", COUNTED.get(n, ""), every=True) for n in range(4, 11)),
    Row("zebra/shoes", "", 1, every=True),
    Row("placement:piece=knight,rows=8,columns=8,count=25", "as far as it got", 1),
    Row("placement:piece=knight,rows=8,columns=8,count=32", "", 1),
    Row("placement:piece=knight,rows=8,columns=8,count=33", "", 1),
    Row("placement:piece=knight,rows=20,columns=20,count=200", "", 1),
    Row("placement:piece=knight,rows=20,columns=20,count=201", "", 1),
]


def main(prefixes: list[str]) -> None:
    catalogue = Catalogue()
    rows = [row for row in ROWS if not prefixes or row.instance.startswith(tuple(prefixes))]
    lines = [("instance", "verdict", "ours s", "write-up s", "limit s", "")]
    failed = 0
    for row in rows:
        instance = catalogue.instance(row.instance)
        verdict, seconds = _measured(instance, row)
        late = row.limit is not None and seconds > row.limit
        failed += late or "!" in verdict
        limit = "" if row.limit is None else f"{row.limit:g}"
        lines.append(
            (row.instance, verdict, f"{seconds:.2f}", row.theirs, limit, "late" if late else "")
        )
        print(f"{row.instance} {verdict} {seconds:.2f}", file=sys.stderr)
    print(table(lines, left=2))
    sys.exit(1 if failed else 0)


def _measured(instance: Instance, row: Row) -> tuple[str, float]:
    """The verdict, held against the known answer, and the median of the times."""
    argument = instance.refutation()
    if argument is not None:
        start = time.perf_counter()
        instance.refutation()
        return _judged(f"unsat by {argument.split(':')[0]}", "unsat", instance), (
            time.perf_counter() - start
        )
    found = [list(_answers(instance, row, seed)) for seed in range(row.numberings)]
    verdicts = {_verdict(answers, row) for answers in found}
    times = [
        sum(s for name, s in _last_times(answers).items() if name != "build") for answers in found
    ]
    status = "sat" if any(answer.status == "sat" for answer in found[0]) else "unsat"
    return _judged(" / ".join(sorted(verdicts)), status, instance, _count(found[0], row)), median(
        times
    )


def _answers(instance: Instance, row: Row, seed: int) -> Iterator[Answer]:
    options = Options(shuffle=seed or None)
    if row.every:
        yield from enumerate_solutions(instance.build(), options=options, check=instance.check)
    else:
        yield solve(instance.build(), options=options, check=instance.check, timeout=600)


def _last_times(answers: list[Answer]) -> dict[str, float]:
    return dict(answers[-1].times) if answers else {}


def _count(answers: list[Answer], row: Row) -> int | None:
    return len(answers) if row.every else None


def _verdict(answers: list[Answer], row: Row) -> str:
    return f"{len(answers)} in all" if row.every else answers[0].status


def _judged(verdict: str, status: str, instance: Instance, count: int | None = None) -> str:
    """The verdict, with an exclamation mark if the known answer is another."""
    known = instance.known
    wrong = known is not None and known.contradiction(status, count=count)
    return f"{verdict} !" if wrong else verdict


if __name__ == "__main__":
    main(sys.argv[1:])
