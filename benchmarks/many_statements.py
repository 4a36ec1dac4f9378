"""Many small statements: Satchel against a plain script. `many_statements.py [STATEMENTS] [RUNS]`.

So many statements `a | b` (100,000 by default), each over two Booleans of its own, become a model
and a DIMACS file, with default options. The plain script does it with PySAT's `IDPool` for names
and `CNF.to_file`. Both run in processes of their own and in turns; what counts is the whole
process, and the two files are compared clause by clause.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measuring import Run, middle, run, table

OURS = """
from satchel import Model, encode
model = Model()
names = [(model.bool(f"a{i}"), model.bool(f"b{i}")) for i in range(COUNT)]
for a, b in names:
    model.add(a | b)
encode(model, FILE)
"""
PLAIN = """
from pysat.formula import CNF, IDPool
pool, formula = IDPool(), CNF()
for i in range(COUNT):
    formula.append([pool.id(f"a{i}"), pool.id(f"b{i}")])
formula.to_file(FILE)
"""


def main(statements: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        programs = {"Satchel": OURS, "PySAT": PLAIN}
        files = {name: Path(folder, f"{name}.cnf") for name in programs}
        taken: dict[str, list[Run]] = {name: [] for name in programs}
        for _ in range(runs):
            for name, program in programs.items():
                filled = program.replace("COUNT", str(statements))
                filled = filled.replace("FILE", repr(str(files[name])))
                taken[name].append(run([sys.executable, "-c", filled]))
        if _clauses(files["Satchel"]) != _clauses(files["PySAT"]):
            sys.exit("the two files differ: nothing is compared")
    ours, plain = (middle(taken[name]) for name in programs)
    print(f"{statements:,} statements a | b, from model to DIMACS; medians of {runs} runs")
    print(
        table(
            [
                ("", "wall s", "CPU s", "peak MiB"),
                _row("Satchel, with the map", ours),
                _row("PySAT's IDPool and CNF.to_file", plain),
                ("  ratio", *(f"{part:.2f}" for part in _ratios(ours, plain))),
            ]
        )
    )


def _clauses(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if not line.startswith("c")]


def _row(name: str, run: Run) -> tuple[str, ...]:
    return name, f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{run.memory:.0f}"


def _ratios(ours: Run, theirs: Run) -> list[float]:
    return [ours.wall / theirs.wall, ours.cpu / theirs.cpu, ours.memory / theirs.memory]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] + ["100000", "5"][len(sys.argv) - 1 :]))
