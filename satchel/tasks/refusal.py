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
    if options.max_clauses is None:
        return error  # an encoding's own limit: it says itself what would fit
    written = sorted(by_encoding(accounts), key=_written, reverse=True)
    if not written:
        return error
    worst = written[0]
    own = [a for a in accounts if (a.kind, a.encoding) == (worst.kind, worst.encoding)]
    largest = max(own, key=_written)
    owner = f", {_written(largest):,} of them for {largest.owner!r}" if largest.owner else ""
    name = "--encoding " if worst.kind == "integer" else f"{worst.kind}="
    words = f"{name}{worst.encoding} had written {_written(worst):,}{owner}"
    found = sorted(size for account in written for size in _fitting(model, options, account))
    fits = ", ".join(f"{choice} ({clauses:,})" for clauses, choice in found[:_NAMED])
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    fits = f"{fits}{more}" or "no other encoding of any one kind"
    return SizeError(f"{error.message}: {words}; what would fit: {fits}")


def _written(account: Account) -> int:
    return account.clauses + account.linear


def _fitting(model: Model, options: Options, account: Account) -> Iterator[tuple[int, str]]:
    """Other choices for the account's kind with which the formula stays within bounds."""
    for choice, changed in _changed(options, account):
        sink = CountingSink(options.max_clauses)
        with suppress(InputError):
            Lowering(model, changed, sink).run()
            yield sink.clauses, choice


def _changed(options: Options, account: Account) -> Iterator[tuple[str, Options]]:
    """The options with each other encoding of the kind that can be written out; peers aside."""
    kind, current = account.kind, account.encoding
    if kind == "integer":
        for name in get_args(IntegerEncoding):
            if name not in ("auto", current):
                yield f"--encoding {name}", replace(options, integers=name)
    elif kind in portfolio.KINDS:
        for name in portfolio.encodings(kind):
            if name in ("native", current) or name.startswith("pysat_"):
                continue
            if not portfolio.is_lazy(kind, name):
                choices = {**options.choices, kind: name}
                yield f"--set {kind}={name}", replace(options, choices=choices)
