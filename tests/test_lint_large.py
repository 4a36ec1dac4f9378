"""`satchel lint` comes to an end with large files in which one thing is wrong again and again.

What goes through the whole file for each fault, or through a line for each of its words, takes
minutes or hours for these and not a second; the limit is only there to end it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import satchel

MANY = 300_000


def faults(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    result = satchel("lint", path.name, cwd=path.parent, timeout=60)
    assert result.stderr == ""
    return [line.split("[")[1] for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("clause", "rule"), [(b"1 2 0\n", "duplicate-clause"), (b"0\n", "empty-clause")]
)
def test_the_same_clause_again_and_again(clause: bytes, rule: str, tmp_path: Path) -> None:
    data = b"p cnf 2 %d\n1 -2 0\n" % (MANY + 1) + clause * MANY
    found = [fault for fault in faults(tmp_path / "a.cnf", data) if fault.startswith(rule)]
    again = MANY - (rule == "duplicate-clause")  # the first is like no other before it
    assert len(found) == 10
    assert found[-1] == f"{rule}] and {again - 10:,} more"


def test_a_variable_that_is_there_twice_in_a_long_sum(tmp_path: Path) -> None:
    terms = b"".join(b"+1 x%d " % x for x in range(1, MANY + 1))
    data = b"* #variable= %d #constraint= 1\n%b+1 x7 >= 1 ;\n" % (MANY, terms)
    assert faults(tmp_path / "a.opb", data) == ["opb-repeated]"]


def test_a_header_that_is_one_long_word(tmp_path: Path) -> None:
    data = b"* #variable= 1 #constraint= 1 %b\n+1 x1 >= 1 ;\n" % (b"a" * 4 * MANY)
    assert faults(tmp_path / "a.opb", data) == ["opb-header-malformed]"]
