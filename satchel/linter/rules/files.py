"""Rules for any file: compression, characters, lines."""

from __future__ import annotations

from satchel.linter.fault import Rule

ENDING = Rule(
    "compression-ending",
    "error",
    "the name's ending and the content disagree about compression",
    "programs choose how to unpack by the ending",
)
TRUNCATED = Rule(
    "compression-truncated",
    "error",
    "a compressed file ends before its end mark",
    "unpacking fails, or gives a part of the formula",
)
DAMAGED = Rule(
    "compression-damaged",
    "error",
    "a compressed file cannot be unpacked, or something stands behind its end",
    "unpacking fails",
)
DOUBLE = Rule(
    "compression-double",
    "error",
    "a compressed file has a compressed file in it",
    "programs unpack once",
)
FOREIGN = Rule(
    "compression-foreign",
    "error",
    "a compression or an archive other than gzip, xz and bzip2",
    "competitions take .xz, some .gz or .bz2; no archives",
)
BOM = Rule(
    "byte-order-mark",
    "error",
    "the file begins with a byte order mark, or is UTF-16 or UTF-32",
    "MiniSat, CaDiCaL, Kissat and PySAT reject it",
)
NUL = Rule("nul", "error", "a NUL byte", "programs stop there, or reject it")
NON_ASCII = Rule(
    "non-ascii",
    "warning",
    "a byte beyond ASCII",
    "the formats are ASCII; PySAT rejects what is not UTF-8",
)
CARRIAGE_RETURN = Rule(
    "carriage-return",
    "warning",
    "a carriage return, as Windows ends lines",
    "GBD: whitespace is not normalised; some programs read it as part of a word",
)
TAB = Rule("tab", "warning", "a tab", "GBD: not normalised")
ODD_BLANK = Rule(
    "odd-blank", "error", "a vertical tab or a form feed", "CaDiCaL and Kissat reject it"
)
LEADING = Rule("leading-blank", "warning", "a blank before the first word", "normal form has none")
TRAILING = Rule("trailing-blank", "warning", "a blank behind the last word", "GBD: not normalised")
DOUBLE_BLANK = Rule("double-blank", "warning", "blanks in a row", "GBD: not normalised")
BLANK_LINE = Rule(
    "blank-line", "warning", "a line without anything", "the formats have none; GBD minds the last"
)
NO_NEWLINE = Rule("no-newline", "warning", "the last line has no end", "GBD: not normalised")
COMMENT = Rule(
    "comment",
    "note",
    "lines of comment",
    "GBD's normal form has none; competitions ask for seed and command line in the first ones",
)
COMMENT_LATE = Rule(
    "comment-late",
    "warning",
    "a comment after the header or the first clause",
    "the formats have comments at the start only; normalising loses them",
)
COMMENT_FORM = Rule(
    "comment-form",
    "warning",
    "a comment without a blank after its mark",
    "programs disagree whether it is one",
)
COMMENT_INDENTED = Rule(
    "comment-indented",
    "error",
    "a blank before a comment's mark",
    "Kissat rejects it above the header",
)
