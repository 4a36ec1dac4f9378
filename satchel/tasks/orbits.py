"""Solutions up to symmetry: of each orbit the first; what comes first, `breaking.py` says.

Every backend finds them: the model gets lex-leader constraints, which leave the first solution of
each orbit and, where the group is too large to break by all of its elements, some others, which are
recognised here. So the solutions are the same ones whoever finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from satchel.errors import CheckError
from satchel.ir import BoolVar, Expr, IntVar, LinearExpr, Model
from satchel.passes import symmetry
from satchel.puzzle import Shown
from satchel.symmetry.breaking import ranking
from satchel.symmetry.group import Group
from satchel.tasks.answer import Answer
from satchel.tasks.check import Check
from satchel.tasks.parts import refuse_less_than_one
from satchel.tasks.running import deadline
from satchel.tasks.solve import enumerate_solutions


@dataclass(frozen=True, slots=True)
class Representative:
    """The first solution of an orbit, and how many solutions the orbit has."""

    answer: Answer
    orbit: int

    def to_json(self) -> dict[str, Any]:
        """Plain data for `--output json`."""
        return {**self.answer.to_json(), "orbit": self.orbit}


def representatives(
    model: Model, *, limit: int | None = None, check: Check | None = None, **asked: Any
) -> Iterator[Representative]:
    """One solution of each orbit, the first; at most `limit`. What is `asked` beside is for
    `enumerate_solutions`, and so are the errors raised.

    Raises CheckError, too, where what a declared symmetry makes of a solution breaks a rule, and
    SizeError where the group is too large to list.
    """
    refuse_less_than_one(limit=limit)
    started, timeout = asked.get("started"), asked.get("timeout")
    group = Group(model, deadline=deadline(perf_counter() if started is None else started, timeout))
    broken = symmetry.apply(model)[0] if len(group) > 1 else model
    rank = ranking(model)
    images = _Images(model, check)
    found = 0
    with closing(enumerate_solutions(broken, check=check, **asked)) as answers:
        for answer in answers:
            assert answer.solution is not None
            values = tuple(answer.solution.values())
            orbit = group.orbit(values)
            if values != min(orbit, key=rank):
                continue
            images.refuse_wrong(answer.solution)
            yield Representative(answer, len(orbit))
            found += 1
            if found == limit:
                return


class _Images:
    """Looks at what symmetries make of solutions, by the puzzle's rules or the model's meaning."""

    def __init__(self, model: Model, check: Check | None) -> None:
        self._model = model
        self._check = check
        self._views = {name: view for name, e in model.shown.items() if (view := _view(e))}
        told = {variable for _, variable, _ in self._views.values()}
        self._complete = len(told) == len(model.variables)

    def refuse_wrong(self, solution: Shown) -> None:
        """CheckError where the image of a solution is none."""
        for each in self._model.symmetries:
            wrong = self._wrong(each(solution))
            if wrong:
                raise CheckError(
                    f"{each.label} is no symmetry: it makes something of a solution that is none"
                    f" ({wrong[0]})"
                )

    def _wrong(self, image: Shown) -> list[str]:
        wrong = self._check(image) if self._check is not None else []
        if self._complete and not wrong:
            values = {
                variable: _before(image[name], scale, constant)
                for name, (scale, variable, constant) in self._views.items()
            }
            wrong = self._model.violations(values)
        return wrong


def _view(shown: Expr) -> tuple[int, str, int] | None:
    """What is shown as `scale * variable + constant`, where it is that."""
    match shown:
        case BoolVar() | IntVar():
            return 1, shown.name, 0
        case LinearExpr(((scale, IntVar() as variable),), constant):
            return scale, variable.name, constant
    return None


def _before(shown: int, scale: int, constant: int) -> int:
    """The variable's value; a Boolean stays one."""
    return shown if (scale, constant) == (1, 0) else (shown - constant) // scale
