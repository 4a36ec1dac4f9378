"""Writing and reading DIMACS: exact bytes, round trips, and every kind of damage with its line."""

from __future__ import annotations

import hashlib
import io
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.cnf.sink import MAX_VARIABLE
from satchel.dimacs import writer as dimacs
from satchel.dimacs.reader import read_dimacs
from satchel.dimacs.writer import formula_hash, write_dimacs
from satchel.errors import InputError, SizeError

CLAUSES = st.lists(
    st.lists(st.integers(1, 40).flatmap(lambda v: st.sampled_from([v, -v])), max_size=5)
)


def flat(clauses: list[list[int]]) -> array[int]:
    return array("i", [number for clause in clauses for number in (*clause, 0)])


def written(clauses: list[list[int]], comments: tuple[str, ...] = ()) -> tuple[bytes, str]:
    out = io.BytesIO()
    digest = write_dimacs(out, 40, len(clauses), [flat(clauses)] if clauses else [], comments)
    return out.getvalue(), digest


def test_bytes() -> None:
    data, digest = written([[1, -2], [], [3]], ("made by hand", ""))
    assert data == b"c made by hand\nc\np cnf 40 3\n1 -2 0\n0\n3 0\n"
    assert digest == hashlib.sha256(b"p cnf 40 3\n1 -2 0\n0\n3 0\n").hexdigest()


@given(CLAUSES, st.integers(1, 9))
def test_what_is_written_is_plain_and_reads_back(clauses: list[list[int]], slice: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dimacs, "_SLICE", slice)
        data, digest = written(clauses)
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    assert data.decode() == "\n".join([f"p cnf 40 {len(clauses)}", *lines, ""])
    for relaxed in (False, True):
        formula = read_dimacs(data, relaxed=relaxed)
        assert [n for chunk in formula.chunks for n in chunk] == list(flat(clauses))
        assert list(formula.lines) == list(range(2, 2 + len(clauses)))
        assert (formula.variables, formula.clauses) == (40, len(clauses))
        assert formula.hash() == digest == hashlib.sha256(data).hexdigest()


def test_too_many_variables_for_solvers() -> None:
    with pytest.raises(SizeError):
        write_dimacs(io.BytesIO(), MAX_VARIABLE + 1, 0, [])


STRICT_ERRORS = [
    (b"", 1, "header"),
    (b"c only a comment\n", 2, "header"),
    (b"1 2 0\n", 1, "header"),
    (b"p  cnf 2 1\n1 2 0\n", 1, "header"),
    (b"p cnf 2\n1 2 0\n", 1, "header"),
    (b"p dnf 2 1\n1 2 0\n", 1, "header"),
    (b"p cnf -2 1\n1 2 0\n", 1, "header"),
    (b"p cnf 268435456 0\n", 1, "268435455"),
    (b"p cnf " + b"9" * 5000 + b" 0\n", 1, "268435455"),
    (b"p cnf 2 1\r\n1 2 0\r\n", 1, "header"),
    (b"p cnf 2 1\n1 2 0\r\n", 2, "carriage return"),
    (b"p cnf 2 2\n1 2 0\n", 1, "2 clauses, not 1"),
    (b"p cnf 2 1\n1 2 0\n1 0\n", 1, "1 clauses, not 2"),
    (b"p cnf 2 2\n1 0\nc late\n2 0\n", 3, "comment after"),
    (b"p cnf 2 2\n1 2 0\n1\n", 3, "ends with 0"),
    (b"p cnf 2 1\n1\n2 0\n", 2, "ends with 0"),
    (b"p cnf 2 2\n1 0 2 0\n", 2, "two clauses"),
    (b"p cnf 2 2\n1 0\n\n2 0\n", 3, "ends with 0"),
    (b"p cnf 2 1\n1 3 0\n", 2, "literal 3 is beyond"),
    (b"p cnf 2 2\n1 0\n-3 0\n", 3, "literal -3 is beyond"),
    (b"p cnf 2 1\n1 x 0\n", 2, "'x' is not a literal"),
    (b"p cnf 2 1\n1 -0 0\n", 2, "'-0' is not a literal"),
    (b"p cnf 2 1\n1 01 0\n", 2, "'01' is not a literal"),
    (b"p cnf 2 1\n1 +2 0\n", 2, "not a literal"),
    (b"p cnf 2 1\n1 1-2 0\n", 2, "not a literal"),
    (b"p cnf 2 1\n1 \xff 0\n", 2, "not a literal"),
    (b"p cnf 2 1\n1 99999999999999999999 0\n", 2, "beyond 268435455"),
    (b"p cnf 2 1\n1 2 0\n%\n0\n", 3, "'%'"),
    (b"p cnf 1 1\n" + b"1 0\n" * 3 + b"1 y 0\n", 5, "'y'"),
]


@pytest.mark.parametrize(("data", "line", "words"), STRICT_ERRORS)
def test_strict_errors_name_their_line(data: bytes, line: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_dimacs(data, file="some.cnf")
    assert caught.value.line == line
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"some.cnf:{line}: ")


def test_error_lines_beyond_the_first_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.dimacs.reader._BLOCK", 16)
    with pytest.raises(InputError) as caught:
        read_dimacs(b"p cnf 3 99\n" + b"1 -2 3 0\n" * 90 + b"1 2\n")
    assert caught.value.line == 92


RELAXED = [
    (b"p cnf 2 1\r\n1 2 0\r\n", [[1, 2]], [2]),
    (b"c a\np cnf 2 1\nc b\n1\nc c\n2\n0\n", [[1, 2]], [4]),
    (b"p cnf 2 2\n1 0 -2 0\n", [[1], [-2]], [2, 2]),
    (b"p cnf 2 7\n1 2 0\n", [[1, 2]], [2]),
    (b"p cnf 1 1\n1 2 0\n", [[1, 2]], [2]),
    (b"p  cnf\t2   1 \n 1  2 0", [[1, 2]], [2]),
    (b"p cnf 2 2\n1 0\n2", [[1], [2]], [2, 3]),
    (b"p cnf 2 1\n1 2 0\n%\n0\n\n", [[1, 2]], [2]),
    (b"p cnf 0 0\n", [], []),
    (b"p cnf 0 1\n0\n", [[]], [2]),
]


@pytest.mark.parametrize(("data", "clauses", "lines"), RELAXED)
def test_relaxed(data: bytes, clauses: list[list[int]], lines: list[int]) -> None:
    formula = read_dimacs(data, relaxed=True)
    assert [n for chunk in formula.chunks for n in chunk] == list(flat(clauses))
    assert list(formula.lines) == lines
    assert formula.clauses == len(clauses)
    assert formula.variables >= max((abs(n) for clause in clauses for n in clause), default=0)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"1 2 0\n", 1),
        (b"p cnf 2 1\np cnf 2 1\n1 2 0\n", 2),
        (b"p cnf 2 1\n1 zwei 0\n", 2),
        (b"p cnf x 1\n", 1),
    ],
)
def test_relaxed_has_limits(data: bytes, line: int) -> None:
    with pytest.raises(InputError) as caught:
        read_dimacs(data, relaxed=True)
    assert caught.value.line == line


def test_a_million_and_a_half_clauses_come_back() -> None:
    chunk = array("i", [100, -200, 300, 0]) * 1_500_000
    out = io.BytesIO()
    digest = write_dimacs(out, 300, 1_500_000, [chunk])
    assert read_dimacs(out.getvalue()).hash() == digest == formula_hash(300, 1_500_000, [chunk])
