"""What the competitions' grammars allow is no fault, and is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.cnf.opb_reader import read_opb
from satchel.cnf.wcnf_reader import read_wcnf
from satchel.linter import lint

HEADER = "* #variable= 2 #constraint= 1\n"


def faults(file: Path, text: str) -> list[str]:
    file.write_text(text)
    return [fault.rule for fault in lint(file) if fault.severity != "note"]


@pytest.mark.parametrize("line", ["+1 x1 +1 x2 >= 1;", "+1 x1 +1 x2 >=1 ;", "+1 x1 +1 x2 =1;"])
def test_no_blank_is_needed_beside_a_bound(line: str, tmp_path: Path) -> None:
    text = f"{HEADER}*a comment\n*----\nmin: +1 x1 +2 x2 ;\n{line}\n"
    assert faults(tmp_path / "f.opb", text) == []
    assert len(read_opb(text.encode()).constraints) == 1


@pytest.mark.parametrize("line", ["+1x1 +1 x2 >= 1 ;", "+1 x1 +1 x2>= 1 ;"])
def test_one_is_needed_beside_a_variable(line: str, tmp_path: Path) -> None:
    assert faults(tmp_path / "f.opb", f"{HEADER}{line}\n") == ["opb-blank"]


def test_heads_of_the_maxsat_evaluations_are_comments(tmp_path: Path) -> None:
    head = 'c Standardized MaxSat Instance\nc{\nc "nvars": 2,\nc}\nc------------\n'
    text = f"{head}h 1 2 0\n3 -1 0\n"
    assert faults(tmp_path / "f.wcnf", text) == []
    assert len(read_wcnf(text.encode()).clauses) == 2


def test_a_clause_that_a_letter_hides_is_still_told(tmp_path: Path) -> None:
    assert faults(tmp_path / "f.wcnf", "ch\nc1 2 0\nh 1 2 0\n3 -1 0\n") == ["comment-form"] * 2
