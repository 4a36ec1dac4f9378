"""PySAT's sequential counter, a peer of `sequential` to be compared with.

It leaves out counts from which the bound is out of reach. Size: for at most k of n, k(n - k)
variables, 2k(n - k) + n - 2k clauses. Propagation: complete. Source: Ignatiev, Morgado and
Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("seqcounter")
