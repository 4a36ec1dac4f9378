"""Global constraints that CP-SAT has itself, by class; None where this one has to be decomposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from satchel.ir import (
    AllDifferent,
    Circuit,
    Cumulative,
    Domain,
    HamiltonianCycle,
    MaxIs,
    NegativeTable,
    NoOverlap2D,
    ProductIs,
    Regular,
    Table,
)
from satchel.ir.bounds import hull, values
from satchel.ir.globals import ElementIs

if TYPE_CHECKING:
    from satchel.backends._ortools_terms import Terms

Constraints = list[Any] | None


def _all_different(terms: Terms, node: AllDifferent) -> Constraints:
    return [terms.target.add_all_different([terms.integer(arg) for arg in node.args])]


def _element(terms: Terms, node: ElementIs) -> Constraints:
    array = [terms.integer(item) for item in node.array]
    return [terms.target.add_element(terms.integer(node.index), array, terms.integer(node.value))]


def _table(terms: Terms, node: Table | NegativeTable) -> Constraints:
    domains = [values(arg) for arg in node.args]
    rows = [
        row
        for row in node.rows
        if all(cell is None or cell in domain for cell, domain in zip(row, domains, strict=True))
    ]
    if not node.args or not rows or any(None in row for row in rows):
        return None
    args = [terms.integer(arg) for arg in node.args]
    if isinstance(node, Table):
        return [terms.target.add_allowed_assignments(args, rows)]
    return [terms.target.add_forbidden_assignments(args, rows)]


def _maximum(terms: Terms, node: MaxIs) -> Constraints:
    args = [terms.integer(arg) for arg in node.args]
    return [terms.target.add_max_equality(terms.integer(node.value), args)]


def _product(terms: Terms, node: ProductIs) -> Constraints:
    factors = [terms.integer(node.left), terms.integer(node.right)]
    return [terms.target.add_multiplication_equality(terms.integer(node.value), factors)]


def _regular(terms: Terms, node: Regular) -> Constraints:
    """States get numbers; CP-SAT wants an argument, a transition and an accepting state."""
    automaton = node.automaton
    if not node.args or not automaton.transitions or not automaton.accepting:
        return None
    known = {state: None for arc in automaton.transitions for state in (arc.tail, arc.head)}
    numbers = {state: number for number, state in enumerate({automaton.start: None, **known})}
    return [
        terms.target.add_automaton(
            [terms.integer(arg) for arg in node.args],
            numbers[automaton.start],
            [numbers[state] for state in automaton.accepting],
            [(numbers[arc.tail], arc.value, numbers[arc.head]) for arc in automaton.transitions],
        )
    ]


def _cumulative(terms: Terms, node: Cumulative) -> Constraints:
    """Native where durations and demands are numbers; what takes no time means something else."""
    tasks = node.tasks
    if any(size.terms or size.constant <= 0 for task in tasks for size in task[1:]):
        return None
    if not tasks or hull(node.capacity)[0] < 0:
        return None
    interval = terms.target.new_fixed_size_interval_var
    return [
        terms.target.add_cumulative(
            [interval(terms.integer(task.start), task.duration.constant, "") for task in tasks],
            [task.demand.constant for task in tasks],
            terms.integer(node.capacity),
        )
    ]


def _circuit(terms: Terms, node: Circuit) -> Constraints:
    size = len(node.args)
    arcs = [
        (tail, head, terms.literal(successor == head))
        for tail, successor in enumerate(node.args)
        for head in values(successor) & Domain.range(0, size - 1)
        if head != tail
    ]
    if size < 2 or len({u for u, _, _ in arcs}) < size or len({v for _, v, _ in arcs}) < size:
        return None
    return [terms.target.add_circuit(arcs)]


def _cycle(terms: Terms, node: HamiltonianCycle) -> Constraints:
    """Each edge as two arcs, of which one is taken where the edge is."""
    if node.size < 3 or len({v for edge in node.edges for v in edge}) < node.size:
        return None
    constraints, arcs = [], []
    for (u, v), edge in zip(node.edges, terms.literals(node.args), strict=True):
        there, back = terms.target.new_bool_var(""), terms.target.new_bool_var("")
        constraints.append(terms.target.add(there + back == edge))
        arcs += [(u, v, there), (v, u, back)]
    return [*constraints, terms.target.add_circuit(arcs)]


def _no_overlap(terms: Terms, node: NoOverlap2D) -> Constraints:
    """Native for pieces of fixed size; what has no area means something else to CP-SAT."""
    pieces = node.rectangles
    if not pieces or any(s.terms or s.constant <= 0 for p in pieces for s in (p.width, p.height)):
        return None
    interval = terms.target.new_fixed_size_interval_var
    return [
        terms.target.add_no_overlap_2d(
            [interval(terms.integer(p.x), p.width.constant, "") for p in pieces],
            [interval(terms.integer(p.y), p.height.constant, "") for p in pieces],
        )
    ]


FORMS: Final[Mapping[type, Callable[..., Constraints]]] = {
    AllDifferent: _all_different,
    Circuit: _circuit,
    Cumulative: _cumulative,
    ElementIs: _element,
    HamiltonianCycle: _cycle,
    MaxIs: _maximum,
    NegativeTable: _table,
    NoOverlap2D: _no_overlap,
    ProductIs: _product,
    Regular: _regular,
    Table: _table,
}
