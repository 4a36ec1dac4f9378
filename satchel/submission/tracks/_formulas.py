"""What tracks share whose files have the map of a formula: the map, and how copies are renamed."""

from __future__ import annotations

from satchel.cnf.numbering import renaming
from satchel.errors import InputError
from satchel.files import read_text
from satchel.puzzle import Catalogue
from satchel.submission.tracks.protocol import Problem
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.mapfile import load_map


def map_of(problem: Problem) -> FormulaMap:
    """The map of a problem; InputError where it is not that of a formula."""
    file = str(problem.map_file)
    loaded = load_map(read_text(file), Catalogue(), file=file)
    if not isinstance(loaded, FormulaMap):
        raise InputError("the map is not that of a formula", file=file)
    return loaded


def renamed(original: FormulaMap, copy: FormulaMap) -> dict[int, int]:
    """The copy's literal for each of the original's, where they differ in their shuffle only."""
    before = renaming(original.variables, original.options.shuffle)
    after = renaming(copy.variables, copy.options.shuffle)
    place = {old: new for new, old in enumerate(after)}
    found = {new: place[old] for new, old in enumerate(before)}
    return found | {-new: -other for new, other in found.items()}
