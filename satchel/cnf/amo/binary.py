"""Binary (bitwise): the literals are numbered, and a true one sets the bits to its number.

Size: ceil(log2 n) variables, n * ceil(log2 n) clauses. Propagation: complete. Auxiliaries are
determined under exactly-one. Source: Frisch, Peugniez, Doggett and Nightingale 2005; Prestwich
2007.
"""

from __future__ import annotations

from collections.abc import Sequence

from satchel.cnf.sink import Clauses, Literal

DETERMINED = "under exactly-one"
PROPAGATES = "all"


def encode(out: Clauses, literals: Sequence[Literal]) -> None:
    """At most one of the literals."""
    in_one_group(out, [[literal] for literal in literals])


def in_one_group(out: Clauses, groups: Sequence[Sequence[Literal]]) -> None:
    """No true literals in two groups: a true one sets the bits to the number of its group.

    Ones define the bits and zeros refuse them, so that the bits are there, whatever the literals.
    """
    for place in range((len(groups) - 1).bit_length()):
        bit = out.new()
        ones: list[Literal] = []
        for number, group in enumerate(groups):
            if number >> place & 1:
                ones += group
            else:
                for literal in group:
                    out.require(-literal, -bit)
        for literal in ones:
            out.define(-literal, bit)
        if out.two_sided:
            out.define(-bit, *ones)
