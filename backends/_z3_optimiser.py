"""z3's Optimize on the model: its MaxSAT engine where only Booleans are weighed, else arithmetic.

z3 tells of solutions while it runs, not of bounds: those come with the proof. Source: Bjorner, Phan
and Fleckenstein 2015 (nuZ).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from satchel.backends._reporting import reported
from satchel.backends._z3_hints import suggest
from satchel.backends._z3_integers import Integers
from satchel.backends._z3_script import INT, Script, compared, z3
from satchel.backends._z3_solver import counters
from satchel.backends._z3_terms import Terms
from satchel.backends._z3_unbounded import Unbounded
from satchel.backends._z3_use import Decompositions, arithmetic
from satchel.backends.protocol import Better, Proved, Statistics
from satchel.errors import BackendError
from satchel.ir import BoolExpr, Model, Objective
from satchel.ir.bounds import hull

if TYPE_CHECKING:
    from satchel.ir import LinearExpr


class Z3Optimiser:
    """z3's Optimize, and the terms that the model's variables have become."""

    def __init__(self, model: Model) -> None:
        assert model.objective is not None
        self._model = model
        # Its own context, for z3 keeps in mind that it was interrupted.
        self._solver = z3.Optimize(ctx=z3.Context())
        script, decompose = Script(self._solver), Decompositions()
        numbers = arithmetic(_with_bound(model, model.objective.expr), decompose)
        integers = Integers(script, Unbounded(script), numbers)
        self._terms = Terms(script, integers, decompose)
        for statement in model.statements:
            script.require(self._terms.boolean(statement.expr))
        if all(isinstance(atom, BoolExpr) for _, atom in model.objective.expr.terms):
            self._weigh(script, model.objective)
        else:
            self._measure(script, model.objective)
        suggest(model.hints, self._solver, script, self._terms)

    def improve(self) -> Generator[Better | Proved]:
        """Solutions, and the bound with the last one; BackendError where z3 gives up."""
        return reported(self._run, self._solver.ctx.interrupt)

    def statistics(self) -> Statistics:
        """z3's counters."""
        return counters(self._solver)

    def close(self) -> None:
        """Let go of z3's object: z3py keeps what it calls back, and that keeps this."""
        del self._solver, self._terms

    def _weigh(self, script: Script, objective: Objective) -> None:
        """A soft constraint for each term: the literal, or its negation, with its weight."""
        terms = [(c, self._terms.boolean(atom)) for c, atom in objective.expr.terms]  # type: ignore[arg-type]
        sign = 1 if objective.sense == "maximize" else -1
        for (c, _), literal in zip(terms, script.read([t for _, t in terms]), strict=True):
            wanted = literal if sign * c > 0 else z3.Not(literal)
            self._solver.add_soft(wanted, str(abs(c)))

    def _measure(self, script: Script, objective: Objective) -> None:
        """A number that equals the objective."""
        (total,) = self._terms.numbers([objective.expr])
        value = script.constant(INT)
        script.require(compared(value, "==", total))
        script.flush()
        getattr(self._solver, objective.sense)(z3.Int(value, script.context))

    def _run(self, report: Callable[[Better | Proved], None]) -> None:
        self._solver.set_on_model(lambda found: report(self._read(found)))
        verdict = self._solver.check()
        if verdict == z3.unknown:
            raise BackendError(f"z3 gave up: {self._solver.reason_unknown()}")
        if verdict == z3.sat:
            best = self._read(self._solver.model())
            reached = self._model.objective_value(best.values)
            assert reached is not None
            report(best)
            report(Proved(reached))

    def _read(self, found: Any) -> Better:
        return Better(self._terms.values(self._model.variables.values(), found))


def _with_bound(model: Model, objective: LinearExpr) -> Model:
    """The model with a statement that speaks of the objective, as whoever looks at it will see."""
    looked_at = Model.assembled(model.variables.values(), model.statements, {}, None)
    looked_at.add(objective >= hull(objective)[0] + 1)
    return looked_at
