"""The model: variables, posted statements, an objective, and what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    Final,
    Literal,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    overload,
)

from satchel.errors import ModelError
from satchel.ir.bounds import allowed
from satchel.ir.checking import Checker
from satchel.ir.core import (
    BoolExpr,
    BoolLike,
    Expr,
    IntExpr,
    IntLike,
    LinearExpr,
    Not,
    boolean,
    expressions,
    is_boolean,
    linear,
)
from satchel.ir.domain import Domain
from satchel.ir.given import flattened, plain, quoted, text
from satchel.ir.semantics import Values
from satchel.ir.symmetry import Symmetry
from satchel.ir.variables import BoolVar, IntVar, Variable
from satchel.ir.walk import postorder

IMPLIED = "implied"
"""Tag of a statement that follows from the others: it may be left out."""
SYMMETRY_BREAKING = "symmetry-breaking"
"""Tag of a statement that keeps some solutions of each symmetric set."""

Sense: TypeAlias = Literal["minimize", "maximize"]
Shown: TypeAlias = BoolExpr | IntExpr
Number: TypeAlias = int
Truth: TypeAlias = bool
_UNTAGGED: Final[tuple[str, ...]] = ()
V = TypeVar("V", BoolVar, IntVar, Variable)


@dataclass(frozen=True, repr=False, slots=True)
class Statement:
    """An expression posted as true; its label names it to people, its tags to passes."""

    expr: BoolExpr
    label: str | None = None
    tags: tuple[str, ...] = ()

    def __repr__(self) -> str:
        given = "" if self.label is None else f", label={self.label!r}"
        given += f", tags={list(self.tags)}" if self.tags else ""
        return f"Statement({self.expr!r}{given})"


@dataclass(frozen=True, repr=False, slots=True)
class Objective:
    """What is best: the least or the greatest value of an expression."""

    sense: Sense
    expr: LinearExpr

    def __post_init__(self) -> None:
        if self.sense not in get_args(Sense):
            raise ModelError(f"the sense is minimize or maximize, not {quoted(self.sense)}")
        object.__setattr__(self, "expr", linear(self.expr))

    def __str__(self) -> str:
        return f"{self.sense} {self.expr}"

    def __repr__(self) -> str:
        return f"Objective({self.sense}: {self.expr!r})"


class Model:
    """Variables by name, and what must hold of them."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.statements: list[Statement] = []
        self._shown: dict[str, Shown] | None = None
        self.objective: Objective | None = None
        self.hints: list[BoolExpr] = []
        self._symmetries: list[Symmetry] = []
        self._promised: list[Callable[[], Iterable[Symmetry]]] = []
        self._known: set[Expr] = set()

    @classmethod
    def assembled(
        cls,
        variables: Iterable[Variable],
        statements: Iterable[Statement],
        shown: Mapping[str, Shown],
        objective: Objective | None,
        hints: Iterable[BoolExpr] = (),
    ) -> Model:
        """A model from parts that are known to fit together, as passes make them.

        It declares no symmetry: those are for whoever asks before the passes.
        """
        model = cls()
        model.variables = {variable.name: variable for variable in variables}
        model._known = set(model.variables.values())
        model.statements = list(statements)
        model._shown = dict(shown)
        model.objective = objective
        model.hints = list(hints)
        return model

    def bool(self, name: str) -> BoolVar:
        """A new Boolean variable; ModelError if the name is taken."""
        return self.declare(BoolVar(name))

    def int(self, name: str, *domain: SupportsIndex | Domain | Iterable[SupportsIndex]) -> IntVar:
        """A new integer variable: `int("x", 1, 8)`, `int("x", [1, 3, 5])` or a `Domain`.

        ModelError if the name is taken or the domain is empty.
        """
        if len(domain) not in (1, 2):
            raise ModelError(f"the domain of {quoted(name)} is two bounds, or some values")
        try:
            values = _domain(*domain)
        except ModelError as error:
            raise ModelError(f"the domain of {quoted(name)}: {error}") from None
        if not values:
            raise ModelError(f"the domain of {quoted(name)} is empty")
        return self.declare(IntVar(name, values))

    def declare(self, variable: V) -> V:
        """Take in a variable made elsewhere, by a pass or from JSON; its name must be free."""
        if not isinstance(variable, (BoolVar, IntVar)):
            raise ModelError(f"a variable is expected, not {quoted(variable)}")
        if variable.name in self.variables:
            raise ModelError(f"there is a variable {variable.name} already")
        self.variables[variable.name] = variable
        self._known.add(variable)
        return variable

    @overload
    def add(  # type: ignore[overload-overlap]
        self, expr: BoolLike, /, *, label: str | None = None, tags: Iterable[str] = _UNTAGGED
    ) -> Statement: ...
    @overload
    def add(
        self,
        *exprs: BoolLike | Iterable[Any],
        label: str | None = None,
        tags: Iterable[str] = _UNTAGGED,
    ) -> tuple[Statement, ...]: ...
    def add(
        self,
        *exprs: BoolLike | Iterable[Any],
        label: str | None = None,
        tags: Iterable[str] = _UNTAGGED,
    ) -> Statement | tuple[Statement, ...]:
        """Post a statement, or each of several: `add(a, b)`, `add([a, b])`, lists in lists, arrays.

        They share the label and the tags. ModelError, and nothing is posted, where one of them is
        not Boolean or speaks of foreign variables.
        """
        if label is not None:
            label = text(label, "a label")
        names = () if tags is _UNTAGGED else _tags(tags)
        if len(exprs) == 1 and is_boolean(exprs[0]):
            statement = Statement(boolean(exprs[0]), label, names)
            self._adopt(statement.expr)
            self.statements.append(statement)
            return statement
        wanted = [boolean(expr) for expr in expressions(exprs)]
        for expr in wanted:
            self._adopt(expr)
        posted = tuple(Statement(expr, label, names) for expr in wanted)
        self.statements += posted
        return posted

    def __iadd__(self, exprs: BoolLike | Iterable[Any]) -> Self:
        """Post what is on the right: `model += x < y`."""
        self.add(exprs)
        return self

    def show(self, name: str, expr: Shown) -> None:
        """Make a Boolean expression, an integer variable or an affine view of one shown.

        A number, too: passes leave one where they have found the value.
        """
        name = text(name, "a shown name")
        if self._shown is None and self._symmetries:
            raise ModelError(f"{name}: symmetries are declared already, of all variables as shown")
        if self._shown is not None and name in self._shown:
            raise ModelError(f"{name} is shown already")
        parts = expr.terms if isinstance(expr, LinearExpr) else ()
        if len(parts) > 1 or not all(isinstance(part, IntVar) for _, part in parts):
            raise ModelError(f"{name}: a shown integer is a variable or a view a*x + b of one")
        if not isinstance(expr, (BoolExpr, IntVar, LinearExpr)):
            raise ModelError(f"{name}: only expressions of the model can be shown")
        self._adopt(expr)
        if self._shown is None:
            self._shown = {}
        self._shown[name] = expr

    @property
    def shows_all(self) -> Truth:
        """Whether `show` was never called, so that every declared variable is shown."""
        return self._shown is None

    @property
    def shown(self) -> Mapping[str, Shown]:
        """What solutions are told apart by and consist of, by name.

        Where `show` was never called, that is every declared variable, as in a CNF without
        projection; auxiliary variables that passes add are not.
        """
        return self.variables if self._shown is None else self._shown

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        """Generators of the symmetry group of the shown solutions, as far as they are declared."""
        while self._promised:
            for symmetry in self._promised.pop(0)():
                self.declare_symmetry(symmetry)
        return tuple(self._symmetries)

    def declare_symmetry(self, symmetry: Symmetry) -> None:
        """State that it maps shown solutions to shown solutions with the same objective.

        ModelError where it does not map what is shown one to one, each kind and domain to its own;
        whether the solutions are kept is not looked into.
        """
        if not isinstance(symmetry, Symmetry):
            raise ModelError(f"a Symmetry is expected, not {quoted(symmetry)}")
        symmetry.check(self.shown)
        self._symmetries.append(symmetry)

    def promise_symmetries(self, declared: Callable[[], Iterable[Symmetry]]) -> None:
        """Declare symmetries that are worked out once somebody asks for them."""
        if not callable(declared):
            raise ModelError(f"a function is expected, not {quoted(declared)}")
        self._promised.append(declared)

    def hint(self, expr: BoolExpr) -> None:
        """Suggest that a literal be tried as true first; solvers know this as initial phase.

        A literal is a Boolean variable, its negation, or a comparison of an integer variable with
        a constant. Hints change no solution, and are no part of an exported formula. PySAT's
        solvers (where they take phases), CP-SAT, clingo, z3 and z3-sat follow them; of any other
        backend `solve` says by a HintWarning that it does not.
        """
        inner = expr.arg if isinstance(expr, Not) else expr
        if not isinstance(inner, BoolVar):
            known = allowed(inner)
            if known is None:
                raise ModelError(f"a hint is a literal, not {quoted(expr)}")
            variable, values = known
            if not (variable.domain - values if isinstance(expr, Not) else values):
                raise ModelError(f"{expr} cannot be: {variable.name} is in {variable.domain}")
        self._adopt(expr)
        self.hints.append(expr)

    def minimize(self, expr: IntLike) -> None:
        """Ask for a least value; replaces an earlier objective."""
        self.set_objective(Objective("minimize", linear(expr)))

    def maximize(self, expr: IntLike) -> None:
        """Ask for a greatest value; replaces an earlier objective."""
        self.set_objective(Objective("maximize", linear(expr)))

    def set_objective(self, objective: Objective) -> None:
        """Set the objective, or replace it."""
        if not isinstance(objective, Objective):
            raise ModelError(f"an Objective is expected, not {quoted(objective)}")
        self._adopt(objective.expr)
        self.objective = objective

    def _adopt(self, expr: Expr) -> None:
        """Remember what the expression is made of; its variables must be this model's own."""
        below = expr.children()
        if below and self._known.issuperset(below):  # nearly always, and there may be millions
            self._known.add(expr)
            return
        for node in postorder(expr, known=self._known):
            if isinstance(node, (BoolVar, IntVar)):
                self._known.discard(node)  # it must be refused the next time, too
                raise ModelError(f"{node.name} is not a variable of this model")

    def violations(self, values: Values) -> list[str]:
        """What does not hold, a line each: missing or foreign values, domains, statements.

        For many assignments a `Checker` has the model's meaning ready.
        """
        return Checker(self).violations(_values(values))

    def shown_values(self, values: Values) -> dict[str, Any]:
        """The shown solution that an assignment of the variables stands for."""
        try:
            return Checker(self).shown_values(_values(values))
        except KeyError as error:
            raise ModelError(f"{error.args[0]} has no value") from None

    def objective_value(self, values: Values) -> Number | None:
        """The objective's value, or None where there is no objective."""
        try:
            return Checker(self).objective_value(_values(values))
        except KeyError as error:
            raise ModelError(f"{error.args[0]} has no value") from None

    def to_json(self, *, symmetries: Truth = True) -> dict[str, Any]:
        """The model as plain JSON data; its symmetries, which may be long, can be left out."""
        from satchel.ir.json import dump

        return dump(self, symmetries=symmetries)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Model:
        """The model that `to_json` wrote; ModelError where the data is none."""
        from satchel.ir.json import load

        if not isinstance(data, Mapping):
            raise ModelError(f"not a model: {quoted(data)}")
        return load(data)

    def __copy__(self) -> Model:
        from satchel.ir.copying import copied

        return copied(self)

    def __deepcopy__(self, memo: object) -> Model:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        from satchel.ir.copying import state

        return state(self)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        from satchel.ir.copying import restore

        restore(self, kept)

    def __str__(self) -> str:
        from satchel.ir.printing import model_text

        return model_text(self)

    def __repr__(self) -> str:
        parts = [_counted(len(self.variables), "variable")]
        parts.append(_counted(len(self.statements), "statement"))
        if self.objective is not None:
            parts.append(str(self.objective))
        return f"Model({', '.join(parts)})"


def _values(given: Values) -> Values:
    """The values as they are checked: numpy's as Python's."""
    if not isinstance(given, Mapping):
        raise ModelError(f"values are a mapping from names, not {quoted(given)}")
    return {name: cast(Any, plain(value)) for name, value in given.items()}


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _tags(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(text(tag, "a tag") for tag in flattened(given, str)))


def _domain(first: Any, *last: Any) -> Domain:
    """A domain as `Model.int` takes it: two bounds, or some values."""
    if last:
        return Domain.range(first, last[0])
    return first if isinstance(first, Domain) else Domain.of(first)
