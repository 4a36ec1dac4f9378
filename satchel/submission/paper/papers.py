"""All that describes a submission in its folder: LaTeX, PDF, and an archive where one is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.errors import BackendError
from satchel.files import whole_file
from satchel.submission.layout import Folder
from satchel.submission.packing.table import Row
from satchel.submission.paper.archive import write_archive
from satchel.submission.paper.description import Byline, description
from satchel.submission.paper.encoding import Encoded
from satchel.submission.paper.instances import originals
from satchel.submission.paper.typeset import typeset
from satchel.submission.request import Request


def write_papers(
    request: Request, folder: Folder, rows: Sequence[Row], byline: Byline
) -> list[str]:
    """Write `description.tex`, its PDF and the archive; what is in the way of the PDF, in a line.

    There is at least one row. InputError where nothing can be written.
    """
    notes = []
    largest = max(originals(rows), key=lambda row: (row.clauses, row.variables))
    example = Encoded.of(largest.name, folder.maps / f"{largest.name}.map.json")
    source = folder.root / "description.tex"
    with whole_file(str(source)) as stream:
        stream.write(description(request, rows, example, byline).encode())
    paper = source
    try:
        paper = typeset(source)
    except BackendError as error:
        notes.append(str(error))
    if request.rules.sent_as_one:
        files = {row.file: folder.root / row.file for row in rows} | {paper.name: paper}
        write_archive(folder.root / f"{request.order.family}.zip", files)
    return notes
