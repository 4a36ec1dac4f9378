"""What a linter finds: rules, faults, and how many of each are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Severity = Literal["error", "warning", "note"]
"""error: organisers or programs reject it; warning: silently changed, or read differently by
different programs; note: worth knowing, and no fault."""


@dataclass(frozen=True)
class Rule:
    """One thing that can be wrong: a name, how bad it is, what it is, and who minds."""

    id: str
    severity: Severity
    what: str
    why: str


@dataclass(frozen=True)
class Fault:
    """A broken rule in a line (from 1); `more` such faults come after it and are not listed."""

    line: int
    rule: str
    severity: Severity
    message: str
    more: int = 0


class Faults:
    """Collects faults: of each rule the first `most`, None for all, and the number of the rest."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._kept: dict[str, list[Fault]] = {}
        self._more: dict[str, int] = {}

    def add(self, rule: Rule, line: int, message: str) -> None:
        """A fault; those of one rule come in the order of their lines."""
        kept = self._kept.setdefault(rule.id, [])
        if self._most is None or len(kept) < self._most:
            kept.append(Fault(line, rule.id, rule.severity, message))
        else:
            self._more[rule.id] = self._more.get(rule.id, 0) + 1

    def has(self, rule: Rule) -> bool:
        """Whether there is a fault of this rule so far."""
        return rule.id in self._kept

    def listed(self) -> list[Fault]:
        """All that are kept, by line; the last one of a rule says how many more there are."""
        found = []
        for rule, kept in self._kept.items():
            found += [*kept[:-1], replace(kept[-1], more=self._more.get(rule, 0))]
        return sorted(found, key=lambda fault: (fault.line, fault.rule))


def shown(token: bytes) -> str:
    """A piece of a file in a message: quoted, printable, and not too long."""
    text = token[:24].decode("ascii", "backslashreplace")
    return repr(text if len(token) <= 24 else f"{text}...")
