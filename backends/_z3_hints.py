"""Hints for z3: the truth values that its search starts from.

Only Booleans get them, and integers that are a Boolean for each value. An unbounded integer gets
none: with a value to start from, z3 5.4.1 answers with numbers outside of the asserted bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from satchel.backends._z3_script import Script, z3
from satchel.backends._z3_terms import Terms
from satchel.ir import BoolExpr, BoolVar, Not
from satchel.ir.bounds import allowed


def suggest(hints: Iterable[BoolExpr], solver: Any, script: Script, terms: Terms) -> None:
    """Suggest to the solver what each hint says, as far as it is about Booleans of z3's."""
    for hint in hints:
        inner = hint.arg if isinstance(hint, Not) else hint
        if isinstance(inner, BoolVar):
            constant = z3.Bool(terms.boolean(inner), script.context)
            solver.set_initial_value(constant, inner is hint)
        elif (known := allowed(inner)) is not None:
            variable, values = known
            wanted = values if inner is hint else variable.domain - values
            for value, literal in (terms.literals(variable) or {}).items():
                if value not in wanted or wanted.size == 1:
                    constant = z3.Bool(literal, script.context)
                    solver.set_initial_value(constant, value in wanted)
    script.flush()
