"""The numbers that variables get in a formula: gap-free over those that occur, perhaps shuffled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from satchel.cnf.formula import Account, Formula
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.objective import Objective
from satchel.cnf.orders import Order, natural
from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.sink import TRUE, ClauseSink, Ints, Literal
from satchel.cnf.varmap import Atom, VarMap


def number(
    sink: ClauseSink,
    varmap: VarMap,
    stats: tuple[Account, ...],
    lazy: Sequence[LazyCycle] = (),
    hints: Sequence[Literal] = (),
    objective: Objective | None = None,
    *,
    order: Order = natural,
    shuffle: int | None = None,
    number_free: bool = False,
) -> Formula:
    """The finished formula; the sink's clauses are used up.

    `order` says which variables come first. `shuffle` seeds a renaming of variables on top of it,
    and an order of clauses and of the literals in each. With `number_free`, shown variables that no
    clause mentions get numbers, too, as counting and enumerating need.
    """
    occurring: set[int] = set()
    for chunk in sink.chunks:
        occurring.update(chunk)
    occurring.update(literal for part in sink.constraints for _, literal in part.terms)
    if objective is not None:
        occurring.update(literal for _, literal in objective.terms)
    occurring.update(literal for literal in hints if abs(literal) != TRUE)
    used = {abs(literal) for literal in occurring if literal}
    shown = set(map(abs, varmap.shown_literals()))
    if number_free:
        used |= shown
    chunks, linear = sink.chunks, sink.constraints
    ordered = order(sorted(used), shown, chunks)
    if shuffle is not None:
        random = Random(shuffle)
        random.shuffle(ordered)
        chunks, linear = _shuffled(chunks, random), _shuffled_linear(linear, random)
        if objective is not None:
            terms = random.sample(objective.terms, len(objective.terms))
            objective = replace(objective, terms=tuple(terms))
    if ordered == list(range(1, sink.variables + 1)):
        rename: Callable[[int], Atom] = _same
    else:
        table = _table(ordered, sink.variables)
        for place, chunk in enumerate(chunks):
            chunks[place] = array("i", map(table.__getitem__, chunk))
        linear = [part.renamed(table.__getitem__) for part in linear]
        objective = objective and objective.renamed(table.__getitem__)
        rename = lambda literal: table[literal] or None  # noqa: E731
    return Formula(
        variables=len(ordered),
        clauses=sink.clauses,
        literals=sink.literals,
        chunks=tuple(chunks),
        varmap=varmap if rename is _same else varmap.renamed(rename),
        linear=tuple(linear),
        lazy=tuple(part.renamed(rename) for part in lazy),
        hints=tuple(new for x in hints if abs(x) != TRUE and (new := rename(x))),
        stats=stats,
        objective=objective,
    )


def renaming(variables: int, shuffle: int | None) -> list[int]:
    """What `number` makes of so many variables in order: at index `new` the `old` one, from 1.

    Two formulas that differ in their shuffle only are renamed versions of each other by it.
    """
    ordered = list(range(1, variables + 1))
    if shuffle is not None:
        Random(shuffle).shuffle(ordered)
    return [0, *ordered]


def _same(literal: int) -> Atom:
    return literal


def _table(order: list[int], size: int) -> list[int]:
    """New literal by old literal, negative ones by Python's negative indices; 0 if unused."""
    table = [0] * (2 * size + 1)
    for new, old in enumerate(order, 1):
        table[old] = new
        table[-old] = -new
    return table


def _shuffled(chunks: list[Ints], random: Random) -> list[Ints]:
    """The clauses in random order, each with its literals in random order."""
    clauses: list[list[int]] = []
    for chunk in chunks:
        start = 0
        literals = chunk.tolist()
        while start < len(literals):
            end = literals.index(0, start)
            clause = literals[start:end]
            random.shuffle(clause)
            clauses.append(clause)
            start = end + 1
    random.shuffle(clauses)
    flat = array("i")
    for clause in clauses:
        flat.extend(clause)
        flat.append(0)
    return [flat]


def _shuffled_linear(constraints: Sequence[PseudoBoolean], random: Random) -> list[PseudoBoolean]:
    """The constraints in random order, each with its terms in random order."""
    shuffled = [
        replace(part, terms=tuple(random.sample(part.terms, len(part.terms))))
        for part in constraints
    ]
    random.shuffle(shuffled)
    return shuffled
