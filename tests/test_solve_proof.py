"""`solve --proof` and `decode --proof`: what is proved is the formula that `encode` writes."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from satchel.cnf.options import Options
from satchel.errors import CheckError, InputError
from satchel.ir import Model
from satchel.tasks.proof.checking import check_proof
from satchel.tasks.proof.solving import solve_with_proof
from tests.commands import done, satchel
from tests.test_limits import pigeons

pytestmark = pytest.mark.usefixtures("no_files_left")


@pytest.mark.parametrize(
    ("instance", "options"),
    [
        ("queens:n=3", []),
        ("queens:n=3", ["--shuffle", "3", "--set", "amo=product", "--model", "lines"]),
        # There is an argument without any formula: the formula is refuted all the same.
        ("knights_tour/open-4", ["--presolve", "none", "--backend", "glucose"]),
        ("placement/knights-8-33", ["--numbering", "reverse", "--count-safe"]),
    ],
)
def test_the_formula_is_the_one_that_encode_writes(
    instance: str, options: list[str], tmp_path: Path
) -> None:
    printed = done("solve", instance, *options, "--proof", "p.drat.xz", cwd=tmp_path)
    encoding = [word for word in options if word not in ("--backend", "glucose", "--satisfy")]
    done("encode", instance, *encoding, "-o", "f.cnf", cwd=tmp_path)
    lines = (tmp_path / "f.cnf").read_bytes().splitlines(keepends=True)
    digest = hashlib.sha256(b"".join(x for x in lines if not x.startswith(b"c"))).hexdigest()
    assert "unsatisfiable, by " in printed
    assert f"DRAT proof of the formula with SHA-256 {digest}, checked by satchel " in printed
    assert check_proof(tmp_path / "f.cnf", tmp_path / "p.drat.xz").accepted


def test_a_solution_needs_no_proof(tmp_path: Path) -> None:
    result = satchel("solve", "queens:n=6", "--proof", "p.drat", "--output", "json", cwd=tmp_path)
    answer = json.loads(result.stdout)
    assert result.stderr == "satchel: note: no proof is written to p.drat: there is a solution\n"
    assert (answer["status"], answer["checked"], answer["certificate"]) == ("sat", True, None)
    assert not (tmp_path / "p.drat").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("queens:n=3 --proof p --backend z3", "'z3' gives no proofs.*kissat|'z3'.*cadical"),
        ("queens:n=3 --proof p --backend maplesat", "'maplesat' gives no proofs"),
        ("queens:n=3 --proof p --break-symmetry", "--break-symmetry makes another formula"),
        ("queens:n=3 --proof p --set amo=native", "a proof takes clauses only"),
        ("knights_tour:rows=4 --proof p --set circuit=cuts", "an encoding is lazy"),
        ("queens:n=3 --proof p --all", "not with --all"),
        ("queens:n=3 --proof -", "--proof needs a file"),
        ("queens:n=3 --proof /dev/null", "--proof needs a file"),
        ("queens:n=3 --proof nowhere/p", "nowhere: no such folder"),
        ("placement/most-knights-8 --proof p", "not that none is better"),
    ],
)
def test_refusals(arguments: str, words: str, tmp_path: Path) -> None:
    result = satchel("solve", *arguments.split(), cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert re.search(words, result.stderr)
    assert not (tmp_path / "p").exists()


def test_the_instance_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.cnf"
    file.write_text("p cnf 1 2\n1 0\n-1 0\n")
    result = satchel("solve", "a.cnf", "--proof", "./a.cnf", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert "would replace the instance's file" in result.stderr
    assert file.read_text().startswith("p cnf")


def test_a_lie_is_an_error_and_nothing_is_written(
    tmp_path: Path, lying: Callable[[str], str]
) -> None:
    (tmp_path / "p.drat").write_text("an older proof\n")
    arguments = ["solve", "queens:n=6", "--backend", lying("1 0\n-1 0\n0\n"), "--proof", "p.drat"]
    result = satchel(*arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "its proof of unsatisfiability is rejected by satchel" in result.stderr
    assert (tmp_path / "p.drat").read_text() == "an older proof\n"


@pytest.mark.parametrize(
    ("body", "timeout", "reason"),
    [
        ("time.sleep(60)", 6, "timeout"),
        ("sys.exit(0)", 60, "solver error: drat-trim: checker error: drat-trim says nothing"),
    ],
)
def test_a_check_that_does_not_end(
    body: str,
    timeout: float,
    reason: str,
    tmp_path: Path,
    drat_trim: Callable[[str], None],
    nothing_left: str,
) -> None:
    drat_trim(body)
    out = tmp_path / "p.drat"
    answer = solve_with_proof(pigeons(4), out, timeout=timeout)
    assert (answer.status, answer.reason, answer.certificate) == ("unknown", reason, None)
    assert answer.times["check"] > answer.times["solve"]
    assert not out.exists()


def test_a_search_that_does_not_end(tmp_path: Path, nothing_left: str) -> None:
    answer = solve_with_proof(pigeons(14), tmp_path / "p.drat", timeout=1.5)
    assert (answer.status, answer.reason) == ("unknown", "timeout")
    assert not (tmp_path / "p.drat").exists()


def test_memory(tmp_path: Path, nothing_left: str) -> None:
    answer = solve_with_proof(pigeons(4), tmp_path / "p.drat", memory=1 << 20)
    assert (answer.status, answer.reason) == ("unknown", "memory")


def test_a_contradiction_seen_before_is_said(tmp_path: Path) -> None:
    model = Model()
    x, y = model.int("x", 0, 5), model.int("y", 0, 5)
    model.add(x + y >= 11)
    answer = solve_with_proof(model, tmp_path / "p.drat")
    assert answer.status == "unsat"
    assert "which has the empty clause from the start, checked by" in str(answer.certificate)


def test_from_python_too_the_proof_is_of_the_whole(tmp_path: Path) -> None:
    for options in (Options(break_symmetry=True), Options(choices={"amo": "native"})):
        with pytest.raises(InputError):
            solve_with_proof(pigeons(4), tmp_path / "p.drat", options=options)


def test_a_wrong_solution_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="breaks the puzzle's rules: never right"):
        solve_with_proof(Model(), tmp_path / "p.drat", check=lambda shown: ["never right"])


def test_the_proof_of_an_answer_from_outside(tmp_path: Path) -> None:
    done("encode", "queens:n=3", "-o", "3.cnf.xz", cwd=tmp_path)
    done("solve", "queens:n=3", "--proof", "3.drat", cwd=tmp_path)
    (tmp_path / "3.out").write_text("s UNSATISFIABLE\n")
    decode = ["decode", "3.map.json", "3.out", "--cnf", "3.cnf.xz", "--proof"]
    printed = done(*decode, "3.drat", cwd=tmp_path)
    assert printed.startswith("unsatisfiable\nDRAT proof of the formula with SHA-256 ")
    (tmp_path / "empty.drat.xz").write_bytes(lzma.compress(b"0\n"))
    (tmp_path / "binary.drat").write_bytes(b"a\x02\x00a\x00")
    (tmp_path / "sat.out").write_text("s UNKNOWN\n")
    for words, code, said in [
        ([*decode, "empty.drat.xz"], 1, "the solver: its proof of unsatisfiability is rejected"),
        ([*decode, "binary.drat"], 1, "is not a literal of a proof as text"),
        ([*decode[:3], "--proof", "3.drat"], 2, "the file of --cnf, which is not given"),
        (["decode", "3.map.json", "sat.out", *decode[3:], "3.drat"], 2, "the answer is unknown"),
        ([*decode, "nowhere"], 2, "nowhere: no such file"),
        ([*decode, "-"], 2, "have to be files, not standard input"),
    ]:
        result = satchel(*words, cwd=tmp_path, timeout=60)
        assert (result.returncode, result.stderr.count("\n")) == (code, 1), result.stderr
        assert said in result.stderr


def test_a_proof_of_the_broken_formula_is_none(tmp_path: Path) -> None:
    done("encode", "queens:n=3", "--break-symmetry", "-o", "3.cnf", cwd=tmp_path)
    (tmp_path / "3.out").write_text("s UNSATISFIABLE\n")
    words = ["decode", "3.map.json", "3.out", "--cnf", "3.cnf", "--proof", "3.cnf"]
    result = satchel(*words, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert "the formula has symmetry broken" in result.stderr
