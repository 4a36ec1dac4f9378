"""The sums of OPB: weighted variables, and what can be wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter.fault import Faults, shown
from satchel.linter.rules import clauses
from satchel.linter.rules import pb as rules

TOKEN = re.compile(rb"[+-]?[0-9]+|~?x[0-9]+|[<>!]=|[<>=]|[^\s<>=!]+|!")
"""The words of a line, whether there are blanks between them or not."""

_INTEGER = re.compile(rb"[+-]?[0-9]+")
_VARIABLE = re.compile(rb"~?x[0-9]+")
_DIGITS = 4000
"""Python refuses to read longer numbers; no program takes them either."""


@dataclass(frozen=True)
class Sum:
    """Weighted variables; a negated one has its weight turned round, and added to `moved`."""

    weights: list[int]
    variables: list[int]
    moved: int = 0

    @property
    def least(self) -> int:
        """No value is below."""
        return sum(min(weight, 0) for weight in self.weights) + self.moved

    @property
    def most(self) -> int:
        """No value is above."""
        return sum(max(weight, 0) for weight in self.weights) + self.moved

    @property
    def size(self) -> int:
        """What the coefficients add up to, signs aside."""
        return sum(map(abs, self.weights))


def is_integer(word: bytes) -> bool:
    """Whether a word is a number that can be read."""
    return len(word) < _DIGITS and _INTEGER.fullmatch(word) is not None


def check_numbers(words: list[bytes], line: int, faults: Faults) -> None:
    """The coefficients and, behind the relation, the bound are written as all programs do."""
    *weights, bound = [word for word in words if is_integer(word)] or [b"0"]
    odd = [word for word in weights if re.fullmatch(rb"[+-]?0[0-9]+|-0", word)]
    if not re.fullmatch(rb"0|-?[1-9][0-9]*", bound):
        odd.append(bound)
    if odd:
        faults.add(rules.NUMBER, line, f"the number {shown(odd[0])}: expected it without frills")


def read_sum(words: list[bytes], line: int, faults: Faults, *, linear: bool) -> Sum | None:
    """Weighted variables; None where they are none (a fault), or products (one if `linear`)."""
    terms = _terms(words)
    if terms is None:
        text = shown(b" ".join(words))
        faults.add(rules.SYNTAX, line, f"{text}: expected `+WEIGHT xN` and more of them")
        return None
    if any(weight[:1].isdigit() for weight, _ in terms):
        faults.add(rules.SIGN, line, "a coefficient without a sign")
    if linear and any(factor.startswith(b"~") for _, factors in terms for factor in factors):
        faults.add(rules.NEGATED, line, "a negated literal: expected variables")
    if any(len(factors) > 1 for _, factors in terms):
        if linear:
            faults.add(rules.PRODUCT, line, "a product: expected one variable a term")
        return None
    weights, variables, moved = [], [], 0
    for word, (factor,) in terms:
        variable, weight = _variable(factor, line, faults), int(word)
        if variable is None:
            return None
        if factor.startswith(b"~"):
            moved, weight = moved + weight, -weight
        weights.append(weight)
        variables.append(variable)
    return Sum(weights, variables, moved)


def check_sum(total: Sum, line: int, faults: Faults) -> None:
    """Coefficients that are 0, variables that are there twice, and numbers that are too large."""
    if 0 in total.weights:
        x = total.variables[total.weights.index(0)]
        faults.add(rules.ZERO, line, f"x{x} has the coefficient 0")
    if len(set(total.variables)) < len(total.variables):
        [(x, _)] = Counter(total.variables).most_common(1)
        faults.add(rules.REPEATED, line, f"x{x} is there more than once")
    if total.size > 2**63 - 1:
        bits = total.size.bit_length()
        faults.add(rules.BIG, line, f"the coefficients add up to {bits} bits")


def _terms(words: list[bytes]) -> list[tuple[bytes, list[bytes]]] | None:
    """Each weight with what stands behind it; None where a word fits nowhere."""
    terms: list[tuple[bytes, list[bytes]]] = []
    for word in words:
        if is_integer(word) and (not terms or terms[-1][1]):
            terms.append((word, []))
        elif _VARIABLE.fullmatch(word) and terms:
            terms[-1][1].append(word)
        else:
            return None
    return terms if not terms or terms[-1][1] else None


def _variable(word: bytes, line: int, faults: Faults) -> int | None:
    digits = word.lstrip(b"~x")
    stripped = digits.lstrip(b"0")
    if len(stripped) > 10 or int(stripped or b"0") > MAX_VARIABLE:
        faults.add(clauses.TOO_LARGE, line, f"{shown(word)} is beyond 2^28 - 1")
        return None
    if digits.startswith(b"0"):
        faults.add(clauses.LEADING_ZERO, line, f"{shown(word)}: expected x1, x2, ...")
    return int(stripped or b"0")
