"""PySAT's bitwise encoding, a peer of `binary` to be compared with.

Size: ceil(log2 n) variables, n * ceil(log2 n) clauses. Propagation: complete. Source: Ignatiev,
Morgado and Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("bitwise")
