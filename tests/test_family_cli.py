"""`satchel family`: lines, folders and tables; the same bytes every time, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from satchel.files import read_text
from satchel.puzzle import Catalogue
from satchel.submission.generating.folder import ENDINGS
from satchel.submission.generating.order import find_family
from satchel.submission.hashes import fingerprint
from satchel.tasks.files.export import FORMATS
from tests.commands import done, satchel

SMALL = ["--scale", "10..11", "--count", "4"]
COMMAND = "satchel family queens --scale 10..11 --count 4 --seed 0"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_line_is_an_instance_for_every_command(tmp_path: Path) -> None:
    lines = done("family", "queens", *SMALL).splitlines()
    assert len(lines) == 4
    for line in lines:
        name, size, status, gbd, iso = line.split("\t")
        assert int(size) in (10, 11)
        assert " " not in name
        formula = tmp_path / "formula.cnf"
        done("encode", name, "-o", str(formula))
        found = fingerprint(formula, "cnf")
        assert (gbd, iso) == (found.gbd, found.iso)
        solved = json.loads(satchel("solve", name, "--output", "json").stdout)
        assert solved["status"] == status


def test_json_says_the_same_and_more() -> None:
    lines = done("family", "queens", *SMALL).splitlines()
    objects = [
        json.loads(line)
        for line in done("family", "queens", *SMALL, "--output", "json").splitlines()
    ]
    for line, found in zip(lines, objects, strict=True):
        assert line.split("\t") == [
            found["instance"],
            str(found["size"]),
            found["status"],
            found["gbd_hash"],
            found["isohash"],
        ]
        assert found["name"].startswith("queens-")
        assert found["variables"] > 0 < found["clauses"]
        assert found["why"]


def test_a_folder_is_the_same_every_time(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "deep" / "other"
    words = ["family", "queens", *SMALL, "--format", "dimacs"]
    done(*words, "-o", str(one))
    result = satchel(*words, "-o", str(other), cwd=tmp_path, seed="77")
    assert result.returncode == 0
    assert contents(one) == contents(other)
    assert done(*words, "-o", str(one)) == ""
    assert contents(one) == contents(other)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "one"]


def test_a_folder_has_instances_formulas_maps_and_a_table(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    done("family", "queens", *SMALL, "--format", "dimacs", "-o", str(folder))
    heading, *_ = (folder / "family.csv").read_text().partition("name,")
    assert heading == f"# {COMMAND}\n# seed 0\n"
    rows = list(
        csv.DictReader(
            line for line in (folder / "family.csv").read_text().splitlines() if line[0] != "#"
        )
    )
    expected = {"family.csv"}
    for row in rows:
        stem = row["name"]
        expected |= {f"{stem}.toml", f"{stem}.cnf", f"{stem}.map.json"}
        assert (folder / f"{stem}.toml").read_text().startswith(f"# {COMMAND}\n# seed 0\n")
        text = (folder / f"{stem}.cnf").read_text()
        assert text.startswith(f"c {COMMAND} --format dimacs\nc seed 0\n")
        assert f"\np cnf {row['variables']} {row['clauses']}\n" in text
        found = fingerprint(folder / f"{stem}.cnf", "cnf")
        assert (row["gbd_hash"], row["isohash"]) == (found.gbd, found.iso)
        known = Catalogue().instance(str(folder / f"{stem}.toml")).known
        assert known is not None
        assert (known.status, known.sources["status"]) == (
            row["status"],
            f"by construction: {row['why']}",
        )
    assert set(contents(folder)) == expected
    assert [row["status"] for row in rows] == ["sat", "unsat", "sat", "unsat"]
    assert len({row["gbd_hash"] for row in rows}) == 4


def test_an_answer_against_what_is_certain_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    done("family", "queens", "--scale", "10", "--count", "1", "-o", str(folder))
    (file,) = folder.glob("*.toml")
    assert satchel("solve", str(file)).returncode == 0
    file.write_text(read_text(str(file)).replace('"sat"', '"unsat"'))
    assert satchel("solve", str(file)).returncode == 1


@pytest.mark.parametrize("name", ENDINGS)
def test_every_format_begins_with_the_command_and_the_seed(name: str, tmp_path: Path) -> None:
    family = "most_knights" if name == "wcnf" else "queens"  # there has to be an objective
    folder = tmp_path / "made"
    words = ["--model", "lines"] if name == "mc" else []
    ordered = [family, "--scale", "10..10", "--count", "1"]
    done("family", *ordered, *words, "--format", name, "-o", str(folder))
    (file,) = folder.glob(f"*{ENDINGS[name]}")
    head = "\n".join(file.read_text().splitlines()[:12])
    command = " ".join(["satchel family", *ordered, "--seed 0", *words])
    assert f"{command} --format {name}\n" in head
    assert "seed 0\n" in head
    assert len(list(folder.glob("*.map.json"))) == 1


def test_formats_with_comments_are_all_there() -> None:
    assert set(ENDINGS) == set(FORMATS) - {"json"}


def test_the_words_are_a_command_for_the_same(tmp_path: Path) -> None:
    words = [
        *SMALL,
        "--seed",
        "3",
        "--encoding",
        "order",
        "--set",
        "amo=product",
        "--presolve",
        "none",
    ]
    done("family", "queens", *words, "-o", str(tmp_path / "one"))
    file = next((tmp_path / "one").glob("*.toml"))
    command = file.read_text().splitlines()[0].removeprefix("# satchel ").split()
    done(*command, "-o", str(tmp_path / "other"))
    assert contents(tmp_path / "one") == contents(tmp_path / "other")


@pytest.mark.parametrize(
    "content", [{"notes.txt": "mine"}, {"family.csv": "# something else\n"}], ids=["notes", "table"]
)
def test_a_folder_with_something_else_is_refused(content: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in content.items():
        (folder / name).write_text(text)
    result = satchel("family", "queens", *SMALL, "-o", str(folder))
    assert (result.returncode, result.stdout) == (2, "")
    assert "holds something else" in result.stderr
    assert {path.name: path.read_text() for path in folder.iterdir()} == content


def test_a_folder_that_was_changed_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    done("family", "queens", *SMALL, "-o", str(folder))
    file = next(folder.glob("*.toml"))
    file.write_text("mine")
    before = contents(folder)
    result = satchel("family", "queens", *SMALL, "-o", str(folder))
    assert result.returncode == 2
    assert file.name in result.stderr
    assert contents(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    done("family", "queens", "--scale", "10", "--count", "1", "-o", str(tmp_path))
    assert len(contents(tmp_path)) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "no such family: 'chess' (there are: "),
        (["queens", "--scale", "9..8"], "a scale is LOW..HIGH"),
        (["queens", "--scale", "0..8"], "a scale is LOW..HIGH"),
        (["queens", "--scale", "8-9"], "'8-9' is not a range of sizes like 8..20"),
        (["queens", "--scale", "3..4"], "a size is"),
        (["queens", "--count", "0"], "--count"),
        (["queens", "--seed", "-1"], "--seed"),
        (["queens", "--format", "dimacs"], "name a folder"),
        (["queens", "--format", "json", "-o", "x"], "no format 'json'"),
        (["queens", "--model", "none"], "no model 'none'"),
        (["knights_tour", *SMALL, "--set", "circuit=cuts"], "lazy"),
        (["queens", *SMALL, "--set", "amo=native"], "clauses only"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], message: str, tmp_path: Path) -> None:
    result = satchel("family", *words, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    words = ["--scale", "10..20", "--max-clauses", "500"]
    result = satchel("family", "queens", *words, "-o", str(tmp_path / "made"))
    assert result.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_families_are_listed() -> None:
    listed = {row[0]: row for row in json.loads(done("list", "families", "--output", "json"))}
    for name in ("knights_tour", "packing", "queens"):
        found = find_family(name)
        usual = f"{found.sizes[0]}..{found.sizes[-1]}"
        assert listed[name][1:3] == [usual, found.measure]
