"""PySAT's ladder, a peer of `ladder` to be compared with.

Size: n + 1 variables, 4n clauses. Propagation: complete. Source: Ignatiev, Morgado and
Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("ladder")
