"""A problem made ready for a backend, in files that load much faster than they are made.

clauses.npy     a formula's clauses back to back as 32-bit integers, each closed by a zero
problem.json    the rest of a formula; or a model after its passes
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from satchel.backends.protocol import Backend
from satchel.cnf.formula import Formula
from satchel.cnf.lazy import LazyCycle
from satchel.cnf.objective import Objective
from satchel.cnf.pseudo_boolean import PseudoBoolean
from satchel.cnf.varmap import VarMap
from satchel.ir import Model
from satchel.ir.core import BoolConst
from satchel.tasks.compile import Compiled
from satchel.tasks.session import FormulaProblem, ModelProblem, Problem

_CLAUSES: Final = "clauses.npy"
_PROBLEM: Final = "problem.json"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A model after its passes, and the data by which they are undone."""

    model: Model
    undo: list[Any]


Ready: TypeAlias = Compiled | Rewritten
"""What a backend of one kind or the other gets."""


def save(ready: Ready, folder: Path) -> None:
    """Write the files into the folder; OSError where they cannot be written."""
    if isinstance(ready, Rewritten):
        data: dict[str, Any] = {"model": ready.model.to_json(), "undo": ready.undo}
    else:
        formula = ready.formula
        parts = [np.frombuffer(chunk, dtype=np.int32) for chunk in formula.chunks]
        flat = np.concatenate(parts) if parts else np.array([], dtype=np.int32)
        np.save(folder / _CLAUSES, flat)
        data = {"formula": _formula_json(formula), "undo": ready.undo, "seconds": ready.seconds}
    with (folder / _PROBLEM).open("w") as file:
        # Not orjson: weights are exact integers of any size.
        json.dump(data, file, separators=(",", ":"))


def load(folder: Path) -> Ready:
    """What `save` wrote, without the formula's statistics."""
    data = json.loads((folder / _PROBLEM).read_text())
    if "model" in data:
        return Rewritten(Model.from_json(data["model"]), data["undo"])
    formula = _formula(data["formula"], _clauses(folder / _CLAUSES))
    return Compiled(formula, data["undo"], data["seconds"])


def problem(ready: Ready, backend: Backend) -> Problem:
    """The problem, to be opened; nothing less than a solution of it counts as one."""
    if isinstance(ready, Rewritten):
        return ModelProblem(ready.model, ready.undo, backend.open)
    return FormulaProblem(ready, backend.open)


def is_trivial(ready: Ready) -> bool:
    """Whether nothing is left for a solver: no clause and no statement, or one that is false."""
    if isinstance(ready, Rewritten):
        left = [each.expr for each in ready.model.statements]
        constants = [each.value for each in left if isinstance(each, BoolConst)]
        return len(constants) == len(left) or not all(constants)
    formula = ready.formula
    return not (formula.linear or formula.lazy) and formula.literals == 0


def _clauses(file: Path) -> array[int]:
    """The numbers in the file, held once: numpy's own way would need their memory twice."""
    numbers = array("i")
    with file.open("rb") as stream:
        np.lib.format.read_magic(stream)
        shape, _, _ = np.lib.format.read_array_header_1_0(stream)
        numbers.fromfile(stream, shape[0])
    return numbers


def _formula_json(formula: Formula) -> dict[str, Any]:
    return {
        "variables": formula.variables,
        "clauses": formula.clauses,
        "literals": formula.literals,
        "varmap": formula.varmap.to_json(),
        "linear": [[part.terms, part.relation, part.bound] for part in formula.linear],
        "lazy": [[part.size, part.edges, part.directed] for part in formula.lazy],
        "hints": formula.hints,
        "objective": None if formula.objective is None else formula.objective.to_json(),
    }


def _formula(data: Mapping[str, Any], clauses: array[int]) -> Formula:
    objective = data["objective"]
    return Formula(
        variables=data["variables"],
        clauses=data["clauses"],
        literals=data["literals"],
        chunks=(clauses,) if clauses else (),
        varmap=VarMap.from_json(data["varmap"]),
        linear=tuple(
            PseudoBoolean(tuple((weight, literal) for weight, literal in terms), relation, bound)
            for terms, relation, bound in data["linear"]
        ),
        lazy=tuple(
            LazyCycle(size, tuple((u, v, x) for u, v, x in edges), directed)
            for size, edges, directed in data["lazy"]
        ),
        hints=tuple(data["hints"]),
        objective=None if objective is None else Objective.from_json(objective),
    )
