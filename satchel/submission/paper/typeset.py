"""From `description.tex` to `description.pdf`, by pdflatex where it is installed.

It runs in a folder of its own, may start no programs, write nowhere else and take no longer than a
minute; the same text gives the same bytes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from satchel.errors import BackendError
from satchel.files import whole_file
from satchel.tasks.work.scratch import Scratch
from satchel.tasks.work.tree import kill_tree

_PROGRAM: Final = "pdflatex"
_OPTIONS: Final = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error")
_INSTALL: Final = (
    "pdflatex with IEEEtran makes it (Debian: texlive-publishers, texlive-fonts-recommended), run"
    " twice"
)
_TIMEOUT: Final = 60.0
"""Seconds for each run."""
_FIXED: Final = {
    # No time of day in the file; no files but below the folder; no line of the log broken.
    "SOURCE_DATE_EPOCH": "0",
    "FORCE_SOURCE_DATE": "1",
    "openin_any": "p",
    "openout_any": "p",
    "max_print_line": "1000",
}
_ERROR: Final = re.compile(r"^! *(?:LaTeX Error: )?(.*)$", re.MULTILINE)


def typeset(source: Path) -> Path:
    """Make the PDF beside a LaTeX file; its place.

    Raises BackendError where pdflatex is not installed, does not end, or says that something is
    wrong; no PDF, of an earlier text say, is then left.
    """
    target = source.with_suffix(".pdf")
    target.unlink(missing_ok=True)
    program = shutil.which(_PROGRAM)
    if program is None:
        raise BackendError(f"{target.name} is not made: {_INSTALL}")
    with closing(Scratch()) as scratch:
        folder = Path(scratch.folder)
        shutil.copyfile(source, folder / source.name)
        for _ in ("numbers the citations", "prints their numbers"):
            _run([program, *_OPTIONS, source.name], folder)
        made = folder / target.name
        if not made.is_file():
            raise BackendError(f"{target.name} is not made: {_complaint(folder)}; {_INSTALL}")
        with whole_file(str(target)) as stream:
            stream.write(made.read_bytes())
    return target


def _run(command: list[str], folder: Path) -> None:
    """Run pdflatex once; nothing that it has started is left."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | _FIXED,
        start_new_session=True,
    )
    try:
        code = process.wait(_TIMEOUT)
    except subprocess.TimeoutExpired as error:
        words = f"the PDF is not made: pdflatex did not end within {_TIMEOUT:g} s"
        raise BackendError(words) from error
    finally:
        kill_tree(process)
    if code != 0:
        raise BackendError(f"the PDF is not made: {_complaint(folder)}; {_INSTALL}")


def _complaint(folder: Path) -> str:
    """The first error in the log."""
    for log in folder.glob("*.log"):
        found = _ERROR.search(log.read_text(errors="replace"))
        if found:
            return found[1].strip()
    return "pdflatex failed, and says nothing"
