"""`description.tex`: one or two pages in the style of IEEE conferences, as organisers ask for.

It compiles as it stands; names that were not given are marked as missing. Its bytes depend on what
it says only: there is no date.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from satchel.errors import InputError
from satchel.families.protocol import Paper
from satchel.latex import escaped, typewritten, unprintable
from satchel.submission.generating.order import find_family
from satchel.submission.packing.table import Row
from satchel.submission.paper.encoding import Encoded, encoding_section
from satchel.submission.paper.instances import (
    certification,
    constraint,
    counted,
    instances_table,
    legend,
    originals,
    ranging,
    selection,
)
from satchel.submission.paper.prose import Bibliography, prose
from satchel.submission.request import Request
from satchel.version import VERSION

_PREAMBLE: Final = r"""\documentclass[conference]{IEEEtran}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{amsmath}
\usepackage{url}
\urlstyle{same}
\ifdefined\pdftrailerid\pdftrailerid{}\fi"""


@dataclass(frozen=True, slots=True)
class Byline:
    """Who submits. Raises InputError for characters that LaTeX's usual fonts lack."""

    authors: tuple[str, ...] = ()
    affiliation: str | None = None

    def __post_init__(self) -> None:
        for name in (*self.authors, self.affiliation or ""):
            if unprintable(name):
                raise InputError(f"LaTeX cannot print {unprintable(name)!r} of {name!r}")

    def latex(self) -> str:
        """The command that sets the names."""
        names = ", ".join(map(escaped, self.authors)) or _missing("Authors, given by --author")
        place = escaped(self.affiliation or "") or _missing("Affiliation, given by --affiliation")
        return rf"\author{{\IEEEauthorblockN{{{names}}}\IEEEauthorblockA{{{place}}}}}"


def description(request: Request, rows: Sequence[Row], example: Encoded, byline: Byline) -> str:
    """The whole text. InputError for mathematics in the family's paper that is not let through."""
    paper = find_family(request.order.family).paper
    works = Bibliography(paper.references)
    return "\n".join(
        [
            *(f"% {line}" for line in _notes(request)),
            _PREAMBLE,
            r"\begin{document}",
            rf"\title{{{prose(paper.title, works)}}}",
            byline.latex(),
            r"\maketitle",
            r"\begin{abstract}",
            f"{prose(paper.abstract, works)} {_extent(request, rows)}",
            r"\end{abstract}",
            *_sections(_bodies(request, rows, example, paper, works)),
            works.latex(),
            r"\end{document}",
            "",
        ]
    )


def _bodies(
    request: Request, rows: Sequence[Row], example: Encoded, paper: Paper, works: Bibliography
) -> Mapping[str, str]:
    """The sections by their headings, in LaTeX; works are numbered as they are met."""
    return {
        "The Problem": prose(paper.origin, works),
        "Generation": f"{prose(paper.generation, works)}\n\n{_generated(request, works)}",
        "Encoding": encoding_section(example, request.rules.made, works),
        "Instances": f"{selection(request, works)} {certification(rows, works)}"
        f" {legend(request)}{_copies(rows)}\n{instances_table(rows, request)}",
        "Reproduction": _reproduction(request),
    }


def _sections(bodies: Mapping[str, str]) -> Iterator[str]:
    for heading, body in bodies.items():
        yield rf"\section{{{heading}}}"
        yield body


def _notes(request: Request) -> list[str]:
    """Comments for who opens the file; no line end can end one."""
    command = " ".join(shlex.join(request.words()).split())
    return [f"Made by Satchel {VERSION}: {command}", "Needs IEEEtran, of texlive-publishers."]


def _extent(request: Request, rows: Sequence[Row]) -> str:
    shown = originals(rows)
    return (
        f"This submission to {request.rules.competition} has {counted(shown)} with"
        f" {ranging([row.variables for row in shown], 'variable')} and"
        f" {ranging([row.clauses for row in shown], constraint(request))}."
    )


def _generated(request: Request, works: Bibliography) -> str:
    """What is true of every family: where chance comes from, and what is left out."""
    order = request.order
    measure = escaped(find_family(order.family).measure)
    database = works.cite("Iser and Jabs 2024")
    return (
        f"Sizes from {order.low} to {order.high} were asked for (a size counts {measure}). All"
        f" chance comes from a generator of pseudo-random numbers, seeded with {order.seed},"
        " the name of the family and the size, so that the same command writes the same bytes."
        " Left out are instances that unit propagation alone decides, and those that share the GBD"
        f" hash or the isohash~{database} with an earlier one."
    )


def _copies(rows: Sequence[Row]) -> str:
    copies = len(rows) - len(originals(rows))
    if not copies:
        return ""
    return (
        f" There are {copies} copies more, in which variables are renamed and clauses are"
        " shuffled; their status was certified on themselves."
    )


def _reproduction(request: Request) -> str:
    """The command line, broken at its blanks."""
    command = shlex.join([*request.whole_words(), "-o", "DIR"])
    words = r"\penalty0 ".join(f"{typewritten(word)} " for word in command.split())
    return (
        f"The submission was made by Satchel {VERSION} with\n\n"
        rf"{{\footnotesize\raggedright\noindent {words}\par}}" + "\n\n\\noindent"
        " The bytes of an instance depend on this command and the version alone; which ones are in"
        " range depends on the machine. The first lines of each file tell how it was made."
        f" With the instances come hashes, status and times ({typewritten('instances.csv')}),"
        f" models and proofs ({typewritten('certificates/')}), and what decodes an answer and"
        f" checks it by the rules of the puzzle ({typewritten('maps/')})."
    )


def _missing(what: str) -> str:
    return rf"\textbf{{[{escaped(what)}]}}"
