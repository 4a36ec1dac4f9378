"""One constraint, written by one encoding, with the literals that stand for its variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import cast

from satchel.cnf.integer.base import Integer
from satchel.cnf.lower import BOTH, Lowering
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.sink import TRUE, Clauses, ClauseSink, CountingSink, Literal, split
from satchel.errors import InputError
from satchel.ir import BoolExpr, BoolVar, Linear, Model
from satchel.ir.cardinality import Cardinality
from satchel.ir.core import Expr, IntLike, linear
from satchel.ir.negation import negation
from satchel.ir.variables import Variable
from satchel.ir.walk import variables
from satchel.testing.encoding import Encoding
from satchel.testing.propagation import Propagation
from satchel.testing.shape import expanded


@dataclass(frozen=True, slots=True)
class Input:
    """A variable of the constraint, and for each of its values the native literals then true."""

    name: str
    true: Mapping[int, frozenset[Literal]]

    def states(self) -> dict[frozenset[int], frozenset[Literal]]:
        """What can be known of the variable: values that are left, literals that hold in all.

        Sets of values that no literals tell from a greater one are left out. Most values first.
        """
        found: dict[frozenset[Literal], frozenset[int]] = {}
        for count in range(len(self.true), 0, -1):
            for some in combinations(self.true, count):
                known = frozenset.intersection(*(self.true[value] for value in some))
                left = frozenset(v for v, literals in self.true.items() if known <= literals)
                found.setdefault(known, left)
        return {left: known for known, left in found.items()}


@dataclass(frozen=True, slots=True)
class Setting:
    """How a constraint is written: its integers, under a guard or not, as counting needs or not."""

    integers: IntegerEncoding = "direct"
    guard: str | None = None
    """None; "half": the guard implies the constraint; "both": and is implied by it."""
    two_sided: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    """Encodings of what the constraint is built of; `auto` where nothing is said."""

    def __str__(self) -> str:
        guards = {None: "bare", "half": "under a guard", "both": "equivalent to a guard"}
        sides = "both sides" if self.two_sided else "one side"
        return f"{guards[self.guard]}, {self.integers} integers, definitions from {sides}"


@dataclass(frozen=True, slots=True)
class Written:
    """What came out."""

    sink: CountingSink
    inputs: list[Input]
    guard: Literal | None
    clauses: list[list[Literal]]
    """None of them, nor sums, where the sink only counts."""
    sums: list[PseudoBoolean]

    def propagation(self) -> Propagation:
        """A fresh engine with all of it."""
        return Propagation([*self.clauses, *expanded(self.sums)], self.sink.variables)


def write(
    encoding: Encoding, constraint: BoolExpr, setting: Setting, sink: CountingSink | None = None
) -> Written:
    """The constraint as the encoding writes it, its variables told apart.

    Under a guard that works both ways, the negation is written as the model has it. Raises
    InputError where the constraint is not of the encoding's kind, ModelError where two variables
    have one name, NotNegatableError where it has no negation.
    """
    sink = ClauseSink() if sink is None else sink
    options = Options(setting.integers, choices=setting.choices, count_safe=setting.two_sided)
    scope = variables(constraint)
    model = Model()
    for variable in scope:
        model.declare(variable)
    lowering = Lowering(model, options, sink)
    inputs = [_input(lowering, variable) for variable in scope]
    guard = None if setting.guard is None else sink.new()
    out = lowering.out if guard is None else lowering.out.under(guard)
    _encode(encoding, lowering, out, constraint)
    if guard is not None and setting.guard == "both":
        lowering.require(negation(constraint), lowering.out.under(-guard))
    lowering.run()
    if isinstance(sink, ClauseSink):
        return Written(sink, inputs, guard, list(split(sink.chunks)), sink.constraints)
    return Written(sink, inputs, guard, [], [])


def _encode(encoding: Encoding, lowering: Lowering, out: Clauses, constraint: BoolExpr) -> None:
    match encoding.kind, constraint:
        case "amo", Cardinality(args):
            encoding.encode(out, [lowering.literal(arg, BOTH) for arg in args])
        case "cardinality", Cardinality(args, lo, hi):
            encoding.encode(out, [lowering.literal(arg, BOTH) for arg in args], lo, hi)
        case "linear", Linear(terms, op, bound):
            sign = -1 if op == ">=" else 1
            integers = [(sign * c, _integer(lowering, atom)) for c, atom in terms]
            encoding.encode(out, integers, "<=" if op == ">=" else op, sign * bound)
        case kind, _ if kind == getattr(constraint, "family", None):
            encoding.encode(lowering, out, constraint)
        case kind, _:
            raise InputError(f"{constraint} is not for encodings of the kind {kind!r}")


def _integer(lowering: Lowering, atom: Expr) -> Integer:
    base = lowering.view(linear(cast(IntLike, atom))).base
    if base is None:
        raise InputError(f"{atom} is a constant")
    return base


def _input(lowering: Lowering, variable: Variable) -> Input:
    if isinstance(variable, BoolVar):
        literal = lowering.literal(variable, BOTH)
        return Input(variable.name, {0: frozenset({-literal}), 1: frozenset({literal})})
    integer = _integer(lowering, variable)
    integer.tell_apart()
    return Input(variable.name, {value: _true(integer, value) for value in variable.domain})


def _true(integer: Integer, value: int) -> frozenset[Literal]:
    """The native literals that are true where the integer has this value."""
    domain = integer.domain
    match integer.native:
        case "direct":
            natives = [(integer.eq(v), v == value) for v in domain]
        case "order":
            natives = [(integer.ge(v), value >= v) for v in domain]
        case _:
            digits = enumerate(integer.bits())
            natives = [(bit, bool(value - domain.lo >> place & 1)) for place, bit in digits]
    return frozenset(x if holds else -x for x, holds in natives if abs(x) != TRUE)
