"""PySAT's totalizer, a peer of `totalizer` to be compared with.

It has no cut-off. Size: n log2(n) variables, O(n^2) clauses. Propagation: complete. Source:
Ignatiev, Morgado and Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("totalizer")
