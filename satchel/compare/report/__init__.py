"""Reports of experiments: figures, pages, tables, plots, and other tools' formats."""

from __future__ import annotations

from typing import Final

FORMS: Final = ("html", "csv", "latex", "plots", "mkplot", "gbd", "benchexec")
"""What a report can be written as."""
USUAL: Final = FORMS[:4]
"""What is written where nothing is chosen."""

UNRELIABLE: Final = "unreliable"
TRIVIAL: Final = "trivial"
MARKS: Final = (UNRELIABLE, TRIVIAL)
"""Why the time of a run says little: see `marks.py`."""
