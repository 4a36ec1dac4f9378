"""The linter, the strict readers and the writers speak of the same formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.cnf.opb_reader import read_opb
from satchel.cnf.options import Options
from satchel.cnf.wcnf_reader import read_wcnf
from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError
from satchel.linter import Fault, lint
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.origin import Origin
from tests.conftest import EXAMPLES
from tests.damage import damaged, random_cnf
from tests.random_models import random_model, random_objective, random_options

FORMS = {"dimacs": "cnf", "mc": "cnf", "pmc": "cnf", "wcnf": "wcnf", "opb": "opb"}
READERS: dict[str, Callable[[bytes], object]] = {
    "cnf": read_dimacs,
    "wcnf": read_wcnf,
    "opb": read_opb,
}

MEANING = {
    *("tautology", "duplicate-literal", "empty-clause", "empty-formula", "no-soft", "non-ascii"),
    *("header-variables", "numbering-gap", "opb-variables", "opb-empty", "opb-zero"),
    *("opb-intsize-missing", "opb-equal", "opb-intsize"),
}
"""What is no matter of form: the strict readers take it."""

BLANKS = {"double-blank", "leading-blank", "trailing-blank", "tab", "no-newline", "carriage-return"}
"""What the strict reader of DIMACS takes besides, at some places."""

TRIVIAL = {"empty-clause", "empty-formula", "no-soft", "opb-empty"}
"""What is wrong with what has nothing in it: a model may be trivial."""


def written(random: Random, form: str, folder: Path) -> Path | None:
    """A random model in a file of a form; None where its options do not go with that."""
    model = random_objective(random) if form == "wcnf" else random_model(random)
    options = replace(random_options(random), count_safe=False)
    if form == "mc":
        options = Options(presolve=options.presolve, integers=options.integers)
    out = folder / f"a.{FORMS[form]}"
    try:
        FORMATS[form].write(Job(Origin(model), options, str(out)))
    except InputError:
        return None
    return out


def faulty(faults: list[Fault]) -> set[str]:
    return {fault.rule for fault in faults if fault.severity != "note"}


seeds = st.integers(0, 2**32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lint")


@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_has_no_fault(form: str, folder: Path) -> None:
    clean = 0
    for seed in range(max(EXAMPLES, 60)):
        out = written(Random(seed), form, folder)
        if out is not None:
            found = faulty(lint(out, form if form in ("mc", "pmc") else None))
            assert found <= TRIVIAL, (seed, out.read_text())
            clean += not found
    assert clean > 10


def test_scripts_have_no_fault(folder: Path) -> None:
    for seed in range(max(EXAMPLES, 60)):
        random = Random(seed)
        out = folder / "a.smt2"
        FORMATS["smtlib"].write(Job(Origin(random_model(random)), Options(), str(out)))
        assert faulty(lint(out)) == set(), (seed, out.read_text())


@settings(max_examples=EXAMPLES or 1000)
@given(seeds)
def test_cnf_without_a_fault_is_read(folder: Path, seed: int) -> None:
    random = Random(seed)
    file = folder / "damaged.cnf"
    file.write_bytes(damaged(random, random_cnf(random)))
    agree(file, BLANKS)


def test_blocks_make_no_difference(folder: Path) -> None:
    """Lines, and clauses that are there twice, are told across blocks; so in WCNF."""
    for seed in range(max(EXAMPLES, 300)):
        random = Random(seed)
        header, *clauses = random_cnf(random)
        text = damaged(random, [header, *clauses, *clauses])
        weighted = damaged(random, [["h", *c] for c in clauses] + [["7", *c] for c in clauses])
        for name, data in (("a.cnf", text), ("a.wcnf", weighted)):
            file = folder / name
            file.write_bytes(data)
            whole = lint(file)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("satchel.linter.cnf._BLOCK", random.choice([1, 16, 40]))
                patch.setattr("satchel.linter.clauses._SMALL", random.choice([0, 8]))
                assert lint(file) == whole, data


@pytest.mark.parametrize("form", ["wcnf", "opb"])
def test_what_is_damaged_is_seen_by_both(form: str, folder: Path) -> None:
    for seed in range(max(EXAMPLES, 60)):
        random = Random(seed)
        out = written(random, form, folder)
        if out is None:
            continue
        lines = [line.split(" ") for line in out.read_text().splitlines()]
        for _ in range(5):
            out.write_bytes(damaged(random, [[*line] for line in lines]))
            agree(out, {"carriage-return"} if form == "wcnf" else set())  # in comments


def agree(file: Path, taken: set[str]) -> None:
    """Without error and warning, the reader reads it; what it reads has no fault of form.

    One thing is apart: a coefficient without a sign is a note, and our reader takes none.
    """
    data, kind = file.read_bytes(), file.suffix[1:]
    found = faulty(lint(file))
    if not found:
        READERS[kind](data)
    elif not found <= MEANING | taken:
        with pytest.raises(InputError):
            READERS[kind](data)
