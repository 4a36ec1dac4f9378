"""Checking a large formula: the linter against GBD's checks. `lint.py [CLAUSES] [RUNS]`.

Both sides read the same file of clauses without a fault (4 million of three literals by
default: 90 MB), each in processes of its own, in turns. GBD's side is its function
`checksani`, called from Python. The linter's side also looks for clauses that are there twice, gaps
in the numbering and everything else that `satchel lint --rules` lists; neither finds anything.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measuring import SATCHEL, Run, middle, run, table

VARIABLES = 200_000
GBD = "import sys, gbdc; sys.exit('no' in gbdc.checksani(sys.argv[1]).values())"


def main(clauses: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "large.cnf")
        write(file, clauses)
        size = file.stat().st_size / 1e6
        commands = {
            "satchel lint": [sys.executable, *SATCHEL, "lint", str(file)],
            "gbdc.checksani": [sys.executable, "-c", GBD, str(file)],
        }
        taken: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                taken[name].append(run(command))
        damage(file)
        if not all(subprocess.run(c, capture_output=True).returncode for c in commands.values()):
            sys.exit("a fault that was planted is not found: nothing is compared")
    ours, theirs = (middle(times) for times in taken.values())
    print(f"{clauses:,} clauses, {size:.0f} MB, no fault; medians of {runs} runs")
    rows = [("", "wall s", "CPU s", "peak MiB")]
    rows += [row(name, middle(times)) for name, times in taken.items()]
    rows.append(("satchel / GBD", *ratios(ours, theirs)))
    print(table(rows))


def write(file: Path, clauses: int) -> None:
    """Clauses of three different variables, no two the same, in which every variable occurs."""
    with file.open("w") as out:
        out.write(f"p cnf {VARIABLES} {clauses}\n")
        for index in range(clauses):
            # The negated variable tells where a clause is, the first one at which distance.
            rounds, first = divmod(index, VARIABLES)
            second = (first + 1 + rounds) % VARIABLES
            third = (second + VARIABLES // 4) % VARIABLES
            out.write(f"{first + 1} -{second + 1} {third + 1} 0\n")


def damage(file: Path) -> None:
    """A tautology in the last line."""
    data = file.read_bytes()
    start = data.rindex(b"\n", 0, -1) + 1
    file.write_bytes(data[:start] + b"1 -1 2 0\n")


def row(name: str, run: Run) -> tuple[str, ...]:
    return name, f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{run.memory:.0f}"


def ratios(ours: Run, theirs: Run) -> Sequence[str]:
    pairs = ((ours.wall, theirs.wall), (ours.cpu, theirs.cpu), (ours.memory, theirs.memory))
    return [f"{own / other:.2f}" for own, other in pairs]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] + ["4000000", "3"][len(sys.argv) - 1 :]))
