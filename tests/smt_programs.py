"""Programs that no one here wrote, run on SMT-LIB scripts: z3, and cvc5's own reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

_CVC5 = """
import sys, cvc5
manager = cvc5.TermManager()
solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
parser = cvc5.InputParser(solver, symbols)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end="", flush=True)
"""


def _z3() -> str:
    beside = Path(sys.executable).parent / "z3"
    return str(beside) if beside.exists() else which("z3") or "z3"


PROGRAMS = {"z3": [_z3()], "cvc5": [sys.executable, "-c", _CVC5]}


def run(program: str, script: str) -> str:
    """What the program prints about the script; stderr is part of it, and never expected."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "problem.smt2")
        file.write_text(script, encoding="utf-8")
        command = [*PROGRAMS[program], str(file)]
        found = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return found.stdout + found.stderr
