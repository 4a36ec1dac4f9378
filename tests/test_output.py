"""Solver output: what is taken, and every refusal with its reason."""

from __future__ import annotations

import pytest

from satchel.cnf.output import SolverOutput, read_output
from satchel.errors import InputError

TAKEN = [
    ("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "sat", (1, -2, 3)),
    ("s SATISFIABLE\r\nv 1 -2\r\nv 3 0\r\n", "sat", (1, -2, 3)),
    ("v 1 0\ns SATISFIABLE\n", "sat", (1,)),
    ("s SATISFIABLE\nv 0\n", "sat", ()),
    ("s SATISFIABLE\nv 1\nv\nv 0\n", "sat", (1,)),
    ("s OPTIMUM FOUND\nv 1 0\n", "sat", (1,)),
    ("WARNING: banner\n===\ns UNSATISFIABLE\nconflicts : 3\n", "unsat", ()),
    ("s UNKNOWN\n", "unknown", ()),
    ("SAT\n1 -2 3 0\n", "sat", (1, -2, 3)),
    ("SAT\r\n1 -2\r\n3 0\r\n", "sat", (1, -2, 3)),
    ("UNSAT\n", "unsat", ()),
    ("INDET\n", "unknown", ()),
]


@pytest.mark.parametrize(("text", "status", "literals"), TAKEN)
def test_taken(text: str, status: str, literals: tuple[int, ...]) -> None:
    found = read_output(text)
    assert (found.status, found.literals) == (status, literals)


REFUSED = [
    ("", None, "no answer"),
    ("c nothing\n", None, "no answer"),
    ("s SATISFIABLE\n", None, "final 0"),
    ("s SATISFIABLE\nv 1 2\n", None, "final 0"),
    ("SAT\n1 2\n", None, "final 0"),
    ("SAT\n", None, "final 0"),
    ("v 1 2 0\n", None, "no s line"),
    ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\n", 2, "contradicts"),
    ("s UNSATISFIABLE\nv 1 0\n", 2, "v lines"),
    ("s UNKNOWN\nv 1 0\n", 2, "v lines"),
    ("s MAYBE\n", 1, "not a status"),
    ("s SATISFIABLE\nv 1 0\nv 2 0\n", 3, "after the final 0"),
    ("s SATISFIABLE\nv 1 x 0\n", 2, "not a literal"),
    ("s SATISFIABLE\nv 1 -0\n", 2, "not a literal"),
    ("s SATISFIABLE\nv 99999999999 0\n", 2, "not a literal"),
    ('(error "line 1: expected p")\ns UNSATISFIABLE\n', 1, "reports an error"),
    ("UNSAT\n1 0\n", 2, "after UNSAT"),
    ("1 -2 0\n", 1, "not a status"),
]


@pytest.mark.parametrize(("text", "line", "words"), REFUSED)
def test_refused(text: str, line: int | None, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read_output(text, file="answer")
    assert caught.value.line == line
    assert str(caught.value).startswith("answer:")


def test_truth() -> None:
    assert SolverOutput("sat", (3, -1)).truth(4) == [None, False, None, True, None]
    with pytest.raises(InputError, match="literal -5 is beyond the formula's 4 variables"):
        SolverOutput("sat", (1, -5)).truth(4)
    with pytest.raises(InputError, match="variable 2 is given as both"):
        SolverOutput("sat", (2, -2)).truth(4)
    assert SolverOutput("sat", (2, 2)).truth(2) == [None, None, True]
