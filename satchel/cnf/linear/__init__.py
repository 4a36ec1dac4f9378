"""Linear: `encode(out, terms, op, bound)`, one file an encoding.

`terms` are pairs (coefficient, integer) over distinct integers (literals among them, as 0 or 1),
no coefficient zero; `op` is `<=`, `==` or `!=`; coefficients are exact, of any size.
"""

from typing import TypeAlias

from satchel.cnf.integer.base import Integer

Terms: TypeAlias = list[tuple[int, Integer]]
