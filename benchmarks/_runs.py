"""What an encoding makes of a row, and a solver of that: the work of `portfolio.py`.

Both run in processes of a pool, by name: a row is built anew in each process that needs it. A
solver gets a process of its own, forked when the formula is there, so that it can be killed at its
limit and inherits neither an earlier solver's memory nor the time to load anything. The clock is
the CPU time of that process, so that solvers in the process are measured, and no programs.
"""

from __future__ import annotations

import math
import multiprocessing
import re
import resource
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, cast

from _families import ROWS
from _problems import Problem
from _records import Key, Run, Written

from satchel.backends._process import _die_with_parent
from satchel.backends.protocol import Backend
from satchel.cnf import portfolio
from satchel.cnf.accounts import by_encoding
from satchel.cnf.formula import Formula
from satchel.cnf.options import IntegerEncoding, Options
from satchel.dimacs.writer import formula_hash
from satchel.errors import CheckError, SizeError
from satchel.passes import undo_passes
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled, compile_model

MAX_CLAUSES = 3_000_000
"""Formulas beyond this size are not written."""
SLACK = 4
"""A run is ended after this many times its CPU limit of wall time: it waits, or is starved."""

INTEGERS = ("direct", "order", "binary")


@dataclass(frozen=True)
class Unit:
    """Runs that share a formula: they are done one after the other, once it is compiled."""

    row: str
    encoding: str
    digest: str
    permutation: int
    solvers: Mapping[str, float]
    """For each solver, the CPU seconds after which it is stopped; at most the limit."""
    limit: float
    quick: bool

    def key(self, solver: str) -> Key:
        """The cell that a run belongs to."""
        return self.row, self.digest, solver, self.limit


def encodings(kind: str) -> list[str]:
    """Our own that write clauses alone, and `auto`; PySAT's encoders are peers of the tests."""
    if kind == "integers":
        return [*INTEGERS, "auto"]
    names = [name for name in portfolio.encodings(kind) if name != "native"]
    ours = [name for name in names if not name.startswith("pysat_")]
    return [*(name for name in ours if not portfolio.is_lazy(kind, name)), "auto"]


@cache
def problem(row: str, quick: bool) -> Problem:
    """The row's problem, built once in each process."""
    (found,) = (each for each in ROWS if each.name == row)
    return found.quick() if quick else found.full()


def write(row: str, encoding: str, quick: bool) -> Written:
    """Size, time and digest of a row's formula; SizeError and its kin become `refused`."""
    posed = problem(row, quick)
    try:
        compiled, seconds = _compiled(row, encoding, quick, None)
    except SizeError as error:
        return Written(
            row, encoding, posed.words, posed.status, refused=re.split("[:;]", str(error))[0]
        )
    formula, (kind,) = compiled.formula, (each.kind for each in ROWS if each.name == row)
    accounts = [account for account in by_encoding(formula.stats) if account.kind == kind]
    accounts.sort(key=lambda account: -account.constraints)
    return Written(
        row,
        encoding,
        posed.words,
        posed.status,
        formula.clauses,
        formula.variables,
        round(seconds, 3),
        formula_hash(formula.variables, formula.clauses, formula.chunks),
        tuple(dict.fromkeys(account.encoding for account in accounts)),
    )


def carry_out(unit: Unit) -> list[Run]:
    """The runs of a unit; CheckError where a solution is none."""
    compiled, encode = _compiled(unit.row, unit.encoding, unit.quick, unit.permutation)
    runs = []
    for solver, most in unit.solvers.items():
        status, seconds, truth = _decided(backend_named(solver), compiled.formula, most - encode)
        if status == "timeout" and most < unit.limit:
            status = "stopped"
        if truth is not None:
            _check(problem(unit.row, unit.quick), compiled, truth, f"{solver} on {unit.row}")
        times = round(encode, 4), round(seconds, 4)
        runs.append(Run(*unit.key(solver), unit.permutation, status, *times))
    return runs


def _compiled(
    row: str, encoding: str, quick: bool, permutation: int | None
) -> tuple[Compiled, float]:
    """The formula, and the CPU seconds that it took."""
    (kind,) = (each.kind for each in ROWS if each.name == row)
    integers, choices = "auto", {kind: encoding}
    if kind == "integers":
        integers, choices = encoding, {}
    options = Options(
        cast("IntegerEncoding", integers),
        choices,
        numbering="natural",
        shuffle=permutation,
        max_clauses=MAX_CLAUSES,
    )
    model = problem(row, quick).model
    start = time.process_time()
    compiled = compile_model(model, options)
    return compiled, time.process_time() - start


def _decided(
    backend: Backend, formula: Formula, limit: float
) -> tuple[str, float, Sequence[int] | None]:
    """Verdict and CPU seconds, loading included, of a solver that is killed at the limit."""
    if limit <= 0:
        return "timeout", 0.0, None
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_decide, args=(sender, backend, formula, limit))
    process.start()
    sender.close()
    try:
        if not receiver.poll(SLACK * limit + 10):
            return "failed", limit, None
        verdict, seconds, truth = receiver.recv()
    except EOFError:
        process.join()
        ended = process.exitcode == -signal.SIGXCPU
        return ("timeout" if ended else "failed"), limit, None
    else:
        return ("timeout", limit, None) if seconds > limit else (verdict, seconds, truth)
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()


def _decide(sender: Connection, backend: Backend, formula: Formula, limit: float) -> None:
    """Report a verdict; nothing where the solver fails. Dies with the process that forked it."""
    bind = _die_with_parent()
    if bind is not None:
        bind()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
    session: Any = backend.open(formula)  # type: ignore[arg-type]  # these take formulas
    verdict = session.solve()
    seconds = time.process_time()
    if verdict is not None:
        truth = bytes(session.truth()) if verdict else None
        sender.send(("sat" if verdict else "unsat", seconds, truth))


def _check(posed: Problem, compiled: Compiled, truth: Sequence[int], what: str) -> None:
    values: Mapping[str, int] = undo_passes(compiled.undo, compiled.formula.varmap.values(truth))
    wrong = posed.model.violations(values) or posed.check(posed.model.shown_values(values))
    if wrong:
        raise CheckError(f"{what}: the answer is no solution: {wrong[0]}")
