"""Writing a problem for other programs: a formula with its map, or the model.

A format is a function from a `Job` to what was written; adding one is a line in `FORMATS`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

from satchel.cnf.formula import Formula
from satchel.cnf.objective import Objective
from satchel.cnf.opb import opb_shift, opb_size, write_opb
from satchel.cnf.options import Options
from satchel.cnf.pseudo_boolean import NATIVE_KINDS
from satchel.cnf.wcnf import wcnf_size, write_wcnf
from satchel.dimacs.writer import write_dimacs
from satchel.errors import InputError
from satchel.files import PIPE, one_place, whole_file
from satchel.printable import printable
from satchel.smt.script import script
from satchel.tasks.compile import Compiled, compile_model
from satchel.tasks.files.formulamap import FormulaMap, literals_of
from satchel.tasks.files.mapfile import dump_map
from satchel.tasks.files.opbmap import OpbMap
from satchel.tasks.files.smtlib import Flat, write_script
from satchel.tasks.files.wcnfmap import WcnfMap
from satchel.tasks.origin import Origin
from satchel.unpacking import bare_name
from satchel.version import VERSION


@dataclass(frozen=True)
class Job:
    """What to write, and where: `out` is a file name or `-`; a map only where it is named.

    `preface` are lines of comment that go before all others.
    """

    origin: Origin
    options: Options
    out: str = PIPE
    map_file: str | None = None
    preface: tuple[str, ...] = ()


@dataclass(frozen=True)
class Format:
    """A way to write a problem; `write` returns the formula, where it makes one."""

    summary: str
    write: Callable[[Job], Formula | None]
    has_map: bool = True
    has_formula: bool = True


@dataclass(frozen=True)
class Form:
    """A form in which formulas are written: `size` is what the map says of the file.

    `shift` is what an objective's cost exceeds the value by that solvers of the form state of it.
    """

    map: type[FormulaMap]
    size: Callable[[Formula], tuple[int, int]]
    write: Callable[[BinaryIO, Formula, Sequence[str]], str]
    shift: Callable[[Objective], int] = lambda objective: 0


def _dimacs(stream: BinaryIO, formula: Formula, comments: Sequence[str]) -> str:
    formula.refuse_linear("DIMACS")
    return write_dimacs(stream, formula.variables, formula.clauses, formula.chunks, comments)


def _counting(track: str, stream: BinaryIO, formula: Formula, comments: Sequence[str]) -> str:
    """For a track of the Model Counting Competitions: `mc`, or `pmc` with what is shown."""
    formula.refuse_linear("a model counter")
    if not formula.exact:
        raise InputError("a model counter needs every clause: an encoding here is lazy")
    show = [abs(literal) for literal in formula.varmap.shown_literals()]
    comments = [f"t {track}", *(f"c {comment}" for comment in comments)]
    return write_dimacs(
        stream,
        formula.variables,
        formula.clauses,
        formula.chunks,
        comments,
        show if track == "pmc" else None,
    )


DIMACS = Form(FormulaMap, lambda formula: (formula.variables, formula.clauses), _dimacs)
OPB = Form(OpbMap, opb_size, write_opb, opb_shift)
WCNF = Form(WcnfMap, wcnf_size, write_wcnf)
PMC = replace(DIMACS, write=partial(_counting, "pmc"))
MC = replace(DIMACS, write=partial(_counting, "mc"))


def write_formula(
    compiled: Compiled,
    origin: Origin,
    options: Options,
    *,
    out: str,
    map_file: str | None,
    form: Form = DIMACS,
    preface: Sequence[str] = (),
) -> str:
    """Write a formula and its map; returns the formula's hash. `preface` are its first comments.

    Both files appear whole or not at all, and their bytes depend on what they say only.
    """
    if map_file is not None and one_place(map_file, out):
        raise InputError("the formula and its map cannot be one file", file=out)
    formula = compiled.formula
    with ExitStack() as files:
        # Opened first, so that a map that cannot be written is known before the work.
        map_stream = files.enter_context(whole_file(map_file)) if map_file else None
        stream = files.enter_context(whole_file(out))
        comments = [*preface, *_comments(origin, options, formula, form)]
        digest = form.write(stream, formula, comments)
        if map_stream:
            variables, clauses = form.size(formula)
            formula_map = form.map(
                sha256=digest,
                variables=variables,
                clauses=clauses,
                exact=formula.exact,
                origin=origin,
                options=options,
                varmap=formula.varmap,
                undo=compiled.undo,
                objective=formula.objective,
            )
            map_stream.write(dump_map(formula_map))
    return digest


def map_beside(out: str) -> str:
    """Where the map goes: `8.cnf` and `8.cnf.xz` have `8.map.json`, `8.smt2` `8.smt2.map.json`."""
    return f"{bare_name(out).removesuffix('.cnf').removesuffix('.dimacs')}.map.json"


def _write(job: Job, compiled: Compiled, form: Form, options: Options | None = None) -> Formula:
    """Write what became of a job's model in a form; `options` are those it became it by."""
    write_formula(
        compiled,
        job.origin,
        options or job.options,
        out=job.out,
        map_file=job.map_file,
        form=form,
        preface=job.preface,
    )
    return compiled.formula


def _write_dimacs(job: Job) -> Formula:
    return _write(job, compile_model(job.origin.model, job.options), DIMACS)


def _write_opb(job: Job) -> Formula:
    """Clauses and sums; what can be a sum is one, if nothing else is asked for."""
    options = job.options.preferring(NATIVE_KINDS)
    return _write(job, compile_model(job.origin.model, options, optimise=True), OPB, options)


def _write_wcnf(job: Job) -> Formula:
    """Clauses, and the objective as weights on them."""
    if job.origin.model.objective is None:
        raise InputError("format wcnf is for what has an objective; dimacs takes the rest")
    return _write(job, compile_model(job.origin.model, job.options, optimise=True), WCNF)


def _write_pmc(job: Job) -> Formula:
    """Clauses, and on which variables models are told apart; what is free has a number, too."""
    job.options.refuse_breaking()
    return _write(job, compile_model(job.origin.model, job.options, number_free=True), PMC)


def _write_mc(job: Job) -> Formula:
    """Clauses with a model for each solution, every auxiliary being determined.

    InputError where the model has variables that are not shown: only `pmc` can count then.
    """
    job.options.refuse_breaking()
    options = replace(job.options, count_safe=True)
    compiled = compile_model(job.origin.model, options, number_free=True)
    varmap = compiled.formula.varmap
    shown = {abs(literal) for literal in varmap.shown_literals()}
    for name, reader in varmap.variables.items():
        if not shown.issuperset(map(abs, literals_of(reader))):
            raise InputError(f"format mc counts every variable, but {name} is not shown: use pmc")
    return _write(job, compiled, MC, options)


def _write_smtlib(job: Job) -> None:
    """The model as an SMT-LIB script: functions flattened, shuffled on request, else untouched."""
    origin, seed = job.origin, job.options.shuffle
    flat = Flat.of(origin, job.options)
    known = origin.instance and origin.instance.known
    source = [*job.preface, f"satchel {VERSION}", *described(origin)]
    if seed is not None:
        source.append(f"shuffle {seed}")
    lines = script(
        flat.model,
        source="\n".join(source),
        status=known.status if known else "unknown",
        auxiliaries=flat.auxiliaries,
    )
    write_script(lines, flat, origin, out=job.out, map_file=job.map_file)


def _write_json(job: Job) -> None:
    """The model itself, whole and readable by `Model.from_json`."""
    job.options.refuse_all_but({"max_clauses"}, "format json")
    text = json.dumps(job.origin.model.to_json(), ensure_ascii=False, separators=(",", ":"))
    with whole_file(job.out) as stream:
        stream.write(text.encode() + b"\n")


FORMATS: Mapping[str, Format] = {
    "dimacs": Format("clauses, for every SAT solver", _write_dimacs),
    "wcnf": Format("clauses and the objective, for MaxSAT solvers", _write_wcnf),
    "opb": Format("pseudo-Boolean constraints and the objective, for PB solvers", _write_opb),
    "pmc": Format("clauses and what is shown, for projected model counters", _write_pmc),
    "mc": Format("clauses with a model for each solution, for model counters", _write_mc),
    "smtlib": Format("SMT-LIB 2.6, for every SMT solver", _write_smtlib, has_formula=False),
    "json": Format("the model, before any encoding", _write_json, has_map=False, has_formula=False),
}


def described(origin: Origin) -> list[str]:
    """The instance and its model, where there is one."""
    if origin.instance is None:
        return []
    data = origin.instance.to_json()
    return [
        f"puzzle {data['puzzle']} {json.dumps(data['parameters'])}",
        f"model {origin.model_name}",
    ]


def _value(objective: Objective, shift: int) -> str:
    """How the model's objective is computed from the value that solvers state, their `o` line."""
    sign = "+" if objective.sense == "minimize" else "-"
    return f"{objective.sense} {objective.value(shift)} {sign} o (o: the value that solvers state)"


def _comments(origin: Origin, options: Options, formula: Formula, form: Form) -> list[str]:
    """Where the formula comes from, for people; no paths, no times."""
    known = origin.instance and origin.instance.known
    comments = [f"satchel {VERSION}", *described(origin)]
    choices = replace(options, shuffle=None, max_clauses=None).to_json()
    comments.append(f"options {json.dumps(choices)}")
    comments.append(f"shuffle {'none' if options.shuffle is None else options.shuffle}")
    comments.append(f"known {'nothing' if known is None else known}")
    if formula.objective is not None:
        shift = form.shift(formula.objective)
        comments.append(f"objective {_value(formula.objective, shift)}")
    if not formula.exact:
        comments.append("relaxation: a model of it need not be a solution")
    return [printable(" ".join(comment.split())) for comment in comments]
