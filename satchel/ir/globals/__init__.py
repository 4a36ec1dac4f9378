"""Global constraints and functions, one file each; see `satchel.ir.protocols`."""

from satchel.ir.globals.alldifferent import AllDifferent
from satchel.ir.globals.circuit import Circuit, HamiltonianCycle, Path
from satchel.ir.globals.element import Element, ElementIs
from satchel.ir.globals.inverse import Inverse
from satchel.ir.globals.lex import LexLess, LexLessEq
from satchel.ir.globals.nooverlap import NoOverlap2D
from satchel.ir.globals.table import NegativeTable, Table

__all__ = [
    "AllDifferent",
    "Circuit",
    "Element",
    "ElementIs",
    "HamiltonianCycle",
    "Inverse",
    "LexLess",
    "LexLessEq",
    "NegativeTable",
    "NoOverlap2D",
    "Path",
    "Table",
]
