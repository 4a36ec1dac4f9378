"""Beyond `--max-clauses`: which constraints are at fault, and which choice would fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, get_args

from satchel.cnf import portfolio
from satchel.cnf.accounts import by_encoding
from satchel.cnf.formula import Account
from satchel.cnf.lower import Lowering
from satchel.cnf.options import IntegerEncoding, Options
from satchel.cnf.sink import CountingSink
from satchel.errors import InputError, SizeError
from satchel.ir import Model

_NAMED: Final = 3
"""So many choices that fit are named, the smallest first."""


def refusal(
    error: SizeError, model: Model, options: Options, accounts: Sequence[Account]
) -> SizeError:
    """The error with what the accounts say when the work was stopped, and a way out.

    `model` is what was lowered, `accounts` are those of the unfinished lowering.
    """
    worst = max(by_encoding(accounts), key=_written)
    own = [a for a in accounts if (a.kind, a.encoding) == (worst.kind, worst.encoding)]
    largest = max(own, key=_written)
    owner = f", {_written(largest):,} of them for {largest.owner!r}" if largest.owner else ""
    words = f"{worst.kind}={worst.encoding} had written {_written(worst):,}{owner}"
    found = sorted(_fitting(model, options, worst))[:_NAMED]
    fits = ", ".join(f"{choice} ({clauses:,})" for clauses, choice in found)
    return SizeError(f"{error.message}: {words}; what would fit: {fits or 'no other encoding'}")


def _written(account: Account) -> int:
    return account.clauses + account.linear


def _fitting(model: Model, options: Options, worst: Account) -> Iterator[tuple[int, str]]:
    """Other choices for the kind at fault with which the formula stays within bounds."""
    for choice, changed in _changed(options, worst):
        sink = CountingSink(options.max_clauses)
        with suppress(InputError):
            Lowering(model, changed, sink).run()
            yield sink.clauses, choice


def _changed(options: Options, worst: Account) -> Iterator[tuple[str, Options]]:
    if worst.kind == "integer":
        for name in get_args(IntegerEncoding):
            if name not in ("auto", worst.encoding):
                yield f"--encoding {name}", replace(options, integers=name)
    elif worst.kind in portfolio.KINDS:
        for name, plugin in portfolio.encodings(worst.kind).items():
            if name not in ("native", worst.encoding) and not plugin.load("LAZY", False):
                choices = {**options.choices, worst.kind: name}
                yield f"--set {worst.kind}={name}", replace(options, choices=choices)
