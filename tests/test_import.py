"""Formulas of others as instances: read, held to their hash, solved, and encoded as they were."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.dimacs.reader import read_dimacs
from satchel.errors import InputError
from satchel.puzzle import Catalogue, Instance
from satchel.tasks.choose import list_backends
from satchel.tasks.compile import compile_model
from satchel.tasks.count.counting import count
from satchel.tasks.count.protocol import Question
from satchel.tasks.solve import enumerate_solutions, solve
from tests.commands import done, satchel
from tests.formulas import pigeons, random_clauses, satisfiable, written
from tests.test_import_clauses import FORMULAS, SIZE, solutions

CATALOGUE = Catalogue()

ODD = b"""c from afar, in Latin-1: \xe9
p cnf  5   3
 1 -2 0
2 3
-4 0 1 1 -1 0
c between clauses
4 -3
%
0
"""
"""Everything that relaxed reading takes, a repeated literal, a tautology, an unused variable."""
ODD_CLAUSES = [[1, -2], [2, 3, -4], [1, 1, -1], [4, -3]]


def instance_of(folder: Path, clauses: list[list[int]], variables: int = 0) -> Instance:
    return CATALOGUE.instance(str(written(folder / "formula.cnf", clauses, variables)))


def strange(random: Random, variables: int) -> list[list[int]]:
    """Clauses with repeated literals, tautologies and, seldom, empty ones among them."""
    clauses = random_clauses(random, variables, random.randint(variables, 4 * variables))
    for clause in clauses:
        while random.random() < 0.2:
            clause.append(random.choice([1, -1]) * random.choice(clause))
    return clauses + [[]] * (random.random() < 0.1)


@given(FORMULAS, st.integers(0, 2))
@settings(max_examples=60)
def test_a_file_means_its_clauses(
    tmp_path_factory: pytest.TempPathFactory, clauses: list[list[int]], more: int
) -> None:
    """The model and the puzzle's rules alike, for every assignment of the header's variables."""
    size = max([abs(x) for clause in clauses for x in clause], default=0) + more
    instance = instance_of(tmp_path_factory.mktemp("means"), clauses, size)
    model = instance.build()
    assert list(model.shown) == [f"x{v}" for v in range(1, size + 1)]
    wanted = solutions(clauses, size)
    for number in range(2**size):
        values = [bool(number >> place & 1) for place in range(size)]
        solution = dict(zip(model.shown, values, strict=True))
        assert (instance.check(solution) == []) == (tuple(values) in wanted)
        assert (model.violations(solution) == []) == (tuple(values) in wanted)


@given(FORMULAS, st.integers(0, 2**31))
@settings(max_examples=60)
def test_what_is_encoded_is_the_file(
    tmp_path_factory: pytest.TempPathFactory, clauses: list[list[int]], seed: int
) -> None:
    """Gap-free formulas keep their hash; shuffled ones are the same but for names and order."""
    used = sorted({abs(x) for clause in clauses for x in clause})
    place = {variable: number for number, variable in enumerate(used, 1)}
    clauses = [[place[x] if x > 0 else -place[-x] for x in clause] for clause in clauses]
    if not clauses or not used:
        clauses = [[1], []]
    instance = instance_of(tmp_path_factory.mktemp("hash"), clauses)
    model = instance.build()
    formula = compile_model(model, Options()).formula
    assert list(formula.iterate()) == clauses
    assert formula.varmap.shown == {f"x{v}": v for v in range(1, formula.variables + 1)}
    shuffled = compile_model(model, Options(shuffle=seed)).formula
    names = {atom: int(name[1:]) for name, atom in shuffled.varmap.shown.items()}
    back = [[names[x] if x > 0 else -names[-x] for x in c] for c in shuffled.iterate()]
    assert sorted(map(sorted, back)) == sorted(map(sorted, clauses))


def test_the_hash_is_that_of_the_file(tmp_path: Path) -> None:
    file = written(tmp_path / "pigeons.cnf", pigeons(4))
    expected = hashlib.sha256(file.read_bytes()).hexdigest()
    file.write_bytes(b"c a comment\nc\n" + file.read_bytes())
    assert CATALOGUE.instance(str(file)).parameters.sha256 == expected
    encoded = tmp_path / "encoded.cnf"
    done("encode", str(file), "-o", str(encoded))
    lines = [x for x in encoded.read_bytes().splitlines(True) if not x.startswith(b"c")]
    assert hashlib.sha256(b"".join(lines)).hexdigest() == expected
    assert str(tmp_path) not in encoded.read_text()


def test_unused_variables_lose_their_numbers_and_nothing_else(tmp_path: Path) -> None:
    formula = compile_model(
        instance_of(tmp_path, [[2, -5], [5, 5, -5]], 6).build(), Options()
    ).formula
    assert (formula.variables, list(formula.iterate())) == (2, [[1, -2], [2, 2, -2]])
    assert [*formula.varmap.shown.values()] == [None, 1, None, None, 2, None]


@pytest.mark.parametrize("backend", list_backends()[0])
def test_every_backend_solves_them(backend: str, tmp_path: Path) -> None:
    for seed in range(6):
        random = Random(seed)
        size = random.randint(3, 7)
        clauses = strange(random, size)
        instance = instance_of(tmp_path, clauses, size)
        answer = solve(instance.build(), backend=backend, check=instance.check, in_process=True)
        assert answer.status == ("sat" if satisfiable(clauses, size) else "unsat"), clauses


@pytest.mark.parametrize("backend", ["cadical", "glucose", "z3", "z3-sat", "brute"])
def test_all_solutions_are_found(backend: str, tmp_path: Path) -> None:
    for seed in range(5):
        clauses = strange(Random(seed), SIZE)
        instance = instance_of(tmp_path, clauses, SIZE + 1)
        found = {
            tuple((answer.solution or {}).values())
            for answer in enumerate_solutions(
                instance.build(), backend=backend, check=instance.check, in_process=True
            )
        }
        assert found == solutions(clauses, SIZE + 1)


@pytest.mark.parametrize("method", ["exactcover", "sharpsat", "enumeration"])
def test_they_are_counted(method: str, tmp_path: Path) -> None:
    for seed in range(3):
        clauses = strange(Random(seed), SIZE)
        expected = len(solutions(clauses, SIZE + 1))
        question = Question(instance_of(tmp_path, clauses, SIZE + 1).build(), "cadical")
        try:
            assert count(question, method).number == expected, clauses
        except InputError as error:  # few of them are exact covers
            assert method == "exactcover" and "no exact cover" in str(error)  # noqa: PT017, PT018
    board = CATALOGUE.instance("formula/queens-4").build()
    assert count(Question(board, "cadical"), method).number == 2


@pytest.mark.parametrize("ending", [".cnf", ".dimacs", ".cnf.gz", ".cnf.xz"])
def test_files_of_every_ending(ending: str, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain", [[1, 2], [-1]]).read_bytes()
    compress = {".gz": gzip.compress, ".xz": lzma.compress}.get(Path(ending).suffix, bytes)
    file = tmp_path / f"f{ending}"
    file.write_bytes(compress(plain))
    assert "satisfiable (checked)" in done("solve", str(file))
    done("import", str(file))
    toml = tmp_path / f"f{ending.removesuffix('.gz').removesuffix('.xz')}.toml"
    assert "satisfiable (checked)" in done("solve", str(toml))


def test_relaxed_reading_says_what_it_changes(tmp_path: Path) -> None:
    (tmp_path / "odd.cnf").write_bytes(ODD)
    assert done("import", "odd.cnf", "--relaxed", cwd=tmp_path).splitlines()[2:] == [
        "  read relaxed: line 2: `p cnf 5 4` is right, not `p cnf 5 3`",
        "  read relaxed: line 8: the % and what follows it are left out",
        "  read relaxed: line 7: the last clause begins there, and is closed by a 0",
        "  kept as they are: clauses that always hold 1, that repeat a literal 1",
        "  variables that occur in no clause: 1; encoded, they have no number",
        "  odd.cnf.toml",
    ]
    for name in ("odd.cnf.toml", "odd.cnf:relaxed=true"):
        text = done("encode", name, cwd=tmp_path)
        formula = read_dimacs(text.encode())
        assert [*map(int, " ".join(text.splitlines()[-4:]).split())] == [*formula.chunks[0]]
        assert [*formula.chunks[0]] == [x for c in ODD_CLAUSES for x in (*c, 0)]


def test_an_instance_with_its_known_answer(tmp_path: Path) -> None:
    written(tmp_path / "pigeons.cnf", pigeons(3))
    (tmp_path / "sub").mkdir()
    said = ("--status", "unsat", "--source", 'a "paper"')
    summary = done("import", "pigeons.cnf", "-o", "sub/p.toml", *said, cwd=tmp_path)
    digest = hashlib.sha256((tmp_path / "pigeons.cnf").read_bytes()).hexdigest()
    assert summary == (
        f"pigeons.cnf: 6 variables, 9 clauses, 18 literals\n  SHA-256 {digest}\n  sub/p.toml\n"
    )
    text = (tmp_path / "sub" / "p.toml").read_text()
    assert 'data = "../pigeons.cnf"' in text and digest in text  # noqa: PT018
    assert 'known answer: unsat (a "paper")' in done("solve", "sub/p.toml", cwd=tmp_path)
    done("import", "pigeons.cnf", "--status", "sat", "--source", "a liar", cwd=tmp_path)
    result = satchel("solve", "pigeons.cnf.toml", cwd=tmp_path)
    assert result.returncode == 1
    assert "but the known answer is sat (a liar)" in result.stderr


def test_several_at_once_and_standard_output(tmp_path: Path) -> None:
    for name in ("a", "b"):
        written(tmp_path / f"{name}.cnf", [[1], [2 if name == "a" else -2]])
    done("import", "a.cnf", "b.cnf", cwd=tmp_path)
    assert (tmp_path / "a.cnf.toml").exists() and (tmp_path / "b.cnf.toml").exists()  # noqa: PT018
    result = satchel("import", "a.cnf", "-o", "-", cwd=tmp_path)
    assert result.stdout == (tmp_path / "a.cnf.toml").read_text()
    assert result.stderr.startswith("a.cnf: 2 variables")


def test_the_formula_is_found_through_links(tmp_path: Path) -> None:
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(Path("real", "deep"))
    written(tmp_path / "a.cnf", [[1]])
    written(tmp_path / "link" / "b.cnf", [[-1]])
    done("import", "a.cnf", "-o", "link/a.toml", cwd=tmp_path)
    done("import", "link/b.cnf", "-o", "b.toml", cwd=tmp_path)
    for name, value in (("link/a.toml", True), ("b.toml", False)):
        answer = json.loads(done("solve", name, "--output", "json", cwd=tmp_path))
        assert answer["solution"] == {"x1": value}


def test_what_would_be_lost_is_refused(tmp_path: Path) -> None:
    """The formula itself, and a name that cannot be in an instance's file."""
    formula = written(tmp_path / "a.cnf", [[1]])
    before = formula.read_bytes()
    result = satchel("import", "a.cnf", "-o", "./a.cnf", cwd=tmp_path)
    assert (result.returncode, formula.read_bytes()) == (2, before)
    assert "would replace the formula" in result.stderr
    odd = os.fsdecode(b"\xff.cnf")
    formula.rename(tmp_path / odd)
    for command in (["import", odd], ["encode", odd, "-o", "b.cnf"]):
        result = satchel(*command, cwd=tmp_path)
        assert (result.returncode, len(list(tmp_path.iterdir()))) == (2, 1)
        assert "not UTF-8 text" in result.stderr
        assert result.stderr.count("\n") == 1


def test_formulas_that_would_have_one_instance_are_refused(tmp_path: Path) -> None:
    written(tmp_path / "a.cnf", [[1]])
    written(tmp_path / "b.cnf", [[1]])
    (tmp_path / "a.cnf.gz").write_bytes(gzip.compress(b"p cnf 1 1\n-1 0\n", mtime=0))
    result = satchel("import", "b.cnf", "a.cnf", "a.cnf.gz", cwd=tmp_path)
    assert (result.returncode, list(tmp_path.glob("*.toml"))) == (2, [])
    assert "a.cnf.gz: would have the instance's file of a.cnf: a.cnf.toml" in result.stderr


def test_a_changed_or_missing_file_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "f.cnf", [[1, 2], [-1]])
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    done("import", "f.cnf", cwd=tmp_path)
    written(file, [[1, 2], [1]])
    after = hashlib.sha256(file.read_bytes()).hexdigest()
    result = satchel("solve", "f.cnf.toml", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (
        2,
        f"satchel: error: f.cnf: another formula: its SHA-256 is {after}, not {before}\n",
    )
    file.unlink()
    result = satchel("count", "f.cnf.toml", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.startswith("satchel: error: f.cnf: the formula is not there")


def test_a_file_that_changes_under_way_is_refused(tmp_path: Path) -> None:
    instance = instance_of(tmp_path, [[1, 2]])
    written(tmp_path / "formula.cnf", [[1, 2], [-1]])
    with pytest.raises(InputError, match="changed while it was in use"):
        instance.build()


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"p cnf 2 1\n1 2 0\nx 0\n", 3, "is not a literal"),
        (b"p cnf 2 2\n1 2 0\np cnf 1 1\n", 3, "expected one header"),
        (b"p dnf 2 1\n1 2 0\n", 1, "expected one header"),
        (b"1 2 0\n", 1, "expected the header"),
        (b"p cnf 2 1\n1 -0 0\n", 2, "is not a literal"),
        (b"p cnf 2 1\n1 99999999999999999999 0\n", 2, "beyond"),
        (b"", 1, "is missing"),
        (b"p cnf 2 1\n1 \xff 0\n", 2, "is not a literal"),
    ],
)
def test_bad_files_have_an_error_with_a_line(
    content: bytes, line: int, words: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.cnf").write_bytes(content)
    for command in ("import", "solve"):
        result = satchel(command, "bad.cnf", cwd=tmp_path)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"satchel: error: bad.cnf:{line}: ")
        assert words in result.stderr and result.stderr.count("\n") == 1  # noqa: PT018
    assert not (tmp_path / "bad.cnf.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.cnf"], "nowhere.cnf: the formula is not there"),
        (["f.cnf", "--status", "sat"], "--status and --source belong together"),
        (["f.cnf", "f.cnf", "-o", "g.toml"], "-o names one file"),
        (["f.cnf", "-o", "nowhere/g.toml"], "nowhere: no such folder"),
        (["f.cnf.gz"], "f.cnf.gz: not a gz file"),
        (["f.cnf.xz"], "f.cnf.xz: not a xz file"),
    ],
)
def test_what_cannot_be_imported(arguments: list[str], words: str, tmp_path: Path) -> None:
    written(tmp_path / "f.cnf", [[1]])
    for ending in ("gz", "xz"):
        (tmp_path / f"f.cnf.{ending}").write_bytes(b"p cnf 0 0\n")
    result = satchel("import", *arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert words in result.stderr.lower()


def test_a_map_leads_back(tmp_path: Path) -> None:
    written(tmp_path / "f.cnf", [[2, 3], [-2], [4, 3]], 5)
    done("encode", "f.cnf", "-o", "g.cnf", "--shuffle", "3", cwd=tmp_path)
    data = json.loads((tmp_path / "g.map.json").read_text())
    atoms = {name: atom for name, atom in data["shown"].items() if atom != "free"}
    assert sorted(atoms) == ["x2", "x3", "x4"]
    true = [-atoms["x2"], atoms["x3"], -atoms["x4"]]
    (tmp_path / "answer").write_text(f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n")
    text = done("decode", "g.map.json", "answer", "--cnf", "g.cnf", cwd=tmp_path)
    assert "-1 -2 3 -4 -5" in text


def test_other_tasks_make_sense_of_them(tmp_path: Path) -> None:
    written(tmp_path / "one.cnf", [[1], [-1, 2], [-3, -2]])
    assert "unique" in done("unique", "one.cnf", cwd=tmp_path)
    assert "1 2 -3" in done("explain", "one.cnf", cwd=tmp_path)
    assert "the clauses" in done("explain", "formula/pigeons-4")
    assert "12" in done("show", "formula/pigeons-4")
    assert "formula/queens-4" in done("list", "instances")
    solution = done("solve", "one.cnf", "--output", "json", cwd=tmp_path)
    (tmp_path / "s.json").write_text(solution)
    assert done("check", "one.cnf", "s.json", cwd=tmp_path) == "correct\n"
    assert "1 2 -3" in done("show", "s.json", cwd=tmp_path)
    wrong = json.loads(solution)["solution"] | {"x3": True}
    (tmp_path / "w.json").write_text(json.dumps(wrong))
    result = satchel("check", "one.cnf", "w.json", cwd=tmp_path)
    assert result.returncode == 1
    assert "no literal is true of clause 3 (line 4)" in result.stdout


@pytest.mark.slow
def test_a_large_file(tmp_path: Path) -> None:
    """A million clauses, through every step: the same bytes come out, and the right answer."""
    clauses = random_clauses(Random(4), 20_000, 1_000_000, (2, 4))
    plain = written(tmp_path / "plain", clauses).read_bytes()
    (tmp_path / "large.cnf.xz").write_bytes(lzma.compress(plain, preset=0))
    done("import", "large.cnf.xz", cwd=tmp_path)
    done("encode", "large.cnf.toml", "-o", "again.cnf", cwd=tmp_path)
    again = (tmp_path / "again.cnf").read_bytes().splitlines(keepends=True)
    assert b"".join(line for line in again if not line.startswith(b"c")) == plain
    assert "unsatisfiable" in done("solve", "large.cnf.toml", cwd=tmp_path)
