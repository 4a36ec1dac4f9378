"""Model to clauses: Tseitin's transformation with polarities, and an encoding per constraint.

A Boolean expression that needs a literal of its own gets a variable, defined only in the direction
in which it is used (Plaisted and Greenbaum 1986), in both if `count_safe` asks for it. Definitions
wait in a queue, so that nesting has no limit. A requirement under a condition is the same
requirement with the condition's negation in each clause.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from satchel import ir
from satchel.cnf import auto, portfolio
from satchel.cnf.accounts import Accounts
from satchel.cnf.chooser import Chooser, Setting, unary
from satchel.cnf.conflicts import Conflicts
from satchel.cnf.exclusive import Exclusions
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.variables import Integers
from satchel.cnf.integer.view import View
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.linear import Terms
from satchel.cnf.objective import Objective
from satchel.cnf.options import Options
from satchel.cnf.parity import require_odd
from satchel.cnf.sink import FALSE, TRUE, Clauses, CountingSink, Literal
from satchel.cnf.survey import Survey
from satchel.cnf.varmap import Reader, VarMap
from satchel.cnf.weighing import weighed
from satchel.ir import (
    And,
    BoolConst,
    BoolExpr,
    BoolVar,
    Iff,
    Implies,
    IntExpr,
    IntVar,
    Linear,
    Model,
    Not,
    Or,
    Xor,
)
from satchel.ir.cardinality import Cardinality
from satchel.ir.conditional import IfThenElse
from satchel.ir.core import Expr, linear
from satchel.ir.negation import negation
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import is_clause

POSITIVE, NEGATIVE, BOTH = 1, 2, 3
"""In which direction a literal stands for its expression: literal -> expression, or the reverse."""


class Lowering:
    """Writes one model, already simplified by the passes, into a sink."""

    def __init__(
        self,
        model: Model,
        options: Options,
        sink: CountingSink,
        objective: ir.Objective | None = None,
    ) -> None:
        portfolio.validate(options)
        self.model = model
        self.options = options
        self.accounts = Accounts(sink)
        self.lazy: list[LazyCycle] = []
        self.hints: list[Literal] = []
        self.out = Clauses(sink, two_sided=options.count_safe)
        setting = Setting(None, options.choices)
        self._chooser = Chooser(setting, options, self.accounts)
        self._survey = Survey(model, options, objective)
        self._wanted = objective
        self.objective: Objective | None = None
        self._conflicts = Conflicts([statement.expr for statement in model.statements])
        self._literals: dict[Expr, Literal] = {}
        self._directions: dict[Expr, int] = {}
        self._integers = Integers(
            self._survey.needs, options.integers, self.out, self._one_value, self.accounts
        )
        self._exclusions = Exclusions(model, self.literal_of, self.out)
        self._queue: deque[tuple[BoolExpr, Clauses, Setting]] = deque()
        self._splits: dict[type[Expr], Callable[..., None]] = {
            Iff: self._iff,
            Xor: self._xor,
            IfThenElse: self._if,
        }

    def run(self) -> VarMap:
        """Write everything; shown literals get the first numbers."""
        shown = {name: self._show(expr) for name, expr in self.model.shown.items()}
        self._drain()
        known = self._literals.get
        for statement in self.model.statements:
            expr = statement.expr
            if is_clause(expr):
                self.accounts.turn_to(statement.label)
                self.out.require(*[known(x) or self.literal(x, POSITIVE) for x in expr.args])
                continue
            labelled = self.options.labels.get(statement.label or "", {})
            setting = Setting(statement.label, {**self.options.choices, **labelled})
            self._queue.append((expr, self.out, setting))
            self._drain()
        if self._wanted is not None:
            self.accounts.turn_to("the objective")
            self._chooser.setting = Setting(None, self.options.choices)
            self.objective = weighed(self._wanted, lambda atom: self._integer(atom, BOTH))
            self._drain()
        if self.options.solving:
            self.hints = [x for hint in self.model.hints for x in self._hinted(hint)]
        self._integers.finish()
        variables = {name: self._reader(v) for name, v in self.model.variables.items()}
        return VarMap(
            variables,
            {name: r if isinstance(r, int) else r.reader() for name, r in shown.items()},
        )

    def _show(self, expr: BoolExpr | IntExpr) -> Literal | View:
        if isinstance(expr, BoolVar):  # before all others: every variable may be shown
            return self._literals.get(expr) or self._literals.setdefault(expr, self.out.new())
        if isinstance(expr, BoolExpr):
            return self.literal(expr, BOTH)
        view = self.view(expr)
        if view.base is not None:
            view.base.tell_apart()
        return view

    def _hinted(self, hint: BoolExpr) -> list[Literal]:
        """The hint's literal; where it is a value of an integer, its other values are unwanted."""
        match hint:
            case Linear(((1, IntVar() as x),), "==", wanted):
                integer = self._integer(x, BOTH)
                if integer.native == "binary" or x.domain.size > auto.WIDEST:
                    return [*integer.digits_of(wanted), integer.eq(wanted)]
                others = (value for value in x.domain if value != wanted)
                return [integer.eq(wanted), *(-integer.eq(value) for value in others)]
            case _:
                return [self.literal(hint, BOTH)]

    def _reader(self, variable: BoolVar | IntVar) -> Reader:
        if isinstance(variable, BoolVar):
            return self._literals.get(variable)
        return self._integers.reader(variable)

    def literal(self, expr: BoolExpr, direction: int) -> Literal:
        """A literal that stands for the expression in the given direction."""
        sign = 1
        while isinstance(expr, Not):
            expr, sign = expr.arg, -sign
            direction = direction ^ BOTH if direction != BOTH else BOTH
        return sign * self._atom(expr, direction)

    def _atom(self, expr: BoolExpr, direction: int) -> Literal:
        if isinstance(expr, BoolVar):
            known = self._literals.get(expr)
            if known is None:
                known = self._literals[expr] = self.out.new()
            return known
        match expr:
            case BoolConst():
                return TRUE if expr.value else FALSE
            case Linear(((c, atom),), op, bound):
                return unary(c, self._integer(atom, BOTH), op, bound)
        known = self._literals.get(expr)
        if known is None:
            known = self._literals[expr] = self.out.new()
        self._define(expr, known, BOTH if self.options.count_safe else direction)
        return known

    def _define(self, expr: BoolExpr, literal: Literal, direction: int) -> None:
        """Queue the directions of the definition that are not there yet."""
        missing = direction & ~self._directions.get(expr, 0)
        self._directions[expr] = self._directions.get(expr, 0) | direction
        if missing & POSITIVE:
            self._queue.append((expr, self.out.under(literal), self._chooser.setting))
        if missing & NEGATIVE:
            self._queue.append((negation(expr), self.out.under(-literal), self._chooser.setting))

    def _drain(self) -> None:
        while self._queue:
            expr, out, self._chooser.setting = self._queue.popleft()
            self.accounts.turn_to(self._chooser.setting.label)
            self._demand(expr, out)

    def require(self, expr: BoolExpr, out: Clauses) -> None:
        """Demand an expression that is new, as encodings make them, as `out` has it."""
        self._survey.look(expr, choices=self._chooser.setting.choices)
        self._demand(expr, out)

    def _demand(self, expr: BoolExpr, out: Clauses) -> None:
        """Write what the expression requires under the conditions of `out`."""
        stack = [(expr, out)]
        while stack:
            expr, out = stack.pop()
            match expr:
                case Not():
                    inner = negation(expr.arg)
                    if isinstance(inner, Not):
                        out.require(self.literal(inner, POSITIVE))
                    else:
                        stack.append((inner, out))
                case And():
                    stack.extend(self._conjunction(expr.args, out))
                case Or():
                    stack.extend(self._disjunction(list(expr.args), out))
                case Implies():
                    stack.extend(self._disjunction([~expr.left, expr.right], out))
                case Iff() | Xor() | IfThenElse():
                    self._splits[type(expr)](expr, out)
                case Cardinality():
                    self._cardinality(expr, out)
                case Linear():
                    terms, bound = self._terms(expr)
                    self._chooser.linear(
                        out, terms, expr.op, bound, partial(self._exclusions.grouped, expr)
                    )
                case GlobalConstraint():
                    stack.extend(self._global(expr, out))
                case _:
                    out.require(self.literal(expr, POSITIVE))

    def _conjunction(
        self, args: Sequence[BoolExpr], out: Clauses
    ) -> list[tuple[BoolExpr, Clauses]]:
        """Each argument; by its literal where it would be written out more than once."""
        left: list[tuple[BoolExpr, Clauses]] = []
        for arg in reversed(args):
            bare = arg.arg if isinstance(arg, Not) else arg
            if out.guard and (bare in self._literals or self._survey.is_shared(bare)):
                out.require(self.literal(arg, POSITIVE))
            else:
                left.append((arg, out))
        return left

    def _disjunction(
        self, args: Sequence[BoolExpr], out: Clauses
    ) -> list[tuple[BoolExpr, Clauses]]:
        """A clause; or, where one argument is a whole constraint used nowhere else, that
        constraint under the negation of the other one."""
        if len(args) == 2 and len(out.guard) < 2:
            for this, other in (args, args[::-1]):
                if self._survey.inlines(this) and not self._survey.inlines(other):
                    return [(this, out.under(-self.literal(other, POSITIVE)))]
        out.require(*(self.literal(arg, POSITIVE) for arg in args))
        return []

    def _iff(self, expr: Iff, out: Clauses) -> None:
        left, right = self.literal(expr.left, BOTH), self.literal(expr.right, BOTH)
        out.require(-left, right)
        out.require(left, -right)

    def _if(self, expr: IfThenElse, out: Clauses) -> None:
        condition = self.literal(expr.condition, BOTH)
        then = self.literal(expr.then, POSITIVE)
        otherwise = self.literal(expr.otherwise, POSITIVE)
        out.require(-condition, then)
        out.require(condition, otherwise)
        out.require(then, otherwise)

    def _xor(self, expr: Xor, out: Clauses) -> None:
        require_odd(out, [self.literal(arg, BOTH) for arg in expr.args])

    def literal_of(self, expr: BoolExpr) -> Literal:
        """The literal of a Boolean argument, equivalent to it."""
        return self.literal(expr, BOTH)

    def postpone(self, lazy: LazyCycle) -> None:
        """Leave part of a constraint to the solving session."""
        self.lazy.append(lazy)

    def at_most_one(self, out: Clauses, literals: Sequence[Literal]) -> None:
        """Demand at most one of any literals, by the chosen encoding."""
        self._chooser.at_most_one(out, literals)

    def _one_value(self, out: Clauses, literals: Sequence[Literal], variable: str) -> None:
        """At most one of a variable's values, whatever statement was looked at last."""
        self._chooser.setting = Setting(variable, self.options.choices)
        self._chooser.at_most_one(out, literals)

    def _cardinality(self, expr: Cardinality, out: Clauses) -> None:
        lower, upper = expr.lo > 0, expr.hi < len(expr.args)
        direction = (POSITIVE if lower else 0) | (NEGATIVE if upper else 0)
        one = expr.hi == 1 and expr.lo <= 1
        args = expr.args if one else self._conflicts.clustered(expr.args)
        literals = [self.literal(arg, direction or BOTH) for arg in args]
        if one:
            self.at_most_one(out, literals)
            if lower:
                out.require(*literals)
            return
        self._chooser.count(out, literals, expr.lo, expr.hi)

    def _terms(self, expr: Linear) -> tuple[Terms, int]:
        """Distinct integers with their coefficients; literals are merged by their variable."""
        direction = {"<=": (NEGATIVE, POSITIVE), ">=": (POSITIVE, NEGATIVE)}.get(expr.op)
        bound = expr.bound
        found: dict[Expr | int, tuple[int, Integer]] = {}
        for c, atom in expr.terms:
            if isinstance(atom, IntVar):
                key: Expr | int = atom
                x = self._integer(atom, BOTH)
            else:
                literal = self.literal(atom, direction[c < 0] if direction else BOTH)  # type: ignore[arg-type]
                if literal in (TRUE, FALSE):
                    bound -= c * (literal == TRUE)
                    continue
                if literal < 0:
                    bound, c, literal = bound - c, -c, -literal
                key, x = literal, ZeroOne(literal, self.out)
            found[key] = (c + found.get(key, (0, x))[0], x)
        return [(c, x) for c, x in found.values() if c], bound

    def _global(self, expr: GlobalConstraint, out: Clauses) -> list[tuple[BoolExpr, Clauses]]:
        """By an encoding of the kind; without one, by decomposition."""
        if expr.family not in portfolio.KINDS:
            self.require(expr.decompose(), out)
            return []
        lazy = self.options.solving and not out.guard
        rule = auto.global_(expr, self.options.integers, lazy=lazy)
        with self._chooser.chosen(expr.family, rule) as encode:
            encode(self, out, expr)
        return []

    def view(self, expr: IntExpr) -> View:
        """An argument of a constraint, which passes have made a variable, a view or a constant."""
        total = linear(expr)
        if not total.terms:
            return View(1, None, total.constant)
        ((scale, atom),) = total.terms
        return View(scale, self._integer(atom, BOTH), total.constant)

    def _integer(self, atom: Expr, direction: int) -> Integer:
        if isinstance(atom, BoolExpr):
            return ZeroOne(self.literal(atom, direction), self.out)
        if not isinstance(atom, IntVar):
            raise TypeError(f"functions must be flattened before lowering: {atom}")
        return self._integers.of(atom)
