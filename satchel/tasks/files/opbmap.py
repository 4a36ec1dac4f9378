"""The map of an OPB file: that of a formula, whose clauses are constraints among others."""

from __future__ import annotations

from satchel.cnf.opb import opb_shift
from satchel.tasks.files.formulamap import FormulaMap


class OpbMap(FormulaMap):
    """A formula's map whose hash and sizes are those of an OPB file."""

    def cost(self, stated: int) -> int:
        """The cost that belongs to a value of the line `min:`."""
        return stated + opb_shift(self.objective) if self.objective else stated
