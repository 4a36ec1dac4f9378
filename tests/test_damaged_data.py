"""Files that hold data, damaged anywhere: read with a meaning, or refused in one line."""

# pyright: reportArgumentType=false

from __future__ import annotations

import copy
import json
import math
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchel.cnf.options import Options
from satchel.compare.experiment import read_experiment
from satchel.compare.findings import wrong_answers
from satchel.compare.merge import merge
from satchel.compare.report.comparison import Comparison
from satchel.compare.report.writing import write_report
from satchel.compare.run import Run, digest
from satchel.compare.store import read_store
from satchel.compare.trust import code_in
from satchel.errors import InputError, SatchelError
from satchel.jsontext import parse_json
from satchel.puzzle import Catalogue
from satchel.submission.measuring.measurements import Measurements
from satchel.tasks.files.decode import decode_text
from satchel.tasks.files.mapfile import load_map
from satchel.tasks.files.solutions import read_solutions
from tests.commands import done, satchel
from tests.compare_records import experiment, record, run, write_store

Damage = Callable[[Any], Any]

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 10**400, -(10**400), 0.5, 1e308, -1e308, math.nan, math.inf),
    *("", "x", "-1", "\ud800", "\x1b[31m", "a\nb", "1" * 5000, "program:x", "../..", "queens"),
    *([], [[]], ["x"], {}, {"x": 1}, {"x": "y"}, {"": {}}, [None], {"n": 4}),
]
"""Values that stand where others are expected."""


@st.composite
def damages(draw: st.DrawFn) -> Damage:
    """Up to three values replaced, dropped, doubled or added, anywhere in nested data."""
    steps = draw(
        st.lists(
            st.tuples(
                st.lists(st.integers(0, 9), min_size=1, max_size=6),
                st.sampled_from(["put", "drop", "add"]),
                st.sampled_from(ODD),
            ),
            min_size=1,
            max_size=3,
        )
    )

    def damaged(data: Any) -> Any:
        data = copy.deepcopy(data)
        for path, step, value in steps:
            _change(data, path, step, copy.deepcopy(value))
        return data

    return damaged


def _change(data: Any, path: list[int], step: str, value: Any) -> None:
    """Change one place; the path says which child to take at each level."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = keys[path[0] % len(keys)]
        below, path = data[key], path[1:]
        if not path or not isinstance(below, (dict, list)) or not below:
            break
        data = below
    if step == "put":
        data[key] = value
    elif step == "drop":
        del data[key]
    elif isinstance(data, dict):
        data["added"] = value
    else:
        data.insert(0, value)


@contextmanager
def one_line() -> Iterator[None]:
    """What is refused is refused by an error of ours, in one line that can be read."""
    said = ""
    try:
        yield
    except SatchelError as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 2000


def written(data: Any) -> str:
    """JSON as a careless or hostile writer has it: NaN and halves of characters, too."""
    return json.dumps(data) + "\n"


def slow(function: Any) -> Any:
    return settings(deadline=None, suppress_health_check=list(HealthCheck))(function)


# Stores.


VALID = [
    *experiment(sizes=(8,), backends=("cadical",), shuffles=(None, 1)),
    record(run(backend="liar"), "unsat", verdict="wrong", fault="no"),
]


@slow
@given(damages(), st.sampled_from(["plan.jsonl", "runs.jsonl", "provenance.jsonl"]), st.booleans())
def test_a_damaged_store_is_reported_on_or_refused(damage: Damage, name: str, own: bool) -> None:
    with tempfile.TemporaryDirectory() as place:
        store = write_store(Path(place, "store"), VALID)
        first, *rest = (store / name).read_text().splitlines()
        data = damage(json.loads(first))
        if own and name != "provenance.jsonl":
            _give_its_own_id(data, name)
        (store / name).write_text("\n".join([written(data).strip(), *rest, ""]))
        with one_line():
            results = read_store(store)
            comparison = Comparison.of(results.records)
            list(wrong_answers(comparison, store))
            code_in(store)
        with one_line():
            write_report(store, Path(place, "out"), ["html", "csv", "latex", "gbd", "benchexec"])
        with one_line():
            merge([store], Path(place, "merged"))


def _give_its_own_id(data: Any, name: str) -> None:
    """A damaged run under the id that it has, so that what is behind the id is looked at."""
    planned = data.get("run") if name == "runs.jsonl" and isinstance(data, dict) else data
    if isinstance(planned, dict):
        left_out = ("id", "instance", "profile", "answer", "reading")
        try:
            data["id"] = digest({key: planned[key] for key in planned if key not in left_out})
        except (ValueError, UnicodeEncodeError):
            return


@slow
@given(damages())
def test_what_a_plan_was_made_from(damage: Damage) -> None:
    asked = {"puzzles": ["a.py"], "jobs": 1, "seed": 0}
    with tempfile.TemporaryDirectory() as place:
        store = write_store(Path(place, "store"), VALID[:1])
        data = damage({"format": 1, "experiments": [asked]})
        (store / "experiment.json").write_text(written(data))
        with one_line():
            code_in(store)


@pytest.mark.parametrize(
    "options",
    [{"choices": "x"}, {"labels": {"a": {"amo": "product"}}}, {"labels": 3}, {"solving": True}],
)
def test_strange_options_in_a_plan_are_one_line(options: dict[str, Any], tmp_path: Path) -> None:
    write_store(tmp_path / "store", [record(run(options=options)), record(run("queens/16"))])
    for command in (("report", "store", "--format", "html"), ("run", "store")):
        told = satchel(*command, cwd=tmp_path)
        assert told.returncode in (0, 2)
        assert "Traceback" not in told.stderr
        if told.returncode == 2:
            assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("timeout", 0), ("timeout", -1.0), ("walltime", -1.0), ("memory", -1), ("shuffle", -1)],
)
def test_numbers_that_no_run_has(field: str, value: float) -> None:
    with pytest.raises(InputError, match=field):
        Run.from_json({**run().to_json(), field: value})


# JSON.


@pytest.mark.parametrize(
    "text",
    [
        *("NaN", '{"a": Infinity}', "[-Infinity]", "1e999", '"\\ud800"', '{"\\udfff": 1}'),
        *("[" * 100_000, "1" * 5000, "{", ""),
    ],
)
def test_what_is_beyond_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not JSON") as caught:
        parse_json(text, file="f", line=7)
    assert str(caught.value).startswith("f:7: ")
    assert "\n" not in str(caught.value)


def test_what_is_json_is_read_as_it_is() -> None:
    value = {"a": [1, -0.5, None, True, "\U0001d11e", "\\ud834"], "b": {"": 10**100}}
    assert parse_json(json.dumps(value)) == value
    assert parse_json('"\\ud834\\udd1e"') == "\U0001d11e"


# Maps, solutions, instances, experiments, submissions.


@pytest.fixture(scope="module")
def encoded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """A map of each kind of file that is written."""
    folder = tmp_path_factory.mktemp("maps")
    found = {}
    for form, file in (("dimacs", "q.cnf"), ("opb", "q.opb"), ("smtlib", "q.smt2")):
        done(
            "encode",
            "queens:n=4",
            "--format",
            form,
            "-o",
            file,
            "--map",
            f"{form}.json",
            cwd=folder,
        )
        found[form] = json.loads((folder / f"{form}.json").read_text())
    done(
        "encode",
        "placement/most-knights-8",
        "--format",
        "wcnf",
        "-o",
        "k.wcnf",
        "--map",
        "k.json",
        cwd=folder,
    )
    found["wcnf"] = json.loads((folder / "k.json").read_text())
    return found


ANSWERS = {
    "dimacs": "s SATISFIABLE\nv 1 -2 3 0\n",
    "opb": "s SATISFIABLE\nv x1 -x2\n",
    "smtlib": "sat\n(model)\n",
    "wcnf": "o 3\ns OPTIMUM FOUND\nv 0101\n",
}


@slow
@given(damage=damages(), form=st.sampled_from([*ANSWERS]))
def test_a_damaged_map(encoded: dict[str, dict[str, Any]], damage: Damage, form: str) -> None:
    with one_line():
        loaded = load_map(written(damage(encoded[form])), Catalogue(), file="map")
        decode_text(loaded, ANSWERS[form])


@slow
@given(damages())
def test_a_damaged_solution(damage: Damage) -> None:
    data = {
        "instance": {"puzzle": "queens", "parameters": {"n": 4, "blocked": []}},
        "status": "sat",
        "solution": {"r1c1": 0, "r1c2": 1},
    }
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "solution.json")
        file.write_text(written(damage(data)))
        with one_line():
            for instance, shown in read_solutions(str(file)):
                if instance is not None:
                    Catalogue().revive(instance, "solution").check(shown)


TOML: dict[str, Any] = {
    "puzzle": "queens",
    "parameters": {"n": 4},
    "answer": {"status": "sat", "count": 2, "source": {"count": "OEIS"}},
    "slow": {"brute": 2.0},
}


@slow
@given(damages())
def test_a_damaged_instance(damage: Damage) -> None:
    """Written as TOML where that can be said; nothing here builds a model, which may be large."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "board.toml")
        file.write_text(toml(damage(TOML)))
        with one_line():
            Catalogue().instance(str(file))


EXPERIMENT: dict[str, Any] = {
    "instances": ["queens:n=4"],
    "models": {"queens": ["lines"]},
    "backends": ["cadical"],
    "set": ["amo=product"],
    "shuffles": 2,
    "timeout": 3,
    "walltime": 4.5,
    "memory": "2G",
    "jobs": 1,
    "seed": 0,
    "puzzles": ["a.py"],
    "profiles": {"small": {"encoding": "order", "set": {"amo": "pairwise"}, "max-clauses": 7}},
}


@slow
@given(damages())
def test_a_damaged_experiment(damage: Damage) -> None:
    data = damage(EXPERIMENT)
    with one_line():
        assert isinstance(read_experiment(data).to_json(), dict)


@slow
@given(damages())
def test_a_damaged_file_of_measurements(damage: Damage) -> None:
    line = {
        **{"instance": "a", "gbd": "b", "role": "easy", "solver": "s", "version": "1"},
        **{"limit": 5.0, "memory": None, "status": "sat", "seconds": 1.0, "reason": None},
        **{"value": None, "fault": None, "witness": False},
    }
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "measurements.jsonl").write_text(written(damage(line)))
        with one_line(), Measurements(folder, folder):
            pass


def toml(data: dict[str, Any]) -> str:
    """Data as TOML, in inline tables; null is left out, which TOML has not."""
    return "".join(f"{_key(key)} = {_value(data[key])}\n" for key in data if data[key] is not None)


def _key(key: str) -> str:
    return json.dumps(key)


def _value(value: Any) -> str:
    match value:
        case dict():
            inner = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
            return f"{{{', '.join(inner)}}}"
        case list():
            return f"[{', '.join(_value(each) for each in value if each is not None)}]"
        case float():
            return repr(value)
        case _:
            return json.dumps(value)


def test_options_of_sessions_do_not_stop_a_report() -> None:
    assert Options.from_json({"solving": True}).solving
