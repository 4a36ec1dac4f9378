"""The tracks for MaxSAT, counting, pseudo-Boolean constraints and SMT, each on small problems.

What is certain is held against published numbers: non-attacking knights A030978, dominating queens
A075458, queens A000170; and against programs that no one here wrote.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from satchel.cnf.wcnf_reader import read_wcnf
from satchel.errors import InputError
from satchel.files import read_text
from satchel.puzzle import Catalogue
from satchel.submission.certifying.refuted import Refutation
from satchel.submission.packing.inspection import inspect
from satchel.submission.tracks.protocol import Label, Outcome
from satchel.submission.tracks.registered import track_named
from satchel.tasks.files.decode import decode_text, read_formula
from satchel.tasks.files.mapfile import load_map
from tests.tracks import bench, lines, problem, solved

MAXSAT, MC, PB, SMT = map(track_named, ("maxsat", "mc", "pb", "smt"))
MOST_KNIGHTS = [(4, 8, "z3"), (5, 13, "rc2"), (6, 18, "rc2-b")]
DOMINATING_QUEENS = [(4, 2, "minisat+"), (5, 3, "z3"), (6, 3, "clasp")]
QUEENS = [(5, 10), (6, 4)]
LABEL = Label("queens", "J. Doe", "2026-01-31")
needs_minisat_plus = pytest.mark.needs_program("minisat+")
needs_clasp = pytest.mark.needs_program("clasp")
if "CI" not in os.environ:
    pytest.importorskip("pyganak")
    pytest.importorskip("cvc5")


def knights(rows: int, columns: int) -> str:
    return f"placement:piece=knight,rows={rows},columns={columns},objective=most"


def dominating(rows: int, columns: int) -> str:
    return f"placement:piece=queen,rows={rows},columns={columns},objective=dominate"


@pytest.mark.parametrize(("side", "most", "solver"), MOST_KNIGHTS)
def test_most_knights(side: int, most: int, solver: str, tmp_path: Path) -> None:
    found, outcome, certificate = solved(MAXSAT, knights(side, side), tmp_path, solver)
    cost = side * side - most
    assert (outcome.status, outcome.value, outcome.fault) == ("optimum", cost, None)
    assert (certificate.status, certificate.value) == ("optimum", cost)
    assert certificate.by is not None
    assert "A030978" in certificate.by
    assert inspect(found.file, MAXSAT).faults == ()


@needs_minisat_plus
def test_what_is_not_published_is_proved(tmp_path: Path) -> None:
    """A 5 x 6 board takes 15 knights: every other square, of dominoes that knights move on."""
    found, _, certificate = solved(MAXSAT, knights(5, 6), tmp_path)
    assert (certificate.status, certificate.value) == ("optimum", 15)
    assert certificate.by is not None
    assert "DRAT proof of minisat+'s clauses" in certificate.by
    names = {file.name for file in tmp_path.glob("p.*.xz")}
    assert names == {"p.model.xz", "p.better.opb.xz", "p.better.cnf.xz", "p.better.drat.xz"}
    # The certificate is what `satchel decode` reads.
    loaded = load_map(read_text(str(found.map_file)), Catalogue())
    formula = read_formula(loaded, str(found.file))
    text = read_text(str(certificate.file))
    decoded = decode_text(loaded, text, formula=formula)
    assert (decoded.status, decoded.objective) == ("optimum", 15)


@needs_minisat_plus
@needs_clasp
@pytest.mark.parametrize(("side", "fewest", "solver"), DOMINATING_QUEENS)
def test_dominating_queens(side: int, fewest: int, solver: str, tmp_path: Path) -> None:
    found, outcome, certificate = solved(PB, dominating(side, side), tmp_path, solver)
    assert (outcome.status, outcome.value, outcome.fault) == ("optimum", fewest, None)
    assert (certificate.status, certificate.value) == ("optimum", fewest)
    assert lines(found.file)[0].startswith("* #variable= ")
    assert inspect(found.file, PB).faults == ()


@needs_minisat_plus
@pytest.mark.parametrize(("count", "status"), [(2, "unsat"), (3, "sat")])
def test_decisions(count: int, status: str, tmp_path: Path) -> None:
    instance = f"{dominating(5, 5)},count={count}"
    found, outcome, certificate = solved(PB, instance, tmp_path)
    assert (outcome.status, certificate.status) == (status, status)
    assert certificate.file is not None
    copy = problem(PB, instance, tmp_path, "copy", shuffle=4)
    again = PB.transfer(certificate, found, copy, bench(tmp_path), tmp_path)
    assert (again.status, again.fault) == (status, None)


@pytest.mark.parametrize(("n", "number"), QUEENS)
def test_queens_are_counted(n: int, number: int, tmp_path: Path) -> None:
    found, outcome, certificate = solved(MC, f"queens:n={n}", tmp_path)
    assert (outcome.status, outcome.value) == ("counted", number)
    assert (certificate.status, certificate.value) == ("counted", number)
    assert lines(found.file)[0] == "c t mc"
    assert inspect(found.file, MC).faults == ()
    copy = problem(MC, f"queens:n={n}", tmp_path, "copy", shuffle=1)
    again = MC.transfer(certificate, found, copy, bench(tmp_path), tmp_path)
    assert (again.status, again.value) == ("counted", number)
    assert MC.measure(copy, "ganak", bench(tmp_path)).value == number


def test_what_hides_variables_is_projected(tmp_path: Path) -> None:
    """A tour from any square hides where it begins and ends; eight of 3 x 4 are on record."""
    found, outcome, certificate = solved(MC, "knights_tour/open-3x4", tmp_path)
    assert lines(found.file)[0] == "c t pmc"
    assert any(line.startswith("c p show ") for line in lines(found.file))
    assert inspect(found.file, MC).faults == ()
    assert (outcome.status, outcome.value) == ("counted", 8)
    assert certificate.status == "counted"


def test_two_methods_agree(tmp_path: Path) -> None:
    """Of the ten ways to place five queens, two have one in a given corner."""
    _, outcome, certificate = solved(MC, "queens:n=5,blocked=[[1,1]]", tmp_path)
    assert (outcome.value, certificate.value, certificate.status) == (8, 8, "counted")
    assert certificate.by == "ganak and exactcover agree"


def test_a_count_of_another_formula_is_not_taken_over(tmp_path: Path) -> None:
    found, _, certificate = solved(MC, "queens:n=5", tmp_path)
    other = problem(MC, "queens:n=5,fixed=[[1,1]]", tmp_path, "other", shuffle=1)
    assert MC.transfer(certificate, found, other, bench(tmp_path), tmp_path).fault is not None


def test_a_wrong_count_is_found_out(tmp_path: Path) -> None:
    found = problem(MC, "queens:n=5,blocked=[[1,1]]", tmp_path)
    claim = Outcome("counted", 0.1, value=9)
    certificate = MC.certify(found, claim, "ganak", bench(tmp_path), tmp_path)
    assert certificate.fault is not None  # 10 solutions, of which 2 begin in a corner
    right = MC.certify(found, replace(claim, value=8), "ganak", bench(tmp_path), tmp_path)
    assert (right.status, right.fault) == ("counted", None)


@pytest.mark.parametrize(("digits", "solved"), [(4300, True), (4301, False), (9999, False)])
def test_a_number_that_nobody_can_read_is_no_count(
    digits: int, solved: bool, tmp_path: Path
) -> None:
    found = problem(MC, "queens:n=5", tmp_path)
    counter = tmp_path / "counter"
    counter.write_text(f"#!/bin/sh\nprintf 'c s exact arb int %0{digits}d\\n' 7\n")
    counter.chmod(0o755)
    assert MC.measure(found, f"program:{counter}", bench(tmp_path)).solved is solved


@pytest.mark.parametrize("name", ["maxsat", "pb"])
@needs_minisat_plus
def test_wrong_models_are_found_out(name: str, tmp_path: Path) -> None:
    track = track_named(name)
    instance = knights(4, 5)
    found, place = problem(track, instance, tmp_path), bench(tmp_path)
    outcome = track.measure(found, track.solver, place)
    assert outcome.witness is not None
    assert outcome.value is not None
    everywhere = replace(outcome, witness="1" * len(outcome.witness))
    cheaper = replace(outcome, value=outcome.value - 1)
    # Knights nowhere attack nobody, and are not the most.
    nowhere = replace(
        outcome,
        witness="0" * len(outcome.witness),
        value=20 if name == "maxsat" else 0,
    )
    for wrong in (everywhere, cheaper, nowhere):
        assert track.certify(found, wrong, track.solver, place, tmp_path).fault is not None


@pytest.mark.parametrize(
    ("instance", "status"),
    [("packing/smallest-5", "sat"), ("packing/smallest-5-less", "unsat"), ("queens:n=6", "sat")],
)
def test_scripts(instance: str, status: str, tmp_path: Path) -> None:
    found, outcome, certificate = solved(SMT, instance, tmp_path)
    assert (outcome.status, outcome.fault, certificate.status) == (status, None, status)
    copy = problem(SMT, instance, tmp_path, "copy", shuffle=2)
    again = SMT.transfer(certificate, found, copy, bench(tmp_path), tmp_path)
    assert (again.status, again.fault) == (status, None)
    folder = SMT.finish(found, certificate, LABEL)
    text = found.file.read_text()
    assert folder == "non-incremental/QF_LIA/20260131-queens-J_Doe"
    assert text.count("(set-info :status ") == 1
    assert f"(set-info :status {status})\n" in text
    assert inspect(found.file, SMT).faults == ()


def test_scripts_have_the_head_that_the_library_asks_for(tmp_path: Path) -> None:
    found, _, certificate = solved(SMT, "queens:n=5", tmp_path)
    SMT.finish(found, certificate, LABEL)
    head, rest = found.file.read_text().split("\n|)\n")
    assert head.splitlines()[:6] == [
        "(set-info :smt-lib-version 2.6)",
        "(set-logic QF_LIA)",
        "(set-info :source |",
        "Generated by: J. Doe",
        "Generated on: 2026-01-31",
        f"Generator: Satchel 0.1.0: {'satchel submit TRACK FAMILY --seed 0'}",
    ]
    assert rest.splitlines()[:3] == [
        '(set-info :license "https://creativecommons.org/licenses/by/4.0/")',
        '(set-info :category "crafted")',
        "(set-info :status sat)",
    ]
    assert rest.endswith("\n(check-sat)\n(exit)\n")
    for word in ("get-value", "produce-models", "(push", "set-option"):
        assert word not in rest


@pytest.mark.parametrize("name", ["pb", "smt"])
def test_arguments_stand_in_for_proofs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed tour has as many white squares as black ones: none is on a board of odd size."""
    monkeypatch.setattr("satchel.submission.tracks.pb.refuted", lambda *_: Refutation(note="no"))
    monkeypatch.setattr("satchel.submission.tracks.smt._other", lambda _: None)
    track, claim = track_named(name), Outcome("unsat", 0.1)
    odd = problem(track, "knights_tour:rows=3,columns=5,closed=true", tmp_path)
    certificate = track.certify(odd, claim, track.solver, bench(tmp_path), tmp_path)
    assert certificate.status == "unsat"
    assert (certificate.by or "").startswith("argument: ")
    other = problem(track, "queens:n=3", tmp_path, "other")
    certificate = track.certify(other, claim, track.solver, bench(tmp_path), tmp_path)
    assert (certificate.status, certificate.by) == ("unknown", None)
    assert certificate.note


def test_a_wrong_model_of_a_script_is_found_out(tmp_path: Path) -> None:
    found = problem(SMT, "queens:n=4", tmp_path)
    claim = Outcome("sat", 0.1, witness='{"q1": 1, "q2": 2, "q3": 3, "q4": 4}')
    assert SMT.certify(found, claim, "z3", bench(tmp_path), tmp_path).fault is not None
    refuted = Outcome("unsat", 0.1)
    assert SMT.certify(found, refuted, "z3", bench(tmp_path), tmp_path).fault is not None


def test_scripts_that_are_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.submission.tracks.smt.LARGEST", 1000)
    with pytest.raises(InputError, match=r"p\.smt2: \d+ bytes: SMT-LIB takes 1000 at most"):
        problem(SMT, "queens:n=8", tmp_path)
    assert list(tmp_path.glob("*.smt2")) == []


def test_rc2_reads_what_is_submitted(tmp_path: Path) -> None:
    """PySAT's own reader, on the very file, finds what ours finds."""
    from pysat.formula import WCNF

    found = problem(MAXSAT, knights(5, 5), tmp_path)
    theirs = WCNF(from_file=str(found.file))
    ours = read_wcnf(found.file.read_bytes())
    assert [(None, c) for c in theirs.hard] + list(zip(theirs.wght, theirs.soft, strict=True)) == [
        (weight, list(clause)) for weight, clause, _ in ours.clauses
    ]


@needs_clasp
def test_clasp_finds_what_is_certified(tmp_path: Path) -> None:
    found, _, certificate = solved(PB, dominating(5, 6), tmp_path)
    said = subprocess.run(["clasp", str(found.file)], capture_output=True, text=True, check=False)
    assert f"o {certificate.value}\n" in said.stdout
    assert "s OPTIMUM FOUND" in said.stdout
