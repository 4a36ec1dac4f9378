"""Objectives in files: WCNF and OPB, written, read back, solved by outside programs and decoded."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from satchel.cnf.formula import Formula
from satchel.cnf.maxsat_output import read_maxsat_output
from satchel.cnf.objective import Objective
from satchel.cnf.opb_reader import read_opb
from satchel.cnf.options import Options
from satchel.cnf.varmap import VarMap
from satchel.cnf.wcnf import write_wcnf
from satchel.cnf.wcnf_reader import read_wcnf
from satchel.errors import CheckError, InputError, SizeError
from satchel.ir import If, Model, Sum
from satchel.puzzle import Catalogue
from satchel.tasks.compile import compile_model
from satchel.tasks.files.decode import Decoded, decode_text, read_formula
from satchel.tasks.files.export import FORMATS, Job
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.origin import Origin
from tests.commands import done, satchel
from tests.conftest import EXAMPLES
from tests.random_models import best_value, random_objective, random_options

randoms = st.randoms(use_true_random=False).map(lambda r: Random(r.getrandbits(64)))

RC2_COMMAND = f"{sys.executable} -m pysat.examples.rc2 -vv"
COMMANDS = {
    "rc2": ("wcnf", RC2_COMMAND),
    "rc2-bits": ("wcnf", f"{RC2_COMMAND} --vnew"),
    "clasp": ("opb", "clasp"),
    "minisat+": ("opb", "minisat+"),
}
NAMES = [
    *("rc2", "rc2-bits"),
    *(pytest.param(name, marks=pytest.mark.needs_program(name)) for name in ("clasp", "minisat+")),
]


class Exported:
    """A problem in a file of some form, with its map."""

    def __init__(
        self, origin: Origin, folder: Path, form: str, options: Options | None = None
    ) -> None:
        self.file, self.map = folder / f"f.{form}", folder / "f.map.json"
        FORMATS[form].write(Job(origin, options or Options(), str(self.file), str(self.map)))

    def answer(self, command: str) -> str:
        parts = [*command.split(), str(self.file)]
        return subprocess.run(parts, capture_output=True, text=True, check=False).stdout

    def decoded(self, text: str) -> Decoded:
        loaded = load_map(self.map.read_text(), Catalogue())
        return decode_text(loaded, text, formula=read_formula(loaded, str(self.file)))

    def solved(self) -> Decoded:
        """Decoded from what RC2 finds in the written WCNF."""
        with RC2(WCNF(from_file=str(self.file))) as rc2:
            found = rc2.compute()
            if found is None:
                return self.decoded("s UNSATISFIABLE\n")
            cost = rc2.cost
        literals = " ".join(map(str, found))
        return self.decoded(f"o {cost}\ns OPTIMUM FOUND\nv {literals}\n")


def small() -> Model:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    x = model.int("x", 0, 3)
    model.add(a | b)
    model.add(x >= 1)
    for name, shown in (("a", a), ("b", b), ("x", x)):
        model.show(name, shown)
    model.maximize(4 - 2 * a - 3 * b - 5 * x)
    return model


def test_what_is_written(tmp_path: Path) -> None:
    exported = Exported(Origin(small()), tmp_path, "wcnf")
    assert exported.file.read_text().splitlines() == [
        "c satchel 0.1.0",
        "c options {}",
        "c shuffle none",
        "c known nothing",
        # The domain is 1..3 and read from two thresholds above 1.
        "c objective maximize -1 - o (o: the value that solvers state)",
        "h 1 2 0",
        "h -4 3 0",
        "2 -1 0",
        "3 -2 0",
        "5 -3 0",
        "5 -4 0",
    ]
    assert exported.solved().objective == best_value(small()) == -3


def test_an_objective_counts_what_is_lost() -> None:
    objective = Objective.of("maximize", 10, [(3, 1), (-2, -2), (4, -1), (1, 3), (-1, 3)])
    # 10 + 3a + 4(1 - a) - 2(1 - b) is at most 14, less 1 where a, less 2 where not b.
    assert objective == Objective("maximize", 14, ((1, 1), (2, -2)))
    for truth in ([0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1]):
        value = 10 + 3 * truth[1] + 4 * (not truth[1]) - 2 * (not truth[2])
        assert objective.value(objective.cost(truth)) == value
        assert objective.cost_of(value) == objective.cost(truth)
    assert Objective.from_json(json.loads(json.dumps(objective.to_json()))) == objective


@settings(max_examples=EXAMPLES or 300)
@given(randoms)
def test_random_models(random: Random) -> None:
    """The cost is the objective, in every model that is found, and the least one is the best."""
    model = random_objective(random)
    options = random_options(random)
    compiled = compile_model(model, options, optimise=True)
    formula, best = compiled.formula, best_value(model)
    assert formula.objective is not None
    with RC2(_as_pysat(formula)) as rc2:
        found = rc2.compute()
        assert (found is None) == (best is None)
        if found is not None:
            assert formula.objective.value(rc2.cost) == best, model


def _as_pysat(formula: Formula) -> WCNF:
    weighted = WCNF()
    weighted.extend(formula.iterate())
    for weight, literal in formula.objective.terms if formula.objective else ():
        weighted.append([-literal], weight=weight)
    weighted.nv = formula.variables
    return weighted


@settings(max_examples=EXAMPLES or 60)
@given(randoms)
def test_random_models_travel(tmp_path_factory: pytest.TempPathFactory, random: Random) -> None:
    model, options = random_objective(random), random_options(random)
    folder = tmp_path_factory.mktemp("travel")
    exported = Exported(Origin(model), folder, "wcnf", options)
    data = exported.file.read_bytes()
    read = read_wcnf(data)
    assert read.hash() == json.loads(exported.map.read_text())["formula"]["sha256"]
    decoded = exported.solved()
    assert decoded.objective == best_value(model)
    assert decoded.status == ("unsat" if decoded.objective is None else "optimum")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_outside_programs(name: str, seed: int, tmp_path: Path) -> None:
    form, command = COMMANDS[name]
    model = random_objective(Random(seed))
    exported = Exported(Origin(model), tmp_path, form)
    if form == "wcnf" and not read_wcnf(exported.file.read_bytes()).clauses:
        pytest.skip("RC2's command cannot read a file without clauses")
    decoded = exported.decoded(exported.answer(command))
    assert decoded.objective == best_value(model)
    # Without a line `min:` every solution is a best one, and none is called so.
    constant = form == "opb" and b"min:" not in exported.file.read_bytes()
    wanted = "sat" if constant else "optimum"
    assert decoded.status == ("unsat" if decoded.objective is None else wanted)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("instance", "optimum"),
    [
        ("placement/most-knights-8", 32),
        ("placement:piece=knight,rows=5,columns=7,objective=most", 18),
        ("placement/dominating-queens-6", 3),
    ],
)
def test_instances(instance: str, optimum: int, name: str, tmp_path: Path) -> None:
    form, command = COMMANDS[name]
    exported = Exported(Origin.of(Catalogue().instance(instance)), tmp_path, form)
    decoded = exported.decoded(exported.answer(command))
    assert (decoded.status, decoded.objective) == ("optimum", optimum)


def _weight(data: dict[str, Any]) -> None:
    data["objective"]["terms"][0][0] += 1


def _sign(data: dict[str, Any]) -> None:
    data["objective"]["terms"][0][1] *= -1


def _offset(data: dict[str, Any]) -> None:
    data["objective"]["offset"] += 1


def _dropped(data: dict[str, Any]) -> None:
    data["objective"]["terms"].pop()


@pytest.mark.parametrize("form", ["wcnf", "opb"])
@pytest.mark.parametrize("fault", [_weight, _sign, _offset, _dropped])
def test_a_planted_fault_is_found(
    form: str, fault: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    """In some answer: here every variable of the objective is true in one, false in another."""
    exported = Exported(Origin(small()), tmp_path, form)
    data = json.loads(exported.map.read_text())
    fault(data)
    exported.map.write_text(json.dumps(data))
    answers = ["v x1 x2 x3 x4", "v x1 -x2 -x3 -x4", "v -x1 x2 -x3 -x4"]
    if form == "wcnf":
        answers = [answer.replace("x", "") for answer in answers]
    failed = 0
    for answer in answers:
        try:
            exported.decoded(f"s SATISFIABLE\n{answer}\n")
        except CheckError as error:
            failed += "literals say that the objective is" in str(error)
    assert failed


def test_liars_are_refused(tmp_path: Path) -> None:
    origin = Origin.of(Catalogue().instance("placement/most-knights-3"))
    exported = Exported(origin, tmp_path, "wcnf")
    answer = exported.answer(RC2_COMMAND)
    assert exported.decoded(answer).objective == 5

    def refused(text: str, kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            exported.decoded(text)

    refused(answer.replace("o 4", "o 3"), CheckError, r"states an objective of 6 \(o 3\)")
    refused(answer.replace("o 4", "o 4.5"), InputError, "not the value of an objective")
    nothing = f"o 9\ns OPTIMUM FOUND\nv {'0' * 9}\n"
    refused(nothing, CheckError, "objective 0 was reached, but the known answer is")
    assert exported.decoded(nothing.replace("OPTIMUM FOUND", "SATISFIABLE")).objective == 0
    refused(f"o 0\ns OPTIMUM FOUND\nv {'1' * 9}\n", CheckError, "falsifies clause 1")
    refused("s UNSATISFIABLE\n", CheckError, "known answer")
    assert exported.decoded("o 4\ns UNKNOWN\n").status == "unknown"
    exported.file.write_bytes(exported.file.read_bytes().replace(b"\n1 ", b"\n2 ", 1))
    refused(answer, InputError, "SHA-256 differs")


def test_an_opb_states_its_own_objective(tmp_path: Path) -> None:
    exported = Exported(Origin(small()), tmp_path, "opb")
    assert "min: +2 x1 +3 x2 +5 x3 +5 x4 ;" in exported.file.read_text().splitlines()
    good = "o 2\ns OPTIMUM FOUND\nv x1 -x2 -x3 -x4\n"
    assert exported.decoded(good).objective == -3
    with pytest.raises(CheckError, match=r"states an objective of -2 \(o 1\)"):
        exported.decoded(good.replace("o 2", "o 1"))
    with pytest.raises(InputError, match="no value for variable"):
        exported.decoded(good.replace(" -x4", ""))


def test_negative_literals_shift_an_opb(tmp_path: Path) -> None:
    model = Model()
    bits = [model.bool(f"b{i}") for i in range(4)]
    for bit in bits:
        model.show(bit.name, bit)
    model.add(~bits[0] | ~bits[1])
    model.maximize(Sum(2 * bits[0], 3 * bits[1], bits[2], -5 * bits[3]) - 7)
    exported = Exported(Origin(model), tmp_path, "opb")
    assert "min: -2 x1 -3 x2 -1 x3 +5 x4 ;" in exported.file.read_text().splitlines()
    decoded = exported.decoded("o -4\ns OPTIMUM FOUND\nv -x1 x2 x3 -x4\n")
    assert decoded.objective == -7 + 4 == best_value(model)


@pytest.mark.parametrize(
    ("text", "literals"),
    [
        ("s OPTIMUM FOUND\nv 101\n", (1, -2, 3)),
        ("s SATISFIABLE\nv 1 -2 3\n", (1, -2, 3)),
        ("s SATISFIABLE\nv 1 -2\nv 3 0\n", (1, -2, 3)),
        ("s SATISFIABLE\nv 1\nv 01\n", (1, -2, 3)),
        ("s SATISFIABLE\nv 10\n", "1 of 3 variables, none for variable 1: not complete"),
        ("s SATISFIABLE\nv 1011\n", "1 of 3 variables, none for variable 1: not complete"),
        ("s SATISFIABLE\nv 1 -2 0\n", "2 of 3 variables, none for variable 3: not complete"),
        ("s SATISFIABLE\nv 1 -2 -1 3\n", "both"),
        ("s SATISFIABLE\nv 1 0 2 3\n", "'0'"),
        ("s SATISFIABLE\nv x1 x2 x3\n", "'x1'"),
        ("s SATISFIABLE\n", "not complete"),
        ("v 101\n", "no s line"),
        ("s MAYBE\n", "not a status"),
        ("o many\ns SATISFIABLE\nv 101\n", "not the value"),
    ],
)
def test_answers(text: str, literals: tuple[int, ...] | str) -> None:
    if isinstance(literals, str):
        with pytest.raises(InputError, match=literals):
            read_maxsat_output(text, 3)
    else:
        assert read_maxsat_output(text, 3).literals == literals


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"h 1 0\nh 2 0", 2, "has no end"),
        (b"p wcnf 1 1 2\n2 1 0\n", 1, "a header"),
        (b"h 1 0\nc late\n", 2, "a comment after"),
        (b"h 1 0\r\n", 1, "carriage return"),
        (b"h 1\n", 1, "ends with 0"),
        (b"0 1 0\n", 1, "positive weight"),
        (b"-3 1 0\n", 1, "positive weight"),
        (b"2.5 1 0\n", 1, "positive weight"),
        (b"1 2 0\nx 1 0\n", 2, "positive weight, not with 'x'"),
        (b"h 1  2 0\n", 1, "single spaces"),
        (b"h 1 0 2 0\n", 1, "single spaces"),
        (b"h 999999999 0\n", 1, "a literal beyond"),
        (b"h 1 0\n\nh 2 0\n", 2, "begins with `h`"),
        (b"9223372036854775808 1 0\n", 1, "a weight beyond"),
        (b"9223372036854775807 1 0\n1 2 0\n", 2, "add up to more"),
        (b"%s 1 0\n" % (b"9" * 5000), 1, "a weight beyond"),
    ],
)
def test_broken_files(data: bytes, line: int, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_wcnf(data, file="some.wcnf")
    assert str(error.value).startswith(f"some.wcnf:{line}: ")
    assert message in str(error.value)


def test_broken_objectives_of_opb() -> None:
    header = b"* #variable= 2 #constraint= 0\n"
    assert read_opb(header + b"min: +1 x1 -3 x2 ;\n").cost([1, 2]) == -2
    assert read_opb(header).cost([1]) is None
    for line, message in [
        (b"min: +1 x3 ;", "beyond the 2 variables"),
        (b"min: +1 x1 +1 x1 ;", "stands twice"),
        (b"min: ;", "expected `min:"),
        (b"min: +1 ~x1 ;", "expected `min:"),
    ]:
        with pytest.raises(InputError, match=message) as error:
            read_opb(header + line + b"\n")
        assert error.value.line == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"objective": {"sense": "best", "offset": 0, "terms": []}}, "a sense, an offset"),
        ({"objective": {"sense": "maximize", "offset": 0, "terms": [[0, 1]]}}, "positive"),
        ({"objective": {"sense": "maximize", "offset": 0, "terms": [[1, 9]]}}, "beyond"),
        ({"objective": {"sense": "maximize", "offset": 0, "terms": [[1, 1], [1, -1]]}}, "distinct"),
        ({"objective": {"sense": "minimize", "offset": 0, "terms": [[1, 1]]}}, "not the model's"),
        ({"objective": {"sense": "maximize", "terms": [[1, 1]]}}, "not an objective"),
        ({"objective": 3}, "not an objective"),
    ],
)
def test_broken_maps(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    exported = Exported(Origin(small()), tmp_path, "wcnf")
    exported.map.write_text(json.dumps(json.loads(exported.map.read_text()) | change))
    with pytest.raises(InputError, match=words):
        load_map(exported.map.read_text(), Catalogue())


def test_what_cannot_be_written() -> None:
    model = Model()
    model.show("b", model.bool("b"))
    with pytest.raises(InputError, match="has an objective"):
        FORMATS["wcnf"].write(Job(Origin(model), Options()))
    with pytest.raises(InputError, match="with an objective"):
        write_wcnf(io.BytesIO(), Formula(0, 0, 0, (), VarMap({}, {})))
    model.minimize(2**70 * model.variables["b"])  # type: ignore[operator]
    formula = compile_model(model, Options(), optimise=True).formula
    with pytest.raises(SizeError, match="2\\^63"):
        write_wcnf(io.BytesIO(), formula)
    assert formula.objective == Objective("minimize", 0, ((2**70, 1),))


def test_what_only_the_objective_mentions_is_numbered(tmp_path: Path) -> None:
    model = Model()
    a, b = model.bool("a"), model.bool("b")
    model.show("a", a)
    model.show("b", b)
    model.maximize(If(a, 3, 1) - 2 * b)
    exported = Exported(Origin(model), tmp_path, "wcnf")
    decoded = exported.solved()
    assert (decoded.objective, decoded.solution) == (3, {"a": True, "b": False})
    # Without the objective nothing asks for them.
    assert compile_model(model, Options()).formula.objective is None


def test_the_commands(tmp_path: Path) -> None:
    name = "placement/most-knights-4"
    done("encode", name, "--format", "wcnf", "-o", "k.wcnf", cwd=tmp_path)
    written = [(tmp_path / file).read_bytes() for file in ("k.wcnf", "k.wcnf.map.json")]
    again = satchel("encode", name, "--format", "wcnf", "-o", "k.wcnf", cwd=tmp_path, seed="7")
    assert again.returncode == 0
    assert written == [(tmp_path / f).read_bytes() for f in ("k.wcnf", "k.wcnf.map.json")]
    command = [*RC2_COMMAND.split(), "k.wcnf"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    decode = ("decode", "k.wcnf.map.json", "-", "--cnf", "k.wcnf")
    text = done(*decode, cwd=tmp_path, stdin=run.stdout)
    assert text.endswith("optimum 8, the solver says (solution checked)\n")
    data = json.loads(done(*decode, "--output", "json", cwd=tmp_path, stdin=run.stdout))
    assert (data["status"], data["objective"]) == ("optimum", 8)
    refused = satchel("encode", "queens/6", "--format", "wcnf", cwd=tmp_path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    lying = satchel(*decode, cwd=tmp_path, stdin=run.stdout.replace("o 8", "o 7"))
    assert (lying.returncode, lying.stdout) == (1, "")
    relaxed = satchel(*decode, "--relaxed", cwd=tmp_path, stdin=run.stdout)
    assert relaxed.returncode == 2
