"""`smt`: scripts for the SMT-LIB library, from which the SMT Competitions choose.

A script says of itself what the library asks for: generator, licence (CC BY 4.0), category
`crafted`, and one status. Its folder is `non-incremental/LOGIC/YYYYMMDD-FAMILY-AUTHOR`.

The easy solver is cvc5, the usual one z3. `sat` is certified by a solution of the puzzle that the
other solver accepts in the very script; `unsat` by an argument about the puzzle, or where both
solvers say so, who share no code.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, Literal

from satchel.errors import CheckError, InputError, SizeError
from satchel.files import read_text, whole_file
from satchel.ir import BoolVar
from satchel.puzzle import Catalogue
from satchel.smt.answer import read_answer
from satchel.smt.script import benchmark
from satchel.submission.certifying import scripts
from satchel.submission.certifying.published import argument_against
from satchel.submission.hashes import Kind
from satchel.submission.measuring.outside import (
    Solver,
    ask,
    own_script,
    program_solver,
    python_solver,
    z3_program,
)
from satchel.submission.readers import protocol as reading
from satchel.submission.tracks.protocol import Bench, Certificate, Label, Outcome, Problem
from satchel.tasks.files.decode import decode_smt
from satchel.tasks.files.export import Job, described
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.files.smtlib import Flat, write_script
from satchel.tasks.files.smtmap import SmtMap
from satchel.version import VERSION

LICENCE: Final = "https://creativecommons.org/licenses/by/4.0/"
LARGEST: Final = 50_000_000
"""Bytes that a file may have in the library's repository."""
_SOLVERS: Final = ("z3", "cvc5")


class SmtTrack:
    """Scripts in QF_LIA or QF_UF."""

    name: Final = "smt"
    summary: Final = "SMT-LIB: .smt2 with the library's head, in the library's folders"
    kind: Final[Kind] = "smt2"
    reading: Final[reading.Kind] = "smt2"
    rules: Final = "smt"
    ending: Final = ".smt2"
    probe: Final = "cvc5"
    solver: Final = "z3"
    wants_unsat: Final = True
    competition: Final = "SMT-LIB"
    made: Final = "writes as it is in SMT-LIB 2.6 [SMT-LIB]: no constraint is encoded"
    wants_pdf: Final = False
    sent_as_one: Final = False
    dated: Final = True
    numbers: Final = "not too many that are too similar; at most 50 MB a file"

    def version(self, solver: str) -> str:
        """Which program stands behind the name."""
        return _solver(solver).version

    def write(self, job: Job) -> None:
        """The model as a benchmark of unknown status; SizeError where it is too large."""
        flat = Flat.of(job.origin, job.options)
        instance = job.origin.instance
        command, *rest = job.preface
        source = [
            f"Generator: Satchel {VERSION}: {command}",
            *([] if instance is None else [f"Application: {instance.puzzle.summary}"]),
            f"Target solver: {', '.join(_SOLVERS)}",
            *rest,
            *described(job.origin),
        ]
        if job.options.shuffle is not None:
            source.append(f"shuffle {job.options.shuffle}")
        lines = benchmark(
            flat.model,
            source="\n".join(source),
            license=LICENCE,
            category="crafted",
            status="unknown",
            auxiliaries=flat.auxiliaries,
        )
        write_script(lines, flat, job.origin, out=job.out, map_file=job.map_file)
        size = Path(job.out).stat().st_size
        if size > LARGEST:
            Path(job.out).unlink()
            words = (
                f"{size} bytes: SMT-LIB takes {LARGEST} at most; choose smaller sizes by --scale"
            )
            raise SizeError(words, file=Path(job.out).name)

    def size(self, problem: Problem) -> tuple[int, int]:
        """Variables and assertions."""
        return scripts.sizes(_text(problem))

    def measure(self, problem: Problem, solver: str, bench: Bench) -> Outcome:
        """One solver on the script, which is also asked for values; these are checked."""
        found = _map(problem)
        text = scripts.asking(_text(problem), found.symbols.values())
        return _asked(problem, found, _solver(solver), text, bench)

    def certify(
        self, problem: Problem, outcome: Outcome, solver: str, bench: Bench, folder: Path
    ) -> Certificate:
        """A model that another solver accepts, an argument, or another solver's word."""
        match outcome.status:
            case "sat" if outcome.witness is not None:
                return _with_model(problem, json.loads(outcome.witness), solver, bench, folder)
            case "unsat":
                return _refuted(problem, solver, bench)
            case _:
                return Certificate("unknown")

    def transfer(
        self, certificate: Certificate, original: Problem, copy: Problem, bench: Bench, folder: Path
    ) -> Certificate:
        """The same model under the copy's names; that there is none is asked of both again."""
        if certificate.status == "sat" and certificate.file is not None:
            file = str(certificate.file)
            values = _map(original).values(read_answer(read_text(file), file=file))
            found = _map(copy)
            symbols = {found.symbols[name]: _typed(found, name, x) for name, x in values.items()}
            return _with_model(copy, symbols, None, bench, folder)
        if certificate.status == "unsat":
            first = self.measure(copy, _SOLVERS[0], bench)
            if first.status == "unsat":
                return _refuted(copy, _SOLVERS[0], bench)
        return Certificate("unknown")

    def finish(self, problem: Problem, certificate: Certificate, label: Label) -> str:
        """Whose it is, when it was made, and its status; the folder is the library's."""
        text = _text(problem)
        author = [] if label.author is None else [_quotable(f"Generated by: {label.author}")]
        vouching = [] if certificate.by is None else [_quotable(f"Status: {certificate.by}")]
        status = certificate.status if certificate.status in ("sat", "unsat") else "unknown"
        first = [*author, f"Generated on: {label.date}"]
        with whole_file(str(problem.file)) as stream:
            stream.write(scripts.completed(text, status, first, vouching).encode())
        parts = ((label.date or "").replace("-", ""), label.family, label.author or "")
        name = "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "_", part) for part in parts)))
        return f"non-incremental/{scripts.logic(text)}/{name}"


TRACK = SmtTrack()


def _solver(name: str) -> Solver:
    if name == "z3":
        return z3_program()
    if name == "cvc5":
        return python_solver(name, own_script("cvc5_script"), package="cvc5")
    return program_solver(name, _SOLVERS)


def _text(problem: Problem) -> str:
    return problem.file.read_text(encoding="utf-8")


def _map(problem: Problem) -> SmtMap:
    file = str(problem.map_file)
    loaded = load_map(read_text(file), Catalogue(), file=file)
    if not isinstance(loaded, SmtMap):
        raise InputError("the map is not that of a script", file=file)
    return loaded


def _asked(problem: Problem, found: SmtMap, solver: Solver, text: str, bench: Bench) -> Outcome:
    """What a solver says of a text that asks for values, once these have been checked."""
    file = bench.scratch / f"{problem.name}-asked.smt2"
    file.write_text(text, encoding="utf-8")
    said = ask(solver, file, bench)
    if said.reason is not None:
        return Outcome("unknown", said.seconds, said.reason)
    try:
        answer = read_answer(said.text)
    except InputError as error:
        return Outcome("unknown", said.seconds, f"solver error: no valid answer: {error.message}")
    if answer.status == "unknown":
        return Outcome("unknown", said.seconds, "solver error: it gave up")
    try:
        decode_smt(found, answer)
    except (CheckError, InputError) as error:
        return Outcome(answer.status, said.seconds, fault=str(error))
    if answer.status == "unsat":
        return Outcome("unsat", said.seconds)
    values = {symbol: answer.values[symbol].value for symbol in found.symbols.values()}
    return Outcome("sat", said.seconds, witness=json.dumps(values))


def _other(solver: str | None) -> Solver | None:
    """A solver of another kin, if one is here."""
    for name in _SOLVERS:
        if name != solver:
            try:
                return _solver(name)
            except InputError:
                continue
    return None


def _with_model(
    problem: Problem, values: dict[str, int], solver: str | None, bench: Bench, folder: Path
) -> Certificate:
    """The certificate that is a model: of the puzzle, and of the script by another solver."""
    answer = scripts.answer(values)
    try:
        decode_smt(_map(problem), read_answer(answer))
    except (CheckError, InputError) as error:
        return Certificate("unknown", fault=f"the model is none: {error}")
    by, other = "model, checked by the puzzle's rules", _other(solver)
    if other is not None:
        verdict = _verdict(problem, scripts.fixed(_text(problem), values), other, bench)
        if verdict == "unsat":
            return Certificate("unknown", fault=f"{other.name} does not accept the model")
        if verdict == "sat":
            by = f"{by}, and accepted in the script by {other.name}"
    file = folder / f"{problem.name}.model"
    with whole_file(str(file)) as stream:
        stream.write(answer.encode())
    return Certificate("sat", by, file)


def _refuted(problem: Problem, solver: str, bench: Bench) -> Certificate:
    """What speaks for `unsat` besides one solver's word: another's, else an argument."""
    other = _other(solver)
    verdict = None if other is None else _verdict(problem, _text(problem), other, bench)
    if other is not None and verdict == "sat":
        return Certificate("unknown", fault=f"unsat, but {other.name} says sat")
    if other is not None and verdict == "unsat":
        return Certificate("unsat", f"{solver} and {other.name} both say so")
    argument = argument_against(_map(problem).origin.instance)
    if argument is not None:
        return Certificate("unsat", f"{argument}; {solver} says so, too")
    if other is None:
        note = f"{solver} alone says so: no other solver is here"
        return Certificate("unknown", note=note, lasting=False)
    note = f"{solver} alone says so: {other.name} does not come to an end within the limits"
    return Certificate("unknown", note=note)


def _verdict(
    problem: Problem, text: str, solver: Solver, bench: Bench
) -> Literal["sat", "unsat"] | None:
    """What a solver says of a script that asks for no values."""
    file = bench.scratch / f"{problem.name}-again.smt2"
    file.write_text(text, encoding="utf-8")
    said = ask(solver, file, bench).text.strip()
    return "sat" if said == "sat" else "unsat" if said == "unsat" else None


def _typed(found: SmtMap, name: str, value: int) -> int:
    """A value as its sort has it."""
    boolean = isinstance(found.origin.model.variables[name], BoolVar)
    return bool(value) if boolean else int(value)


def _quotable(line: str) -> str:
    """A line that may stand between bars."""
    return " ".join(line.replace("|", "/").replace("\\", "/").split())
