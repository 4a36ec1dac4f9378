"""PySAT's modulo k-totalizer, a peer of `kmtotalizer` to be compared with.

Size: O(n log2(k)) variables, O(n sqrt(k)) clauses. Propagation: none promised. Source: Ignatiev,
Morgado and Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "none"
COUNT_SAFE = False

encode = peer("kmtotalizer")
