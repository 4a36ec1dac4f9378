"""PySAT's sorting network, a peer of `sorting` to be compared with.

Size: that of a network for the next power of two. Propagation: complete. Source: Ignatiev, Morgado
and Marques-Silva 2018 (PySAT).
"""

from __future__ import annotations

from satchel.cnf._pysat import peer

DETERMINED = "never"
PROPAGATES = "all"
COUNT_SAFE = False

encode = peer("sortnetwrk")
