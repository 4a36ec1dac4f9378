"""The closed core of the model: Boolean and linear nodes, and the operators that build them.

Nodes are immutable, hold no values, hash by identity and compare structurally with `.same()`.
`==` and the other comparisons build constraints, so `bool(expression)` raises. What a node means
is said once, in `semantics.py`; how it prints, in `printing.py`.

Every node is (kind, data, children): `data()` is what makes it besides its children, and
`build(data, children)` puts it together again. Walking, rewriting, sharing, JSON and structural
comparison need nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NoReturn, Self, SupportsIndex, TypeAlias

from satchel.errors import ModelError
from satchel.ir.given import (
    as_integer,
    as_truth,
    flattened,
    integer,
    quoted,
    refuse_long,
    sequence,
    shortened,
)

KINDS: dict[str, type[Expr]] = {}
"""Node classes by the name they have in JSON; filled as the classes are defined."""


class Expr:
    """A node of the model; not to be instantiated."""

    __slots__ = ()
    kind: ClassVar[str]
    __array_ufunc__: ClassVar[None] = None
    """numpy leaves operators to the expression, where it would make arrays of them."""

    def __init__(self) -> None:
        if type(self) in (Expr, BoolExpr, IntExpr):
            raise ModelError("expressions are made by Model.bool, Model.int and operators")

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "kind" in cls.__dict__:
            known = KINDS.get(cls.kind, cls).__module__
            if known.startswith("satchel.") and known != cls.__module__:
                raise ModelError(f"{cls.__name__}: the kind {cls.kind!r} is one of Satchel's own")
            KINDS[cls.kind] = cls

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"{type(self).__name__} is immutable")
        object.__setattr__(self, name, value)

    def children(self) -> tuple[Expr, ...]:
        """The nodes directly below."""
        return ()

    def data(self) -> tuple[Any, ...]:
        """What makes the node besides its children: hashable, and JSON once tuples are lists."""
        return ()

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        """The node with this data and these children."""
        raise ModelError(f"{cls.__name__} cannot be built from parts")

    def same(self, other: Expr) -> bool:
        """Whether both are the same expression, variables compared by name."""
        if not isinstance(other, Expr):
            raise ModelError(f"an expression is compared with another one, not {quoted(other)}")
        pairs: list[tuple[Expr, Expr]] = [(self, other)]
        seen: set[tuple[Expr, Expr]] = set()
        while pairs:
            one, two = pair = pairs.pop()
            if one is two or pair in seen:
                continue
            seen.add(pair)
            below, beneath = one.children(), two.children()
            if (one.kind, one.data(), len(below)) != (two.kind, two.data(), len(beneath)):
                return False
            pairs += zip(below, beneath, strict=True)
        return True

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from satchel.ir.copying import reduced

        return reduced(self)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise ModelError(
            "an expression has no truth value before it is solved: "
            "use & | ~ instead of and, or, not; split a < b < c; compare nodes with .same()"
        )

    def __str__(self) -> str:
        from satchel.ir.printing import text

        return text(self)

    def __repr__(self) -> str:
        return shortened(str(self))

    def _linear(self) -> LinearExpr:
        raise ModelError(f"{self} is not a number")

    def __add__(self, other: IntLike) -> LinearExpr:
        left, right = self._linear(), linear(other)
        return LinearExpr(left.terms + right.terms, left.constant + right.constant)

    __radd__ = __add__

    def __neg__(self) -> LinearExpr:
        return self * -1

    def __sub__(self, other: IntLike) -> LinearExpr:
        return self + linear(other) * -1

    def __rsub__(self, other: IntLike) -> LinearExpr:
        return linear(other) + self * -1

    def __mul__(self, factor: IntLike) -> LinearExpr:
        left = self._linear()
        if isinstance(factor, Expr):
            return _times(left, linear(factor))
        number = as_integer(factor)
        if number is None:
            raise _no_integer(factor)
        terms = tuple((number * c, atom) for c, atom in left.terms)
        if not -_WIDE < number < _WIDE:
            for coefficient in (number * left.constant, *(c for c, _ in terms)):
                refuse_long(coefficient)
        return LinearExpr(terms, number * left.constant)

    __rmul__ = __mul__

    def __pos__(self) -> LinearExpr:
        return self._linear()

    def __truediv__(self, other: object) -> NoReturn:
        raise _lacks(self, "/", other)

    def __floordiv__(self, other: object) -> NoReturn:
        raise _lacks(self, "//", other)

    def __mod__(self, other: object) -> NoReturn:
        raise _lacks(self, "%", other)

    def __pow__(self, other: object) -> NoReturn:
        raise _lacks(self, "**", other)

    def __rtruediv__(self, other: object) -> NoReturn:
        raise _lacks(other, "/", self)

    def __rfloordiv__(self, other: object) -> NoReturn:
        raise _lacks(other, "//", self)

    def __rmod__(self, other: object) -> NoReturn:
        raise _lacks(other, "%", self)

    def __rpow__(self, other: object) -> NoReturn:
        raise _lacks(other, "**", self)

    def __abs__(self) -> LinearExpr:
        from satchel.ir.globals.maximum import Abs

        total = self._linear()
        return linear(Abs(total)) if total.terms else LinearExpr((), abs(total.constant))

    def __eq__(self, other: object) -> BoolExpr:  # type: ignore[override]
        return _compare(self, "==", other)

    def __ne__(self, other: object) -> BoolExpr:  # type: ignore[override]
        return _compare(self, "!=", other)

    def __le__(self, other: IntLike) -> BoolExpr:
        return _compare(self, "<=", other)

    def __lt__(self, other: IntLike) -> BoolExpr:
        return _compare(self + 1, "<=", other)

    def __ge__(self, other: IntLike) -> BoolExpr:
        return _compare(self, ">=", other)

    def __gt__(self, other: IntLike) -> BoolExpr:
        return _compare(self - 1, ">=", other)


class BoolExpr(Expr):
    """An expression that is true or false; in sums it counts as 1 or 0."""

    __slots__ = ()

    def _linear(self) -> LinearExpr:
        return LinearExpr(((1, self),), 0)

    def __invert__(self) -> BoolExpr:
        return Not(self)

    def __and__(self, other: BoolLike) -> And:
        return And.joined(_operands(And, self) + _operands(And, boolean(other)))

    def __or__(self, other: BoolLike) -> Or:
        return Or.joined(_operands(Or, self) + _operands(Or, boolean(other)))

    def __xor__(self, other: BoolLike) -> Xor:
        return Xor.joined(_operands(Xor, self) + _operands(Xor, boolean(other)))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class IntExpr(Expr):
    """An expression whose value is an integer (or undefined: see `functions.py`)."""

    __slots__ = ()

    def __and__(self, other: object) -> NoReturn:
        raise ModelError(f"{quoted(self)} is an integer: & | ^ ~ are for Booleans")

    __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __and__

    def __invert__(self) -> NoReturn:
        raise ModelError(f"{quoted(self)} is an integer: & | ^ ~ are for Booleans")

    def _linear(self) -> LinearExpr:
        return LinearExpr(((1, self),), 0)


BoolLike: TypeAlias = BoolExpr | bool
IntLike: TypeAlias = IntExpr | BoolExpr | SupportsIndex

_WIDE: Final = 2**64
"""Factors from here on could make integers that are too long to be written."""


def boolean(value: object) -> BoolExpr:
    """`value` as a Boolean expression; ModelError if it is none."""
    if isinstance(value, BoolExpr):
        return value
    truth = as_truth(value)
    if truth is None:
        raise ModelError(f"{quoted(value)} is not a Boolean expression")
    return BoolConst(truth)


def linear(value: object) -> LinearExpr:
    """`value` as a linear expression; ModelError if it is none."""
    if isinstance(value, Expr):
        return value._linear()
    number = as_integer(value)
    if number is None:
        raise _no_integer(value)
    return LinearExpr((), number)


def _no_integer(value: object) -> ModelError:
    return ModelError(f"{quoted(value)} is not an integer expression")


def _lacks(left: object, sign: str, right: object) -> ModelError:
    advice = {
        "**": "multiply",
        "%": "use a new integer r with x == k * q + r, 0 <= r < k",
    }.get(sign, "use a new integer q with k * q <= x, x < k * q + k")
    return ModelError(f"{quoted(left)} {sign} {quoted(right)}: there is no {sign}; {advice}")


def _times(left: LinearExpr, right: LinearExpr) -> LinearExpr:
    """The product: linear where a factor is a constant, else a function of both."""
    from satchel.ir.globals.product import Product

    if not left.terms:
        return right * left.constant
    return linear(Product(left, right)) if right.terms else left * right.constant


def _operands(node: type[And] | type[Or] | type[Xor], expr: BoolExpr) -> tuple[BoolExpr, ...]:
    """Flatten chains of one operator while they are written: `a & b & c` is one node."""
    return expr.args if isinstance(expr, node) else (expr,)


def _compare(left: Expr, op: str, right: object) -> BoolExpr:
    if type(right) is int:  # so common that it has a road of its own
        total = left._linear()
        refuse_long(right)
        return Linear(total.terms, op, right - total.constant)
    if op in ("==", "!=") and isinstance(left, BoolExpr) and is_boolean(right):
        return Iff(left, boolean(right)) if op == "==" else Xor(left, boolean(right))
    difference = left._linear() - linear(right)
    return Linear(difference.terms, op, -difference.constant)


def is_boolean(value: object) -> bool:
    """Whether the value is a Boolean expression or a truth value."""
    return isinstance(value, BoolExpr) or (
        not isinstance(value, Expr) and as_truth(value) is not None
    )


def expressions(given: Iterable[Any]) -> list[Any]:
    """The arguments of a variadic constructor whose meaning does not depend on their shape.

    They come one by one, in lists (which may be nested), or in arrays, read in row order.
    """
    return flattened(given, Expr)


def integers(given: Iterable[Any], what: str) -> tuple[LinearExpr, ...]:
    """The integer expressions of a list, where their order counts."""
    return tuple(map(linear, sequence(given, what)))


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class BoolConst(BoolExpr):
    """True or false."""

    kind = "constant"
    value: bool

    def data(self) -> tuple[Any, ...]:
        return (self.value,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        truth = as_truth(data[0])
        if truth is None:
            raise ModelError(f"a constant is true or false, not {quoted(data[0])}")
        return cls(truth)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Not(BoolExpr):
    """Negation."""

    kind = "not"
    arg: BoolExpr

    def __post_init__(self) -> None:
        object.__setattr__(self, "arg", boolean(self.arg))

    def children(self) -> tuple[Expr, ...]:
        return (self.arg,)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[0])

    def __invert__(self) -> BoolExpr:
        return self.arg


@dataclass(frozen=True, eq=False, repr=False, slots=True, init=False)
class _Variadic(BoolExpr):
    args: tuple[BoolExpr, ...]

    def __init__(self, *args: BoolLike | Iterable[BoolLike]) -> None:
        object.__setattr__(self, "args", tuple([boolean(a) for a in expressions(args)]))

    @classmethod
    def joined(cls, args: tuple[BoolExpr, ...]) -> Self:
        """The node over arguments that are known to be Boolean expressions."""
        node = object.__new__(cls)
        object.__setattr__(node, "args", args)
        return node

    def children(self) -> tuple[Expr, ...]:
        return self.args

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children)


class And(_Variadic):
    """All arguments hold; true without arguments."""

    __slots__ = ()
    kind = "and"


class Or(_Variadic):
    """Some argument holds; false without arguments."""

    __slots__ = ()
    kind = "or"


class Xor(_Variadic):
    """An odd number of arguments holds; false without arguments."""

    __slots__ = ()
    kind = "xor"


@dataclass(frozen=True, eq=False, repr=False, slots=True, init=False)
class _Binary(BoolExpr):
    left: BoolExpr
    right: BoolExpr

    def __init__(self, left: BoolLike, right: BoolLike) -> None:
        object.__setattr__(self, "left", boolean(left))
        object.__setattr__(self, "right", boolean(right))

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        return cls(children[0], children[1])


class Implies(_Binary):
    """`right` holds wherever `left` does."""

    __slots__ = ()
    kind = "implies"


class Iff(_Binary):
    """Both hold or neither."""

    __slots__ = ()
    kind = "iff"


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class LinearExpr(IntExpr):
    """`constant + sum of coefficient * atom`; an atom is a variable, a Boolean or a function."""

    kind = "sum"
    terms: tuple[tuple[int, Expr], ...]
    constant: int

    def children(self) -> tuple[Expr, ...]:
        return tuple([atom for _, atom in self.terms])

    def data(self) -> tuple[Any, ...]:
        return (self.constant, *(c for c, _ in self.terms))

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        total = merged(data[1:], children)
        return cls(total.terms, total.constant + integer(data[0], "a constant"))

    def _linear(self) -> LinearExpr:
        return self


def merged(coefficients: Iterable[int], atoms: Iterable[Any]) -> LinearExpr:
    """`sum of coefficient * atom` where atoms may themselves be sums, taken apart."""
    terms: list[tuple[int, Expr]] = []
    constant = 0
    for factor, atom in zip(coefficients, atoms, strict=True):
        coefficient, part = integer(factor, "a coefficient"), linear(atom)
        terms += [(coefficient * c, a) for c, a in part.terms]
        constant += coefficient * part.constant
    return LinearExpr(tuple(terms), constant)


def Sum(*terms: IntLike | Iterable[IntLike]) -> LinearExpr:  # noqa: N802 - named like a node
    """The sum of the arguments, in linear time (`sum()` copies the terms at every step)."""
    given = expressions(terms)
    return merged([1] * len(given), given)


OPERATORS = ("<=", ">=", "==", "!=")


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Linear(BoolExpr):
    """`sum of coefficient * atom  op  bound`, `op` one of `<= >= == !=`; coefficients are exact."""

    kind = "linear"
    terms: tuple[tuple[int, Expr], ...]
    op: str
    bound: int

    def __post_init__(self) -> None:
        if self.op not in OPERATORS:
            raise ModelError(f"unknown comparison {self.op!r}: expected one of {OPERATORS}")

    def children(self) -> tuple[Expr, ...]:
        return tuple([atom for _, atom in self.terms])

    def data(self) -> tuple[Any, ...]:
        return (self.op, self.bound, *(c for c, _ in self.terms))

    @classmethod
    def build(cls, data: Sequence[Any], children: Sequence[Any]) -> Self:
        total = merged(data[2:], children)
        return cls(total.terms, str(data[0]), integer(data[1], "a bound") - total.constant)
