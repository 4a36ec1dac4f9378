"""Global constraints and functions, one file each; see `satchel.ir.protocols`."""

from satchel.ir.globals.alldifferent import AllDifferent
from satchel.ir.globals.circuit import Circuit, HamiltonianCycle, Path
from satchel.ir.globals.clauses import Clauses
from satchel.ir.globals.cumulative import Cumulative
from satchel.ir.globals.element import Element, ElementIs
from satchel.ir.globals.gcc import GlobalCardinality
from satchel.ir.globals.inverse import Inverse
from satchel.ir.globals.lex import LexLess, LexLessEq
from satchel.ir.globals.maximum import Abs, Max, MaxIs, Min
from satchel.ir.globals.nooverlap import NoOverlap2D
from satchel.ir.globals.precedence import Precedence
from satchel.ir.globals.product import Product, ProductIs
from satchel.ir.globals.regular import Automaton, Regular
from satchel.ir.globals.table import NegativeTable, Table

__all__ = [
    "Abs",
    "AllDifferent",
    "Automaton",
    "Circuit",
    "Clauses",
    "Cumulative",
    "Element",
    "ElementIs",
    "GlobalCardinality",
    "HamiltonianCycle",
    "Inverse",
    "LexLess",
    "LexLessEq",
    "Max",
    "MaxIs",
    "Min",
    "NegativeTable",
    "NoOverlap2D",
    "Path",
    "Precedence",
    "Product",
    "ProductIs",
    "Regular",
    "Table",
]
