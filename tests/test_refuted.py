"""That nothing is better, and that there is nothing: what is asked for, and what a proof shows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from satchel.cnf.opb_reader import Opb, read_opb
from satchel.cnf.wcnf_reader import read_wcnf
from satchel.submission.certifying.refuted import better_than_opb, better_than_wcnf, refuted
from tests.tracks import bench


def opb(text: Sequence[str]) -> Opb:
    return read_opb("".join(f"{line}\n" for line in text).encode())


def some_constraints(random: Random) -> tuple[int, list[str]]:
    """A few sums over a few variables that some assignment fulfils, and an objective, as OPB."""
    variables = random.randint(2, 5)
    model = [random.randint(0, 1) for _ in range(variables)]
    text = []
    for _ in range(random.randint(1, 4)):
        weights = [random.choice([-3, -2, -1, 1, 2, 3]) for _ in model]
        most = sum(w * x for w, x in zip(weights, model, strict=True))
        sums = " ".join(f"{w:+d} x{v}" for v, w in enumerate(weights, 1))
        text.append(f"{sums} >= {most - random.randint(0, 1)} ;")
    objective = " ".join(
        f"{random.choice([-4, -1, 1, 2, 5]):+d} x{v}" for v in range(1, variables + 1)
    )
    return variables, [
        f"* #variable= {variables} #constraint= {len(text)}",
        f"min: {objective} ;",
        *text,
    ]


def values(variables: int, text: Sequence[str]) -> set[int | None]:
    """Of the file's objective, in all solutions, by looking at every assignment."""
    formula = opb(text)
    found = set()
    for signs in product([False, True], repeat=variables):
        literals = [v if sign else -v for v, sign in enumerate(signs, 1)]
        if formula.falsified(literals) is None:
            found.add(formula.cost(literals))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_is_better_is_asked_for(seed: int) -> None:
    variables, text = some_constraints(Random(seed))
    formula = opb(text)
    best = min(value for value in values(variables, text) if value is not None)
    assert values(variables, better_than_opb(formula, text, best)) == set()
    assert values(variables, better_than_opb(formula, text, best + 1)) == {None}


@pytest.mark.parametrize("seed", range(40))
def test_what_costs_less_is_asked_for(seed: int) -> None:
    random = Random(seed)
    variables = random.randint(2, 5)
    model = [random.choice([-1, 1]) * v for v in range(1, variables + 1)]
    hard = [
        {model[v] if v == kept else random.choice([-1, 1]) * (v + 1) for v in (kept, other)}
        for kept, other in (random.sample(range(variables), 2) for _ in range(4))
    ]
    soft = [(random.randint(1, 4), random.choice([-1, 1]) * v) for v in range(1, variables + 1)]
    text = [f"h {' '.join(map(str, (*clause, 0)))}" for clause in hard]
    text += [f"{weight} {literal} 0" for weight, literal in soft]
    formula = read_wcnf("".join(f"{line}\n" for line in text).encode())
    best = min(
        formula.cost(literals)
        for signs in product([1, -1], repeat=variables)
        if formula.falsified(literals := [s * v for v, s in enumerate(signs, 1)]) is None
    )
    assert values(variables, better_than_wcnf(formula, best)) == set()
    assert values(variables, better_than_wcnf(formula, best + 1)) == {None}


needs_minisat_plus = pytest.mark.needs_program("minisat+")


@needs_minisat_plus
def test_refutations(tmp_path: Path) -> None:
    """Four pigeons do not go into three holes; three do."""
    for pigeons, shown in ((4, True), (3, False)):
        place = [[3 * p + h + 1 for h in range(3)] for p in range(pigeons)]
        text = [f"* #variable= {3 * pigeons} #constraint= {pigeons + 3}"]
        text += [" ".join(f"+1 x{v}" for v in pigeon) + " >= 1 ;" for pigeon in place]
        text += [
            " ".join(f"-1 x{v}" for v in hole) + " >= -1 ;" for hole in zip(*place, strict=True)
        ]
        found = refuted(text, f"p{pigeons}", bench(tmp_path), tmp_path)
        assert (found.by is not None, found.fault is not None) == (shown, not shown)
    assert {file.name for file in tmp_path.glob("*.xz")} == {"p4.opb.xz", "p4.cnf.xz", "p4.drat.xz"}


def more_than_pairs_allow(wanted: int) -> list[str]:
    """So many of 27 variables, of which 13 pairs have at most one true each: 14 can be."""
    pairs = [f"-1 x{v} -1 x{v + 1} >= -1 ;" for v in range(1, 27, 2)]
    some = " ".join(f"+1 x{v}" for v in range(1, 28)) + f" >= {wanted} ;"
    return [f"* #variable= 27 #constraint= {len(pairs) + 1}", *pairs, some]


@needs_minisat_plus
@pytest.mark.parametrize(("wanted", "shown"), [(14, False), (15, True), (16, True), (17, True)])
def test_sums_lose_nothing_on_their_way_to_clauses(
    tmp_path: Path, wanted: int, shown: bool
) -> None:
    """MiniSat+ leaves out clauses of sorters and adders where it writes them."""
    found = refuted(more_than_pairs_allow(wanted), "pairs", bench(tmp_path), tmp_path)
    assert (found.by is not None, found.fault is not None) == (shown, not shown)


@needs_minisat_plus
def test_clauses_that_are_not_the_problem_accuse_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.submission.certifying.refuted._BY_DIAGRAMS", "-cs")
    found = refuted(more_than_pairs_allow(15), "pairs", bench(tmp_path), tmp_path)
    assert (found.by, found.fault) == (None, None)
    assert found.note is not None
    assert "have a model" in found.note


@pytest.mark.parametrize("how", ["exit 0", "kill -9 $$"])
def test_a_translator_that_stops_early_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A clause that is cut off can be refuted where the whole one cannot: `1 -2` as `1`."""
    program = tmp_path / "minisat+"
    write = 'for word; do [ "${word#-cnf=}" = "$word" ] || printf "$cut" > "${word#-cnf=}"; done'
    program.write_text(f"#!/bin/sh\ncut='p cnf 1 2\\n-1 0\\n1 0\\n'\n{write}\n{how}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = refuted(more_than_pairs_allow(14), "cut", bench(tmp_path), tmp_path)
    assert (found.by, found.fault) == (None, None)
    assert "has made no clauses" in (found.note or "")
