"""What a wrong answer is shown by: the formula, its map, the answer, in files for other tools.

FOLDER/faults/ID/record.json     the run and what is wrong
.../formula.cnf (or .opb)        what the solver got; formula.map.json leads back
.../answer.txt                   what it said: `satchel decode formula.map.json answer.txt`
.../model.json, solution.json    in place of these where it got the model itself
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.cnf.options import Options
from satchel.compare.measuring.ready import Ready, Rewritten
from satchel.compare.record import Record
from satchel.errors import InputError
from satchel.files import whole_file
from satchel.tasks.compile import Compiled
from satchel.tasks.files.export import DIMACS, OPB, write_formula
from satchel.tasks.origin import Origin
from satchel.tasks.work.events import Found


@dataclass(frozen=True)
class Evidence:
    """What is known of an answer that is not believed; `found` where it is a model."""

    record: Record
    origin: Origin
    options: Options
    ready: Ready
    found: Found | None

    def write(self, folder: Path) -> None:
        """Write the files into the folder; InputError where they cannot be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", file=str(folder)) from error
        _write_json(folder / "record.json", self.record.to_json())
        if isinstance(self.ready, Rewritten):
            self._write_model(folder)
        else:
            self._write_formula(folder, self.ready)

    def _write_formula(self, folder: Path, compiled: Compiled) -> None:
        sums = bool(compiled.formula.linear)
        write_formula(
            compiled,
            self.origin,
            self.options,
            out=str(folder / ("formula.opb" if sums else "formula.cnf")),
            map_file=str(folder / "formula.map.json"),
            form=OPB if sums else DIMACS,
        )
        with whole_file(str(folder / "answer.txt")) as file:
            file.write("\n".join(_answer_lines(self.record, self.found, sums)).encode() + b"\n")

    def _write_model(self, folder: Path) -> None:
        _write_json(folder / "model.json", self.origin.model.to_json())
        if self.found is not None:
            _write_json(folder / "solution.json", self.origin.model.shown_values(self.found.values))


def _answer_lines(record: Record, found: Found | None, sums: bool) -> list[str]:
    """What the solver said, as solvers in competitions say it."""
    if record.status == "unsat":
        return ["s UNSATISFIABLE"]
    if found is None or found.truth is None:
        return [f"c {record.fault}", "s SATISFIABLE"]
    values = [v if value == "1" else -v for v, value in enumerate(found.truth, 1)]
    words = [f"x{v}" if v > 0 else f"-x{-v}" for v in values] if sums else [*map(str, values), "0"]
    return ["s SATISFIABLE", f"v {' '.join(words)}"]


def _write_json(file: Path, data: Any) -> None:
    with whole_file(str(file)) as stream:
        stream.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
