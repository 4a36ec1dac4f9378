"""`instances.csv`: a row for each file, with what organisers ask for and what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from satchel.cells import written_rows
from satchel.files import whole_file


@dataclass(frozen=True, slots=True)
class Row:
    """One file; what is not known is None, and empty in the table. The fields are its columns."""

    name: str
    file: str
    """Seen from the submission's folder, as are all names of files here."""
    copy_of: str | None
    """The instance that this one is a renamed and shuffled copy of."""
    gbd_hash: str
    isohash: str | None
    variables: int
    clauses: int
    status: str
    """What is certain: see `tracks/protocol.py`; else `unknown`."""
    certified_by: str | None
    """What makes it certain."""
    certificate: str | None
    """The file where that can be checked."""
    uncertified: str | None
    """Why nothing makes it certain."""
    claimed: str
    """What the solver says, whether or not that is certain."""
    claimed_by: str
    value: int | None
    """The objective's value that was reached, or the number of solutions."""
    by_construction: str | None
    """The status that the instance was made to have."""
    probe: str
    """The easy solver."""
    probe_result: str | None
    """Of what was measured, as are times; copies are not."""
    probe_seconds: float | None
    solver: str
    solver_seconds: float | None
    read_by: str
    """Programs that have read the file."""
    size: int
    """The family's size."""


def write_table(file: Path, rows: Sequence[Row]) -> None:
    """Write the table, whole or not at all; InputError where it cannot be written."""
    columns = [each.name for each in fields(Row)]
    cells = [[getattr(row, name) for name in columns] for row in rows]
    with whole_file(str(file)) as stream:
        stream.write(written_rows([columns, *cells]).encode())
