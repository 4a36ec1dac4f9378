"""PySAT's cardinality network, a peer of `cardnet` to be compared with.

Size: O(n log2(k)^2) variables and clauses. Propagation: complete. Source: Ignatiev, Morgado and
Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("cardnetwrk")
