"""From the model's expressions to SMT-LIB terms, as text.

Booleans count in sums as `(ite b 1 0)`. AllDifferent is `distinct`; other global constraints are
written as their decomposition. Functions must have been flattened. A long term that is used more
than once gets a name (`define-fun`), or the text could grow exponentially; so does a term at every
hundredth level of nesting, or the indentation would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from satchel.ir import (
    AllDifferent,
    And,
    BoolConst,
    BoolExpr,
    BoolVar,
    Cardinality,
    Expr,
    Iff,
    Implies,
    IntVar,
    Linear,
    LinearExpr,
    Not,
    Or,
    Xor,
)
from satchel.ir.conditional import IfThenElse
from satchel.ir.protocols import GlobalConstraint
from satchel.ir.walk import fold, postorder
from satchel.smt.layout import application, chain
from satchel.smt.symbols import fresh, symbol

_SHORT = 48
"""A term of so many characters is repeated, not named."""

_DEEP = 100

_COMPARISONS = {"<=": "<=", ">=": ">=", "==": "=", "!=": "distinct"}


class _Written(NamedTuple):
    text: str
    depth: int


class Terms:
    """Writes expressions over the variables of a model, shared ones once.

    `definitions` are commands that must come before the term written last; whoever uses them
    clears them. `arithmetic` says whether any term so far needs the theory of integers.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.definitions: list[str] = []
        self.arithmetic = False
        self._stem = fresh("shared", names)
        self._named = 0
        self._uses: Counter[Expr] = Counter()
        self._counted: set[Expr] = set()
        self._expanded: dict[GlobalConstraint, BoolExpr] = {}
        self._memo: dict[Expr, _Written] = {}

    def count(self, roots: Iterable[BoolExpr]) -> None:
        """Take note of what the roots use, so that what they share is written once."""
        pending = list(roots)
        while pending:
            root = pending.pop()
            self._uses[root] += 1
            for node in postorder(root, known=self._counted):
                if isinstance(node, GlobalConstraint) and not isinstance(node, AllDifferent):
                    pending.append(self._decomposed(node))
                else:
                    self._uses.update(node.children())

    def write(self, expr: Expr) -> str:
        """The term; what it needs is appended to `definitions`."""
        return fold(expr, self._step, self._memo).text

    def _decomposed(self, node: GlobalConstraint) -> BoolExpr:
        if node not in self._expanded:
            self._expanded[node] = node.decompose()
        return self._expanded[node]

    def _step(self, node: Expr, below: Sequence[_Written]) -> _Written:
        if isinstance(node, GlobalConstraint) and not isinstance(node, AllDifferent):
            return fold(self._decomposed(node), self._step, self._memo)
        text = self._text(node, [part.text for part in below])
        depth = 1 + max((part.depth for part in below), default=0)
        if depth < _DEEP and (self._uses[node] < 2 or len(text) <= _SHORT):
            return _Written(text, depth)
        self._named += 1
        name = f"{self._stem}{self._named}"
        sort = "Bool" if isinstance(node, BoolExpr) else "Int"
        self.definitions.append(application(f"define-fun {name} () {sort}", text))
        return _Written(name, 0)

    def _text(self, node: Expr, below: Sequence[str]) -> str:
        match node:
            case BoolVar() | IntVar():
                return symbol(node.name)
            case BoolConst():
                return "true" if node.value else "false"
            case Not():
                return application("not", *below)
            case And():
                return chain("and", below, "true")
            case Or():
                return chain("or", below, "false")
            case Xor():
                return chain("xor", below, "false")
            case Implies():
                return application("=>", *below)
            case Iff():
                return application("=", *below)
            case IfThenElse():
                return application("ite", *below)
            case Cardinality():
                return self._cardinality(node, below)
            case Linear():
                return self._linear(node, below)
            case LinearExpr():
                return self._sum(_weighted(node.terms, below), node.constant)
            case AllDifferent():
                self.arithmetic = True
                return application("distinct", *below) if len(below) > 1 else "true"
            case _:
                raise TypeError(f"SMT-LIB has no form for {type(node).__name__}")

    def _sum(self, parts: Sequence[str], constant: int) -> str:
        self.arithmetic = True
        return chain("+", [*parts, numeral(constant)] if constant else parts, "0")

    def _linear(self, node: Linear, below: Sequence[str]) -> str:
        """Terms with negative coefficients, and a negative bound, change sides."""
        terms = list(zip(node.terms, below, strict=True))
        left = _weighted((t for t, _ in terms if t[0] > 0), [b for t, b in terms if t[0] > 0])
        right = _weighted(
            ((-t[0], t[1]) for t, _ in terms if t[0] < 0), [b for t, b in terms if t[0] < 0]
        )
        moved = -node.bound if node.bound < 0 and right else 0
        sides = self._sum(left, moved), self._sum(right, node.bound + moved)
        return application(_COMPARISONS[node.op], *sides)

    def _cardinality(self, node: Cardinality, below: Sequence[str]) -> str:
        """In the most special form there is; counting only where there is none."""
        lo, hi, count = max(node.lo, 0), min(node.hi, len(below)), len(below)
        if lo > hi:
            return "false"
        if lo == 0 and hi == count:
            return "true"
        if hi == 0:
            return application("not", chain("or", below, "false"))
        if lo == count:
            return chain("and", below, "true")
        if (lo, hi) == (1, count):
            return chain("or", below, "false")
        if (lo, hi) == (0, count - 1):
            return application("not", chain("and", below, "true"))
        total = self._sum([application("ite", literal, "1", "0") for literal in below], 0)
        if lo == hi:
            return application("=", total, str(lo))
        bounds = ([str(lo)] if lo > 0 else []), ([str(hi)] if hi < count else [])
        return application("<=", *bounds[0], total, *bounds[1])


def numeral(value: int) -> str:
    """An integer as a term: SMT-LIB has no negative numerals."""
    return str(value) if value >= 0 else f"(- {-value})"


def _weighted(terms: Iterable[tuple[int, Expr]], below: Sequence[str]) -> list[str]:
    """`coefficient * atom` each, without those that are zero."""
    parts = []
    for (coefficient, atom), text in zip(terms, below, strict=True):
        if isinstance(atom, BoolExpr):
            part = application("ite", text, numeral(coefficient), "0")
        else:
            part = text if coefficient == 1 else application("*", numeral(coefficient), text)
        if coefficient:
            parts.append(part)
    return parts
