"""A model as an SMT-LIB script, for people as much as for solvers.

The logic is QF_UF where nothing is counted, else QF_LIA: QF_IDL admits no comparison of a variable
with a constant, so no domain could be stated in it.

`script` asks for a solution, `benchmark` for nothing but sat or unsat, as the SMT-LIB library wants
it. What they say of themselves stands in the order in which that library asks for it.
Source: SMT-LIB's rules for submitting benchmarks, 2025.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from satchel.ir import BoolVar, IntVar, Model, Variable
from satchel.printable import printable
from satchel.smt.layout import application, filled
from satchel.smt.symbols import symbol
from satchel.smt.terms import Terms, numeral

Status = Literal["sat", "unsat", "unknown"]

_VERSION = "(set-info :smt-lib-version 2.6)"


def script(
    model: Model, *, source: str, status: Status, auxiliaries: Collection[str] = ()
) -> Iterator[str]:
    """The lines of a script for a model without functions.

    It asks for the values of all variables but the `auxiliaries`, which are declared last. `source`
    and `status` are what is known of the model.
    """
    own = _split(model, auxiliaries)[0]
    logic, *body = _problem(model, auxiliaries)
    yield _VERSION
    yield "(set-option :produce-models true)"
    yield logic
    yield f"(set-info :source |{_quotable(source)}|)"
    yield f"(set-info :status {status})"
    yield from body
    yield "\n(check-sat)"
    if own:
        yield "(get-value (\n  " + "\n  ".join(filled(symbol(x.name) for x in own)) + "\n))"
    yield "(exit)"


def benchmark(
    model: Model,
    *,
    source: str,
    license: str,
    category: Literal["crafted", "random", "industrial"],
    status: Status,
    auxiliaries: Collection[str] = (),
) -> Iterator[str]:
    """The lines of a script as the SMT-LIB library takes it, for a model without functions.

    `source` is kept line by line; `license` is the address of one.
    """
    logic, *body = _problem(model, auxiliaries)
    yield _VERSION
    yield logic
    yield f"(set-info :source |\n{_quotable(source)}\n|)"
    yield f'(set-info :license "{license}")'
    yield f'(set-info :category "{category}")'
    yield f"(set-info :status {status})"
    yield from body
    yield "\n(check-sat)"
    yield "(exit)"


def _problem(model: Model, auxiliaries: Collection[str]) -> Iterator[str]:
    """The command that sets the logic, and then all that declares and asserts."""
    terms = Terms(model.variables)
    terms.count(statement.expr for statement in model.statements)
    own, helping = _split(model, auxiliaries)
    body = [*_variables("variables", own), *_variables("auxiliary variables", helping)]
    body += _statements(model, terms)
    integers = terms.arithmetic or any(isinstance(x, IntVar) for x in model.variables.values())
    yield f"(set-logic {'QF_LIA' if integers else 'QF_UF'})"
    yield from body


def _split(model: Model, auxiliaries: Collection[str]) -> tuple[list[Variable], list[Variable]]:
    """The model's own variables, and the auxiliary ones."""
    variables = model.variables.values()
    return (
        [x for x in variables if x.name not in auxiliaries],
        [x for x in variables if x.name in auxiliaries],
    )


def declaration(variable: Variable) -> str:
    """The command that declares a variable."""
    sort = "Bool" if isinstance(variable, BoolVar) else "Int"
    return f"(declare-const {symbol(variable.name)} {sort})"


def domain(variable: IntVar) -> str:
    """The command that asserts a variable's domain, holes included."""
    name = symbol(variable.name)
    parts = [
        f"(= {name} {numeral(lo)})" if lo == hi else f"(<= {numeral(lo)} {name} {numeral(hi)})"
        for lo, hi in variable.domain.intervals
    ]
    return application("assert", parts[0] if len(parts) == 1 else application("or", *parts))


def _variables(heading: str, variables: Collection[Variable]) -> Iterator[str]:
    if variables:
        yield f"\n; {heading}"
    for variable in variables:
        yield declaration(variable)
        if isinstance(variable, IntVar):
            yield domain(variable)


def _statements(model: Model, terms: Terms) -> Iterator[str]:
    """Each statement under its label, after what it shares with others."""
    last = ""
    yield "\n; statements"
    for statement in model.statements:
        notes = [] if statement.label is None else [statement.label]
        heading = _line(" ".join([*notes, *(f"[{tag}]" for tag in statement.tags)]))
        if heading != last:
            last = heading
            yield f"; {heading}" if heading else ""
        term = terms.write(statement.expr)
        yield from terms.definitions
        terms.definitions.clear()
        yield application("assert", term)
    if model.objective is not None:
        yield f"\n; to {model.objective.sense}:"
        term = terms.write(model.objective.expr)
        for line in "\n".join([*terms.definitions, term]).split("\n"):
            yield f"; {line}"


def _quotable(text: str) -> str:
    """Words in lines, without what nothing can quote."""
    lines = text.replace("|", "/").replace("\\", "/").splitlines()
    return "\n".join(wrapped for line in lines for wrapped in filled(line.split()))


def _line(text: str) -> str:
    """Words that must stay in one comment."""
    return printable(" ".join(text.split()))
