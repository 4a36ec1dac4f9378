"""The model shared by all puzzles and all solvers: the intermediate representation (IR).

Variables, domains, expressions, global constraints and the model that holds them, with their
meaning (`semantics.py`), which is the oracle of every test and the check of every answer.
"""

from satchel.ir.cardinality import AtLeast, AtMost, AtMostOne, Cardinality, Exactly, ExactlyOne
from satchel.ir.conditional import If
from satchel.ir.core import (
    And,
    BoolConst,
    BoolExpr,
    Expr,
    Iff,
    Implies,
    IntExpr,
    Linear,
    LinearExpr,
    Not,
    Or,
    Sum,
    Xor,
)
from satchel.ir.domain import Domain
from satchel.ir.globals import (
    AllDifferent,
    Circuit,
    Element,
    ElementIs,
    HamiltonianCycle,
    Inverse,
    LexLess,
    LexLessEq,
    NegativeTable,
    NoOverlap2D,
    Path,
    Table,
)
from satchel.ir.model import IMPLIED, SYMMETRY_BREAKING, Model, Objective, Statement
from satchel.ir.semantics import Evaluator, Values
from satchel.ir.variables import BoolVar, IntVar, Variable

__all__ = [
    "IMPLIED",
    "SYMMETRY_BREAKING",
    "AllDifferent",
    "And",
    "AtLeast",
    "AtMost",
    "AtMostOne",
    "BoolConst",
    "BoolExpr",
    "BoolVar",
    "Cardinality",
    "Circuit",
    "Domain",
    "Element",
    "ElementIs",
    "Evaluator",
    "Exactly",
    "ExactlyOne",
    "Expr",
    "HamiltonianCycle",
    "If",
    "Iff",
    "Implies",
    "IntExpr",
    "IntVar",
    "Inverse",
    "LexLess",
    "LexLessEq",
    "Linear",
    "LinearExpr",
    "Model",
    "NegativeTable",
    "NoOverlap2D",
    "Not",
    "Objective",
    "Or",
    "Path",
    "Statement",
    "Sum",
    "Table",
    "Values",
    "Variable",
    "Xor",
]
