"""PySAT's sequential counter, a peer of `sequential` to be compared with.

Size: n - 1 variables, 3n - 4 clauses. Propagation: complete. Source: Ignatiev, Morgado and
Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("seqcounter")
