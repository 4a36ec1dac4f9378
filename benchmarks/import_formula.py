"""A large foreign formula: Satchel against PySAT's reader. `import_formula.py [CLAUSES] [RUNS]`.

A random formula with three literals a clause (a million clauses by default, over a fiftieth as many
variables) is written once. Then, each in processes of its own and in turns, it is

    read      by PySAT's `CNF(from_file=...)`, and nothing more
    encoded   by `satchel encode FILE.cnf -o OUT.cnf`: read and hashed, made a model, lowered,
              numbered, written again with its hash and its map
    loaded    by both, into CaDiCaL's memory: by PySAT after reading, by Satchel as `solve` does it

and what was written again is compared with the file, byte by byte but for comments.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from measuring import SATCHEL, Run, middle, run, table

PLAIN = "from pysat.formula import CNF; formula = CNF(from_file=FILE)"
LOADED = f"{PLAIN}; from pysat.solvers import Solver; Solver('cadical195', bootstrap_with=formula)"
OURS = (
    "from satchel import load; from satchel.cnf.options import Options\n"
    "from satchel.tasks.session import prepare\n"
    "prepare(load(FILE).build(), 'cadical195', Options(), every=False).open()"
)


def main(clauses: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file, again = Path(folder, "foreign.cnf"), Path(folder, "again.cnf")
        _write(file, clauses)
        commands = {
            "read": _python(PLAIN, file),
            "encode": [sys.executable, *SATCHEL, "encode", str(file), "-o", str(again)],
            "PySAT loads": _python(LOADED, file),
            "Satchel loads": _python(OURS, file),
        }
        taken: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                taken[name].append(run(command))
        if _bare(again) != file.read_bytes():
            sys.exit("what was encoded is not the file: nothing is compared")
    middles = {name: middle(of) for name, of in taken.items()}
    print(f"{clauses:,} clauses of three literals, encoded as they were; medians of {runs} runs")
    print(
        table(
            [
                ("", "wall s", "CPU s", "peak MiB"),
                _row("PySAT's CNF(from_file=...)", middles["read"]),
                _row("satchel encode", middles["encode"]),
                _ratio(middles["encode"], middles["read"]),
                _row("PySAT, to the solver", middles["PySAT loads"]),
                _row("Satchel, to the solver", middles["Satchel loads"]),
                _ratio(middles["Satchel loads"], middles["PySAT loads"]),
            ]
        )
    )


def _write(file: Path, clauses: int) -> None:
    chance = random.Random(1)
    variables = range(1, max(clauses // 50, 3) + 1)
    with file.open("w") as out:
        out.write(f"p cnf {len(variables)} {clauses}\n")
        for _ in range(clauses):
            literals = [chance.choice((x, -x)) for x in chance.sample(variables, 3)]
            out.write(f"{' '.join(map(str, literals))} 0\n")


def _bare(file: Path) -> bytes:
    with file.open("rb") as lines:
        return b"".join(line for line in lines if not line.startswith(b"c"))


def _python(program: str, file: Path) -> list[str]:
    return [sys.executable, "-c", program.replace("FILE", repr(str(file)))]


def _row(name: str, run: Run) -> tuple[str, ...]:
    return name, f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{run.memory:.0f}"


def _ratio(ours: Run, theirs: Run) -> tuple[str, ...]:
    parts = [
        ours.wall / theirs.wall,
        ours.cpu / theirs.cpu,
        ours.memory / theirs.memory,
    ]
    return "  ratio", *(f"{part:.2f}" for part in parts)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] + ["1000000", "5"][len(sys.argv) - 1 :]))
