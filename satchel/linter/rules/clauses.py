"""Rules for clauses: CNF, and what WCNF has in common with it."""

from __future__ import annotations

from satchel.linter.fault import Rule

HEADER_MISSING = Rule(
    "header-missing",
    "error",
    "there is no header `p cnf VARIABLES CLAUSES` before the first clause",
    "CaDiCaL, Kissat and organisers reject it",
)
HEADER_SECOND = Rule("header-second", "error", "another header", "CaDiCaL and Kissat reject it")
HEADER_MALFORMED = Rule(
    "header-malformed",
    "error",
    "a header that is not `p cnf VARIABLES CLAUSES` with two numbers",
    "programs reject it",
)
HEADER_BLANK = Rule(
    "header-blank",
    "error",
    "a blank before the header, or a tab in it",
    "Kissat rejects it, MiniSat the tab",
)
HEADER_FORMAT = Rule(
    "header-format",
    "error",
    "the header of another format than CNF",
    "programs for CNF reject it",
)
HEADER_CLAUSES = Rule(
    "header-clauses",
    "error",
    "the header's number of clauses is not the number of clauses",
    "SAT Competition: exact; CaDiCaL and Kissat reject it",
)
HEADER_VARIABLES = Rule(
    "header-variables",
    "warning",
    "the header says more variables than the highest that occurs",
    "SAT Competition: the exact number; normalising changes it",
)
BEYOND = Rule(
    "literal-beyond",
    "error",
    "a variable beyond the header's number",
    "CaDiCaL and Kissat reject it",
)
GAP = Rule(
    "numbering-gap",
    "warning",
    "numbers below the highest variable that occur nowhere",
    "SAT Competition: the header says how many variables appear",
)
TOO_LARGE = Rule(
    "number-too-large",
    "error",
    "a variable beyond 2^28 - 1, or a number beyond 32 bits",
    "programs reject it, wrap around, or run out of memory",
)
WORD = Rule("no-number", "error", "a word that is no number", "programs reject it")
XOR = Rule("xor-clause", "error", "an XOR clause (`x1 2 0`)", "CryptoMiniSat alone reads it")
PLUS = Rule("plus-sign", "error", "a number with a plus sign", "CaDiCaL and Kissat reject it")
LEADING_ZERO = Rule(
    "leading-zero",
    "warning",
    "a number with leading zeros",
    "no program writes it, normalising removes it",
)
NEGATIVE_ZERO = Rule("negative-zero", "error", "`-0`", "Kissat rejects it; others end the clause")
TWO_CLAUSES = Rule(
    "two-clauses", "error", "a clause begins behind another", "PySAT rejects it; not normalised"
)
SPLIT_CLAUSE = Rule(
    "split-clause",
    "error",
    "a clause goes over several lines, or its 0 is missing",
    "SAT Competition: ends with 0 on the same line; PySAT rejects it",
)
UNTERMINATED = Rule(
    "unterminated",
    "error",
    "the last clause has no 0 at its end",
    "MiniSat, CaDiCaL, Kissat and PySAT reject it",
)
SATLIB = Rule(
    "satlib-trailer",
    "error",
    "SATLIB's `%` behind the last clause",
    "MiniSat, CaDiCaL, Kissat, PySAT and GBD reject it",
)
SATLIB_ZERO = Rule(
    "satlib-zero",
    "error",
    "the 0 behind SATLIB's `%`",
    "who skips the `%` reads an empty clause: unsatisfiable",
)
AFTER_END = Rule("after-end", "error", "something behind the end of the clauses", "misread")
TAUTOLOGY = Rule(
    "tautology", "warning", "a clause with a variable and its negation", "sanitising removes it"
)
DUPLICATE_LITERAL = Rule(
    "duplicate-literal", "warning", "a literal twice in a clause", "sanitising removes one"
)
DUPLICATE_CLAUSE = Rule(
    "duplicate-clause", "note", "a clause twice, in whatever order", "nothing is gained by it"
)
EMPTY_CLAUSE = Rule(
    "empty-clause",
    "warning",
    "an empty clause: the formula is unsatisfiable",
    "GBD does not count it, so that the header is wrong; no benchmark",
)
EMPTY_FORMULA = Rule("empty-formula", "warning", "no clause at all", "no benchmark")
