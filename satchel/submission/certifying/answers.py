"""What solvers say of files with weights (WCNF, OPB): read, checked on the file, kept as models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from satchel.cnf.maxsat_output import read_maxsat_output
from satchel.cnf.opb_reader import Opb
from satchel.cnf.output import SolverOutput, read_output
from satchel.cnf.wcnf_reader import Wcnf
from satchel.errors import CheckError, InputError
from satchel.files import read_text, whole_file
from satchel.submission.certifying.published import optimum_on_record
from satchel.submission.certifying.refuted import Refutation
from satchel.submission.measuring.outside import Said
from satchel.submission.tracks._formulas import map_of, renamed
from satchel.submission.tracks.protocol import Certificate, Outcome, Problem, Status
from satchel.tasks.files.decode import AnyFormula, Decoded, decode, read_formula
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.wcnfmap import WcnfMap

_MODEL: Final = "model, checked on the file and by the puzzle's rules"
_BEST: Final = "; none better: "


def judged(problem: Problem, said: Said) -> Outcome:
    """What an answer comes to once it has been checked.

    Its value is that of the file's own objective, as solvers state it. Where there is an objective,
    only a proved optimum counts as solved.
    """
    if said.reason is not None:
        return Outcome("unknown", said.seconds, said.reason)
    loaded = map_of(problem)
    formula = read_formula(loaded, str(problem.file))
    try:
        output = _read(loaded, said.text)
    except InputError as error:
        return Outcome("unknown", said.seconds, f"solver error: no valid answer: {error.message}")
    try:
        decoded = decode(loaded, output, formula)
    except (CheckError, InputError) as error:
        claimed = "optimum" if output.optimal else output.status
        return Outcome(claimed, said.seconds, fault=str(error))
    outcome = replace(_outcome(decoded, loaded), seconds=said.seconds)
    if decoded.solution is None:
        return outcome
    return replace(
        outcome,
        value=_cost(formula, output.literals),
        witness=_bits(output.literals, loaded.variables),
    )


def published(problem: Problem, value: int) -> str | None:
    """Who has put on record that the best value is the one that this one of the file's comes to."""
    loaded = map_of(problem)
    assert loaded.objective is not None
    source = optimum_on_record(loaded.origin.instance, loaded.objective.value(loaded.cost(value)))
    return None if source is None else f"on record: {source}"


def with_model(problem: Problem, outcome: Outcome, best: Refutation, folder: Path) -> Certificate:
    """The certificate that is a model, once it has been checked again on the very file.

    `best` says who vouches for none being better, where that is claimed; where nobody does, the
    status is unknown, and the value the best that is known. The model is written as solvers print
    it.
    """
    assert outcome.witness is not None
    loaded = map_of(problem)
    formula = read_formula(loaded, str(problem.file))
    literals = tuple(v if bit == "1" else -v for v, bit in enumerate(outcome.witness, 1))
    value = _cost(formula, literals)
    optimal = outcome.status == "optimum"
    try:
        decode(loaded, SolverOutput("sat", literals, optimal, value), formula)
    except (CheckError, InputError) as error:
        return Certificate("unknown", fault=f"the model is none: {error}")
    if value != outcome.value:
        return Certificate("unknown", fault=f"the model's value is {value}, not {outcome.value}")
    if optimal and best.fault is not None:
        return Certificate("unknown", fault=f"something is better than {value}: {best.fault}")
    file = folder / f"{problem.name}.model.xz"
    lines = [] if value is None else [f"o {value}"]
    lines.append("s OPTIMUM FOUND" if optimal and best.by else "s SATISFIABLE")
    values = outcome.witness if isinstance(loaded, WcnfMap) else " ".join(map(_named, literals))
    with whole_file(str(file)) as stream:
        stream.write("".join(f"{line}\n" for line in (*lines, f"v {values}")).encode())
    if not optimal:
        return Certificate("sat", _MODEL, file, value)
    if best.by is None:
        return Certificate("unknown", None, file, value, note=best.note, lasting=best.lasting)
    return Certificate("optimum", f"{_MODEL}{_BEST}{best.by}", file, value)


def renamed_model(
    certificate: Certificate, original: Problem, copy: Problem, folder: Path
) -> Certificate:
    """The certificate of a renamed copy: the same model, and what is best is best there, too."""
    if certificate.file is None:
        return certificate
    before, after = map_of(original), map_of(copy)
    output = _read(before, read_text(str(certificate.file)))
    table = renamed(before, after)
    literals = [table[literal] for literal in output.literals]
    status: Status = "sat" if certificate.status == "sat" else "optimum"
    bits = _bits(literals, after.variables)
    best = Refutation((certificate.by or "").partition(_BEST)[2] or None, certificate.note)
    return with_model(copy, Outcome(status, 0.0, value=output.stated, witness=bits), best, folder)


def _read(loaded: FormulaMap, text: str) -> SolverOutput:
    if isinstance(loaded, WcnfMap):
        return read_maxsat_output(text, loaded.variables)
    return read_output(text)


def _outcome(decoded: Decoded, loaded: FormulaMap) -> Outcome:
    """The status; what was reached but not proved to be best is no answer where that is asked."""
    if decoded.status == "unknown":
        return Outcome("unknown", 0.0, "solver error: it gave up")
    if decoded.status == "sat" and loaded.objective is not None:
        return Outcome("unknown", 0.0, "solver error: it ended without a proof")
    return Outcome(decoded.status, 0.0)


def _cost(formula: AnyFormula, literals: tuple[int, ...]) -> int | None:
    """What solvers state at `o`."""
    return formula.cost(literals) if isinstance(formula, (Opb, Wcnf)) else None


def _bits(literals: list[int] | tuple[int, ...], variables: int) -> str:
    true = {x for x in literals if x > 0}
    return "".join("1" if v in true else "0" for v in range(1, variables + 1))


def _named(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"-x{-literal}"
