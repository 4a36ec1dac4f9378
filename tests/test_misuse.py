"""Wrong arguments of public functions, methods and properties: one line of Satchel's own each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satchel
from satchel import InputError, Model, Options, SatchelError, load
from satchel.draw import Board

MODEL = Model()
X = MODEL.int("x", 0, 3)
MODEL.add(X != 1)

SOLVING = ("solve", "solutions", "count", "unique", "explain", "count_orbits", "representatives")

COMMON: dict[str, dict[str, Any]] = {
    "timeout as text": {"timeout": "5"},
    "timeout nan": {"timeout": float("nan")},
    "timeout below 0": {"timeout": -1},
    "timeout true": {"timeout": True},
    "timeout without end": {"timeout": 10**400},
    "timeout as a list": {"timeout": [5]},
    "memory that is none": {"memory": "lots"},
    "memory below 0": {"memory": -5},
    "memory 0": {"memory": 0},
    "memory as a fraction": {"memory": 1e9},
    "memory true": {"memory": True},
    "memory as bytes": {"memory": b"500M"},
    "options as a mapping": {"options": {"amo": "product"}},
    "options as a number": {"options": 5},
    "the class of options": {"options": Options},
    "backend as a number": {"backend": 5},
    "backend None": {"backend": None},
    "backend unknown": {"backend": "oracle-of-delphi"},
    "model of a model": {"model": "lines"},
    "model as a number": {"model": 5},
}

SPECIAL: dict[str, dict[str, Any]] = {
    "solve search": {"search": "best"},
    "solve search None": {"search": None},
    "solve satisfy": {"satisfy": "yes"},
    "solutions limit": {"limit": 0},
    "solutions limit text": {"limit": "3"},
    "solutions limit half": {"limit": 2.5},
    "solutions jobs": {"jobs": -1},
    "solutions jobs true": {"jobs": True},
    "count method": {"method": "guessing"},
    "count method list": {"method": ["auto"]},
    "count jobs": {"jobs": 0},
    "count_orbits jobs": {"jobs": 1.5},
    "count_orbits method": {"method": 3},
    "representatives limit": {"limit": -3},
    "explain keep": {"keep": "rows"},
    "explain keep numbers": {"keep": [1]},
    "explain smallest": {"smallest": 1},
    "explain core": {"core": None},
}

OTHERS: dict[str, Callable[[], Any]] = {
    "solve a name": lambda: satchel.solve("queens/8"),  # type: ignore[arg-type]
    "solve nothing": lambda: satchel.solve(None),  # type: ignore[arg-type]
    "solve an expression": lambda: satchel.solve(X == 1),  # type: ignore[arg-type]
    "solve a model's class": lambda: satchel.solve(Model),  # type: ignore[arg-type]
    "no such model": lambda: satchel.solve(load("queens/8"), model="none"),
    "load a number": lambda: load(5),  # type: ignore[arg-type]
    "load nothing": lambda: load(""),
    "load None": lambda: load(None),  # type: ignore[arg-type]
    "load with one puzzle": lambda: load("queens/8", puzzles="own.py"),
    "load with numbers": lambda: load("queens/8", puzzles=[1]),  # type: ignore[list-item]
    "load a missing file": lambda: load("missing.toml"),
    "encode to a number": lambda: satchel.encode(MODEL, 5),  # type: ignore[arg-type]
    "encode with a map of 5": lambda: satchel.encode(MODEL, map_file=5),  # type: ignore[arg-type]
    "encode into no folder": lambda: satchel.encode(MODEL, "no/such/folder/x.cnf"),
    "encode with a mapping": lambda: satchel.encode(MODEL, options={}),  # type: ignore[arg-type]
    "export without a file": lambda: satchel.export(MODEL, None, "dimacs"),  # type: ignore[arg-type]
    "export in no form": lambda: satchel.export(MODEL, "x", None),  # type: ignore[arg-type]
    "export in a list": lambda: satchel.export(MODEL, "x", ["dimacs"]),  # type: ignore[arg-type]
    "export in a new form": lambda: satchel.export(MODEL, "x", "xml"),
    "decode numbers": lambda: satchel.decode(1, 2),  # type: ignore[arg-type]
    "decode nothing": lambda: satchel.decode(None, None),  # type: ignore[arg-type]
    "decode a missing file": lambda: satchel.decode("missing.map.json", "missing"),
    "options: integers": lambda: Options(integers="unary"),  # type: ignore[arg-type]
    "options: integers list": lambda: Options(integers=["order"]),  # type: ignore[arg-type]
    "options: shuffle": lambda: Options(shuffle="a"),  # type: ignore[arg-type]
    "options: shuffle half": lambda: Options(shuffle=0.5),  # type: ignore[arg-type]
    "options: clauses": lambda: Options(max_clauses=-1),
    "options: clauses text": lambda: Options(max_clauses="many"),  # type: ignore[arg-type]
    "options: choices": lambda: Options(choices="amo=product"),  # type: ignore[arg-type]
    "options: choices None": lambda: Options(choices={"amo": None}),  # type: ignore[dict-item]
    "options: labels": lambda: Options(labels={"rows": "product"}),  # type: ignore[dict-item]
    "options: labels list": lambda: Options(labels=["rows"]),  # type: ignore[arg-type]
    "options: presolve": lambda: Options(presolve=5),  # type: ignore[arg-type]
    "options: passes": lambda: Options(presolve=(1, 2)),  # type: ignore[arg-type]
    "options: numbering": lambda: Options(numbering=None),  # type: ignore[arg-type]
    "options: count_safe": lambda: Options(count_safe="yes"),  # type: ignore[arg-type]
    "options: break_symmetry": lambda: Options(break_symmetry=2),  # type: ignore[arg-type]
    "options from a list": lambda: Options.from_json([]),  # type: ignore[arg-type]
    "options from others": lambda: Options.from_json({"colour": 1}),
    "an unknown kind": lambda: satchel.encode(MODEL, options=Options(choices={"colour": "red"})),
    "an unknown pass": lambda: satchel.encode(MODEL, options=Options(presolve=("magic",))),
    "an unknown numbering": lambda: satchel.encode(MODEL, options=Options(numbering="magic")),
    "check a number": lambda: load("queens/4").check(5),  # type: ignore[arg-type]
    "draw a list": lambda: load("queens/4").draw([1]),  # type: ignore[arg-type]
    "draw half a solution": lambda: load("latin_square:n=2").draw({"r1c1": 1}),
    "build a number": lambda: load("queens/4").build(5),  # type: ignore[arg-type]
    "zoom in text": lambda: Board(2, 2, {}).png(zoom="big"),  # type: ignore[arg-type]
    "zoom nan": lambda: Board(2, 2, {}).png(zoom=float("nan")),
    "zoom to nothing": lambda: Board(2, 2, {}).png(zoom=0),
    "an item of an answer": lambda: satchel.solve(MODEL)[X],
    "a name of an answer": lambda: satchel.solve(MODEL)["x"],
}


def one_line(error: SatchelError) -> bool:
    line = str(error)
    return 0 < len(line) < 400 and "\n" not in line and " at 0x" not in line


def started(function: str, **given: Any) -> None:
    """Call it as a user does, who looks at what it gives."""
    found = getattr(satchel, function)(MODEL, **given)
    if function in ("solutions", "representatives"):
        list(found)


@pytest.mark.parametrize("misuse", COMMON)
def test_common_arguments_are_checked_by_every_function(misuse: str) -> None:
    for function in SOLVING:
        with pytest.raises(SatchelError) as caught:
            started(function, **COMMON[misuse])
        assert isinstance(caught.value, InputError), function
        assert one_line(caught.value)


@pytest.mark.parametrize("misuse", SPECIAL)
def test_other_arguments_are_checked(misuse: str) -> None:
    with pytest.raises(InputError) as caught:
        started(misuse.split()[0], **SPECIAL[misuse])
    assert one_line(caught.value)


@pytest.mark.parametrize("misuse", OTHERS)
def test_misuse_is_one_line(misuse: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SatchelError) as caught:
        OTHERS[misuse]()
    assert one_line(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_arguments_of_a_generator_are_checked_at_the_call() -> None:
    with pytest.raises(InputError, match="timeout"):
        satchel.solutions(MODEL, timeout=-1)


def test_there_are_enough() -> None:
    assert len(COMMON) * len(SOLVING) + len(SPECIAL) + len(OTHERS) >= 190


@pytest.mark.parametrize("memory", ["500M", "1G", np.int64(10**9), 10**9, "800000000"])
def test_memory_is_a_number_or_a_size(memory: Any) -> None:
    assert satchel.solve(MODEL, memory=memory, timeout=np.float64(60)).status == "sat"


def test_an_infinite_timeout_is_none() -> None:
    assert satchel.solve(MODEL, timeout=float("inf")).status == "sat"


def test_a_memory_limit_as_text_is_kept() -> None:
    answer = satchel.solve(load("queens:n=300"), memory="60M")
    assert (answer.status, answer.reason) == ("unknown", "memory")


def test_numbers_of_numpy_are_options() -> None:
    options = Options(shuffle=np.int64(3), max_clauses=np.int32(99), count_safe=np.True_)  # type: ignore[arg-type]
    assert options == Options(shuffle=3, max_clauses=99, count_safe=True)
    assert {type(value) for value in options.to_json().values()} == {int, bool}
    assert len(list(satchel.solutions(MODEL, limit=np.int64(2), jobs=np.int64(1)))) == 2  # type: ignore[arg-type]
