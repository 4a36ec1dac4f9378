"""What organisers of competitions reject or silently change in a file, found line by line."""

from __future__ import annotations

from satchel.linter.fault import Fault, Rule
from satchel.linter.lint import KINDS, TRACKS, lint
from satchel.linter.rules import GROUPS, RULES

__all__ = ["GROUPS", "KINDS", "RULES", "TRACKS", "Fault", "Rule", "lint"]
