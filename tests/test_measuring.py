"""One measured run: its problem in files, its record, whose answer is believed and whose is not."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from satchel.cnf.formula import Formula
from satchel.cnf.options import Options
from satchel.compare.measuring.build import Limits, make_problem
from satchel.compare.measuring.measure import discard, keep_evidence, measure
from satchel.compare.measuring.ready import load, save
from satchel.compare.record import Record
from satchel.errors import InputError
from satchel.ir import AllDifferent, HamiltonianCycle, Model
from satchel.puzzle import Catalogue
from satchel.tasks.choose import backend_named
from satchel.tasks.compile import Compiled, compile_model
from tests.commands import satchel
from tests.measuring import measured, run_of, setting
from tests.programs import CADICAL

BIG = 2**80 + 1


def sums() -> Model:
    m = Model()
    x, a, b = m.int("x", 0, 5), m.bool("a"), m.bool("b")
    m.add(BIG * a + (BIG + 3) * b + x >= BIG + 2)
    m.minimize(BIG * a + 3 * x)
    m.show("x", x)
    m.show("3x", 3 * x + 1)
    return m


def tour() -> Model:
    m = Model()
    edges = [(u, v) for u in range(5) for v in range(u)]
    m.add(HamiltonianCycle(5, [(u, v, m.bool(f"e{u}{v}")) for u, v in edges]))
    return m


def numbers() -> Model:
    m = Model()
    m.add(AllDifferent(m.int(f"x{i}", 1, 4) for i in range(4)))
    return m


def queens() -> Model:
    return Catalogue().instance("queens/8").build()


def empty() -> Model:
    m = Model()
    m.show("free", m.bool("free"))
    return m


@pytest.mark.parametrize(
    ("model", "options"),
    [
        (sums, Options(choices={"linear": "native"})),
        (sums, Options()),
        (tour, Options(choices={"circuit": "cuts"})),
        (tour, Options(solving=True, shuffle=3)),
        (numbers, Options(integers="order", shuffle=1)),
        (empty, Options()),
        (queens, Options(solving=True)),
    ],
)
def test_a_formula_comes_back_from_its_files(
    model: Callable[[], Model], options: Options, tmp_path: Path
) -> None:
    compiled = compile_model(model(), options, optimise=True)
    assert bool(compiled.formula.hints) is (model is queens)
    save(compiled, tmp_path)
    loaded = load(tmp_path)
    assert isinstance(loaded, Compiled)
    assert (loaded.undo, loaded.seconds) == (compiled.undo, compiled.seconds)
    for field in fields(Formula):
        if field.name not in ("stats", "chunks"):
            assert getattr(loaded.formula, field.name) == getattr(compiled.formula, field.name)
    assert list(loaded.formula.iterate()) == list(compiled.formula.iterate())


def test_the_formula_is_the_one_that_encode_writes(tmp_path: Path) -> None:
    record = measured(tmp_path, "queens:n=6", "cadical", shuffle=5, options={"integers": "order"})
    satchel(
        "encode",
        "queens:n=6",
        *["--encoding", "order", "--shuffle", "5", "-o", "q.cnf"],
        cwd=tmp_path,
    )
    written = json.loads((tmp_path / "q.map.json").read_text())["formula"]
    assert record.formula is not None
    assert record.formula.sha256 == written["sha256"]
    assert record.formula.clauses == written["clauses"]


def test_a_problem_is_made_once_for_all_who_get_the_same(tmp_path: Path) -> None:
    made = {
        backend: make_problem(run_of("queens:n=5", backend), tmp_path)
        for backend in ("cadical", "glucose", "kissat", "clingo", "z3", "cvc5")
    }
    places = {backend: place for backend, (place, _) in made.items()}
    assert places["cadical"] == places["glucose"] == places["kissat"]
    assert places["z3"] == places["cvc5"]
    assert len(set(places.values())) == 3  # clingo takes sums as they are
    assert made["glucose"] == made["cadical"]  # times and all: it was not made again
    assert set(tmp_path.iterdir()) == set(places.values())
    assert make_problem(run_of("queens:n=5", "cadical", shuffle=1), tmp_path)[0] not in made


def test_a_problem_that_is_too_large_is_refused_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"max_clauses": 3}
    record = measured(tmp_path, "queens:n=6", "cadical", options=options)
    assert record.reason is not None
    assert record.reason.startswith("refused: the formula has more than 3 clauses")
    monkeypatch.setattr("satchel.compare.measuring.build.Worker", None)
    assert measured(tmp_path, "queens:n=6", "cadical", options=options).reason == record.reason


def test_limits_of_making_are_its_own(tmp_path: Path, nothing_left: str) -> None:
    run = run_of("queens:n=300", "cadical", model="attack")
    short, small = Limits(timeout=0.4), Limits(memory=60 << 20)
    assert "not made within its limits" in str(make_problem(run, tmp_path, limits=short)[1].refused)
    assert "MiB" in str(make_problem(run, tmp_path, limits=small)[1].refused)
    assert make_problem(run_of("queens:n=4", "z3"), tmp_path, limits=small)[1].refused is None
    assert len(list(tmp_path.iterdir())) == 2


def test_files_that_cannot_be_written_are_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "formulas").write_text("in the way")
    with pytest.raises(InputError, match="formulas: cannot be written"):
        measured(tmp_path, "queens:n=4", "cadical")


def test_a_puzzle_that_cannot_be_read_is_no_result(tmp_path: Path) -> None:
    run, gone = run_of("queens:n=4", "cadical"), str(tmp_path / "gone.py")
    with pytest.raises(InputError, match=r"gone\.py: no such file"):
        make_problem(run, tmp_path, puzzles=(gone,))
    assert make_problem(run, tmp_path)[1].refused is None


def test_another_version_of_the_solver_does_not_run_under_a_name_that_is_not_its_own(
    tmp_path: Path,
) -> None:
    planned = replace(run_of("queens:n=4", "cadical"), version="cadical 1.0")
    with pytest.raises(InputError, match=r"'cadical' is cadical\d+, .*planned is cadical 1\.0"):
        measure(planned, setting(tmp_path), threading.Event())


BACKENDS = ["cadical", "kissat", "kissat404", "clingo", "z3", "z3-sat", "ortools", "cvc5", "brute"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for runs that may share their problems."""
    return tmp_path_factory.mktemp("shared")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_record_says_it_all(backend: str, shared: Path, nothing_left: str) -> None:
    sat = measured(shared, "queens/5", backend, memory=1 << 30)
    unsat = measured(shared, "queens/3", backend, memory=1 << 30)
    assert (sat.status, sat.verdict, sat.reason, sat.fault) == ("sat", "correct", None, None)
    assert (unsat.status, unsat.verdict, unsat.reason) == ("unsat", "correct", None)
    assert sat.solution is not None
    assert unsat.solution is None
    assert set(sat.times) == {"build", "encode", "load", "solve", "decode", "check"}
    for record in (sat, unsat):
        assert (record.formula is None) is (backend_named(backend).takes == "model")
        assert record.cpu is not None
        assert record.memory is not None
        assert record.cpu >= 0
        assert 10 << 20 < record.memory < 1 << 30
        assert record.wall >= record.times["load"] + record.times["solve"] - 1e-5
        assert (record.why is None) is record.reliable
        assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    assert not (shared / "faults").exists()


def test_unsat_without_a_known_answer_is_unchecked(tmp_path: Path) -> None:
    record = measured(tmp_path, "pigeons:pigeons=3,holes=2", "cadical")
    assert (record.status, record.verdict) == ("unsat", "unchecked")


@pytest.mark.parametrize("backend", ["glucose", CADICAL])
def test_a_relaxation_counts_when_it_is_completed(backend: str, tmp_path: Path) -> None:
    options = {"choices": {"circuit": "cuts"}}
    record = measured(tmp_path, "knights_tour/closed-10", backend, options=options)
    assert (record.status, record.verdict, record.fault) == ("sat", "correct", None)
    assert record.statistics["rounds"] >= 1


LIARS = {
    "says unsat": ("print('s UNSATISFIABLE')", "the answer is unsat, but the known answer is sat"),
    "all true": (
        "n = int(open(cnf).read().split('p cnf ')[1].split()[0])\n"
        "print('s SATISFIABLE\\nv', *range(1, n + 1), 0)",
        r"its answer breaks clause \d+ of the formula, and so the model: ",
    ),
    "a value too few": ("print('s SATISFIABLE\\nv 1 0')", "left out"),
    "a value too many": ("print('s SATISFIABLE\\nv 99999 0')", "beyond the formula's"),
}


@pytest.mark.parametrize("lie", LIARS)
def test_a_liar_is_caught(
    lie: str, tmp_path: Path, program: Callable[[str], str], nothing_left: str
) -> None:
    body, fault = LIARS[lie]
    backend = program(body)
    record = measured(tmp_path, "queens/5", backend)
    assert (record.verdict, record.reason) == ("wrong", None)
    assert record.status == ("unsat" if lie == "says unsat" else "sat")
    assert record.fault is not None
    assert re.search(fault, record.fault), record.fault
    folder = tmp_path / "faults" / record.run.id
    assert json.loads((folder / "record.json").read_text())["run"]["backend"] == backend
    files = ("formula.map.json", "answer.txt", "--cnf", "formula.cnf")
    shown = satchel("decode", *files, cwd=folder)
    assert shown.returncode in (1, 2), shown.stderr
    if lie in ("says unsat", "all true"):
        assert shown.returncode == 1


def test_unsat_of_what_nobody_knows_is_left_to_others(
    tmp_path: Path, program: Callable[[str], str]
) -> None:
    instance = "pigeons:pigeons=2,holes=2"
    record = measured(tmp_path, instance, program("print('s UNSATISFIABLE')"))
    assert (record.status, record.verdict) == ("unsat", "unchecked")
    folder = keep_evidence(record, setting(tmp_path))
    assert (folder / "formula.cnf").is_file()


def test_evidence_of_who_takes_the_model(tmp_path: Path) -> None:
    known = {"status": "unsat", "source": "a lie"}
    record = measured(tmp_path, "queens:n=4", "z3", answer=known)
    assert (record.status, record.verdict) == ("sat", "wrong")
    assert "the known answer is unsat (a lie)" in str(record.fault)
    folder = tmp_path / "faults" / record.run.id
    assert satchel("check", "queens:n=4", str(folder / "solution.json")).returncode == 0
    Model.from_json(json.loads((folder / "model.json").read_text()))


def test_an_encoding_that_is_wrong_is_to_blame_for_what_it_causes(tmp_path: Path) -> None:
    run = run_of("queens/5", "cadical")
    place, _ = setting(tmp_path).problem(run, threading.Event())
    ready = load(place)
    assert isinstance(ready, Compiled)
    dropped = replace(ready.formula, clauses=0, chunks=())
    save(replace(ready, formula=dropped), place)
    record = measure(run, setting(tmp_path), threading.Event())
    assert record.verdict == "wrong"
    assert str(record.fault).startswith("the encoding is wrong")


def test_who_gives_up_has_not_solved(tmp_path: Path, program: Callable[[str], str]) -> None:
    record = measured(tmp_path, "queens/5", program("print('s UNKNOWN')"))
    assert (record.status, record.reason) == (
        "unknown",
        "solver error: the solver gave up without an answer",
    )
    record = measured(tmp_path, "queens/5", program("sys.exit('no')"))
    assert record.reason == "solver error: the program gave no answer, exit code 1: no"


def test_released_problems_are_gone(tmp_path: Path) -> None:
    run = run_of("queens/5", "cadical")
    measure(run, setting(tmp_path), threading.Event())
    [place] = (tmp_path / "formulas").iterdir()
    place.with_name(f".{place.name}.left").mkdir()  # by who was killed while making it
    discard(run, setting(tmp_path))
    assert not list((tmp_path / "formulas").iterdir())
