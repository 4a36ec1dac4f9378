"""Which method counts: the one asked for, or the first that suits by a rule that can be read."""

from __future__ import annotations

from typing import Final

from satchel.errors import InputError
from satchel.suggest import among
from satchel.tasks.count.enumeration import Enumeration
from satchel.tasks.count.exactcover import ExactCover
from satchel.tasks.count.protocol import Method, Question
from satchel.tasks.count.sharpsat import SharpSat

_AUTO: Final[tuple[Method, ...]] = (ExactCover(), Enumeration())
"""In the order in which `auto` asks them; the last one never refuses.

A #SAT counter is for those who ask for it: where solutions can be listed at all it is seldom
faster, and it checks none.
"""

METHODS: Final[dict[str, Method]] = {method.name: method for method in (*_AUTO, SharpSat())}
"""By name."""


def choose(question: Question, name: str = "auto") -> tuple[Method, str]:
    """The method of that name, or the first that does not refuse, and why it is the one.

    InputError for an unknown name, and where the method of that name refuses.
    """
    if name != "auto":
        if name not in METHODS:
            raise InputError(f"no method {name!r} {among(name, ['auto', *METHODS])}")
        refusal = METHODS[name].refusal(question)
        if refusal is not None:
            raise InputError(f"method {name} cannot count this: {refusal}")
        return METHODS[name], "asked for"
    refusals: list[str] = []
    for method in _AUTO:
        refusal = method.refusal(question)
        if refusal is None:
            return method, "; ".join(refusals) or method.summary
        refusals.append(f"not by {method.name}: {refusal}")
    raise AssertionError("enumeration never refuses")
