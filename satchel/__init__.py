"""Satchel: puzzles and other finite problems, carried as one model to any SAT or SMT solver.

Everything in `__all__` can be imported from here. `import satchel` itself loads nothing: each name
brings what it needs when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satchel.api import count, decode, encode, explain, export, load, solutions, solve, unique
    from satchel.api_explain import explain_steps
    from satchel.api_symmetry import count_orbits, representatives
    from satchel.cnf.formula import Formula
    from satchel.cnf.options import Options
    from satchel.errors import (
        AnswerError,
        BackendError,
        CheckError,
        HintWarning,
        InputError,
        InputWarning,
        LimitError,
        ModelError,
        NotNegatableError,
        SatchelError,
        SizeError,
    )
    from satchel.ir import (
        Affine,
        AllDifferent,
        And,
        AtLeast,
        AtMost,
        AtMostOne,
        Automaton,
        BoolExpr,
        BoolVar,
        Circuit,
        Clauses,
        Cumulative,
        Domain,
        Element,
        Exactly,
        ExactlyOne,
        GlobalCardinality,
        HamiltonianCycle,
        If,
        Iff,
        Implies,
        IntExpr,
        IntVar,
        Inverse,
        LexLess,
        LexLessEq,
        Max,
        Min,
        Model,
        NoOverlap2D,
        Not,
        Or,
        Path,
        Permuted,
        Precedence,
        Regular,
        Sum,
        Symmetry,
        Table,
        Xor,
        negated,
    )
    from satchel.puzzle import Instance, Puzzle
    from satchel.tasks.answer import Answer
    from satchel.tasks.count.counting import Count
    from satchel.tasks.count.orbits import Orbits
    from satchel.tasks.explain import Explanation, Step
    from satchel.tasks.files.decode import Decoded
    from satchel.tasks.orbits import Representative
    from satchel.tasks.unique import Uniqueness

_PLACES = {
    "satchel.api": (
        "count",
        "decode",
        "encode",
        "explain",
        "export",
        "load",
        "solutions",
        "solve",
        "unique",
    ),
    "satchel.api_explain": ("explain_steps",),
    "satchel.api_symmetry": ("count_orbits", "representatives"),
    "satchel.cnf.formula": ("Formula",),
    "satchel.cnf.options": ("Options",),
    "satchel.errors": (
        *("AnswerError", "BackendError", "CheckError", "HintWarning"),
        *("InputError", "InputWarning", "LimitError"),
        *("ModelError", "NotNegatableError", "SatchelError", "SizeError"),
    ),
    "satchel.ir": (
        *("Model", "Domain", "BoolVar", "IntVar", "BoolExpr", "IntExpr"),
        *("And", "Or", "Not", "Implies", "Iff", "Xor", "If", "Sum"),
        *("AtMost", "AtLeast", "Exactly", "AtMostOne", "ExactlyOne"),
        *("AllDifferent", "Element", "Table", "Circuit", "HamiltonianCycle", "Path", "NoOverlap2D"),
        "Clauses",
        *("Inverse", "LexLess", "LexLessEq", "Cumulative", "GlobalCardinality", "Precedence"),
        *("Automaton", "Regular", "Max", "Min", "Symmetry", "Affine", "Permuted", "negated"),
    ),
    "satchel.puzzle": ("Instance", "Puzzle"),
    "satchel.tasks.answer": ("Answer",),
    "satchel.tasks.count.counting": ("Count",),
    "satchel.tasks.files.decode": ("Decoded",),
    "satchel.tasks.explain": ("Explanation", "Step"),
    "satchel.tasks.count.orbits": ("Orbits",),
    "satchel.tasks.orbits": ("Representative",),
    "satchel.tasks.unique": ("Uniqueness",),
}
"""Where each name comes from; what type checkers see above says the same."""

_PLACE = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Affine",
    "AllDifferent",
    "And",
    "Answer",
    "AnswerError",
    "AtLeast",
    "AtMost",
    "AtMostOne",
    "Automaton",
    "BackendError",
    "BoolExpr",
    "BoolVar",
    "CheckError",
    "Circuit",
    "Clauses",
    "Count",
    "Cumulative",
    "Decoded",
    "Domain",
    "Element",
    "Exactly",
    "ExactlyOne",
    "Explanation",
    "Formula",
    "GlobalCardinality",
    "HamiltonianCycle",
    "HintWarning",
    "If",
    "Iff",
    "Implies",
    "InputError",
    "InputWarning",
    "Instance",
    "IntExpr",
    "IntVar",
    "Inverse",
    "LexLess",
    "LexLessEq",
    "LimitError",
    "Max",
    "Min",
    "Model",
    "ModelError",
    "NoOverlap2D",
    "Not",
    "NotNegatableError",
    "Options",
    "Or",
    "Orbits",
    "Path",
    "Permuted",
    "Precedence",
    "Puzzle",
    "Regular",
    "Representative",
    "SatchelError",
    "SizeError",
    "Step",
    "Sum",
    "Symmetry",
    "Table",
    "Uniqueness",
    "Xor",
    "count",
    "count_orbits",
    "decode",
    "encode",
    "explain",
    "explain_steps",
    "export",
    "load",
    "negated",
    "representatives",
    "solutions",
    "solve",
    "unique",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_PLACE[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
