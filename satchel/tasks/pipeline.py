"""The work of a solve, wherever it runs: compile or rewrite, load, solve, decode, block, repeat."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Self

from satchel.backends.protocol import FormulaSession, ModelSession
from satchel.cnf.options import Options
from satchel.errors import BackendError
from satchel.ir import BoolExpr, Model, Or, Values
from satchel.passes import run_passes, shuffle, undo_passes
from satchel.tasks.answer import FormulaSize
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled, compile_model
from satchel.tasks.events import Encoded, Ended, Event, Found
from satchel.tasks.lazy import RefiningSession


@dataclass(frozen=True, slots=True)
class Request:
    """What to do: up to `limit` shown solutions (None: all) of a model by a backend."""

    model: Model
    backend: str
    options: Options
    limit: int | None

    def to_json(self) -> dict[str, Any]:
        """The request as JSON data."""
        return {
            "model": self.model.to_json(),
            "backend": self.backend,
            "options": self.options.to_json(),
            "limit": self.limit,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The request that `to_json` wrote."""
        model, options = Model.from_json(data["model"]), Options.from_json(data["options"])
        return cls(model, str(data["backend"]), options, data["limit"])


def carry_out(request: Request) -> Generator[Event]:
    """Each step as it is done.

    Raises BackendError where the solver fails or gives up, InputError and ModelError where the
    request makes no sense, MemoryError where memory ends.
    """
    backend = backend_named(request.backend)
    every = request.limit != 1
    start = time.perf_counter()
    if backend.takes == "formula":
        options = replace(request.options.preferring(backend.native), solving=True)
        compiled = compile_model(request.model, options, number_free=every)
        formula = compiled.formula
        size = FormulaSize(
            formula.variables, formula.clauses, formula.literals, len(formula.linear)
        )
        yield Encoded(size, time.perf_counter() - start)
        clock = _Clock()
        with clock.solving():
            session = backend.open(formula)
            if formula.lazy:
                session = RefiningSession(session, formula)
        yield from _search(_OnFormula(session, compiled), request.limit, clock)
    else:
        request.options.refuse_all_but({"presolve", "shuffle", "max_clauses"}, request.backend)
        model, undo = run_passes(request.model, request.options.presolve)
        if request.options.shuffle is not None:
            model, names = shuffle.apply(model, request.options.shuffle)
            undo.append(["shuffle", names])
        yield Encoded(None, time.perf_counter() - start)
        clock = _Clock()
        with clock.solving():
            model_session = backend.open(model)
        yield from _search(_OnModel(model_session, model, undo), request.limit, clock)


@dataclass(slots=True)
class _Clock:
    """Seconds spent by the solver (loading included), and on its answers."""

    solve: float = 0.0
    decode: float = 0.0

    @contextmanager
    def solving(self) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.solve += time.perf_counter() - start

    @contextmanager
    def decoding(self) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.decode += time.perf_counter() - start


class _OnFormula:
    """A formula's session in terms of the model."""

    def __init__(self, session: FormulaSession, compiled: Compiled) -> None:
        self.session = session
        self._varmap = compiled.formula.varmap
        self._truth: Sequence[int] = ()
        self._undo = compiled.undo

    def solution(self) -> tuple[dict[str, int], str]:
        self._truth = self.session.truth()
        values = undo_passes(self._undo, self._varmap.values(self._truth))
        return values, "".join("1" if value else "0" for value in self._truth[1:])

    def block(self) -> None:
        """Exclude the shown solution just found."""
        self.session.add(self._varmap.blocking_clause(self._truth))


class _OnModel:
    """A model's session in terms of the model before the passes."""

    def __init__(self, session: ModelSession, model: Model, undo: list[Any]) -> None:
        self.session = session
        self._model = model
        self._undo = undo
        self._values: Values = {}

    def solution(self) -> tuple[dict[str, int], None]:
        self._values = self.session.values()
        return undo_passes(self._undo, self._values), None

    def block(self) -> None:
        """Exclude the shown solution just found."""
        shown = self._model.shown_values(self._values)
        differences: list[BoolExpr] = []
        for name, expr in self._model.shown.items():
            if isinstance(expr, BoolExpr):
                differences.append(~expr if shown[name] else expr)
            else:
                differences.append(expr != shown[name])
        self.session.add(Or(differences))


def _search(on: _OnFormula | _OnModel, limit: int | None, clock: _Clock) -> Iterator[Event]:
    with closing(on.session):
        found = 0
        while found != limit:
            with clock.solving():
                verdict = on.session.solve()
            if verdict is None:
                raise BackendError("the solver gave up without an answer")
            if not verdict:
                break
            with clock.decoding():
                values, truth = on.solution()
            yield Found(values, truth if limit == 1 else None, clock.solve, clock.decode)
            found += 1
            if found != limit:
                with clock.decoding():
                    on.block()
        yield Ended(clock.solve, clock.decode, on.session.statistics())
