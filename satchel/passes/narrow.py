"""Narrower domains into a model: what has one value left goes, and its value is the undo data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from satchel.ir import (
    BoolConst,
    BoolExpr,
    BoolVar,
    Domain,
    Expr,
    IntVar,
    LinearExpr,
    Model,
    Statement,
    Variable,
)
from satchel.passes.rewrite import Rewriter

BOOLEAN = Domain.range(0, 1)
"""The domain of a Boolean that is not known."""


def initial(model: Model) -> dict[Variable, Domain]:
    """The values that the declarations leave each variable; 0 and 1 for a Boolean."""
    return {v: v.domain if isinstance(v, IntVar) else BOOLEAN for v in model.variables.values()}


def narrowed(
    model: Model,
    domains: Mapping[Variable, Domain],
    statements: Iterable[Statement],
    constants: Mapping[BoolExpr, bool] | None = None,
) -> tuple[Model, dict[str, int]]:
    """The model with these statements in these domains, and the values of variables that are gone.

    `constants` are expressions that have one value in these domains. Where a domain is empty, the
    model gets a false statement.
    """
    kept = list(statements)
    if not all(domains.values()):
        kept.append(Statement(BoolConst(False)))
        domains = {v: d or Domain.range(0, 0) for v, d in domains.items()}
    places = {v: _place(v, domain) for v, domain in domains.items()}
    smaller = Model.assembled(
        [v for v in places.values() if isinstance(v, (BoolVar, IntVar))],
        kept,
        model.shown,
        model.objective,
        model.hints,
    )
    fixed = {v.name: _value(v, d) for v, d in domains.items() if d.size == 1}
    known: dict[Expr, Expr] = dict(places.items())
    known |= {expr: BoolConst(value) for expr, value in (constants or {}).items()}
    return Rewriter(lambda node: node, known).model(smaller), fixed


def _place(variable: Variable, domain: Domain) -> Expr:
    if domain.size == 1:
        value = _value(variable, domain)
        return BoolConst(value) if isinstance(value, bool) else LinearExpr((), value)
    if isinstance(variable, BoolVar) or domain == variable.domain:
        return variable
    return IntVar(variable.name, domain)


def _value(variable: Variable, domain: Domain) -> int:
    return bool(domain.lo) if isinstance(variable, BoolVar) else domain.lo
