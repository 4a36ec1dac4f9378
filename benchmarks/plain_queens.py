"""N queens as clauses the plain way: lists in Python, written by PySAT. `plain_queens.py N FILE`.

The other side of `encode_queens.py`: the clauses are those of `encode queens:n=N --set amo=product`
with the same numbers, at-most-one as a product (Chen 2010), and no map, no check, no way back. The
`CNF` is made as PySAT documents it; that constructor is half of the script's time.
"""

from __future__ import annotations

import sys
from itertools import combinations, count
from math import isqrt

from pysat.formula import CNF


def queens(n: int) -> list[list[int]]:
    fresh = count(n * n + 1)
    clauses: list[list[int]] = []

    def at_most_one(literals: list[int]) -> None:
        if len(literals) <= 6:
            clauses.extend([-one, -other] for one, other in combinations(literals, 2))
            return
        height = isqrt(len(literals) - 1) + 1
        width = -(-len(literals) // height)
        rows = [next(fresh) for _ in range(height)]
        columns = [next(fresh) for _ in range(width)]
        for place, literal in enumerate(literals):
            clauses.append([-literal, rows[place // width]])
            clauses.append([-literal, columns[place % width]])
        at_most_one(rows)
        at_most_one(columns)

    board = [[row * n + column + 1 for column in range(n)] for row in range(n)]
    for column in range(n):
        at_most_one([board[row][column] for row in range(n)])
    clauses.extend([board[row][column] for row in range(n)] for column in range(n))
    for rising in range(2 * n - 1):
        squares = [(row, rising - row) for row in range(n) if 0 <= rising - row < n]
        at_most_one([board[row][column] for row, column in squares])
    for falling in range(1 - n, n):
        squares = [(row, row + falling) for row in range(n) if 0 <= row + falling < n]
        at_most_one([board[row][column] for row, column in squares])
    for row in board:
        at_most_one(row)
        clauses.append(row)
    return clauses


if __name__ == "__main__":
    CNF(from_clauses=queens(int(sys.argv[1]))).to_file(sys.argv[2])
