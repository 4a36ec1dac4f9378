"""OPB files: written and read back, refused where they are broken, solved by outside programs."""

from __future__ import annotations

import io
import subprocess
from itertools import product
from pathlib import Path
from random import Random

import pytest

from satchel.cnf.formula import Formula
from satchel.cnf.opb import opb_size, write_opb
from satchel.cnf.opb_reader import Opb, read_opb
from satchel.cnf.options import Options
from satchel.cnf.output import read_output
from satchel.errors import CheckError, InputError
from satchel.ir import Model
from satchel.puzzle import Catalogue
from satchel.tasks.compile import compile_model
from satchel.tasks.files.decode import decode_text, read_formula
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.origin import Origin
from tests.commands import done, satchel
from tests.test_native import models, random_formula

needs_clasp = pytest.mark.needs_program("clasp")
needs_minisat_plus = pytest.mark.needs_program("minisat+")
PROGRAMS = [
    pytest.param("clasp", marks=needs_clasp),
    pytest.param("minisat+", marks=needs_minisat_plus),
]
INSTANCES = [
    "queens/8",
    "queens/3",
    "queens/diag-8-4-1",
    "zebra/life-1962",
    "zebra/three-houses",
    "knights_tour/open-3",
    "knights_tour/open-5",
    "packing/five-rectangles",
    "packing/smallest-5",
    "placement/kings-4-4",
    "placement/dominating-queens-8-5",
]


def text_of(formula: Formula, comments: tuple[str, ...] = ()) -> bytes:
    stream = io.BytesIO()
    write_opb(stream, formula, comments)
    return stream.getvalue()


def sums(model: Model) -> Formula:
    kinds = ("amo", "cardinality", "linear")
    return compile_model(model, Options(choices=dict.fromkeys(kinds, "native"))).formula


def test_what_is_written() -> None:
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    model.add(a | ~b | c)
    model.add(2 * a - 3 * b + 4 * c >= 1)
    model.add(3 * a + 2 * b - 2 * c == 3)
    for x in (a, b, c):
        model.show(x.name, x)
    assert text_of(sums(model), ("from a test", "")).decode().splitlines() == [
        "* #variable= 3 #constraint= 3",
        "* from a test",
        "*",
        "+1 x1 -1 x2 +1 x3 >= 0 ;",
        "+2 x1 -3 x2 +4 x3 >= 1 ;",
        "+3 x1 +2 x2 -2 x3 = 3 ;",
    ]


def test_large_numbers_are_announced() -> None:
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    model.add(2**70 * a + (2**70 + 1) * b - c == 2**70)
    header, line = text_of(sums(model)).decode().splitlines()
    # The sum of the weights and the bound, over literals: 2 * 2^70 + 2 and 2^70 + 1.
    assert header == f"* #variable= 3 #constraint= 1 #equal= 1 intsize= {(3 * 2**70).bit_length()}"
    assert line == f"+{2**70} x1 +{2**70 + 1} x2 -1 x3 = {2**70} ;"


def test_read_back_it_is_the_same() -> None:
    for seed in range(200):
        formula = random_formula(Random(seed))
        data = text_of(formula, ("a comment",))
        read = read_opb(data)
        assert (read.variables, len(read.constraints)) == opb_size(formula)
        assert read.hash() == write_opb(io.BytesIO(), formula)
        expected = models(formula)
        for signs in product([False, True], repeat=formula.variables):
            literals = [v if sign else -v for v, sign in enumerate(signs, 1)]
            assert (read.falsified(literals) is None) == (signs in expected), data


def broken(line: str) -> bytes:
    return f"* #variable= 3 #constraint= 2\n* text\n+1 x1 >= 1 ;\n{line}\n".encode()


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"", 1, "expected the header"),
        (b"* text\n* #variable= 1 #constraint= 0\n", 1, "expected the header"),
        (b"* #variable= 01 #constraint= 0\n", 1, "expected the header"),
        (b"* #variable= 1 #constraint= 1\n", 1, "says 1 constraints, not 0"),
        (b"* #variable= 999999999 #constraint= 0\n", 1, "more than 268435455 variables"),
        (b"* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;", 2, "has no end"),
        (broken("+1 x4 >= 1 ;"), 4, "x4 is beyond the 3 variables"),
        (broken("+1 x1 +2 x1 >= 1 ;"), 4, "x1 stands twice"),
        (broken("+1 x1 >= 1"), 4, "ends with ` ;`"),
        (broken("+1 x1 >= 1 ;\r"), 4, "carriage return"),
        (broken("* late"), 4, "a comment after"),
        (broken("* #variable= 3 #constraint= 2"), 4, "second header"),
        (broken("+1 x1 > 1 ;"), 4, "expected `"),
        (broken("+1 ~x1 >= 1 ;"), 4, "expected `"),
        (broken("1 x1 >= 1 ;"), 4, "expected `"),
        (broken("+0 x1 >= 1 ;"), 4, "expected `"),
        (broken(">= 1 ;"), 4, "expected `"),
        (broken("min: +1 x1 ;"), 4, "expected `"),
        (broken(f"+{'9' * 5000} x1 >= 1 ;"), 4, "too many digits"),
        (broken(f"+1 x{'9' * 5000} >= 1 ;"), 4, "too many digits"),
        (broken("+1 x2 >= 1 ;\n+1 x3 >= 1 ;"), 1, "says 2 constraints, not 3"),
    ],
)
def test_broken_files(data: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_opb(data, file="some.opb")
    assert str(error.value).startswith(f"some.opb:{line}: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("s SATISFIABLE\nv x1 -x2\nv x3\n", (1, -2, 3)),
        ("c hello\no 3\nv -x1\ns OPTIMUM FOUND\n", (-1,)),
        ("s SATISFIABLE\nv\n", ()),
        ("s SATISFIABLE\n", None),
        ("s SATISFIABLE\nv x1 -2\n", None),
        ("s SATISFIABLE\nv x1 ~x2\n", None),
        ("s SATISFIABLE\nv x1 x01\n", None),
        ("s SATISFIABLE\nv x1 x12 x1\n", None),
        ("s UNSATISFIABLE\nv x1\n", None),
    ],
)
def test_answers(text: str, literals: tuple[int, ...] | None) -> None:
    if literals is None:
        with pytest.raises(InputError):
            read_output(text)
    else:
        assert read_output(text).literals == literals


class Exported:
    """An instance written as OPB, with its map."""

    def __init__(self, instance: str, folder: Path) -> None:
        self.opb, self.map = folder / "f.opb", folder / "f.map.json"
        origin = Origin.of(Catalogue().instance(instance), None)
        FORMATS["opb"].write(Job(origin, Options(), str(self.opb), str(self.map)))
        self.loaded = load_map(self.map.read_text(), Catalogue())
        formula = read_formula(self.loaded, str(self.opb))
        assert isinstance(formula, Opb)
        self.formula = formula

    def answer(self, program: str) -> str:
        command = [program, str(self.opb)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("instance", INSTANCES)
def test_outside_programs_solve_it(instance: str, program: str, tmp_path: Path) -> None:
    exported = Exported(instance, tmp_path)
    decoded = decode_text(exported.loaded, exported.answer(program), formula=exported.formula)
    known = Catalogue().instance(instance).known
    assert known is not None
    assert decoded.status == ("unsat" if known.status == "unsat" else "sat")


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_empty_clause_is_understood(program: str, tmp_path: Path) -> None:
    model = Model()
    model.add(model.bool("b") & ~model.bool("c") & (model.int("x", 1, 2) >= 3))
    file = tmp_path / "f.opb"
    file.write_bytes(text_of(sums(model)))
    assert b"+1 x1 >= 2 ;" in file.read_bytes()
    read_opb(file.read_bytes())
    run = subprocess.run([program, str(file)], capture_output=True, text=True, check=False)
    assert read_output(run.stdout).status == "unsat"


@needs_clasp
def test_wrong_answers_are_refused(tmp_path: Path) -> None:
    exported = Exported("queens/8", tmp_path)
    answer = exported.answer("clasp")

    def refused(text: str, kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            decode_text(exported.loaded, text, formula=exported.formula)

    none = "s SATISFIABLE\nv " + " ".join(f"-x{v}" for v in range(1, 65))
    refused(none, CheckError, r"falsifies constraint 1 \(line 8\)")
    refused(answer.replace(" x", " -x"), CheckError, "falsifies constraint 1")
    refused("s SATISFIABLE\nv x1\n", InputError, "gives no value for variable")
    refused("s SATISFIABLE\nv x99\n", InputError, "beyond")
    exported.opb.write_bytes(exported.opb.read_bytes().replace(b">= 1", b">= 0", 1))
    changed = read_formula(exported.loaded, str(exported.opb))
    with pytest.raises(InputError, match="SHA-256 differs"):
        decode_text(exported.loaded, answer, formula=changed)


@needs_minisat_plus
def test_minisat_reads_large_numbers(tmp_path: Path) -> None:
    model = Model()
    a, b, c = (model.bool(name) for name in "abc")
    model.add(2**70 * a + (2**70 + 1) * b - c == 2**70)
    model.add(c)
    file = tmp_path / "f.opb"
    formula = sums(model)
    file.write_bytes(text_of(formula))
    run = subprocess.run(["minisat+", str(file)], capture_output=True, text=True, check=False)
    truth = read_output(run.stdout).truth(formula.variables)
    assert formula.varmap.values([bool(value) for value in truth])["a"] == 0


def test_the_commands(tmp_path: Path) -> None:
    done("encode", "queens:n=6", "--format", "opb", "-o", "6.opb", cwd=tmp_path)
    first = (tmp_path / "6.opb").read_bytes()
    maps = (tmp_path / "6.opb.map.json").read_bytes()
    again = satchel(
        "encode", "queens:n=6", "--format", "opb", "-o", "6.opb", cwd=tmp_path, seed="7"
    )
    assert again.returncode == 0
    assert (tmp_path / "6.opb").read_bytes() == first
    assert (tmp_path / "6.opb.map.json").read_bytes() == maps
    chosen = done("encode", "queens:n=6", "--format", "opb", "--set", "amo=product", cwd=tmp_path)
    assert chosen.encode() != first
    (tmp_path / "6.out").write_text("s UNSATISFIABLE\n")
    decode = ("decode", "6.opb.map.json", "6.out", "--cnf", "6.opb")
    relaxed = satchel(*decode, "--relaxed", cwd=tmp_path)
    assert (relaxed.returncode, relaxed.stderr.count("\n")) == (2, 1)
    assert "relaxed reading is for DIMACS" in relaxed.stderr


def test_dimacs_refuses_native_choices(tmp_path: Path) -> None:
    refused = satchel("encode", "queens:n=6", "--set", "amo=native", "-o", "6.cnf", cwd=tmp_path)
    assert refused.returncode == 2
    assert "--format opb" in refused.stderr
    assert not list(tmp_path.iterdir())
