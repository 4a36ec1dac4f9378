"""Tables: a value stays where a row has it that is possible as a whole.

Negative tables: exact while all assignments can be tried, else rows with one cell left open.
"""

from __future__ import annotations

from itertools import product
from math import prod

from satchel.ir import Domain, LinearExpr, NegativeTable, Table
from satchel.ir.globals.table import Row
from satchel.passes.propagators.store import Contradiction, Store

FEW = 1 << 12
"""Assignments times rows up to which all are tried."""


def decided(store: Store, node: Table | NegativeTable) -> bool | None:
    """No row is possible, or one is certain."""
    rows = _possible(store, node)
    listed = None
    if not rows:
        listed = False
    elif any(_is_certain(store, node, row) for row in rows):
        listed = True
    return listed if isinstance(node, Table) or listed is None else not listed


def require(store: Store, node: Table | NegativeTable) -> None:
    """A row is taken; of a negative table none."""
    if isinstance(node, Table):
        _take_some(store, node)
    else:
        _take_none(store, node)


def refute(store: Store, node: Table | NegativeTable) -> None:
    """The other one of the two."""
    if isinstance(node, Table):
        _take_none(store, node)
    else:
        _take_some(store, node)


def _possible(store: Store, node: Table | NegativeTable) -> list[Row]:
    domains = [store.values(arg) for arg in node.args]
    return [
        row
        for row in node.rows
        if all(c is None or c in domain for c, domain in zip(row, domains, strict=True))
    ]


def _is_certain(store: Store, node: Table | NegativeTable, row: Row) -> bool:
    return all(
        cell is None or store.value(arg) == cell for cell, arg in zip(row, node.args, strict=True)
    )


def _take_some(store: Store, node: Table | NegativeTable) -> None:
    rows = _possible(store, node)
    if not rows:
        raise Contradiction
    for place, arg in enumerate(node.args):
        cells = {row[place] for row in rows}
        if None not in cells:
            store.keep(arg, Domain.of(cell for cell in cells if cell is not None))


def _take_none(store: Store, node: Table | NegativeTable) -> None:
    rows = _possible(store, node)
    if not rows:
        return
    domains = [store.values(arg) for arg in node.args]
    if prod(domain.size for domain in domains) * len(rows) > FEW:
        _last_cells(store, node, rows)
        return
    allowed = [
        values
        for values in product(*domains)
        if not any(
            all(c is None or c == v for c, v in zip(row, values, strict=True)) for row in rows
        )
    ]
    if not allowed:
        raise Contradiction
    for arg, column in zip(node.args, zip(*allowed, strict=True), strict=True):
        store.keep(arg, Domain.of(column))


def _last_cells(store: Store, node: Table | NegativeTable, rows: list[Row]) -> None:
    """A row of which all cells but one are taken forbids the value in that one."""
    for row in rows:
        open_: list[tuple[LinearExpr, int]] = [
            (arg, cell)
            for arg, cell in zip(node.args, row, strict=True)
            if cell is not None and store.value(arg) != cell
        ]
        if not open_:
            raise Contradiction
        if len(open_) == 1:
            ((arg, cell),) = open_
            store.keep(arg, store.values(arg).without(cell))
