"""Names that are nearly right, folders that are not there, and times with units."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import satchel
from satchel import InputError, Model, Options, load
from satchel.cli import main
from satchel.compare.experiment import read_experiment
from satchel.sizes import read_seconds
from satchel.submission.generating.order import find_family
from satchel.submission.tracks.registered import track_named
from satchel.suggest import among

COMMANDS = [
    ("lisst", "list"),
    ("help solvee", "solve"),
    ("solve queens/8 --outputt json", "--output"),
    ("list backend", "backends"),
    ("solve queen/8", "queens/8"),
    ("solve Queens:n=8", "queens"),
    ("solve queens:n=8,fixd=[]", "fixed"),
    ("solve queens/8 --backend cadicul", "cadical"),
    ("solve queens/8 --output jsn", "json"),
    ("solve queens/8 --presolve clique", "cliques"),
    ("solve placement/most-knights-8 --search nativ", "native"),
    ("encode queens/8 --set amo=prodct", "product"),
    ("encode queens/8 --set amoo=product", "amo"),
    ("encode queens/8 --encoding direkt", "direct"),
    ("encode queens/8 --numbering natral", "natural"),
    ("encode queens/8 --model line", "lines"),
    ("encode queens/8 --format dimac", "dimacs"),
    ("count queens/8 --method enumeraton", "enumeration"),
    ("explain queens/3 --keep colums", "columns"),
    ("family packin", "packing"),
    ("submit satt packing -o out", "sat"),
    ("submit sat packin -o out", "packing"),
    ("lint f.cnf --track maxsatt", "maxsat"),
    ("lint f.cnf --kind wcnff", "wcnf"),
    ("import f.cnf --status unsatt", "unsat"),
    ("report out --format htm", "html"),
    ("plan 'queen/*' -o out", "queens/8"),
    ("plan queens/8 --backend cadicul -o out", "cadical"),
]


def said(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line of a command that is refused."""
    assert main.run(main.satchel, shlex.split(command), "satchel") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err


@pytest.mark.parametrize(("command", "meant"), COMMANDS)
def test_a_command_says_what_may_have_been_meant(
    command: str,
    meant: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    told = said(command, capsys).casefold()
    assert "did you mean" in told
    assert f"'{meant}'" in told.partition("did you mean")[2].partition("?")[0]
    assert not list(tmp_path.iterdir())


def test_every_option_with_a_list_of_names_suggests() -> None:
    """A plain `Choice` lists what there is, and suggests nothing."""
    for command in main.satchel.commands.values():
        for parameter in command.params:
            plain = type(parameter.type) is click.Choice
            assert not plain, f"{command.name} {parameter.name}"


def answer(**given: Any) -> object:
    model = Model()
    model.show("a", model.bool("a"))
    return satchel.solve(model, **given)


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: load("queen/8"), "queens/8"),
        (lambda: load("queen:n=8"), "queens"),
        (lambda: load("queens:n=8,blockd=[]"), "blocked"),
        (lambda: load("queens/8").build("attak"), "attack"),
        (lambda: answer(backend="cadicul"), "cadical"),
        (lambda: answer(options=Options(choices={"amo": "prodct"})), "product"),
        (lambda: answer(options=Options(choices={"linera": "mdd"})), "linear"),
        (lambda: answer(options=Options(presolve=("clique",))), "cliques"),
        (lambda: Options.from_json({"chioces": {}}), "choices"),
        (lambda: satchel.export(load("queens:n=4"), "f", "smtlb"), "smtlib"),
        (lambda: satchel.count(load("queens:n=4"), method="exactcovr"), "exactcover"),
        (lambda: satchel.encode(load("queens/8"), options=labelled("colums")), "columns"),
        (lambda: read_experiment({"instance": ["queens/8"]}), "instances"),
        (lambda: find_family("packin"), "packing"),
        (lambda: track_named("satt"), "sat"),
    ],
)
def test_python_says_what_may_have_been_meant(call: Callable[[], object], meant: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert f"'{meant}'" in str(error.value).partition("did you mean")[2].partition("?")[0]


def labelled(label: str) -> Options:
    return Options(labels={label: {"amo": "product"}})


def test_what_is_like_nothing_is_answered_with_all() -> None:
    assert among("xyz", ["one", "two"]) == "(there are: one, two)"
    assert among("xyz", []) == "(there are: none)"
    assert among("xyz", ["one"], see="a list") == "(see `a list`)"
    assert among("ONE", ["one", "two"]) == "(did you mean 'one'? there are: one, two)"
    assert among("x", map(str, range(99))).endswith(" 28, 29, ...)")


@pytest.mark.parametrize(
    "command",
    [
        "encode queens:n=4 -o no/such/4.cnf",
        "encode queens:n=4 --map no/such/map.json",
        "encode queens:n=4 --format opb -o no/such/4.opb",
        "encode queens:n=4 --format smtlib -o no/such/4.smt2",
        "encode queens:n=4 --format json -o no/such/4.json",
        "show queens:n=4 -o no/such/4.svg",
        "solve queens:n=3 --proof no/such/3.drat",
    ],
)
def test_a_missing_folder_is_named(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said(command, capsys) == "satchel: error: no/such: no such folder\n"


@pytest.mark.parametrize(
    "command",
    [
        *(
            "solve ./here",
            "solve some/folder",
            "solve here",
            "show ./here",
            "check queens/8 here",
            "lint here",
        ),
        *("decode here answer", "solve queens/8 --puzzle here", "solve queens/8 --profile here"),
        *("import here", "encode queens:n=4 -o here"),
    ],
)
def test_a_folder_is_said_to_be_one(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here").mkdir()
    Path("some/folder").mkdir(parents=True)
    assert "is a folder, not a file" in said(command, capsys)


def test_a_folder_does_not_hide_a_puzzle_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("queens").mkdir()
    assert load("queens:n=4").puzzle.name == "queens"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("10", 10), ("10s", 10), ("2m", 120), ("1h", 3600), ("1.5h", 5400), ("90 s", 90)),
        *(("0.5", 0.5), (".5s", 0.5), ("250ms", 0.25), ("2min", 120), ("1e3", 1000)),
        *(
            (wrong, None)
            for wrong in ("", "s", "0", "-1", "-1s", "nan", "inf", "10x", "1h30", "1e9h")
        ),
    ],
)
def test_times(text: str, seconds: float | None) -> None:
    assert read_seconds(text) == seconds


def test_every_option_of_a_time_takes_units(capsys: pytest.CaptureFixture[str]) -> None:
    found = 0
    for command in main.satchel.commands.values():
        for option in command.params:
            if option.metavar == "TIME":
                found += 1
                assert option.type.convert("2m", None, None) == 120
    assert found >= 7
    assert "is not a time above 0 like 10, 10s, 2m or 1h" in said(
        "solve queens/8 --timeout 10x", capsys
    )
    told = read_experiment({"instances": ["queens/8"], "backends": ["z3"], "timeout": "2m"})
    assert told.timeout == 120
