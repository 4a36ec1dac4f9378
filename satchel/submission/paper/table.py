"""Tables in LaTeX, and numbers in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_LARGE: Final = 10**12


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading, as plain letters, and the side to which its cells go."""

    heading: str
    right: bool = False


def table(
    label: str, caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str]]
) -> str:
    """A table in one column of the page; caption and cells are LaTeX."""
    sides = "".join("r" if column.right else "l" for column in columns)
    lines = [
        r"\begin{table}[tb]",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{label}}}",
        r"\centering\footnotesize\setlength{\tabcolsep}{4pt}",
        rf"\begin{{tabular}}{{@{{}}{sides}@{{}}}}",
        r"\hline",
        _line([column.heading for column in columns]),
        # A strut: the first line is not to touch the rule.
        r"\hline\rule{0pt}{2.4ex}%",
        *map(_line, rows),
        r"\hline",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def thousands(number: int) -> str:
    """A number in groups of three digits; a very large one rounded, with a power of ten."""
    if abs(number) >= _LARGE:
        digits, power = f"{Decimal(number):.3e}".split("e")
        return rf"${digits}\cdot10^{{{int(power)}}}$"
    return f"{number:,}".replace("-", "$-$")


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"
