"""Completion in the shell, as the shell asks for it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.commands import ENVIRONMENT

ENTRANCE = {"satchel": "main", "encode": "encode_main"}


def completions(*words: str) -> list[str]:
    """What bash is told to offer for the last word."""
    name = words[0]
    code = f"from satchel.cli.start import {ENTRANCE[name]} as main; main()"
    asked = {f"_{name.upper()}_COMPLETE": "bash_complete"}
    asked |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=ENVIRONMENT | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return [line.removeprefix("plain,") for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ENTRANCE)
@pytest.mark.parametrize(
    "shell", [pytest.param("bash", marks=pytest.mark.needs_program("bash")), "zsh", "fish"]
)
def test_the_shell_gets_its_script(name: str, shell: str) -> None:
    code = f"from satchel.cli.start import {ENTRANCE[name]} as main; main()"
    asked = {f"_{name.upper()}_COMPLETE": f"{shell}_source"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=os.environ | asked, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert f"_{name}_completion" in done.stdout
    assert "Usage" not in done.stdout


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["satchel", "so"], {"solve"}),
        (["satchel", "solve", "queens/diag-8"], {"queens/diag-8-4-1"}),
        (["satchel", "solve", "queens/8", "--backend", "z3"], {"z3", "z3-sat"}),
        (["satchel", "encode", "queens/8", "--model", ""], {"permutation", "lines", "attack"}),
        (["satchel", "encode", "queens/8", "--set", "amo=prod"], {"amo=product"}),
        (["satchel", "count", "queens/8", "--method", "exact"], {"exactcover"}),
        (["satchel", "list", "pu"], {"puzzles"}),
        (["satchel", "family", "pack"], {"packing"}),
        (["encode", "queens/8", "--format", "dim"], {"dimacs"}),
        (["encode", "queens/8", "--num"], {"--numbering"}),
    ],
)
def test_names_are_completed(words: list[str], some: set[str]) -> None:
    found = completions(*words)
    assert some <= set(found)
    assert all(each.startswith(words[-1]) for each in found)


def test_what_is_no_instance_may_be_a_file() -> None:
    assert completions("satchel", "solve", "./my") == ["file,./my"]
