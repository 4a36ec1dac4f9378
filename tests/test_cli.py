"""The commands as their users call them: results, exit codes, pipes, files, limits."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from satchel.dimacs.reader import read_dimacs
from satchel.ir import Model
from satchel.version import VERSION
from tests.commands import ENVIRONMENT, PYTHON, ROOT, done, satchel
from tests.programs import answer, kissat


def test_version() -> None:
    assert done("--version") == f"satchel {VERSION}\n"


@pytest.mark.parametrize(
    "command", ["encode", "solve", "decode", "check", "list", "show", "unique", "explain"]
)
def test_help_teaches_by_example(command: str) -> None:
    assert f"{command} " in done(command, "-h").split("Usage:")[1].split("Options:")[0]
    assert command in done("--help")


def test_help_and_encode_load_no_solver() -> None:
    code = (
        "import sys; from satchel.cli.main import run, satchel\n"
        "run(satchel, ['encode', 'queens:n=8', '-o', sys.argv[1]], 'satchel')\n"
        "heavy = {'z3', 'pysat', 'rich', 'numpy', 'psutil'} & set(sys.modules)\n"
        "sys.exit(' '.join(heavy) or None)"
    )
    subprocess.run([sys.executable, "-c", code, os.devnull], env=ENVIRONMENT, check=True)


def test_encode_into_a_pipe_and_into_a_file(tmp_path: Path) -> None:
    piped = done("encode", "queens:n=8", "--format", "dimacs", cwd=tmp_path)
    assert not list(tmp_path.iterdir())
    assert done("encode", "queens:n=8", "-o", "8.cnf", cwd=tmp_path) == ""
    assert (tmp_path / "8.cnf").read_text() == piped
    assert sorted(path.name for path in tmp_path.iterdir()) == ["8.cnf", "8.map.json"]
    head, *rest = piped[piped.index("p cnf") :].splitlines()
    assert int(head.split()[3]) == len(rest)
    assert all(line.startswith("c ") for line in piped[: piped.index("p cnf")].splitlines())
    assert 'c puzzle queens {"n": 8}' in piped


def test_the_map_goes_where_it_is_told(tmp_path: Path) -> None:
    done("encode", "queens:n=4", "--map", "there.json", cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["there.json"]
    done("encode", "queens:n=4", "-o", "4.cnf", "--map", "there.json", cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["4.cnf", "there.json"]


@pytest.mark.parametrize("shuffle", [[], ["--shuffle", "7"]])
def test_same_command_same_bytes(tmp_path: Path, shuffle: list[str]) -> None:
    contents = set()
    for number, seed in enumerate(("0", "1", "12345")):
        name = str(tmp_path / f"name{number}.cnf")
        assert satchel("encode", "queens:n=9", "-o", name, *shuffle, seed=seed).returncode == 0
        map_bytes = (tmp_path / f"name{number}.map.json").read_bytes()
        contents.add((Path(name).read_bytes(), map_bytes))
    assert len(contents) == 1


def test_compressed_by_ending_with_the_same_bytes_each_time(tmp_path: Path) -> None:
    plain = done("encode", "queens:n=6").encode()
    for ending, unpack in ((".gz", gzip.decompress), (".xz", lzma.decompress)):
        packed = []
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir(exist_ok=True)
            done("encode", "queens:n=6", "-o", f"{folder}/{folder}.cnf{ending}", cwd=tmp_path)
            packed.append((tmp_path / folder / f"{folder}.cnf{ending}").read_bytes())
            assert (tmp_path / folder / f"{folder}.map.json").exists()
        assert packed[0] == packed[1]
        assert unpack(packed[0]) == plain


def test_stats_go_where_the_formula_does_not(tmp_path: Path) -> None:
    piped = satchel("encode", "queens:n=8", "--stats")
    assert piped.stdout.startswith("c satchel")
    assert piped.stderr.startswith("kind ")
    result = satchel("encode", "queens:n=8", "--stats", "-o", str(tmp_path / "8.cnf"))
    assert result.stderr == ""
    table = result.stdout.splitlines()
    assert table[0].split() == [
        "kind", "encoding", "constraints", "variables", "clauses", "literals", "seconds",
    ]  # fmt: skip
    formula = read_dimacs((tmp_path / "8.cnf").read_bytes())
    literals = sum(1 for chunk in formula.chunks for literal in chunk if literal)
    assert table[-1].split() == [
        "formula", f"{formula.variables:,}", f"{formula.clauses:,}", f"{literals:,}",
    ]  # fmt: skip


def test_the_model_as_json() -> None:
    model = Model.from_json(json.loads(done("encode", "queens:n=5", "--format", "json")))
    assert len(model.shown) == 25


@pytest.mark.parametrize("name", ["permutation", "lines", "attack"])
def test_encode_solve_decode(tmp_path: Path, name: str) -> None:
    done("encode", "queens/6", "--model", name, "-o", "6.cnf", cwd=tmp_path)
    (tmp_path / "6.out").write_text(answer(tmp_path / "6.cnf"))
    text = done("decode", "6.map.json", "6.out", "--cnf", "6.cnf", cwd=tmp_path)
    assert text.count("♛") == 6
    assert text.endswith("satisfiable (checked)\n")


@pytest.mark.needs_program("minisat")
def test_minisats_own_kind_of_answer(tmp_path: Path) -> None:
    done("encode", "queens/6", "-o", "6.cnf", cwd=tmp_path)
    subprocess.run(["minisat", "6.cnf", "6.out"], cwd=tmp_path, capture_output=True, check=False)
    assert (tmp_path / "6.out").read_text().startswith("SAT\n")
    assert done("decode", "6.map.json", "6.out", cwd=tmp_path).count("♛") == 6


def test_a_pipe_into_a_solver_and_back(tmp_path: Path) -> None:
    formula = done("encode", "queens:n=8", "--map", "8.map.json", "--shuffle", "3", cwd=tmp_path)
    solved = subprocess.run([kissat(), "-q"], input=formula, capture_output=True, text=True)
    out = done("decode", "8.map.json", "-", "--output", "json", cwd=tmp_path, stdin=solved.stdout)
    decoded = json.loads(out)
    assert (decoded["status"], decoded["checked"]) == ("sat", True)
    assert sum(decoded["solution"].values()) == 8


def test_unsat_is_verified_by_the_known_answer_or_not_at_all(tmp_path: Path) -> None:
    for instance, words in (("queens/3", "OEIS A000170"), ("queens:n=3", "unverified")):
        done("encode", instance, "-o", "3.cnf", cwd=tmp_path)
        assert words in done("decode", "3.map.json", "-", cwd=tmp_path, stdin="s UNSATISFIABLE\n")
    assert done("decode", "3.map.json", "-", cwd=tmp_path, stdin="s UNKNOWN\n") == "unknown\n"


def test_solve_draws_and_saves_and_shows_and_checks(tmp_path: Path) -> None:
    text = done("solve", "queens/8")
    assert text.count("♛") == 8
    assert "satisfiable (checked), by cadical" in text
    saved = tmp_path / "8.json"
    saved.write_text(done("solve", "queens/8", "--output", "json"))
    answer = json.loads(saved.read_text())
    assert {
        "status",
        "reason",
        "solution",
        "objective",
        "backend",
        "formula",
        "times",
        "checked",
    } <= (answer.keys())
    assert {"build", "encode", "solve", "decode", "check"} <= answer["times"].keys()
    assert done("show", str(saved)).count("♛") == 8
    assert done("check", "queens/8", str(saved)) == "correct\n"
    answer["solution"]["r1c1"] = not answer["solution"]["r1c1"]
    saved.write_text(json.dumps(answer["solution"]))
    result = satchel("check", "queens/8", str(saved))
    assert result.returncode == 1
    assert result.stderr.count("♛") in (7, 9)  # the wrong board
    assert "queens, not 8" in result.stdout


def test_competition_output() -> None:
    result = satchel("solve", "queens/8", "--output", "dimacs")
    assert result.returncode == 10
    lines = result.stdout.splitlines()
    assert "s SATISFIABLE" in lines
    assert lines[-1].endswith(" 0")
    assert max(map(len, lines)) <= 78
    assert satchel("solve", "queens/3", "--output", "dimacs").returncode == 20


@pytest.mark.parametrize("name", ["permutation", "lines", "attack"])
def test_every_solution_once(name: str) -> None:
    out = done("solve", "queens/6", "--all", "--model", name, "--output", "json")
    boards = {json.dumps(json.loads(line)["solution"]) for line in out.splitlines()}
    assert len(boards) == len(out.splitlines()) == 4
    text = done("solve", "queens/6", "--all", "--model", name, "--limit", "2")
    assert text.endswith("2 solutions (the limit)\n")


def test_an_argument_that_there_is_none_counts_to_zero(tmp_path: Path) -> None:
    assert done("solve", "knights_tour:rows=4", "--all") == "0 solutions\n"
    assert done("solve", "knights_tour:rows=4", "--all", "--output", "json") == ""
    known = 'puzzle = "knights_tour"\nparameters.rows = 4\n[answer]\ncount = 3\nsource = "a liar"\n'
    (tmp_path / "lie.toml").write_text(known)
    result = satchel("solve", "lie.toml", "--all", cwd=tmp_path)
    assert (result.returncode, "known answer" in result.stderr) == (1, True)


def test_solutions_that_contradict_the_known_answer_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    head = 'puzzle = "queens"\n[parameters]\nn = 4\n[answer]\nsource = "a mistake"\n'
    for fact, arguments in (('status = "unsat"', []), ("count = 3", ["--all"])):
        file.write_text(head + fact)
        result = satchel("solve", str(file), *arguments)
        assert result.returncode == 1
        assert "the known answer is" in result.stderr


def test_a_profile_gives_defaults(tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text('encoding = "direct"\nset = { amo = "pairwise" }\nshuffle = 3\n')
    wanted = done(
        "encode", "queens:n=6", "--encoding", "direct", "--set", "amo=pairwise", "--shuffle", "3"
    )
    assert done("encode", "queens:n=6", "--profile", str(profile)) == wanted
    other = done("encode", "queens:n=6", "--profile", str(profile), "--shuffle", "4")
    assert other != wanted


@pytest.mark.parametrize(
    "what", ["puzzles", "instances", "models", "encodings", "backends", "formats"]
)
def test_lists(what: str) -> None:
    expected = {
        "puzzles": "queens",
        "instances": "queens/8",
        "models": "permutation",
        "encodings": "product",
        "backends": "cadical",
        "formats": "dimacs",
    }[what]
    assert expected in done("list", what)
    assert any(expected in row for row in json.loads(done("list", what, "--output", "json")))


def test_a_puzzle_of_ones_own(tmp_path: Path) -> None:
    source = (ROOT / "encoders" / "queens.py").read_text()
    own = tmp_path / "damen.py"
    own.write_text(
        source.replace('name: ClassVar[str] = "queens"', 'name: ClassVar[str] = "damen"')
    )
    assert done("solve", "damen:n=5", "--puzzle", str(own)).count("♛") == 5
    done("encode", "damen:n=5", "--puzzle", str(own), "-o", "5.cnf", cwd=tmp_path)
    (tmp_path / "5.out").write_text(answer(tmp_path / "5.cnf"))
    result = satchel("decode", "5.map.json", "5.out", cwd=tmp_path)
    assert (result.returncode, "no such puzzle" in result.stderr) == (2, True)
    assert "♛" in done("decode", "5.map.json", "5.out", "--puzzle", str(own), cwd=tmp_path)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["solve", "queens/8"], "solving with cadical"),
        (["solve", "placement/most-knights-8"], "optimising with cadical: the best is in"),
        (["encode", "queens:n=8"], "encoding"),
    ],
)
def test_something_moves_on_a_terminal_and_nothing_in_a_pipe(
    command: list[str], expected: str
) -> None:
    terminal, ours = os.openpty()
    shown = subprocess.run(
        [*PYTHON, *command], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=ours, check=True
    )
    os.close(ours)
    words = os.read(terminal, 65536).decode()
    os.close(terminal)
    assert expected in words
    piped = satchel(*command)
    assert piped.stderr == ""
    timeless = [line for line in shown.stdout.decode().splitlines() if "build" not in line]
    assert timeless == [line for line in piped.stdout.splitlines() if "build" not in line]
