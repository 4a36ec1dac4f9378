"""Writing a large formula: Satchel against a plain script. `encode_queens.py [N] [RUNS]`.

Both sides write n queens (400 by default: 1.5 million clauses) with at-most-one as a product, each
in processes of its own, in turns. That they write the same clauses is checked clause by clause.
Satchel's side also makes the map, and builds a model that could go to any other backend.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measuring import SATCHEL, Run, middle, run, table

PLAIN = Path(__file__).parent / "plain_queens.py"


def main(n: int, runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = {name: str(Path(folder, f"{name}.cnf")) for name in ("satchel", "plain")}
        encode = ("encode", f"queens:n={n}", "--set", "amo=product", "-o", files["satchel"])
        commands = {
            "satchel": [sys.executable, *SATCHEL, *encode],
            "plain": [sys.executable, str(PLAIN), str(n), files["plain"]],
        }
        taken: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                taken[name].append(run(command))
        clauses = _clauses(files["satchel"])
        if clauses != _clauses(files["plain"]):
            sys.exit("the two sides wrote different clauses: nothing is compared")
    ours, theirs = middle(taken["satchel"]), middle(taken["plain"])
    print(f"{n} queens, {len(clauses):,} clauses, the same on both sides; medians of {runs} runs")
    rows = [("", "wall s", "CPU s", "peak MiB")]
    rows += [_row("satchel encode", ours), _row("plain script, PySAT's CNF.to_file", theirs)]
    rows.append(
        (
            "satchel / plain",
            f"{ours.wall / theirs.wall:.2f}",
            f"{ours.cpu / theirs.cpu:.2f}",
            f"{ours.memory / theirs.memory:.2f}",
        )
    )
    print(table(rows))


def _row(name: str, run: Run) -> tuple[str, ...]:
    return name, f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{run.memory:.0f}"


def _clauses(file: str) -> list[tuple[int, ...]]:
    """The clauses of a DIMACS file, each sorted, in sorted order."""
    with Path(file).open() as lines:
        return sorted(
            tuple(sorted(map(int, line.split()[:-1]))) for line in lines if line[0] not in "cp"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] + ["400", "5"][len(sys.argv) - 1 :]))
