"""The hashes: against MD5 computed here, what they must not depend on, and files that are none."""

from __future__ import annotations

import hashlib
import importlib.util
import lzma
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.errors import BackendError, InputError
from satchel.submission import hashes
from satchel.submission.hashes import fingerprint

Clauses = list[list[int]]

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("gbdc") is None and "CI" not in os.environ, reason="gbdc is an extra"
)

LITERALS = st.integers(-6, 6).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=4, unique_by=abs), min_size=1)


def written(file: Path, clauses: Clauses) -> Path:
    lines = [" ".join(map(str, [*clause, 0])) for clause in clauses]
    largest = max(abs(literal) for clause in clauses for literal in clause)
    file.write_text("\n".join([f"p cnf {largest} {len(clauses)}", *lines]) + "\n")
    return file


def renamed(clauses: Clauses, random: Random) -> Clauses:
    names = random.sample(range(1, 20), 6)
    copy = [[names[abs(x) - 1] * (1 if x > 0 else -1) for x in clause] for clause in clauses]
    for clause in copy:
        random.shuffle(clause)
    random.shuffle(copy)
    return copy


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 3 2\n1 2 0\n-1 3 0\n",
        "c by somebody\nc\np  cnf 3   2\n1\t2 0 -1\n3 0",
        "p cnf 9 7\n  1 2\n0\nc in between\n-1 3 0\n\n\n",
    ],
)
def test_the_gbd_hash_is_the_md5_of_the_bare_clauses(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.cnf"
    file.write_text(text)
    assert fingerprint(file, "cnf").gbd == hashlib.md5(b"1 2 0 -1 3 0").hexdigest()


def test_a_compressed_file_has_the_hashes_of_its_content(tmp_path: Path) -> None:
    files: list[tuple[Path, hashes.Kind, str]] = [
        (tmp_path / "a.cnf", "cnf", "p cnf 2 1\n1 -2 0\n"),
        (tmp_path / "a.wcnf", "wcnf", "h 1 -2 0\n3 2 0\n"),
        (tmp_path / "a.opb", "opb", "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n"),
        (tmp_path / "a.smt2", "smt2", "(check-sat)\n"),
    ]
    for file, kind, text in files:
        file.write_text(text)
        packed = file.with_name(f"{file.name}.xz")
        packed.write_bytes(lzma.compress(text.encode()))
        assert fingerprint(file, kind) == fingerprint(packed, kind)
        assert (fingerprint(file, kind).iso is None) == (kind in {"opb", "smt2"})


def test_smt_lib_is_known_by_its_sha256(tmp_path: Path) -> None:
    file = tmp_path / "a.smt2"
    file.write_bytes(b"(set-logic QF_UF)\r\n(check-sat)")
    assert fingerprint(file, "smt2").gbd == hashlib.sha256(file.read_bytes()).hexdigest()


def test_opb_is_hashed_without_comments_and_blanks(tmp_path: Path) -> None:
    file = tmp_path / "a.opb"
    file.write_text("* #variable= 2 #constraint= 1\n* more\n+1 x1   +1 x2 >=  1 ;\n")
    assert fingerprint(file, "opb").gbd == hashlib.md5(b"1 x1 1 x2 >= 1;").hexdigest()


@settings(max_examples=60, deadline=None)
@given(CLAUSES, st.randoms(use_true_random=False))
def test_the_isohash_survives_new_names_and_orders(
    tmp_path_factory: pytest.TempPathFactory, clauses: Clauses, random: Random
) -> None:
    folder = tmp_path_factory.mktemp("iso")
    before = fingerprint(written(folder / "a.cnf", clauses), "cnf")
    after = fingerprint(written(folder / "b.cnf", renamed(clauses, random)), "cnf")
    assert before.iso == after.iso


def test_the_isohash_tells_degrees_apart(tmp_path: Path) -> None:
    path = fingerprint(written(tmp_path / "path.cnf", [[1, 2], [2, 3], [3, 4]]), "cnf")
    star = fingerprint(written(tmp_path / "star.cnf", [[1, 2], [1, 3], [1, 4]]), "cnf")
    assert path.iso != star.iso


def test_weights_count(tmp_path: Path) -> None:
    first, second = tmp_path / "a.wcnf", tmp_path / "b.wcnf"
    first.write_text("h 1 2 0\n3 -1 0\n")
    second.write_text("c other\nh 1 2 0\n4 -1 0\n")
    assert fingerprint(first, "wcnf") != fingerprint(second, "wcnf")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("cnf", ""),
        ("cnf", "p cnf 3 2\n1 x 0\n"),
        ("cnf", "p cnf 3 2\n1 2 0\n%\n0\n"),
        ("cnf", "p cnf 1 1\n99999999999999999999 0\n"),
        ("wcnf", "p cnf 2 1\n1 2 0\n"),
        ("opb", "p cnf 2 1\n1 2 0\n"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, kind: hashes.Kind, text: str
) -> None:
    file = tmp_path / f"bad.{kind}"
    file.write_text(text)
    with pytest.raises(InputError, match=f"^{file}: no {kind}: ") as raised:
        fingerprint(file, kind)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.cnf: cannot be read: No such file"):
        fingerprint(tmp_path / "none.cnf", "cnf")


def test_a_crash_of_gbdc_stays_in_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kill = f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})"
    monkeypatch.setattr(hashes, "_SCRIPT", kill)
    with pytest.raises(BackendError, match=r"gbdc failed on .*, exit code -11"):
        fingerprint(written(tmp_path / "a.cnf", [[1]]), "cnf")


def test_without_gbdc_its_command_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nothing)
    with pytest.raises(BackendError, match=r"pip install 'gbdc"):
        fingerprint(written(tmp_path / "a.cnf", [[1]]), "cnf")
