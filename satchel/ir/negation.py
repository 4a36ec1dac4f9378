"""The negation of every Boolean node, one step down."""

from __future__ import annotations

from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.core import And, BoolConst, BoolExpr, Iff, Implies, Linear, Not, Or, Xor
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.variables import BoolVar

_OPPOSITE = {"==": "!=", "!=": "=="}


def negation(expr: BoolExpr) -> BoolExpr:
    """An expression that holds exactly where `expr` does not, with `Not` only further down.

    Arguments must be total (functions flattened): a comparison with an undefined integer is false,
    and so is the opposite comparison. Raises NotNegatableError where a constraint has none.
    """
    match expr:
        case BoolConst():
            return BoolConst(not expr.value)
        case Not():
            return expr.arg
        case And():
            return Or(~arg for arg in expr.args)
        case Or():
            return And(~arg for arg in expr.args)
        case Xor():
            return Xor(*expr.args, True)
        case Implies():
            return And(expr.left, ~expr.right)
        case Iff():
            return Xor(expr.left, expr.right)
        case IfThenElse():
            return IfThenElse(expr.condition, ~expr.then, ~expr.otherwise)
        case Linear(terms, "<=", bound):
            return Linear(terms, ">=", bound + 1)
        case Linear(terms, ">=", bound):
            return Linear(terms, "<=", bound - 1)
        case Linear(terms, op, bound):
            return Linear(terms, _OPPOSITE[op], bound)
        case Cardinality():
            fewer = Cardinality(expr.args, 0, expr.lo - 1)
            more = Cardinality(expr.args, expr.hi + 1, len(expr.args))
            if expr.hi >= len(expr.args):
                return fewer
            return more if expr.lo <= 0 else Or(fewer, more)
        case GlobalConstraint():
            return expr.negation()
        case BoolVar():
            return Not(expr)
        case _:
            raise TypeError(f"no negation is known for {type(expr).__name__}")
