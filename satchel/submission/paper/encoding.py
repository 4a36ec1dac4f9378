"""How instances became formulas: the section that says which encodings were taken, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from satchel.cnf.accounts import by_encoding
from satchel.cnf.auto import ASKED
from satchel.cnf.formula import Account
from satchel.cnf.integer import binary, direct, order
from satchel.cnf.portfolio import encodings
from satchel.files import read_text
from satchel.latex import escaped, typewritten
from satchel.puzzle import Catalogue
from satchel.submission.paper.prose import Bibliography, prose
from satchel.submission.paper.table import Column, table, thousands
from satchel.submission.paper.works import WORKS
from satchel.tasks.compile import compile_model
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.mapfile import load_map
from satchel.version import VERSION

_PLAIN: Final = "clause"
"""The kind of what needs no encoding."""
_INTEGER: Final = "integer"
_INTEGERS: Final[dict[str, Any]] = {"binary": binary, "direct": direct, "order": order}
_WORDS: Final = {
    "alldifferent": "all different",
    "amo": "at most one",
    "gcc": "global cardinality",
    "lex": "lexicographic order",
    "linear": "linear sum",
    "nooverlap": "no overlap",
    _PLAIN: "plain clauses",
}
_SOURCE: Final = re.compile(r"\bSource:\s+(.*?)\.?\s*$", re.DOTALL)
_REASONS: Final = {ASKED: "chosen for this submission"}
_BRACKETS: Final = re.compile(r" \(([^()]*)\)")
_CITED: Final = re.compile("|".join(sorted(map(re.escape, WORKS), key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Encoded:
    """An instance as an example of how all of them are encoded."""

    name: str
    model: str
    summary: str
    """Of the model, in a line."""
    accounts: Sequence[Account]
    """What each constraint was encoded by, and what that costs; none where nothing is encoded."""
    whole: Mapping[str, int]
    """Variables, clauses and `linear` constraints of the formula, in which each variable occurs."""

    @classmethod
    def of(cls, name: str, map_file: Path) -> Encoded:
        """Encode an instance again, from its map. InputError where that is none."""
        found = load_map(read_text(str(map_file)), Catalogue(), file=str(map_file))
        origin = found.origin
        accounts: tuple[Account, ...] = ()
        whole: dict[str, int] = {}
        if isinstance(found, FormulaMap):
            optimise = found.objective is not None
            formula = compile_model(origin.model, found.options, optimise=optimise).formula
            accounts = formula.stats
            whole = {"variables": formula.variables, "clauses": formula.clauses}
            whole["linear"] = len(formula.linear)
        models = {} if origin.instance is None else origin.instance.puzzle.models
        model = origin.model_name or ""
        return cls(name, model, models.get(model, ""), accounts, whole)


def encoding_section(example: Encoded, made: str, works: Bibliography) -> str:
    """What is encoded by what, with the sizes of the example; `made` is the track's."""
    summary = f" ({example.summary})" if example.summary else ""
    words = f"Each instance is a constraint model{summary} that Satchel {VERSION} "
    text = prose(f"{words}{made}.", works)
    lines = by_encoding(example.accounts)
    parts = [_part(line, example.accounts, works) for line in lines if line.kind != _PLAIN]
    if not parts:
        return text
    rules = (
        "Which encoding a constraint gets is up to fixed rules, by its kind and its size, unless"
        " one is asked for. Table~\\ref{tab:encodings} counts constraints of the largest instance,"
        f" {typewritten(example.name)}. Its encodings are:"
    )
    items = "\n".join(rf"\item {part}." for part in parts)
    listed = f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
    return f"{text} {rules}\n{listed}\n{_table(lines, example.whole)}"


def _table(lines: Sequence[Account], whole: Mapping[str, int]) -> str:
    counts = ["constraints", "variables", "clauses"]
    counts += ["linear"] if any(line.linear for line in lines) else []
    headings = {"constraints": "number", "linear": "sums"}
    columns = [Column("constraint"), Column("encoding")]
    columns += [Column(headings.get(count, count), right=True) for count in counts]
    cells = [
        [
            escaped(_kind(line.kind)),
            "" if line.kind == _PLAIN else escaped(line.encoding),
            *(thousands(getattr(line, count)) for count in counts),
        ]
        for line in lines
    ]
    numbers = (thousands(whole[count]) if count in whole else "" for count in counts)
    cells.append(["formula", "", *numbers])
    return table("encodings", "Encodings in the Largest Instance", columns, cells)


def _part(line: Account, accounts: Sequence[Account], works: Bibliography) -> str:
    """One encoding: what it does, who found it, when it is taken."""
    same = [a for a in accounts if (a.kind, a.encoding) == (line.kind, line.encoding)]
    reasons = dict.fromkeys(_REASONS.get(each.why, each.why) for each in same if each.why)
    what, source = _documented(line)
    name = escaped(f"{_kind(line.kind)}, {line.encoding}")
    said = f"{_quoting(what, works)}{_attributed(source, works)}"
    rule = f". Rule: {escaped(' or '.join(reasons))}" if reasons else ""
    return rf"\emph{{{name}}}: {said}{rule}"


def _attributed(source: str, works: Bibliography) -> str:
    """Where an encoding comes from; of known works the numbers alone."""
    if not source:
        return ""
    bare = _BRACKETS.sub(r", \1", source)
    if _CITED.sub("", bare).strip(" ;,"):
        return f" ({_quoting(bare, works)})"
    return f" {_quoting(bare.replace(';', ','), works)}"


def _documented(line: Account) -> tuple[str, str]:
    """What an encoding's own documentation says it does, and where it comes from."""
    if line.kind == _INTEGER:
        text = str(_INTEGERS[line.encoding].__doc__)
    else:
        text = str(encodings(line.kind)[line.encoding].load("__doc__"))
    first = " ".join(text.strip().split("\n\n")[0].split()).removesuffix(".")
    source = _SOURCE.search(text.strip())
    return first.partition(": ")[2] or first, " ".join(source[1].split()) if source else ""


def _quoting(text: str, works: Bibliography) -> str:
    """Documentation in LaTeX: code in a typewriter's font, works by their numbers."""
    cited = _CITED.sub(lambda found: f"[{found[0]}]", text)
    parts = [
        typewritten(part) if number % 2 else _with_blanks(part, works)
        for number, part in enumerate(cited.split("`"))
    ]
    return "".join(parts)


def _with_blanks(text: str, works: Bibliography) -> str:
    """Prose that keeps its distance from what is before and after it."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() else ""
    return f"{before}{prose(text, works)}{after}"


def _kind(kind: str) -> str:
    return _WORDS.get(kind, kind)
