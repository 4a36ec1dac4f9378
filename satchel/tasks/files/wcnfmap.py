"""The map of a WCNF file: that of a formula with an objective."""

from __future__ import annotations

from satchel.tasks.files.formulamap import FormulaMap


class WcnfMap(FormulaMap):
    """A formula's map whose hash and sizes are those of a WCNF file; costs are stated as such."""
