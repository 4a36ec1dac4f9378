"""Several folders' experiments in one: what machines, or days, have measured apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchel.compare.record import Record
from satchel.compare.reproduce import described
from satchel.compare.run import Run
from satchel.compare.store import (
    Store,
    holds_plan,
    open_store,
    read_asked,
    read_plan,
    read_provenance,
    read_records,
    write_plan,
)


@dataclass(frozen=True)
class Merged:
    """What was noticed: torn lines, and runs whose records claim different things."""

    notes: list[str]
    contradictions: list[str]


def merge(folders: Sequence[Path], into: Path) -> Merged:
    """Put plans and records together in `into`; of each run the first record stays.

    What `into` holds already comes first. Raises InputError where a folder holds no experiment.
    """
    sources = [*([into] if holds_plan(into) else []), *folders]
    experiments: list[dict[str, Any]] = []
    runs: dict[str, Run] = {}
    for folder in sources:
        asked = read_asked(folder).experiments
        experiments += [each for each in asked if each not in experiments]
        for run in read_plan(folder):
            runs.setdefault(run.id, run)
    write_plan(into, list(runs.values()), experiments)
    with open_store(into) as store:
        merged = Merged([f"{into}: {note}" for note in store.notes], [])
        for folder in folders:
            _add(folder, store, merged)
    return merged


def _add(folder: Path, store: Store, merged: Merged) -> None:
    """Add a folder's records to the store."""
    records, notes = read_records(folder)
    merged.notes.extend(f"{folder}: {note}" for note in notes)
    for data in read_provenance(folder).values():
        store.add_provenance(data)
    for record in records:
        kept = store.records.get(record.run.id)
        if kept is not None and _contradict(kept, record):
            words = f"{kept.status} at first, and {record.status} in {folder}"
            merged.contradictions.append(
                f"{record.run.instance}: {described(record.run)} is {words}"
            )
        store.add(record)


def _contradict(one: Record, other: Record) -> bool:
    """Whether two records of one run claim different things."""
    claims = {one.status, other.status}
    if "unknown" in claims:
        return False
    return one.status != other.status or one.objective != other.objective
