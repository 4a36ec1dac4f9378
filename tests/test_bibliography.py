"""The works that descriptions cite: each that an encoding names is known, and none comes twice."""

from __future__ import annotations

import re

import pytest

from satchel.cnf.integer import binary, direct, order
from satchel.cnf.portfolio import KINDS, encodings
from satchel.submission.generating.order import family_names, find_family
from satchel.submission.paper.prose import Bibliography
from satchel.submission.paper.works import PROGRAMS, WORKS
from satchel.submission.tracks.registered import track_named, track_names

SOURCE = re.compile(r"\bSource:(.*)", re.DOTALL)
AUTHOR_AND_YEAR = re.compile(r"\b[A-Z][\w-]+(?: et al\.)? (?:19|20)\d\d\b")
BUILT_IN = [
    (kind, name)
    for kind in KINDS
    for name, plugin in encodings(kind).items()
    if plugin.module.startswith("satchel.")
]
INTEGERS = {"binary": binary, "direct": direct, "order": order}


def unknown(documentation: str) -> list[str]:
    """What a docstring names as its source, and the bibliography has no entry for."""
    source = SOURCE.search(documentation)
    if source is None:
        return []
    rest = " ".join(source[1].split())
    for work in sorted(WORKS, key=len, reverse=True):
        rest = rest.replace(work, "")
    return AUTHOR_AND_YEAR.findall(rest)


def test_the_reader_of_these_tests_sees_what_is_missing() -> None:
    assert unknown("Text. Source: Gent 2002; Nobody and Noone\n1999 (a thing).") == ["Noone 1999"]
    assert unknown("Text. Source: Nobody et al. 2011.") == ["Nobody et al. 2011"]


@pytest.mark.parametrize(("kind", "name"), BUILT_IN)
def test_the_source_of_each_encoding_has_an_entry(kind: str, name: str) -> None:
    assert unknown(str(encodings(kind)[name].load("__doc__"))) == []


@pytest.mark.parametrize("name", INTEGERS)
def test_the_source_of_each_encoding_of_integers_has_an_entry(name: str) -> None:
    assert unknown(str(INTEGERS[name].__doc__)) == []


def test_what_an_entry_is_called_is_what_it_says() -> None:
    for name, text in WORKS.items():
        year = name.rpartition(" ")[2]
        assert not year.isdigit() or year in text, name


def words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


@pytest.mark.parametrize("family", family_names())
def test_a_bibliography_of_everything_has_each_work_once(family: str) -> None:
    """Whatever is cited, and by which names: it is part of this."""
    own = find_family(family).paper.references
    works = Bibliography(own)
    works.cite(*WORKS, *own)
    solvers = [solver for name in track_names() for solver in _solvers(name)]
    for solver in [*PROGRAMS, *(f"{program}-other" for program in PROGRAMS), *solvers]:
        works.program(solver)
    items = [words(item) for item in works.latex().split(r"\bibitem")[1:]]
    for text in {*WORKS.values(), *PROGRAMS.values()}:
        title, year = text.split('"')[1], re.findall(r"\b(?:19|20)\d\d\b", text)[-1]
        same = [item for item in items if words(title) in item and year in item.split()]
        assert len(same) == 1, same


def _solvers(track: str) -> tuple[str, str]:
    found = track_named(track)
    return found.probe, found.solver


def test_two_names_of_one_program_are_one_entry() -> None:
    works = Bibliography({})
    first, second = works.program("rc2"), works.program("rc2-stratified")
    assert first.partition("~")[2] == second.partition("~")[2] == r"\cite{work1}"
    assert works.latex().count(r"\bibitem") == 1
    assert works.program("minisat+").partition("~")[2] == works.cite("Een and Sorensson 2006")
    assert works.program("minisat").partition("~")[2] == r"\cite{work3}"
