"""Formulas as lists of clauses, for tests: random ones, pigeons, and what they mean."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random

from satchel.cnf.formula import Formula
from satchel.cnf.varmap import VarMap
from satchel.dimacs.writer import write_dimacs

Clauses = list[list[int]]


def random_clauses(
    random: Random, variables: int, clauses: int, widths: tuple[int, int] = (1, 3)
) -> Clauses:
    """Clauses of so many distinct variables, at least and at most."""
    return [
        [
            variable * random.choice([1, -1])
            for variable in random.sample(range(1, variables + 1), random.randint(*widths))
        ]
        for _ in range(clauses)
    ]


def pigeons(n: int) -> Clauses:
    """`n` pigeons in `n - 1` holes."""
    sits = [[i * (n - 1) + j + 1 for j in range(n - 1)] for i in range(n)]
    return sits + [[-a, -b] for hole in zip(*sits, strict=True) for a, b in combinations(hole, 2)]


def satisfiable(clauses: Iterable[Sequence[int]], variables: int) -> bool:
    """By brute force."""
    clauses = list(clauses)
    return any(
        all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for values in product([False, True], repeat=variables)
    )


def written(path: Path, clauses: Clauses, variables: int = 0) -> Path:
    """The clauses as a DIMACS file."""
    variables = max([variables, *(abs(x) for clause in clauses for x in clause)])
    with path.open("wb") as file:
        write_dimacs(file, variables, len(clauses), chunks(clauses))
    return path


def formula(clauses: Clauses, variables: int) -> Formula:
    """The clauses as what backends take."""
    literals = sum(map(len, clauses))
    return Formula(variables, len(clauses), literals, chunks(clauses), VarMap({}, {}))


def chunks(clauses: Clauses) -> tuple[array[int], ...]:
    return (array("i", (x for clause in clauses for x in (*clause, 0))),) if clauses else ()
