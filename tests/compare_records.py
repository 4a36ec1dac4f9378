"""Records of runs that nobody made, for the tests of reports."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from satchel.compare.record import Formula, Record
from satchel.compare.run import Run
from satchel.compare.store import write_plan

LIMIT = 5.0
PROFILES: Mapping[str, Mapping[str, Any]] = {
    name: {"choices": {"amo": name}}
    for name in ("pairwise", "sequential", "product", "commander", "bimander", "totalizer")
}


def run(
    instance: str = "queens/8",
    profile: str = "pairwise",
    backend: str = "cadical",
    shuffle: int | None = None,
    **other: Any,
) -> Run:
    """A run; the puzzle and its size are read out of the instance's name."""
    puzzle, _, size = instance.partition("/")
    fields: dict[str, Any] = {
        "instance": instance,
        "puzzle": puzzle,
        "parameters": {"n": size},
        "answer": None,
        "model": "squares",
        "profile": profile,
        "options": PROFILES.get(profile, {}),
        "backend": backend,
        "version": f"{backend} 1.0",
        "shuffle": shuffle,
        "timeout": LIMIT,
        "walltime": LIMIT + 30,
        "memory": 2**30,
    }
    return Run(**fields | other)


def record(of: Run, status: str = "sat", seconds: float = 1.0, **other: Any) -> Record:
    """What came of it; answers are correct unless said otherwise."""
    fields: dict[str, Any] = {
        "run": of,
        "status": status,
        "reason": "timeout" if status == "unknown" else None,
        "objective": None,
        "verdict": "unchecked" if status == "unknown" else "correct",
        "fault": None,
        "times": {"load": seconds / 4, "solve": seconds * 3 / 4},
        "wall": seconds + 0.1,
        "cpu": seconds + 0.05,
        "solving_cpu": seconds,
        "memory": 50 * 2**20,
        "meter": "process tree",
        "reliable": True,
        "why": None,
        "formula": Formula(100, 1000, 2500, 0, "ab" * 32),
        "statistics": {"conflicts": 17, "decisions": 40},
        "solution": None,
        "provenance": "77aa",
        "started": "2026-01-31T12:00:00Z",
    }
    return Record(**fields | other)


def experiment(
    sizes: tuple[int, ...] = (8, 16, 24, 32),
    backends: tuple[str, ...] = ("cadical", "glucose", "kissat"),
    shuffles: tuple[int | None, ...] = (None, 1, 2, 3, 4),
    seed: int = 1,
) -> Iterator[Record]:
    """Queens and pigeons by six encodings on three solvers, one of which lies once."""
    random_ = random.Random(seed)
    for puzzle, status in (("queens", "sat"), ("pigeons", "unsat")):
        for size in sizes:
            for place, profile in enumerate(PROFILES):
                clauses = size**3 // (1 + place) + 20 * size
                formula = Formula(size**2 + 10 * place, clauses, 3 * clauses, 0, f"{place:02}" * 32)
                for backend in backends:
                    for shuffle in shuffles:
                        of = run(f"{puzzle}/{size}", profile, backend, shuffle)
                        scale = (1 + place) * (2 if backend == "kissat" else 1) * size**2 / 2000
                        seconds = scale * random_.lognormvariate(0, 0.8)
                        ended = status if seconds <= LIMIT else "unknown"
                        yield record(of, ended, min(seconds, LIMIT), formula=formula)


def planted() -> list[Record]:
    """The experiment, with a solver that claims the impossible, a wrong model, and refusals."""
    records = list(experiment())
    lies = record(
        run("queens/24", "product", "liar", 1),
        "unsat",
        0.3,
        verdict="wrong",
        fault="claims unsat, but the known answer is sat",
    )
    wrong = record(
        run("queens/16", "pairwise", "liar", 2),
        verdict="wrong",
        fault="clause 17 is not satisfied: <script>alert(1)</script>",
    )
    contradicts = record(run("queens/32", "pairwise", "liar", 3), "unsat", verdict="unchecked")
    refused = record(
        run("queens/32", "pairwise", "liar", 1), "unknown", reason="refused: too many clauses"
    )
    name = "pigeons/</script><b>\"'&x"
    nasty = [
        record(run(name, profile, backend, shuffle), "unsat", 0.2)
        for profile in PROFILES
        for backend in ("cadical", "glucose", "kissat")
        for shuffle in (None, 1, 2, 3, 4)
    ]
    return [*records, lies, wrong, contradicts, refused, *nasty]


def write_store(folder: Path, records: Sequence[Record]) -> Path:
    """The folder of an experiment that made these records."""
    write_plan(folder, [each.run for each in records], [])
    lines = [json.dumps(each.to_json()) + "\n" for each in records]
    (folder / "runs.jsonl").write_text("".join(lines))
    machine = {"processor": "Some CPU", "cores": 8, "memory": 32 * 2**30, "system": "Linux 6.8"}
    provenance = {
        "id": "77aa",
        "satchel": "0.1.0",
        "packages": {"python-sat": "1.8"},
        "machine": machine,
        "command": ["satchel", "compare", "queens-amo.toml", "-o", "results"],
    }
    (folder / "provenance.jsonl").write_text(json.dumps(provenance) + "\n")
    return folder
