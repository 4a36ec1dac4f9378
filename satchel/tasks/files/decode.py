"""From any solver's output back to a solution that has passed its checks.

What is refused as input: an answer that is not complete, contradicts itself or belongs to another
formula. What fails as a check: an answer that is complete, and wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from satchel.cnf.maxsat_output import read_maxsat_output
from satchel.cnf.opb_reader import Opb, read_opb
from satchel.cnf.output import SolverOutput, read_output
from satchel.cnf.wcnf_reader import Wcnf, read_wcnf
from satchel.dimacs.formula import Dimacs
from satchel.dimacs.reader import read_dimacs
from satchel.errors import CheckError, InputError
from satchel.files import read_bytes
from satchel.ir.given import shortened
from satchel.passes import undo_passes
from satchel.puzzle import Shown
from satchel.smt.answer import SmtAnswer, read_answer
from satchel.tasks.files.formulamap import FormulaMap, literals_of
from satchel.tasks.files.mapfile import AnyMap
from satchel.tasks.files.opbmap import OpbMap
from satchel.tasks.files.smtmap import SmtMap
from satchel.tasks.files.wcnfmap import WcnfMap
from satchel.tasks.origin import Origin

AnyFormula: TypeAlias = Dimacs | Opb | Wcnf
"""A formula as read from its file."""


@dataclass(frozen=True, repr=False)
class Decoded:
    """What an answer means. A `solution` here has passed every check there is.

    `optimum` is what the solver says of the objective that the solution reaches.
    `certificate` names what vouches for `unsat`; None: nothing does.
    """

    status: Literal["sat", "optimum", "unsat", "unknown"]
    solution: Shown | None = None
    values: dict[str, int] | None = None
    objective: int | None = None
    certificate: str | None = None

    def __repr__(self) -> str:
        told: dict[str, object] = {"objective": self.objective, "certificate": self.certificate}
        told["solution"] = self.solution and shortened(str(dict(self.solution)))
        parts = [f"{name}={value}" for name, value in told.items() if value is not None]
        return f"Decoded({', '.join([self.status, *parts])})"

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the keys that `solve` uses too."""
        return {
            "status": self.status,
            "solution": self.solution,
            "objective": self.objective,
            "checked": self.solution is not None,
            "certificate": self.certificate,
        }


def decode_text(
    loaded: AnyMap, text: str, *, file: str | None = None, formula: AnyFormula | None = None
) -> Decoded:
    """Decode and check what a solver printed, read as answers to the map's kind of target are.

    Raises what `decode` raises; InputError also for a text that is no answer.
    """
    match loaded:
        case WcnfMap():
            output = read_maxsat_output(text, loaded.variables, file=file)
            return decode(loaded, output, formula)
        case FormulaMap():
            return decode(loaded, read_output(text, file=file), formula)
        case SmtMap():
            if formula is not None:
                raise InputError("a formula is given, but the map is for an SMT-LIB script")
            return decode_smt(loaded, read_answer(text, file=file))


def read_formula(loaded: AnyMap, file: str, *, relaxed: bool = False) -> AnyFormula:
    """Read the formula of a map, DIMACS, OPB or WCNF; an InputError names the file and the line.

    DIMACS is read as solvers read it, with a warning unless `relaxed`.
    """
    if isinstance(loaded, SmtMap):
        raise InputError("a formula is given, but the map is for an SMT-LIB script", file=file)
    data = read_bytes(file)
    if isinstance(loaded, (OpbMap, WcnfMap)):
        if relaxed:
            raise InputError("relaxed reading is for DIMACS; this map is that of another format")
        return (read_opb if isinstance(loaded, OpbMap) else read_wcnf)(data, file=file)
    formula = read_dimacs(data, relaxed=True, file=file)
    if not relaxed:
        formula.warn(file)
    return formula


def decode(
    formula_map: FormulaMap, output: SolverOutput, formula: AnyFormula | None = None
) -> Decoded:
    """Decode and check a solver's output.

    With the formula, each of its constraints is checked too. InputError: the answer is incomplete,
    or the formula is another one. CheckError: it is wrong, or contradicts the known answer.
    """
    if formula is not None and formula.hash() != formula_map.sha256:
        raise InputError("the formula is not the one the map was written for (SHA-256 differs)")
    if output.status != "sat":
        return _without_solution(formula_map.origin, output.status)
    truth = output.truth(formula_map.variables)
    _refuse_missing(formula_map, truth)
    if formula is not None and (falsified := formula.falsified(output.literals)):
        _refuse_open(formula_map, truth, falsified.literals, f", and leaves {falsified.where} open")
        raise CheckError(f"the answer falsifies {falsified.where}")
    readable = [bool(value) for value in truth]
    try:
        values = undo_passes(formula_map.undo, formula_map.varmap.values(readable))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"the map's undo data are not valid: {error!r}") from error
    incomplete = formula_map.exact and None in truth[1:]
    if incomplete and formula_map.origin.model.violations(values):
        hidden = formula_map.varmap.variables.values()
        _refuse_open(formula_map, truth, [x for reader in hidden for x in literals_of(reader)])
    shown = formula_map.varmap.shown_values(readable) if formula_map.varmap.shown else None
    decoded = _checked(formula_map.origin, values, exact=formula_map.exact, shown=shown)
    return _priced(decoded, formula_map, output, readable)


def _priced(
    decoded: Decoded, formula_map: FormulaMap, output: SolverOutput, truth: Sequence[bool]
) -> Decoded:
    """The solution with what the solver says of its objective, once that is what is reached."""
    objective, origin = formula_map.objective, formula_map.origin
    if objective is None:
        return decoded
    cost = objective.cost(truth)
    if objective.value(cost) != decoded.objective:
        words = f"the literals say that the objective is {objective.value(cost)}"
        raise CheckError(f"{words}, but the solution has {decoded.objective}")
    if output.stated is not None and formula_map.cost(output.stated) != cost:
        value = objective.value(formula_map.cost(output.stated))
        words = f"the answer states an objective of {value} (o {output.stated})"
        raise CheckError(f"{words}, but its solution has {decoded.objective}")
    if not output.optimal:
        return decoded
    origin.compare_with_known("optimum", objective=decoded.objective)
    return replace(decoded, status="optimum")


def decode_smt(smt_map: SmtMap, answer: SmtAnswer) -> Decoded:
    """Decode and check an SMT solver's answer; raises as `decode` does."""
    if answer.status != "sat":
        return _without_solution(smt_map.origin, answer.status)
    return _checked(smt_map.origin, smt_map.values(answer))


def _without_solution(origin: Origin, status: Literal["unsat", "unknown"]) -> Decoded:
    if status == "unknown":
        return Decoded("unknown")
    origin.compare_with_known("unsat")
    return Decoded("unsat", certificate=origin.vouching_for_unsat())


def _refuse_missing(formula_map: FormulaMap, truth: Sequence[bool | None]) -> None:
    """Every literal of what is shown, or costs, must be given; others may be left out."""
    varmap = formula_map.varmap
    # An old map of a model that shows nothing has no shown values: then all are.
    for reader in (varmap.shown or varmap.variables).values():
        _refuse_open(formula_map, truth, literals_of(reader))
    objective = formula_map.objective.terms if formula_map.objective else ()
    _refuse_open(formula_map, truth, [literal for _, literal in objective], " of the objective")


def _refuse_open(
    formula_map: FormulaMap,
    truth: Sequence[bool | None],
    literals: Iterable[int],
    words: str = "",
) -> None:
    """InputError for the first of the literals that the answer gives no value."""
    for literal in literals:
        if truth[abs(literal)] is None:
            name = formula_map.varmap.name_of(abs(literal)) or "an auxiliary one"
            said = f"the answer gives no value for variable {abs(literal)} ({name})"
            raise InputError(said + words)


def _checked(
    origin: Origin, values: dict[str, int], *, exact: bool = True, shown: Shown | None = None
) -> Decoded:
    """Values of the model's own variables, past both checks; `shown` as it was read, if it was."""
    model, instance = origin.model, origin.instance
    broken = model.violations(values)
    if broken and not exact:
        raise CheckError(f"a model of the relaxation, not a solution: {broken[0]}")
    if broken:
        raise CheckError(f"the answer is not a solution of the model: {_summary(broken)}")
    solution = model.shown_values(values)
    if shown is not None and solution != shown:
        raise CheckError("the literals that are shown contradict those of the model's variables")
    if instance is not None and (broken := instance.check(solution)):
        words = f"the answer breaks the puzzle's rules: {_summary(broken)}"
        raise CheckError(words, solution=solution)
    decoded = Decoded("sat", solution, values, model.objective_value(values))
    origin.compare_with_known("sat", objective=decoded.objective)
    return decoded


def _summary(broken: Sequence[str]) -> str:
    more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
    return broken[0] + more
