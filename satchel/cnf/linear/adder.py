"""Adder: the sum in binary, from full and half adders, compared with the bound digit by digit.

Size: about one full adder (2 variables, 14 clauses) a digit of the coefficients and integers.
Propagation: by complete assignments; of `!=` every conflict is found. Auxiliaries are determined
always. The only one whose size is logarithmic in coefficients and domains. Source: Warners 1998;
Een and Sorensson 2006.
"""

from __future__ import annotations

from collections import deque

from satchel.cnf.integer.binary import blocks, outside
from satchel.cnf.linear import Terms
from satchel.cnf.sink import FALSE, Clauses, Literal

DETERMINED = "always"
PROPAGATES = {"<=": "total", "==": "total", "!=": "conflicts"}
NEEDS = "bits"


def encode(out: Clauses, terms: Terms, op: str, bound: int) -> None:
    """`sum of coefficient * integer  op  bound`."""
    columns, bound = _columns(terms, bound)
    digits = _add(out, columns)
    top = (1 << len(digits)) - 1
    allowed = range(bound + 1) if op == "<=" else range(bound, bound + 1)
    if op == "!=":
        if 0 <= bound <= top:
            out.require(*outside(digits, bound, 0))
        return
    if bound < 0 or (op == "==" and bound > top):
        out.require()
        return
    for start, size in (*blocks(0, allowed.start - 1), *blocks(allowed.stop, top)):
        out.require(*outside(digits, start, size))


def _columns(terms: Terms, bound: int) -> tuple[list[deque[Literal]], int]:
    """The sum as literals in columns of weight 1, 2, 4, ..., and the bound that belongs to it."""
    columns: list[deque[Literal]] = []
    for coefficient, x in terms:
        bound -= coefficient * x.domain.lo
        for place, bit in enumerate(x.bits()):
            weight = coefficient << place
            literal = bit
            if weight < 0:
                bound -= weight
                weight, literal = -weight, -bit
            columns += [deque() for _ in range(weight.bit_length() - len(columns))]
            for digit in range(weight.bit_length()):
                if weight >> digit & 1:
                    columns[digit].append(literal)
    return columns, bound


def _add(out: Clauses, columns: list[deque[Literal]]) -> list[Literal]:
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
