"""From a constraint over literals or integers to its chosen encoding, trivial cases settled.

Encodings see distinct, plain literals and bounds that bite; constants, repetitions and opposites
end here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from satchel.cnf import auto, portfolio
from satchel.cnf.accounts import Accounts
from satchel.cnf.auto import Choice
from satchel.cnf.integer.base import Integer
from satchel.cnf.integer.literal import ZeroOne
from satchel.cnf.integer.view import View
from satchel.cnf.linear import Terms
from satchel.cnf.linear._size import Term
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.sink import FALSE, TRUE, Clauses, Literal

Grouping: TypeAlias = Callable[[Terms, int], tuple[Terms, int]]
"""What makes one term of literals that exclude each other."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The statement that constraints belong to, by its label, and the choices made for it."""

    label: str | None
    choices: Mapping[str, str]


class Chooser:
    """Runs the encoding of each constraint, as the setting of the statement at hand has it."""

    def __init__(self, setting: Setting, options: Options, accounts: Accounts) -> None:
        self.setting = setting
        self._integers: IntegerEncoding = options.integers
        self._enumerating = options.enumerating
        self._accounts = accounts

    @contextmanager
    def chosen(self, kind: str, rule: Choice) -> Iterator[Callable[..., None]]:
        """The encoding to use where `auto` is `rule`; what it writes inside is charged to it."""
        choice = portfolio.rule(kind, self.setting.choices, rule)
        with self._accounts.charge(kind, choice, self.setting.label):
            yield portfolio.load(kind, choice.name)

    def at_most_one(self, out: Clauses, literals: Sequence[Literal]) -> None:
        """At most one of any literals: constants, repetitions and opposites are settled here."""
        distinct = self._settled(out, literals)
        if len(distinct) > 1:
            rule = auto.amo(len(distinct), enumerating=self._enumerating)
            with self.chosen("amo", rule) as encode:
                encode(out, distinct)

    def _settled(self, out: Clauses, literals: Sequence[Literal]) -> list[Literal]:
        """The literals left to choose from, once those that cannot be true are false."""
        counts = Counter(literals)
        certain = counts.pop(TRUE, 0)
        counts.pop(FALSE, None)
        certain += sum(min(n, counts[-x]) for x, n in counts.items() if x > 0 and -x in counts)
        if certain > 1:
            out.require()
            return []
        left = [x for x, n in counts.items() if n == 1]
        for x, n in counts.items():
            if n > 1:
                out.require(-x)
        if not certain:
            return left
        for x in left:
            if -x not in counts:
                out.require(-x)
        return []

    def count(self, out: Clauses, literals: Sequence[Literal], lo: int, hi: int) -> None:
        """Between lo and hi of any literals."""
        counts = Counter(x for x in literals if x != FALSE)
        certain = counts.pop(TRUE, 0)
        certain += sum(min(n, counts[-x]) for x, n in counts.items() if x > 0 and -x in counts)
        distinct = [
            self._alias(out, x) if copy else x
            for x, n in counts.items()
            for copy in range(n - counts.get(-x, 0))
        ]
        lo, hi = max(lo - certain, 0), min(hi - certain, len(distinct))
        if lo > hi:
            out.require()
        elif hi == 0 or lo == len(distinct):
            for x in distinct:
                out.require(x if lo else -x)
        elif lo == 1 and hi == len(distinct):
            out.require(*distinct)
        elif lo > 0 or hi < len(distinct):
            with self.chosen("cardinality", auto.cardinality(len(distinct), lo, hi)) as encode:
                encode(out, distinct, lo, hi)

    def _alias(self, out: Clauses, literal: Literal) -> Literal:
        """Another variable for a repeated literal, so that encodings see distinct ones."""
        alias = out.new()
        out.equate(alias, literal)
        return alias

    def linear(
        self,
        out: Clauses,
        terms: Terms,
        op: str,
        bound: int,
        grouped: Grouping,
    ) -> None:
        """`sum of coefficient * integer  op  bound` over distinct integers; `grouped` is used where
        the encoding gains by it."""
        if op == ">=":
            terms, op, bound = [(-c, x) for c, x in terms], "<=", -bound
        rule: Choice | None = None
        if len(terms) > 1:
            rule, terms, bound = self._chosen_linear(terms, op, bound, grouped)
        if rule is not None and len(terms) > 1:
            with self.chosen("linear", rule) as encode:
                encode(out, terms, op, bound)
        elif terms:
            out.require(unary(*terms[0], op, bound))
        elif not {"<=": bound >= 0, "==": bound == 0, "!=": bound != 0}[op]:
            out.require()

    def _chosen_linear(
        self, terms: Terms, op: str, bound: int, grouped: Grouping
    ) -> tuple[Choice, Terms, int]:
        """The choice, and the sum as the encoding takes it: the sizes are those with groups."""
        asked = self.setting.choices.get("linear", "auto")
        if asked != "auto":
            choice = Choice(asked, auto.ASKED)
            return choice, *(grouped if portfolio.takes_groups(asked) else _apart)(terms, bound)
        together, most = grouped(terms, bound)
        choice = auto.linear(
            _sizes(together), op, most, self._integers_of(terms), (_sizes(terms), bound)
        )
        if portfolio.takes_groups(choice.name):
            return choice, together, most
        return choice, terms, bound

    def _integers_of(self, terms: Terms) -> IntegerEncoding:
        """How integers are represented says nothing of sums of literals."""
        return "auto" if all(isinstance(x, ZeroOne) for _, x in terms) else self._integers


def _apart(terms: Terms, bound: int) -> tuple[Terms, int]:
    """A sum as it is, literals that exclude each other not being one term."""
    return terms, bound


def _sizes(terms: Terms) -> tuple[Term, ...]:
    return tuple(Term(c, x.domain, x.native) for c, x in terms)


def unary(c: int, x: Integer, op: str, bound: int) -> Literal:
    """The literal of `c * x op bound`."""
    view = View(c, x, 0)
    match op:
        case "<=":
            return view.le(bound)
        case ">=":
            return view.ge(bound)
        case "==":
            return view.eq(bound)
        case _:
            return -view.eq(bound)
