"""Every backend that offers proofs gives those that a checker accepts; nothing else is believed."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from satchel.backends import _pysat_proof
from satchel.errors import InputError
from satchel.tasks.choose import backend_named, list_backends
from satchel.tasks.proof.checkers import checker
from satchel.tasks.proof.checking import check_proof
from satchel.tasks.proof.proving import prove, proving, proving_backend
from tests.conftest import EXAMPLES
from tests.formulas import formula, pigeons, random_clauses, satisfiable, written
from tests.programs import backend

FORMULAS = max(EXAMPLES // 100, 20)
VARIABLES = 10

CADICAL = backend("cadical -q --no-binary {cnf} {proof}")

pytestmark = pytest.mark.usefixtures("no_files_left")


def accepted(cnf: Path, proof: Path) -> bool:
    """By the checker, in this process."""
    return checker().check(cnf, proof) is None


@pytest.mark.parametrize("name", [*proving(), CADICAL])
def test_proofs_are_accepted(name: str, tmp_path: Path) -> None:
    """Random formulas, some with more than unit propagation to them, and pigeons."""
    backend = proving_backend(name)
    random = Random(name)
    refuted = 0
    cases = [
        random_clauses(random, VARIABLES, random.randint(35, 60), (2, 3)) for _ in range(FORMULAS)
    ]
    cases += [random_clauses(random, VARIABLES, 20)]
    cases += [random_clauses(random, 40, 260, (3, 3)), pigeons(6), [[1], [-1]], [[1, 2], []], []]
    for clauses in cases:
        variables = max([1, *(abs(x) for clause in clauses for x in clause)])
        cnf, proof = written(tmp_path / "f.cnf", clauses), tmp_path / "proof"
        proof.unlink(missing_ok=True)
        model = backend.prove(formula(clauses, variables), proof)
        if variables <= VARIABLES:
            assert (model is not None) == satisfiable(clauses, variables)
        if model is None:
            refuted += 1
            assert accepted(cnf, proof), f"{name}: {clauses}"
        else:
            assert all(any(model[abs(x)] == (x > 0) for x in clause) for clause in clauses)
    assert refuted > FORMULAS // 4


def test_who_proves() -> None:
    """What was measured: see the comment in the code about the others."""
    pysat = {name for name in proving() if name.startswith(("cadical", "glucose", "lingeling"))}
    assert pysat >= {"cadical", "cadical153", "cadical195", "cadical300", "glucose42", "lingeling"}
    for name in ("maplesat", "maplecm", "minisat22", "minicard", "mergesat3", "z3", "brute"):
        if name in list_backends()[0]:
            with pytest.raises(InputError, match=f"{name}.*gives no proofs.*cadical, glucose"):
                proving_backend(name)


def test_who_is_not_offered_for_a_reason(tmp_path: Path) -> None:
    """The day that all their proofs are accepted, and end as proofs do, they can be offered."""
    random, proof = Random(1), tmp_path / "proof"
    clauses = pigeons(6)
    assert _pysat_proof.prove("maplesat", formula(clauses, 30), proof) is None
    assert not accepted(written(tmp_path / "f.cnf", clauses), proof)
    last = set()
    for _ in range(20):
        clauses = random_clauses(random, 20, 130, (2, 3))
        if _pysat_proof.prove("maplecm", formula(clauses, 20), proof) is None:
            last.add(proof.read_text().splitlines()[-1])
    assert last - {"0"}


@pytest.mark.parametrize("ending", ["", ".xz", ".gz"])
def test_from_file_to_file(ending: str, tmp_path: Path, nothing_left: str) -> None:
    cnf, proof = written(tmp_path / "f.cnf", pigeons(6)), tmp_path / f"f.drat{ending}"
    if ending:
        plain, cnf = cnf, tmp_path / "g.cnf.xz"
        cnf.write_bytes(lzma.compress(plain.read_bytes()))
    assert prove(cnf, proof).status == "unsat"
    verdict = check_proof(cnf, proof)
    assert verdict.accepted, verdict
    assert verdict.sha256 is not None
    assert verdict.certificate is not None
    assert verdict.sha256 in verdict.certificate
    # Of another formula, which is satisfiable.
    assert check_proof(written(tmp_path / "h.cnf", pigeons(6)[:-1]), proof).accepted is False


def test_a_satisfiable_formula_has_no_proof(tmp_path: Path, nothing_left: str) -> None:
    cnf, proof = written(tmp_path / "f.cnf", pigeons(6)[1:]), tmp_path / "f.drat"
    assert prove(cnf, proof).status == "sat"
    assert not proof.exists()


@pytest.mark.parametrize("proof", ["0\n", "", "1 0\n-1 0\n0\n", "nonsense\n", "1 2", "99 0\n0\n"])
def test_a_lying_program(
    proof: str, lying: Callable[[str], str], tmp_path: Path, nothing_left: str
) -> None:
    cnf, out = written(tmp_path / "f.cnf", pigeons(6)[1:]), tmp_path / "f.drat"
    assert prove(cnf, out, solver=lying(proof)).status == "unsat"
    verdict = check_proof(cnf, out)
    assert verdict.accepted is False
    assert verdict.why
    assert verdict.certificate is None


def test_a_program_without_a_proof(program: Callable[[str], str], tmp_path: Path) -> None:
    path = program("print('s UNSATISFIABLE')").removeprefix("program:")
    cnf = written(tmp_path / "f.cnf", pigeons(6))
    proved = prove(cnf, tmp_path / "f.drat", solver=f"program:{path} {{proof}} {{cnf}}")
    assert proved.status == "unknown"
    assert "has written no proof" in (proved.reason or "")
    assert not (tmp_path / "f.drat").exists()


@pytest.mark.parametrize("solver", ["cadical", "glucose", CADICAL])
def test_a_proof_that_gets_too_long(solver: str, tmp_path: Path, nothing_left: str) -> None:
    cnf, proof = written(tmp_path / "f.cnf", pigeons(8)), tmp_path / "f.drat"
    proved = prove(cnf, proof, solver=solver, largest=10_000)
    assert (proved.status, proved.reason) == ("unknown", "size")
    assert not proof.exists()


@pytest.mark.parametrize("solver", ["cadical", "kissat"])
def test_a_solver_that_takes_too_long(solver: str, tmp_path: Path, nothing_left: str) -> None:
    cnf, proof = written(tmp_path / "f.cnf", pigeons(14)), tmp_path / "f.drat"
    proved = prove(cnf, proof, solver=solver, timeout=1)
    assert (proved.status, proved.reason) == ("unknown", "timeout")
    assert not proof.exists()


# The checker.


@pytest.mark.parametrize(
    ("body", "accepted", "why"),
    [
        (r"print('c finished parsing\n\rs VERIFIED\n\rc time 1')", True, ""),
        (r"print('c trivial UNSAT\ns VERIFIED'); sys.exit(1)", True, ""),
        (r"print('c RAT check failed\n\ns NOT VERIFIED')", False, "not verified"),
        (r"print('s TIMEOUT')", None, "checker error: drat-trim says s TIMEOUT"),
        (r"print('s DERIVATION')", None, "checker error: drat-trim says s DERIVATION"),
        (r"print('s VERIFIED\ns NOT VERIFIED')", None, "s NOT VERIFIED, s VERIFIED"),
        ("sys.exit(0)", None, "checker error: drat-trim says nothing"),
        (r"print('c s VERIFIED\nthis s VERIFIED')", None, "says nothing"),
        ("print('s VERIFIED', flush=True); os.kill(os.getpid(), 11)", None, "signal 11"),
        ("sys.stderr.write('out of memory')", None, "memory"),
        ("time.sleep(60)", None, "timeout"),
    ],
)
def test_what_drat_trim_says(
    body: str,
    accepted: bool | None,
    why: str,
    tmp_path: Path,
    drat_trim: Callable[[str], None],
    nothing_left: str,
) -> None:
    drat_trim(body)
    cnf, proof = written(tmp_path / "f.cnf", [[1], [-1]]), tmp_path / "proof"
    proof.write_text("0\n")
    verdict = check_proof(cnf, proof, timeout=2 if why == "timeout" else 60)
    assert (verdict.accepted, verdict.checker) == (accepted, "drat-trim")
    assert why in verdict.why


def test_what_drat_trim_is_given(tmp_path: Path, drat_trim: Callable[[str], None]) -> None:
    """Plain text of the formula and the proof, and more time than we give it ourselves."""
    seen = tmp_path / "seen"
    body = f"""
cnf, proof, option, seconds = sys.argv[1:]
open({str(seen)!r}, 'w').write(open(cnf).read() + open(proof).read() + option)
assert int(seconds) > 10**6
print('s VERIFIED')"""
    drat_trim(body)
    (tmp_path / "f.cnf.xz").write_bytes(lzma.compress(b"c a comment\np cnf 1 2\n1 0\n-1 0\n%\n0\n"))
    (tmp_path / "p.xz").write_bytes(lzma.compress(b"c by nobody\n1 0 d 1\n0 0\n"))
    assert check_proof(tmp_path / "f.cnf.xz", tmp_path / "p.xz").accepted
    assert seen.read_text() == "p cnf 1 2\n1 0\n-1 0\n1 0\nd 1 0\n0\n-t"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    cnf = written(tmp_path / "f.cnf", pigeons(3))
    for pair in ((cnf, tmp_path / "no"), (tmp_path / "no", cnf)):
        with pytest.raises(InputError, match="no: no such file"):
            check_proof(*pair)
    with pytest.raises(InputError, match="no: no such file"):
        prove(tmp_path / "no", tmp_path / "proof")
    with pytest.raises(InputError, match="no such folder"):
        prove(cnf, tmp_path / "nowhere" / "proof")


def test_a_check_that_takes_too_long(tmp_path: Path, nothing_left: str) -> None:
    cnf, proof = written(tmp_path / "f.cnf", pigeons(9)), tmp_path / "f.drat"
    assert prove(cnf, proof).status == "unsat"
    verdict = check_proof(cnf, proof, timeout=0.5)
    assert (verdict.accepted, verdict.why) == (None, "timeout")


def test_names() -> None:
    """A backend that offers proofs is an ordinary one besides."""
    for name in proving():
        assert backend_named(name).takes == "formula"
