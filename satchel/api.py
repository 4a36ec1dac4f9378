"""What `import satchel` offers: load, encode, export, decode, solve, solutions, count.

The model itself comes from `satchel.ir`.

Thin: each function puts together what the command of that name puts together, and holds answers
against the known one as it does.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from os import PathLike, fspath
from typing import Any, TypeAlias

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.errors import InputError, LimitError
from satchel.files import is_pipe, read_text
from satchel.puzzle import Catalogue, Instance
from satchel.suggest import among
from satchel.tasks.answer import Answer
from satchel.tasks.arguments import Memory, checked, in_bytes
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import compile_model
from satchel.tasks.count.counting import Count, count_origin
from satchel.tasks.count.protocol import Question
from satchel.tasks.explain import Explanation
from satchel.tasks.explain import explain as find_explanation
from satchel.tasks.explain import held_against_known as hold_explanation
from satchel.tasks.files.decode import Decoded, decode_text, read_formula
from satchel.tasks.files.endings import format_for
from satchel.tasks.files.export import FORMATS, Job, map_beside, write_formula
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.hints import warn_of_lost_hints
from satchel.tasks.optimise.every import optimal_solutions
from satchel.tasks.optimise.optimise import optimise
from satchel.tasks.origin import Problem, origin_of
from satchel.tasks.solve import DEFAULT_BACKEND, enumerate_solutions
from satchel.tasks.solve import solve as solve_model
from satchel.tasks.unique import Uniqueness, held_against_known
from satchel.tasks.unique import unique as decide_uniqueness
from satchel.uncollected import uncollected

File: TypeAlias = str | PathLike[str]
"""A file's name; `-` is standard input or output, `.gz` and `.xz` are compressed."""


@checked
def load(name: File, *, puzzles: Iterable[File] = ()) -> Instance:
    """An instance by name (`queens/8`), by file (`board.toml`) or by parameters (`queens:n=8`).

    `puzzles` are Python files with more puzzles, as for `--puzzle`. Raises InputError.
    """
    return _catalogue(puzzles).instance(fspath(name))


@checked
@uncollected()
def encode(
    problem: Problem,
    out: File | None = None,
    *,
    map_file: File | None = None,
    model: str | None = None,
    options: Options | None = None,
) -> Formula:
    """The problem as clauses; with `out` also written there as DIMACS.

    The map that `decode` needs goes to `map_file`: by default beside a file, `8.map.json` for
    `8.cnf`, and nowhere for a pipe. `model` names one of the puzzle's models. Raises InputError,
    and SizeError beyond `options.max_clauses`. Other formats are written by `export`.
    """
    if out is not None:
        format_for(fspath(out), "dimacs")
    origin = origin_of(problem, model)
    options = options or Options()
    compiled = compile_model(origin.model, options)
    if out is not None:
        name = fspath(out)
        beside = None if is_pipe(name) else map_beside(name)
        chosen = beside if map_file is None else fspath(map_file)
        write_formula(compiled, origin, options, out=name, map_file=chosen)
    return compiled.formula


@checked
def export(
    problem: Problem,
    out: File,
    form: str | None = None,
    *,
    map_file: File | None = None,
    model: str | None = None,
    options: Options | None = None,
) -> None:
    """The problem in a file of any form: `dimacs`, `opb`, `smtlib`, `json` (see `list formats`).

    By default it is the form of the file's ending, else `dimacs`. The map goes where `encode` puts
    it; `json` has none. Raises InputError for an unknown form, for one that contradicts the ending,
    and for options that have no effect in this one.
    """
    if form is not None and form not in FORMATS:
        raise InputError(f"no format {form!r} {among(form, FORMATS)}")
    name = fspath(out)
    form = format_for(name, form)
    chosen = None if map_file is None else fspath(map_file)
    if chosen is None and FORMATS[form].has_map and not is_pipe(name):
        chosen = map_beside(name)
    FORMATS[form].write(Job(origin_of(problem, model), options or Options(), name, chosen))


@checked
def decode(
    map_file: File, answer: File, *, cnf: File | None = None, puzzles: Iterable[File] = ()
) -> Decoded:
    """The checked solution in `answer`, what a solver printed or wrote about what was encoded.

    With `cnf`, the formula's own file, each of its constraints is checked too. Raises InputError
    where a file is not what it should be, and CheckError where the answer is wrong.
    """
    name, output = fspath(map_file), fspath(answer)
    loaded = load_map(read_text(name), _catalogue(puzzles), file=name)
    text = read_text(output)
    formula = None
    if cnf is not None:
        formula = read_formula(loaded, fspath(cnf))
    return decode_text(loaded, text, file=output, formula=formula)


@checked
def solve(
    problem: Problem,
    *,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    search: str = "auto",
    satisfy: bool = False,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Answer:
    """One answer, checked against the model and against the puzzle's rules.

    Where there is an objective it is a best one, unless `satisfy` leaves that out of account: the
    status is `optimum` once that is proved; else it is `sat`, with a reason and `bounds`. `search`
    is `core-guided`, `linear` or `native`, or chosen by a rule. Where the puzzle has an argument
    that there is no solution, that is the answer, and no backend runs.

    Backends are named as in `satchel list backends`. `timeout` in seconds and `memory` in bytes
    (or as `"500M"`) bound the whole; beyond them, and where the solver fails, the status is
    `unknown` with a reason. Raises InputError, and CheckError where an answer is wrong or
    contradicts the known one. Ctrl-C stays a KeyboardInterrupt; its `answer` is the best one by
    then, with status `sat` or `unknown`.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    try:
        origin = origin_of(problem, model, deadline=_deadline(started, timeout), memory=size)
    except LimitError as error:
        return Answer("unknown", backend, error.reason, times=_since(started))
    backend_named(backend)
    warn_of_lost_hints(origin, backend)
    argument = origin.argument()
    if argument is not None:
        origin.compare_with_known("unsat")
        return Answer("unsat", "argument", certificate=argument, times=_since(started))
    given: dict[str, Any] = {
        "backend": backend,
        "options": options,
        "timeout": timeout,
        "memory": size,
        "started": started,
        "check": None if origin.instance is None else origin.instance.check,
    }
    if origin.model.objective is None or satisfy:
        answer = solve_model(origin.model, **given)
    else:
        answer = optimise(origin.model, search=search, **given)
    if answer.status == "unknown":
        return answer
    origin.compare_with_known(answer.status, objective=answer.objective, bounds=answer.bounds)
    if answer.status == "unsat" and answer.certificate is None:
        return replace(answer, certificate=origin.vouching_for_unsat())
    return answer


@checked
def solutions(
    problem: Problem,
    *,
    limit: int | None = None,
    jobs: int | None = None,
    optimal: bool = False,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Iterator[Answer]:
    """Every shown solution once (at most `limit`), each checked, in no promised order.

    An objective plays no part; with `optimal` only the best solutions come, every one, once the
    best value is proved. `jobs` processes search parts of the whole; by default one for each core,
    or one for a limit.

    Raises what `solve` raises, and LimitError or BackendError where it would answer `unknown` or
    prove no optimum. Once all are found their number, or value, is held against the known one.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    origin = origin_of(problem, model, deadline=_deadline(started, timeout), memory=size)
    backend_named(backend)
    if origin.argument() is not None:
        origin.compare_with_known("unsat", count=0)
        return
    count = 0
    for answer in (optimal_solutions if optimal else enumerate_solutions)(
        origin.model,
        backend=backend,
        options=options,
        limit=limit,
        jobs=jobs,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    ):
        count += 1
        if optimal and count == 1:
            origin.compare_with_known("optimum", objective=answer.objective)
        yield answer
    if optimal and count:
        return
    if limit is None or count < limit:
        origin.compare_with_known("sat" if count else "unsat", count=count)


@checked
def count(
    problem: Problem,
    *,
    method: str = "auto",
    jobs: int | None = None,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Count:
    """How many shown solutions there are, exactly, held against the known number.

    `method` is one of `satchel list methods`, or `auto`. Raises what `solutions` raises; where time
    or memory ends first, the LimitError says how many there are at least.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    origin = origin_of(problem, model, deadline=_deadline(started, timeout), memory=size)
    question = Question(
        origin.model,
        backend=backend,
        options=options or Options(),
        jobs=jobs,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    )
    return count_origin(origin, question, method)


@checked
def unique(
    problem: Problem,
    *,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Uniqueness:
    """Whether there is exactly one shown solution: proved, or two that differ, each checked.

    An objective plays no part. Beyond a limit, and where the solver fails, the verdict is
    `unknown` with a reason. Raises InputError, and CheckError where an answer is wrong or
    contradicts the known one.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    try:
        origin = origin_of(problem, model, deadline=_deadline(started, timeout), memory=size)
    except LimitError as error:
        return Uniqueness("unknown", backend, reason=error.reason, times=_since(started))
    backend_named(backend)
    argument = origin.argument()
    if argument is not None:
        none = Uniqueness("none", "argument", certificate=argument, times=_since(started))
        return held_against_known(none, origin)
    found = decide_uniqueness(
        origin.model,
        backend=backend,
        options=options,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    )
    return held_against_known(found, origin)


@checked
def explain(
    problem: Problem,
    *,
    keep: Iterable[str] = (),
    smallest: bool = False,
    core: bool = False,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Explanation:
    """Why there is no solution, or how a person would find what is certain; checked.

    Statements with the same label are one clue; `keep` are labels (`*` and `?` match) that are not
    to be dropped. `smallest` asks for a smallest set of clues that contradict each other, `core`
    for such a set even where the puzzle has an argument (parity, area, ...) that there is no
    solution. Beyond a limit, and where the solver fails, the kind is `unknown` with a reason.
    Raises InputError, and CheckError where an explanation is wrong or contradicts the known answer.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    try:
        origin = origin_of(problem, model, deadline=_deadline(started, timeout), memory=size)
    except LimitError as error:
        return Explanation("unknown", backend, reason=error.reason, times=_since(started))
    argument = None if origin.instance is None else origin.instance.refutation()
    if argument is not None and not core:
        found = Explanation("contradiction", "argument", argument=argument)
        hold_explanation(found, origin)
        return found
    found = find_explanation(
        origin.model,
        backend=backend,
        options=options,
        keep=list(keep),
        smallest=smallest,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    )
    hold_explanation(found, origin)
    return replace(found, argument=argument)


def _catalogue(puzzles: Iterable[File]) -> Catalogue:
    return Catalogue([fspath(file) for file in puzzles])


def _deadline(started: float, timeout: float | None) -> float | None:
    return None if timeout is None else started + timeout


def _since(started: float) -> dict[str, float]:
    """The times of an answer where building the model took all of them."""
    return {"build": time.perf_counter() - started}
