"""Whole submissions of small families to each track, looked at as organisers would."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satchel.errors import InputError
from satchel.families.protocol import Paper, Track, Variant
from satchel.files import read_bytes, read_text
from satchel.puzzle import Catalogue
from satchel.submission.generating.order import Order
from satchel.submission.request import Request
from satchel.submission.submit import submit
from satchel.tasks.files.decode import decode_text
from satchel.tasks.files.mapfile import load_map
from tests.submissions import slow

if "CI" not in os.environ:
    for package in ("pyganak", "cvc5", "dratify", "gbdc"):
        pytest.importorskip(package)
NAME = "boards"
BEST = {"boards-5x5": 12, "boards-5x6": 15}
"""Of knights 13 and 15 are the most (A030978), so 12 and 15 squares are without one."""
COUNTS = {"boards-5x5": 10, "boards-5x6": 8}
"""Five queens stand in ten ways (A000170), two of them with one in a given corner."""
FEWEST = {"boards-5x5": 3, "boards-5x6": 3}
"""Queens that dominate a board of five rows (A075458)."""


PAPER = Paper("Boards", "Two boards.", "They are old.", "By hand.", {})


@dataclass(frozen=True)
class Boards:
    """Two boards, of five rows; the second one is a little different."""

    puzzle: str
    first: Mapping[str, Any]
    second: Mapping[str, Any]
    tracks: Mapping[Track, range]
    summary: str = "two boards"
    measure: str = "the rows"
    sizes: range = range(5, 6)
    paper: Paper = PAPER

    def variants(self, size: int, random: Random) -> Iterator[Variant]:
        yield Variant(f"{size}x{size}", self.first)
        yield Variant(f"{size}x{size + 1}", self.second)


@dataclass(frozen=True)
class Registered:
    """A family where plug-ins are looked for."""

    family: Boards

    def load(self, _: str) -> Boards:
        return self.family


def pieces(track: Track, **parameters: str) -> Boards:
    first = {"rows": 5, "columns": 5, **parameters}
    return Boards("placement", first, {**first, "columns": 6}, {track: range(5, 6)})


FAMILIES: dict[Track, Boards] = {
    "maxsat": pieces("maxsat", piece="knight", objective="most"),
    "pb": pieces("pb", piece="queen", objective="dominate"),
    "mc": Boards("queens", {"n": 5}, {"n": 5, "blocked": [[1, 1]]}, {"mc": range(5, 6)}),
    "smt": Boards("queens", {"n": 5}, {"n": 5, "blocked": [[1, 1]]}, {"smt": range(5, 6)}),
}


@pytest.fixture
def family(track: Track, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {NAME: Registered(FAMILIES[track])}
    monkeypatch.setattr("satchel.submission.generating.order._plugins", lambda: found)


def made(track: Track, place: Path, **more: str) -> tuple[Path, dict[str, dict[str, str]]]:
    """The folder, and its table by name."""
    limits = {"easy": 0.2, "hard": 60.0}
    request = Request.of(track, Order.of(NAME, count=2), probe=slow(place), **limits, **more)
    folder = place / "submission"
    report = submit(request, folder)
    assert (report.kept, report.faults) == (2, [])
    with (folder / "instances.csv").open(newline="") as file:
        return folder, {row["name"]: row for row in csv.DictReader(file)}


@pytest.mark.needs_program("minisat+", "clasp")
@pytest.mark.parametrize("track", ["maxsat", "pb", "mc"])
@pytest.mark.usefixtures("family")
def test_values_are_certain(track: Track, tmp_path: Path) -> None:
    folder, rows = made(track, tmp_path)
    values = {"maxsat": BEST, "pb": FEWEST, "mc": COUNTS}[track]
    assert {name: int(row["value"]) for name, row in rows.items()} == values
    ending, readers = {
        "maxsat": (".wcnf.xz", "rc2"),
        "pb": (".opb.xz", "clasp minisat+"),
        "mc": (".cnf.xz", "pyganak"),
    }[track]
    for name, row in rows.items():
        assert row["status"] == ("counted" if track == "mc" else "optimum")
        assert row["file"] == f"instances/{name}{ending}"
        assert row["read_by"] == readers
        text = read_bytes(str(folder / row["file"])).decode()
        assert re.search(rf"^[c*](?: c)? satchel submit {track} {NAME} ", text, re.MULTILINE)
        assert re.search(r"^[c*](?: c)? seed 0$", text, re.MULTILINE)
        if track != "mc":
            loaded = load_map(read_text(str(folder / f"maps/{name}.map.json")), Catalogue())
            answer = read_text(str(folder / row["certificate"]))
            assert decode_text(loaded, answer).status == "optimum"


@pytest.mark.parametrize("track", ["smt"])
@pytest.mark.usefixtures("family")
def test_scripts_stand_in_the_librarys_folders(track: Track, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--date"):
        made(track, tmp_path)
    folder, rows = made(track, tmp_path, author="Jo|n Doe", date="2026-01-31")
    place = f"instances/non-incremental/QF_LIA/20260131-{NAME}-Jo_n_Doe"
    for name, row in rows.items():
        assert (row["status"], row["read_by"]) == ("sat", "cvc5 z3")
        assert row["file"] == f"{place}/{name}.smt2"
        # As the library's own first check has it, quick-check.sh.
        text = (folder / row["file"]).read_text()
        assert re.findall(r"^\(set-logic (.*)\)$", text, re.MULTILINE) == ["QF_LIA"]
        assert re.findall(r"^\(set-info :status (.*)\)$", text, re.MULTILINE) == ["sat"]
        assert re.findall(r'^\(set-info :category "(.*)"\)$', text, re.MULTILINE) == ["crafted"]
        assert len(re.findall(r'^\(set-info :license ".+"\)$', text, re.MULTILINE)) == 1
        assert (text.count("(check-sat)"), text.count("(exit)")) == (1, 1)
        assert text.splitlines()[3] == "Generated by: Jo/n Doe"
        loaded = load_map(read_text(str(folder / f"maps/{name}.map.json")), Catalogue())
        answer = read_text(str(folder / row["certificate"]))
        assert decode_text(loaded, answer).status == "sat"
