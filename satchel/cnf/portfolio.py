"""The portfolio: the folders beside this file are the kinds of constraints, the files in them the
encodings; which one is used is the user's choice, or left to the rules of `auto.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from satchel import registry
from satchel.cnf.auto import ASKED, Choice, Need
from satchel.cnf.options import Options
from satchel.cnf.orders import ORDERS
from satchel.errors import InputError
from satchel.suggest import among

KINDS = (
    "alldifferent",
    "amo",
    "cardinality",
    "circuit",
    "clauses",
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
def takes_groups(name: str) -> bool:
    """Whether a linear encoding gains where literals that exclude each other are one term."""
    return bool(encodings("linear")[name].load("GROUPS", True))


@cache
def is_count_safe(kind: str, name: str) -> bool:
    """Whether the encoding fixes its variables from both sides where that is asked for."""
    return bool(encodings(kind)[name].load("COUNT_SAFE", True))


@cache
def is_lazy(kind: str, name: str) -> bool:
    """Whether what the encoding writes is a relaxation, which a solving session completes."""
    return bool(encodings(kind)[name].load("LAZY", False))


def validate(options: Options) -> None:
    """InputError where the options name something that is none, or cannot be kept."""
    if options.numbering not in ("auto", *ORDERS):
        words = among(options.numbering, ["auto", *ORDERS])
        raise InputError(f"unknown numbering {options.numbering!r} {words}")
    for chosen in (options.choices, *options.labels.values()):
        for kind, name in chosen.items():
            validate_choice(kind, name)
            if options.count_safe and name != "auto" and not is_count_safe(kind, name):
                raise InputError(f"the {kind} encoding {name!r} cannot be count-safe")


def validate_choice(kind: str, name: str) -> None:
    """InputError where there is no such kind, or no encoding of that name."""
    if kind not in KINDS:
        raise InputError(f"unknown constraint kind {kind!r} {among(kind, KINDS)}")
    if name != "auto" and name not in encodings(kind):
        words = among(name, ["auto", *encodings(kind)])
        raise InputError(f"unknown {kind} encoding {name!r} {words}")


def rule(kind: str, choices: Mapping[str, str], auto: Choice) -> Choice:
    """The user's choice of an encoding; `auto` where there is none."""
    chosen = choices.get(kind, "auto")
    return auto if chosen == "auto" else Choice(chosen, ASKED)
