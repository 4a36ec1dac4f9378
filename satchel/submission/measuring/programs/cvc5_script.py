"""cvc5 on an SMT-LIB script, through its own parser; prints what its program would."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def main(file: str) -> None:
    """Carry out the commands of the file, one after the other."""
    cvc5: Any = import_module("cvc5")
    manager = cvc5.TermManager()
    solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, file)
    while not (command := parser.nextCommand()).isNull():
        print(command.invoke(solver, symbols), end="", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
