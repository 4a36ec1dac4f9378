"""z3's reader and optimiser on an OPB or WCNF file; prints a competition's kind of answer."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main(file: str) -> None:
    """Find a best model of the file, which z3 knows by its ending."""
    z3: Any = import_module("z3")
    optimiser = z3.Optimize()
    optimiser.from_file(file)
    objectives = optimiser.objectives()
    solver = optimiser
    if not objectives:  # its solver for finite domains decides sums faster
        solver = z3.SolverFor("QF_FD")
        solver.add(optimiser.assertions())
    verdict = solver.check()
    if verdict != z3.sat:
        print("s UNSATISFIABLE" if verdict == z3.unsat else "s UNKNOWN")
        return
    model = solver.model()
    if objectives:
        print("o", model.eval(objectives[0], model_completion=True))
    print("s OPTIMUM FOUND" if objectives else "s SATISFIABLE")
    true = {_number(z3, name) for name in model.decls() if z3.is_true(model[name])}
    name = "x" if file.endswith(".opb") else ""
    values = (f"{name}{v}" if v in true else f"-{name}{v}" for v in range(1, _variables(file) + 1))
    print("v", *values)


def _number(z3: Any, declared: Any) -> int | None:
    """The number that a variable has in the file; None for what z3 has added."""
    symbol = z3.Z3_get_decl_name(declared.ctx.ref(), declared.ast)
    if z3.Z3_get_symbol_kind(declared.ctx.ref(), symbol) != z3.Z3_INT_SYMBOL:
        return None
    return int(z3.Z3_get_symbol_int(declared.ctx.ref(), symbol))


def _variables(file: str) -> int:
    """The largest number of a variable."""
    text = Path(file).read_text(encoding="ascii")
    if file.endswith(".opb"):
        return max((int(x) for x in re.findall(r" x([0-9]+)", text)), default=0)
    lines = (line.split()[1:] for line in text.splitlines() if line[:1] not in ("c", ""))
    return max((abs(int(literal)) for line in lines for literal in line), default=0)


if __name__ == "__main__":
    main(sys.argv[1])
