"""The equivalence kit: is an encoding right, and is what it claims true?

    from satchel.testing import Encoding, faults
    faults(Encoding.named("amo", "product"), AtMostOne(a, b, ~c, d))    # [] if nothing is wrong
    faults(Encoding("amo", encode, "never", "all"), AtMostOne(a, b))    # one of your own

`faults` tries one constraint in every way it can be written, `strength` says how well unit
propagation does on it, `measure` what it costs; `constraints` are small ones of each kind to try.
`mismatch` holds the formula of a whole model against `brute_force`. The oracle is the model's
evaluator, on every assignment. `python -m satchel.testing KIND NAME` tries a registered encoding.
"""

from satchel.testing.encoding import Encoding
from satchel.testing.faults import faults, measure, strength
from satchel.testing.grid import constraints
from satchel.testing.models import brute_force, mismatch

__all__ = [
    "Encoding",
    "brute_force",
    "constraints",
    "faults",
    "measure",
    "mismatch",
    "strength",
]
