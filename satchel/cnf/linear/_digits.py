"""Sums in binary: literals in columns of weight 1, 2, 4, ..., reduced to one digit a column."""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

from satchel.cnf.sink import FALSE, Clauses, Literal

Columns: TypeAlias = list[deque[Literal]]


def put(columns: Columns, literal: Literal, weight: int) -> None:
    """Put a literal into the columns of a positive weight's digits."""
    columns += [deque() for _ in range(weight.bit_length() - len(columns))]
    for digit in range(weight.bit_length()):
        if weight >> digit & 1:
            columns[digit].append(literal)


def add(out: Clauses, columns: Columns) -> list[Literal]:
    """Reduce every column to one digit, carrying into the next."""
    digits: list[Literal] = []
    while len(digits) < len(columns):
        column = columns[len(digits)]
        carries: deque[Literal] = deque()
        while len(column) > 1:
            taken = [column.popleft() for _ in range(min(3, len(column)))]
            total, carry = _full_adder(out, *taken)
            column.append(total)
            carries.append(carry)
        digits.append(column[0] if column else FALSE)
        if carries and len(digits) == len(columns):
            columns.append(deque())
        if carries:
            columns[len(digits)].extend(carries)
    return digits


def _full_adder(
    out: Clauses, a: Literal, b: Literal, c: Literal = FALSE
) -> tuple[Literal, Literal]:
    """Sum and carry of three literals, or of two."""
    total, carry = out.new(), out.new()
    for x in (a, -a):
        for y in (b, -b):
            for z in (c, -c):
                odd = ((x == a) + (y == b) + (z == c)) % 2
                out.define(-x, -y, -z, total if odd else -total)
    for x, y in ((a, b), (a, c), (b, c)):
        out.define(-x, -y, carry)
        out.define(x, y, -carry)
    return total, carry
