"""The map of an OPB file: that of a formula, whose clauses are constraints among others."""

from __future__ import annotations

from satchel.tasks.formulamap import FormulaMap


class OpbMap(FormulaMap):
    """A formula's map whose hash and sizes are those of an OPB file."""
