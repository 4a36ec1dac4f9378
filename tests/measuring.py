"""Runs for tests of what measures them."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from satchel.compare.measuring.measure import Setting, measure
from satchel.compare.measuring.meter import Meter
from satchel.compare.measuring.process_tree import ProcessTree
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.puzzle import Catalogue
from satchel.tasks.choose import backend_named

PIGEONS = str(Path(__file__).parent / "pigeons.py")


def run_of(
    instance: str,
    backend: str,
    *,
    timeout: float = 30,
    walltime: float | None = None,
    memory: int | None = None,
    shuffle: int | None = None,
    model: str | None = None,
    options: Mapping[str, Any] | None = None,
    answer: Mapping[str, Any] | None = None,
) -> Run:
    """A run of an instance; `answer` in place of the known one."""
    found = Catalogue([PIGEONS]).instance(instance)
    data = found.to_json()
    return Run(
        instance=instance,
        puzzle=data["puzzle"],
        parameters=data["parameters"],
        answer=answer or data.get("answer"),
        model=found.puzzle.model_name(model),
        profile="test",
        options=options or {},
        backend=backend,
        version=backend_named(backend).version,
        shuffle=shuffle,
        timeout=float(timeout),
        walltime=timeout + 30 if walltime is None else walltime,
        memory=memory,
    )


def setting(folder: Path, meter: Meter | None = None) -> Setting:
    return Setting(folder, meter or ProcessTree(), "here", puzzles=(PIGEONS,))


def measured(folder: Path, instance: str, backend: str, **given: Any) -> Record:
    """A run's record, by the meter that works everywhere."""
    return measure(run_of(instance, backend, **given), setting(folder), threading.Event())
