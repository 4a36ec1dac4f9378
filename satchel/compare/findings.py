"""Answers that nobody should believe, in words, with the means to look into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from satchel.compare.record import Record
from satchel.compare.report.faults import unbelieved
from satchel.compare.reproduce import command_line, described, evidence
from satchel.compare.run import digest


def wrong_answers(records: Iterable[Record], folder: Path) -> Iterator[str]:
    """A line for each record that is wrong, or contradicts others where nothing decides.

    It says how to make the run again, and where in the experiment's `folder` its files are.
    """
    about: dict[str, list[Record]] = {}
    for record in records:
        about.setdefault(digest([record.run.puzzle, record.run.parameters]), []).append(record)
    for answers in about.values():
        faults = unbelieved(answers)
        for record in answers:
            if record.run.id in faults:
                fault = faults[record.run.id]
                named = f"{record.run.instance}: {described(record.run)}: {fault}"
                place = evidence(folder, record.run)
                files = f"; files: {place}" if place.exists() else ""
                yield f"{named}; again: {command_line(record.run)}{files}"
