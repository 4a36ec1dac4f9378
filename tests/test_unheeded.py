"""An option without effect is refused, or said in a line on stderr."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.commands import satchel

REFUSED = {
    "solve queens/4 --limit 2": "--limit needs --all",
    "solve queens/4 --jobs 2": "--jobs needs --all",
    "solve queens/4 --up-to-symmetry": "--up-to-symmetry needs --all",
    "solve queens/4 --all --search linear": "--search is for a best solution",
    "solve queens/4 --all --proof p.drat": "--proof shows that there is no solution",
    "solve queens/4 --all --output dimacs": "--all prints text or json",
    "encode queens/4 --format json --map m": "--map: format json has no map",
    "encode queens/4 --format json --stats": "--stats: format json has no formula",
    "encode queens/4 --format smtlib --explain": "--explain: format smtlib has no formula",
    "encode queens/4 --format smtlib --set amo=product": "format smtlib",
    "solve queens/4 --backend z3 --set amo=product": "z3",
    "report nowhere --format csv --scatter a b": "--scatter is about plots",
    "lint --rules a.cnf": "--rules reads no file",
    "submit sat knights_tour -o s --date 2026-01-31": "--date has no effect",
    "decode m a --relaxed": "--relaxed is about the file of --cnf",
    "decode m a --proof p": "--proof is one of the formula",
}
SAID = {
    "solve queens/4 --proof p.drat": "no proof is written to p.drat: there is a solution",
    "solve queens/4 --satisfy": "--satisfy has no effect",
    "solve queens/4 --search linear": "--search has no effect",
    "count queens/4 --method exactcover --backend z3": "--backend has no effect",
    "explain queens/4 --smallest": "--smallest has no effect",
}
HEEDED = (
    "solve queens/4 --backend glucose4",
    "count queens/4 --method enumeration --backend glucose4",
    "solve queens:n=3 --proof p.drat",
)


@pytest.mark.parametrize("command", REFUSED)
def test_it_is_refused(command: str, tmp_path: Path) -> None:
    result = satchel(*command.split(), cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert REFUSED[command] in result.stderr


@pytest.mark.parametrize("command", SAID)
def test_it_is_said(command: str, tmp_path: Path) -> None:
    if "exactcover" in command and importlib.util.find_spec("xcover") is None:
        pytest.skip("xcover is not there")
    result = satchel(*command.split(), cwd=tmp_path)
    assert (result.returncode, result.stderr.count("\n")) == (0, 1)
    assert result.stderr.startswith(f"satchel: note: {SAID[command]}")
    assert not (tmp_path / "p.drat").exists()


@pytest.mark.parametrize("command", HEEDED)
def test_what_has_an_effect_is_not_spoken_of(command: str, tmp_path: Path) -> None:
    result = satchel(*command.split(), cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
