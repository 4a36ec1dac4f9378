"""Queens on several solvers and several numberings. `backends_queens.py [SECONDS] [SHUFFLES]`.

One numbering says little: the same clauses under other names can take a hundred times as long. So
every backend gets each formula in its natural order and in shuffled ones, and the table shows the
median and the extremes of the solver's own time (loading included), start-up and encoding apart.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import median

from measuring import table

from satchel import Answer, Options, load, solve
from satchel.tasks.choose import list_backends

SIZES = (50, 100)
BACKENDS = ("cadical", "glucose", "kissat", "minicard", "z3-sat", "z3")

_HEAD = ("backend", "natural s", "median s", "least s", "most s", "solved")


def main(timeout: float, shuffles: int) -> None:
    there, _ = list_backends()
    for n in SIZES:
        problem = load(f"queens:n={n}")
        rows: list[tuple[str, ...]] = [_HEAD]
        for backend in BACKENDS:
            if backend not in there:
                rows.append((backend, *["not here"] * 5))
                continue
            # z3 is given the model, which has no numbering: it is run as often all the same.
            answers = [
                solve(problem, backend=backend, options=Options(shuffle=seed), timeout=timeout)
                for seed in (None, *range(1, shuffles + 1))
            ]
            rows.append((backend, *_summary(answers)))
        print(f"{n} queens, at most {timeout:g} s each: natural order, and {shuffles} shuffles")
        print(table(rows), end="\n\n", flush=True)


def _summary(answers: Sequence[Answer]) -> tuple[str, ...]:
    """The natural order's time; median, least and most of the shuffled ones; how many solved."""
    natural, *shuffled = [
        answer.times["solve"] if answer.status == "sat" else float("inf") for answer in answers
    ]
    solved = sum(answer.status == "sat" for answer in answers)
    times = (natural, median(shuffled), min(shuffled), max(shuffled))
    return *map(_seconds, times), f"{solved}/{len(answers)}"


def _seconds(value: float) -> str:
    return "-" if value == float("inf") else f"{value:.3f}"


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else 30.0, int(given[1]) if len(given) > 1 else 5)
