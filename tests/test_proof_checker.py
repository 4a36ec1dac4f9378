"""The checker against brute force and against dratify, on valid, damaged and random proofs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import dratify
import pytest

from satchel.cnf.drat import steps as text_steps
from satchel.errors import InputError
from satchel.tasks.proof.backward import refute
from satchel.tasks.proof.proving import proving_backend
from tests.conftest import EXAMPLES
from tests.formulas import Clauses, formula, random_clauses, satisfiable

Proof = list[tuple[bool, list[int]]]

CASES = EXAMPLES or 3000


def accepts(clauses: Clauses, proof: Proof) -> bool:
    return refute(clauses, proof) is None


def dratify_accepts(clauses: Clauses, proof: Proof) -> tuple[bool, int]:
    """Its verdict, and how many steps it took for RAT."""
    text = "".join("d " * deleted + " ".join(map(str, [*c, 0])) + "\n" for deleted, c in proof)
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    read = dratify.parse_dimacs("\n".join([f"p cnf 9 {len(clauses)}", *lines]))
    result = dratify.check_proof(read, text, engine="python")
    return bool(result.ok), int(result.rat_steps)


def random_proof(random: Random, clauses: Clauses, variables: int) -> Proof:
    """Steps that may follow or not, and deletions."""
    there, proof = list(clauses), []
    for _ in range(random.randint(0, 8)):
        if random.random() < 0.3 and there:
            proof.append((True, list(random.choice(there))))
        else:
            highest = variables + (random.random() < 0.2)  # a new variable now and then
            [clause] = random_clauses(random, highest, 1, (1, random.choice([1, 2, 2, 3])))
            proof.append((False, clause))
            there.append(clause)
    return [*proof, (False, [])] if random.random() < 0.8 else proof


def test_random_proofs() -> None:
    """No satisfiable formula is refuted; and what dratify accepts of the others, is accepted."""
    random, seen = Random(3), Counter[tuple[bool, bool, bool]]()
    for _ in range(CASES):
        variables = random.randint(3, 5)
        widths = random.choice([(1, 3), (2, 3)])
        clauses = random_clauses(random, variables, random.randint(2, 5 * variables), widths)
        proof = random_proof(random, clauses, variables)
        accepted = accepts(clauses, proof)
        by_other, resolved = dratify_accepts(clauses, proof)
        if satisfiable(clauses, variables):
            assert not accepted, (clauses, proof)
        elif by_other:
            assert accepted, (clauses, proof)
        seen[accepted, by_other, resolved > 0] += 1
    assert {(True, True, True), (True, True, False), (False, False, True)} <= seen.keys()


def damaged(random: Random, proof: Proof) -> Proof:
    """The same proof with one thing changed."""
    changed = [(deleted, list(clause)) for deleted, clause in proof]
    place = random.randrange(len(changed))
    clause = changed[place][1]
    match random.randrange(4):
        case 0 if clause:
            clause[random.randrange(len(clause))] *= -1
        case 1 if clause:
            clause.pop()
        case 2:
            changed.insert(place, (False, [random.choice([-1, 1]) * random.randint(1, 10)]))
        case _:
            del changed[place]
    return changed


@pytest.mark.parametrize("solver", ["cadical153", "glucose", "lingeling"])
def test_damaged_proofs(solver: str, tmp_path: Path) -> None:
    """Of weaker formulas, too: brute force knows which of them can be refuted."""
    random, rejected = Random(solver), 0
    for _ in range(CASES // 60):
        clauses = random_clauses(random, 8, random.randint(28, 44), (2, 3))
        if proving_backend(solver).prove(formula(clauses, 8), tmp_path / "proof") is not None:
            continue
        proof = read(tmp_path / "proof")
        assert accepts(clauses, proof)
        weaker = [clause for clause in clauses if random.random() < 0.9]
        for other in (proof[:-1], damaged(random, proof)):
            for left in (clauses, weaker):
                verdict = accepts(left, other)
                rejected += not verdict
                assert not verdict or not satisfiable(left, 8), (left, other)
    assert rejected > CASES // 1000


def read(file: Path) -> Proof:
    words = [line.split() for line in file.read_text().splitlines()]
    return [(step[0] == "d", [int(x) for x in step[step[0] == "d" : -1]]) for step in words]


def test_a_clause_that_fixed_something_is_not_deleted() -> None:
    """If it were, -2 would seem to be allowed; dratify 0.1.10 falls for it."""
    clauses: Clauses = [[1], [2, -1]]
    proof: Proof = [(True, [2, -1]), (False, [-2]), (False, [])]
    assert satisfiable(clauses, 2)
    assert not accepts(clauses, proof)


def test_resolution_counts_clauses_that_nobody_needs() -> None:
    """A literal is allowed only as long as nothing in force has the opposite one."""
    opposites: Proof = [(False, [3]), (False, [-3]), (False, [])]
    assert not accepts([[1, 2]], opposites)
    assert not accepts([[1, 2]], [(False, [-1]), (False, [-2]), (False, [])])


def test_definitions_are_allowed() -> None:
    """An extension by a new variable: 3 stands for 1 and 2. RAT, and no clause of it is implied."""
    clauses: Clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    definition: Proof = [(False, [3, -1, -2]), (False, [-3, 1]), (False, [-3, 2])]
    rest: Proof = [(False, [-3]), (False, [1]), (False, [])]
    assert accepts(clauses, definition + rest)
    assert not accepts(clauses[:3], definition + rest)
    # What is allowed for its first literal need not be for another one.
    assert not accepts(clauses[:3], [(False, [-1, -2, 3]), (False, [-3]), (False, [])])


def test_lemmas_that_nobody_needs_are_not_looked_at() -> None:
    clauses: Clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2], [4, 5], [-4, 5]]
    wrong: Proof = [(False, [-5, 6])]
    refutation: Proof = [(False, [1]), (False, [])]
    assert not dratify_accepts(clauses, wrong + refutation)[0]
    assert accepts(clauses, wrong + refutation)


@pytest.mark.parametrize(
    ("clauses", "proof", "accepted"),
    [
        ([[]], [], True),
        ([[1], [-1]], [], True),
        ([], [(False, [])], False),
        ([[1, 2]], [], False),
        ([[1, -1]], [(False, [1, -1]), (False, [])], False),
        ([[1, 1], [-1, -1, -1]], [], True),
        ([[1, 1, 2], [-1, 2, 2], [-2, 1], [-1, -2]], [(False, [2, 2]), (False, [])], True),
        ([[1, 2], [-1, 2], [-2, 1], [-1, -2]], [(False, [2])], True),
        ([[1, 2], [-1, 2], [-2, 1], [-1, -2]], [(False, [])], False),
        # Deleted twice, there twice; deleted without being there.
        ([[1, 2], [2, 1], [-1, 2], [-2, 1], [-1, -2]], [(True, [2, 1]), (False, [2])], True),
        ([[1, 2], [-1, 2], [-2, 1], [-1, -2]], [(True, [2, 1]), (False, [2])], False),
        ([[1, 2], [-1, 2], [-2, 1], [-1, -2]], [(True, [1, 3]), (False, [2])], True),
        ([[1], [-1]], [(False, [10**9])], True),
        ([[1, 10**9]], [(False, [-(10**9) + 1]), (False, [])], False),
    ],
)
def test_small_ones(clauses: Clauses, proof: Proof, accepted: bool) -> None:
    assert accepts(clauses, proof) == accepted


def test_why_not() -> None:
    clauses: Clauses = [[1, 2], [-1, 2], [3, 4]]
    assert refute(clauses, [(False, [2]), (False, [-2]), (False, [])]) is not None
    assert "step 2" in str(refute(clauses, [(False, [2]), (False, [-2]), (False, [])]))
    assert "the proof ends" in str(refute(clauses, [(False, [2])]))


@pytest.mark.parametrize(
    ("given", "layout"),
    [
        ("1 -2 0\nd 3 0\n0\n", "1 -2 0\nd 3 0\n0\n"),
        ("c who\n1  -2\t0 d 3\n0 0", "1 -2 0\nd 3 0\n0\n"),
        ("\r\n 1 0\r\n", "1 0\n"),
        ("", ""),
    ],
)
def test_the_layout(given: str, layout: str) -> None:
    assert b"".join(text_steps(given.encode().splitlines(keepends=True))).decode() == layout


@pytest.mark.parametrize(
    ("given", "line", "words"),
    [
        ("1 0\n1 x 0\n", 2, "'x' is not a literal"),
        ("1 d 2 0\n", 1, "'d' is not a literal"),
        ("1 0\n\n1 2\n", 3, "not complete"),
        ("d", 1, "not complete"),
        ("01 0\n", 1, "'01' is not"),
        ("a\x02\x00a\x00", 1, "is not a literal"),
        ("99999999999 0\n", 1, "is not a literal"),
    ],
)
def test_no_proof_at_all(given: str, line: int, words: str) -> None:
    with pytest.raises(InputError, match=words) as raised:
        list(text_steps(given.encode().splitlines(keepends=True)))
    assert raised.value.line == line
