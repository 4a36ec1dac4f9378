"""GBD's sanity checks say of random, randomly damaged formulas what the linter says.

GBD is told apart from us in these points, which are left out of the comparison:

* a file with a word that is no number it refuses, and so do we: with an error; where it reads on
  (`2 0-1 0`, a line that begins with a `c` of another word) anything may follow;
* empty clauses it does not count, so that the header that is right is wrong for it;
* of several headers it takes the last, and of one without two numbers the numbers that come next;
* blanks before a line's first word, blank lines that are not the last, plus signs and zeros before
  numbers (but for the first of a clause) it does not see, nor anything within comments;
* behind a tautology it skips the rest of the line, and whatever is there;
* a file of blanks alone is consistent for it;
* a last word without an end of line it does not see when it looks at clauses.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.linter import lint
from tests.conftest import EXAMPLES
from tests.damage import damaged, random_cnf

if "CI" not in os.environ:
    pytest.importorskip("gbdc")

HEADER = {"header-missing", "header-clauses", "header-variables", "literal-beyond"}
WHITESPACE = {
    *("double-blank", "trailing-blank", "tab", "odd-blank", "carriage-return", "no-newline"),
    *("two-clauses", "split-clause", "unterminated"),
}
CLAUSES_APART = {"no-number", "no-newline", "tautology"}
PROPERTIES: dict[str, tuple[set[str], set[str]]] = {
    # What is `no` exactly where there is a fault of the first rules, unless there is one of the
    # second.
    "header_consistent": (
        HEADER,
        {"no-number", "empty-clause", "header-second", "header-malformed"},
    ),
    "whitespace_normalised": (
        WHITESPACE,
        {
            *("no-number", "header-malformed", "header-second"),
            *("blank-line", "leading-blank", "plus-sign", "leading-zero"),
        },
    ),
    "no_comment": ({"comment"}, {"no-number"}),
    "no_tautological_clause": ({"tautology"}, CLAUSES_APART - {"tautology"}),
    "no_duplicate_literals": ({"duplicate-literal"}, CLAUSES_APART),
    "no_empty_clause": ({"empty-clause"}, CLAUSES_APART),
}

CHECKER = """
import json, sys, gbdc
for line in sys.stdin:
    try:
        print(json.dumps(gbdc.checksani(line.strip())), flush=True)
    except Exception:
        print("null", flush=True)
"""


@pytest.fixture(scope="module")
def checks() -> Iterator[Callable[[Path], dict[str, str] | None]]:
    """What GBD says of a file; None where it refuses it. In a process that may die."""
    process = subprocess.Popen(
        [sys.executable, "-c", CHECKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    stdin, stdout = process.stdin, process.stdout

    def check(file: Path) -> dict[str, str] | None:
        stdin.write(f"{file}\n")
        stdin.flush()
        found: dict[str, str] | None = json.loads(stdout.readline())
        return found

    yield check
    stdin.close()
    stdout.close()
    process.wait()


@settings(max_examples=EXAMPLES or 1500)
@given(seed=st.integers(0, 2**32))
def test_gbd_says_the_same(
    seed: int,
    checks: Callable[[Path], dict[str, str] | None],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    random = Random(seed)
    file = tmp_path_factory.getbasetemp() / "gbd.cnf"
    file.write_bytes(damaged(random, random_cnf(random)))
    text = file.read_bytes()
    faults = lint(file)
    rules = {fault.rule for fault in faults}
    said = checks(file)
    if not text.strip():
        return
    if said is None:
        assert any(fault.severity == "error" for fault in faults), text
        return
    for name, (ours, apart) in PROPERTIES.items():
        if not rules & apart:
            assert (said[name] == "no") == bool(rules & ours), (name, text, faults)
