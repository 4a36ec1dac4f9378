"""Plain text as LaTeX prints it: read back, and printed by LaTeX itself where that is there."""

from __future__ import annotations

import string
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.latex import escaped, typewritten, unprintable
from satchel.submission.paper.typeset import typeset
from tests.latex_reading import printed

ASCII = "".join(map(chr, range(33, 127))) + " "
LETTERS = "äÖßéèñçøÅłőŠž"


def test_names_are_printed_as_they_are() -> None:
    assert escaped(r"a_b & 50% #1 {x} $5 ~^\ ") == (
        r"a\_b \& 50\% \#1 \{x\} \$5 \textasciitilde{}\textasciicircum{}\textbackslash{} "
    )
    assert escaped("<b>|") == r"\textless{}b\textgreater{}\textbar{}"
    assert escaped("--x ''") == "-{}-x '{}'"
    assert escaped("Grace Ö. Erdős") == r"Grace \"{O}. Erd\H{o}s"
    assert typewritten("'a'") == r"\texttt{\textquotesingle{}a\textquotesingle{}}"


@given(st.text(ASCII))
def test_every_character_stands_for_itself(text: str) -> None:
    assert printed(escaped(text)) == text
    assert printed(typewritten(text).removeprefix(r"\texttt{").removesuffix("}")) == text


@given(st.text(ASCII))
def test_no_two_characters_become_one(text: str) -> None:
    for joined in ("--", "''", ",,", "``", "?`", "!`", "<<", ">>", "^^"):
        assert joined not in escaped(text)


@given(st.text())
def test_control_characters_end_no_line(text: str) -> None:
    assert not any(ord(character) < 32 for character in escaped(text))


def test_what_cannot_be_printed_is_named() -> None:
    assert unprintable("Ada Lovelace, Erdős; 50% of “x”") == ""
    assert unprintable("王 and Ж, 王") == "王Ж"


@pytest.mark.slow
@pytest.mark.needs_program("pdflatex", "pdftotext")
def test_latex_prints_it(tmp_path: Path) -> None:
    source = tmp_path / "a.tex"
    pairs = [f"{a}{b}" for a in string.punctuation for b in string.punctuation]
    lines = [escaped(f"x{pair}x") for pair in pairs] + [escaped(f"x{each}x") for each in LETTERS]
    lines += [typewritten(f"x{pair}x") for pair in pairs]
    body = "\n\n".join(f"\\noindent {line}" for line in lines)
    # The fonts of IEEEtran: those of plain LaTeX do not say which letter is which.
    source.write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{textcomp}\n"
        "\\renewcommand{\\rmdefault}{ptm}\\renewcommand{\\ttdefault}{pcr}\\pagestyle{empty}\n"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n"
    )
    pdf = typeset(source)
    said = subprocess.run(["pdftotext", "-raw", pdf, "-"], capture_output=True, text=True)
    # In running text an apostrophe is curved. Blanks are pdftotext's: it sees some before accents.
    text = said.stdout.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    wanted = "".join(f"x{part}x" for part in [*pairs, *LETTERS, *pairs])
    assert "".join(unicodedata.normalize("NFC", text).split()) == wanted
