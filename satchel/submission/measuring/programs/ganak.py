"""Ganak on a file of the Model Counting Competitions; prints its kind of answer."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main(file: str) -> None:
    """Count the models of the file, projected where it says so."""
    pyganak: Any = import_module("pyganak")
    counter = pyganak.Counter()
    shown: list[int] = []
    track = "mc"
    variables = clauses = 0
    for line in Path(file).read_text(encoding="ascii").splitlines():
        match line.split():
            case ["c", "t", name]:
                track = name
            case ["c", "p", "show", *numbers, "0"]:
                shown += map(int, numbers)
            case ["p", "cnf", announced, _]:
                variables = int(announced)
                counter.new_vars(variables)
            case ["c", *_] | []:
                pass
            case literals:
                counter.add_clause([*map(int, literals[:-1])])
                clauses += 1
    if track == "pmc":
        counter.set_sampling_set(shown)
    # Ganak overlooks an empty clause where there is nothing else.
    number = counter.count() if variables else int(clauses == 0)
    print("s SATISFIABLE" if number else "s UNSATISFIABLE")
    print(f"c s type {track}")
    print(f"c s exact arb int {number}")


if __name__ == "__main__":
    main(sys.argv[1])
