"""Constant folding, and the shortest form of each Boolean node.

Implications become disjunctions, equivalences parities; negations are pulled out of parities;
what constants, repetitions or opposites decide is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satchel.ir import And, BoolConst, BoolExpr, Expr, Iff, Implies, LinearExpr, Not, Or, Xor
from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.semantics import meaning


def folded(node: Expr) -> Expr:
    """The node in its shortest form, given that its children are in theirs."""
    match node:
        case And() | Or():
            return node if _is_plain(node.args) else _junction(node.args, type(node))
        case Not(BoolConst(value)):
            return BoolConst(not value)
        case Not(Not(arg)):
            return arg
        case Implies():
            return _junction((~node.left, node.right), Or)
        case Iff():
            return _parity((node.left, node.right), odd=False)
        case Xor():
            return _parity(node.args, odd=True)
        case IfThenElse():
            return _choice(node)
        case Cardinality():
            return _counted(node)
        case GlobalConstraint():
            return _decided(node)
        case _:
            return node


def _is_plain(args: Sequence[BoolExpr]) -> bool:
    """Whether a junction of these is in its shortest form: most are, and there may be millions."""
    distinct = set(args)
    if not 1 < len(distinct) == len(args):
        return False
    for arg in args:
        if isinstance(arg, Not):
            if arg.arg in distinct or isinstance(arg.arg, (BoolConst, Not)):
                return False
        elif isinstance(arg, BoolConst):
            return False
    return True


def _junction(args: Iterable[BoolExpr], kind: type[And] | type[Or]) -> BoolExpr:
    """A conjunction, or a disjunction: true and false change places."""
    absorbing = kind is Or
    kept: dict[BoolExpr, None] = {}
    for arg in map(_plain, args):
        if isinstance(arg, BoolConst):
            if arg.value == absorbing:
                return arg
        else:
            kept[arg] = None
    if any(isinstance(arg, Not) and arg.arg in kept for arg in kept):
        return BoolConst(absorbing)
    if len(kept) == 1:
        return next(iter(kept))
    return kind(kept) if kept else BoolConst(not absorbing)


def _plain(arg: BoolExpr) -> BoolExpr:
    """An argument that was just negated, in its shortest form."""
    if isinstance(arg, Not) and isinstance(arg.arg, (BoolConst, Not)):
        return BoolConst(not arg.arg.value) if isinstance(arg.arg, BoolConst) else arg.arg.arg
    return arg


def _parity(args: Sequence[BoolExpr], *, odd: bool) -> BoolExpr:
    """Parity of plain arguments, each at most once; its own negation in front."""
    kept: dict[BoolExpr, None] = {}
    for arg in args:
        if isinstance(arg, Not):
            odd, arg = not odd, arg.arg
        if isinstance(arg, BoolConst):
            odd ^= arg.value
        elif arg in kept:
            del kept[arg]
        else:
            kept[arg] = None
    if len(kept) < 2:
        whole: BoolExpr = next(iter(kept)) if kept else BoolConst(False)
    else:
        whole = Xor(kept)
    return whole if odd else _plain(~whole)


def _choice(node: IfThenElse) -> BoolExpr:
    condition, then, otherwise = node.condition, node.then, node.otherwise
    if isinstance(condition, Not):
        condition, then, otherwise = condition.arg, otherwise, then
    if isinstance(condition, BoolConst):
        return then if condition.value else otherwise
    if then is otherwise:
        return then
    if isinstance(then, BoolConst):
        return _junction(
            (condition, otherwise) if then.value else (~condition, otherwise),
            Or if then.value else And,
        )
    if isinstance(otherwise, BoolConst):
        return _junction(
            (~condition, then) if otherwise.value else (condition, then),
            Or if otherwise.value else And,
        )
    return IfThenElse(condition, then, otherwise)


def _counted(node: Cardinality) -> BoolExpr:
    certain = sum(isinstance(arg, BoolConst) and arg.value for arg in node.args)
    args = tuple(arg for arg in node.args if not isinstance(arg, BoolConst))
    lo, hi = max(node.lo - certain, 0), min(node.hi - certain, len(args))
    if lo > hi:
        return BoolConst(False)
    if lo == 0 and hi == len(args):
        return BoolConst(True)
    if hi == 0:
        return _junction([~arg for arg in args], And)
    if lo == len(args):
        return _junction(args, And)
    if lo == 1 and hi == len(args):
        return _junction(args, Or)
    return Cardinality(args, lo, hi)


def _decided(node: GlobalConstraint) -> BoolExpr:
    """A global constraint over constants is one."""
    below = node.children()
    if all(isinstance(arg, LinearExpr) and not arg.terms for arg in below):
        return BoolConst(bool(meaning(node, [arg.constant for arg in below])))  # type: ignore[attr-defined]
    return node
