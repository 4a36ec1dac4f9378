"""Which encoding is used: by name, by label, or by a rule per kind that fits on a page.

The folders beside this file are the kinds, the files in them the encodings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, Literal, TypeAlias

from satchel import registry
from satchel.cnf.circuit._size import elimination_is_much_smaller
from satchel.cnf.options import IntegerEncoding, Options
from satchel.errors import InputError
from satchel.ir import AllDifferent, Circuit, Cumulative, Domain, HamiltonianCycle, ProductIs
from satchel.ir.bounds import atom_domain, hull
from satchel.ir.protocols import GlobalConstraint

KINDS = (
    "alldifferent",
    "amo",
    "cardinality",
    "circuit",
    "cumulative",
    "element",
    "gcc",
    "inverse",
    "lex",
    "linear",
    "maximum",
    "nooverlap",
    "precedence",
    "product",
    "regular",
    "table",
)

GLOBALS = {
    "element": "support",
    "gcc": "count",
    "inverse": "channel",
    "lex": "order",
    "maximum": "order",
    "nooverlap": "relation",
    "precedence": "first",
    "regular": "transitions",
    "table": "support",
}
"""What `auto` means for each global constraint for which it is always the same."""

Need: TypeAlias = Literal["eq", "ge", "bits", "all"]
"""Which literals of an integer variable somebody asks for; `all`: enough to tell values apart."""


@cache
def encodings(kind: str) -> dict[str, registry.Plugin]:
    """The encodings of a kind by name, those of other distributions included."""
    return registry.modules(f"satchel.cnf.{kind}", without=("auto",))


@cache
def load(kind: str, name: str) -> Any:
    """The `encode` function of an encoding."""
    return encodings(kind)[name].load("encode")


@cache
def needs(kind: str, name: str) -> Need:
    """What an encoding of a kind that takes integers asks of them."""
    need: Need = encodings(kind)[name].load("NEEDS")
    return need


@cache
def is_count_safe(kind: str, name: str) -> bool:
    """Whether the encoding fixes its variables from both sides where that is asked for."""
    return bool(encodings(kind)[name].load("COUNT_SAFE", True))


@cache
def is_lazy(kind: str, name: str) -> bool:
    """Whether what the encoding writes is a relaxation, which a solving session completes."""
    return bool(encodings(kind)[name].load("LAZY", False))


def validate(options: Options) -> None:
    """InputError where the options name a kind or an encoding that is none, or cannot be kept."""
    for choices in (options.choices, *options.labels.values()):
        for kind, name in choices.items():
            validate_choice(kind, name)
            if options.count_safe and name != "auto" and not is_count_safe(kind, name):
                raise InputError(f"the {kind} encoding {name!r} cannot be count-safe")


def validate_choice(kind: str, name: str) -> None:
    """InputError where there is no such kind, or no encoding of that name."""
    if kind not in KINDS:
        raise InputError(f"unknown constraint kind {kind!r}; expected one of {', '.join(KINDS)}")
    if name != "auto" and name not in encodings(kind):
        names = ", ".join(["auto", *encodings(kind)])
        raise InputError(f"unknown {kind} encoding {name!r}; expected one of {names}")


def amo(count: int) -> str:
    """At-most-one: product is the smallest, and up to six literals it is pairwise itself."""
    return "pairwise" if count <= 6 else "product"


def cardinality(count: int, lo: int, hi: int) -> str:
    """Counters while they are short; the totalizer for long sums with high bounds."""
    return "sequential" if count <= 30 or max(hi, lo) <= 10 else "totalizer"


def alldifferent(constraint: AllDifferent) -> str:
    """Value by value; pair by pair where values are too many to be looked at."""
    domains = [atom_domain(atom) for arg in constraint.args for _, atom in arg.terms]
    values = sum(hi - lo + 1 for domain in domains for lo, hi in domain.intervals)
    pairs = comb(len(constraint.args), 2)
    return "difference" if values > max(MANY, 400 * pairs) else "permutation"


def circuit(constraint: Circuit | HamiltonianCycle, *, lazy: bool) -> str:
    """Cuts while solving, where that can be; written out, elimination for thin graphs only."""
    if lazy:
        return "cuts"
    return "elimination" if elimination_is_much_smaller(constraint) else "position"


def cumulative(constraint: Cumulative) -> str:
    """By times where they are not many more than tasks; else by tasks."""
    starts = [hull(task.start) for task in constraint.tasks]
    span = max(hi for _, hi in starts) - min(lo for lo, _ in starts) if starts else 0
    return "time" if span <= 4 * len(starts) else "task"


def product(constraint: ProductIs) -> str:
    """Value by value for small factors, else digit by digit."""
    pairs = 1
    for factor in (constraint.left, constraint.right):
        lo, hi = hull(factor)
        pairs *= hi - lo + 1
    return "support" if pairs <= 1024 else "binary"


WIDEST = 256
"""Domains beyond this many values are not split into a literal a value."""
LARGEST = 20_000
"""Branches of a decision diagram beyond which an adder is used."""
MANY = 1 << 20
"""Values of all arguments together beyond which an AllDifferent is cut into pairs."""


def linear(terms: Sequence[tuple[int, Domain]], op: str, integers: IntegerEncoding) -> str:
    """Values against values for two integers that differ; else a diagram while it stays small,
    an exact one for equations over literals."""
    if integers == "binary" and any(domain.size > 2 for _, domain in terms):
        return "adder"
    small = all(domain.size <= WIDEST for _, domain in terms)
    if op == "!=" and len(terms) == 2 and small and integers != "order":
        return "support"
    if not small or _branches(terms) > LARGEST:
        return "adder"
    return "bdd" if op == "==" and all(domain.size == 2 for _, domain in terms) else "mdd"


def _branches(terms: Sequence[tuple[int, Domain]]) -> int:
    """An upper bound on the branches of the diagram: nodes a level times values, added up."""
    total, paths, reach = 0, 1, 0
    for coefficient, domain in sorted(terms, key=lambda t: -abs(t[0]) * (t[1].hi - t[1].lo)):
        total += min(paths, reach + 1) * domain.size
        paths *= domain.size
        reach += abs(coefficient) * (domain.hi - domain.lo)
    return total


def integer(domain: Domain, needs: set[Need], choice: IntegerEncoding) -> str:
    """Digits where sums or sizes ask for them, thresholds where anybody compares, else values."""
    if choice != "auto":
        return choice
    if "bits" in needs or ("all" in needs and domain.size > WIDEST):
        return "binary"
    return "direct" if needs <= {"eq", "all"} and "eq" in needs else "order"


def rule(kind: str, name: str, choices: Mapping[str, str]) -> str:
    """The encoding to use where the rule of the kind says `name`."""
    chosen = choices.get(kind, "auto")
    return name if chosen == "auto" else chosen


def global_(constraint: GlobalConstraint, choices: Mapping[str, str], *, lazy: bool) -> str:
    """The encoding to use for a global constraint; `lazy` where one may be completed later."""
    family = constraint.family
    chosen = choices.get(family, "auto")
    if chosen != "auto":
        return chosen
    if isinstance(constraint, (Circuit, HamiltonianCycle)):
        return circuit(constraint, lazy=lazy)
    if isinstance(constraint, AllDifferent):
        return alldifferent(constraint)
    if isinstance(constraint, Cumulative):
        return cumulative(constraint)
    if isinstance(constraint, ProductIs):
        return product(constraint)
    return GLOBALS[family]
