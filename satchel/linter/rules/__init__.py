"""Every rule there is, one constant each, in a file for each kind of input."""

from __future__ import annotations

from collections.abc import Mapping

from satchel.linter.fault import Rule
from satchel.linter.rules import clauses, counting, files, maxsat, pb, smt

GROUPS: Mapping[str, tuple[Rule, ...]] = {
    name: tuple(value for value in vars(module).values() if isinstance(value, Rule))
    for name, module in (
        ("every file", files),
        ("clauses", clauses),
        ("counting", counting),
        ("MaxSAT", maxsat),
        ("pseudo-Boolean", pb),
        ("SMT-LIB", smt),
    )
}
"""The rules by what they are about."""

RULES: Mapping[str, Rule] = {rule.id: rule for rules in GROUPS.values() for rule in rules}
"""The rules by their names."""
