"""Rules for pseudo-Boolean constraints, OPB."""

from __future__ import annotations

from satchel.linter.fault import Rule

HEADER_MISSING = Rule(
    "opb-header-missing",
    "error",
    "the first line is not `* #variable= N #constraint= M`",
    "competitions ask for it; readers take sizes from it",
)
HEADER_SECOND = Rule("opb-header-second", "error", "another header", "which one counts?")
HEADER_MALFORMED = Rule(
    "opb-header-malformed", "error", "a header with other words or numbers", "readers reject it"
)
VARIABLES = Rule(
    "opb-variables",
    "warning",
    "the header says more variables than the highest that occurs",
    "competitions: exact",
)
BEYOND = Rule("opb-beyond", "error", "a variable beyond the header's number", "readers reject it")
CONSTRAINTS = Rule(
    "opb-constraints", "error", "the header's number of constraints is wrong", "rejected"
)
EQUAL = Rule("opb-equal", "error", "the header's number of equations is wrong", "rejected")
INTSIZE = Rule(
    "opb-intsize",
    "error",
    "numbers beyond the bits that the header says",
    "solvers choose their integers by it",
)
INTSIZE_MISSING = Rule(
    "opb-intsize-missing",
    "warning",
    "numbers beyond 32 bits, and no `intsize=` in the header",
    "competitions since 2024 ask for it; readers of 32 bits wrap around",
)
SEMICOLON = Rule("opb-semicolon", "error", "a line without `;` at its end", "readers reject it")
SPLIT = Rule(
    "opb-split", "error", "a constraint over several lines", "a line ends with `;` in this format"
)
TWO_ON_A_LINE = Rule(
    "opb-two-on-a-line", "warning", "something behind `;`", "the format has one a line"
)
RELATION = Rule(
    "opb-relation", "error", "a relation other than `>=` and `=`", "the format has no other"
)
SYNTAX = Rule("opb-syntax", "error", "a line that is no constraint", "readers reject it")
ZERO = Rule("opb-zero", "warning", "a coefficient 0", "removed by readers, or rejected")
SIGN = Rule("opb-sign", "note", "a coefficient without a sign", "allowed; some readers need one")
BLANK = Rule(
    "opb-blank",
    "warning",
    "a blank is missing before or behind a variable",
    "the competitions' grammar has one there",
)
TIGHT = Rule("opb-tight", "note", "no blank beside the bound", "allowed; some readers need one")
NUMBER = Rule(
    "opb-number",
    "warning",
    "a number with leading zeros, `-0`, or a bound with a plus sign",
    "no program writes it, not every one reads it",
)
REPEATED = Rule("opb-repeated", "warning", "a variable twice in a line", "merged, or rejected")
NEGATED = Rule(
    "opb-negated", "warning", "a negated literal `~x`", "not every reader of linear files takes it"
)
PRODUCT = Rule(
    "opb-product", "warning", "a product of variables", "for tracks of non-linear constraints only"
)
MAXIMISE = Rule("opb-max", "error", "`max:`", "the format minimises only")
OBJECTIVE_LATE = Rule(
    "opb-objective-late", "error", "an objective behind a constraint", "readers reject or skip it"
)
OBJECTIVE_SECOND = Rule("opb-objective-second", "error", "another objective", "rejected")
SOFT = Rule("opb-soft", "error", "a soft constraint or `soft:`, as in WBO", "only for that track")
TRIVIAL = Rule("opb-trivial", "note", "a constraint that always holds", "readers remove it")
UNSATISFIABLE = Rule("opb-unsatisfiable", "note", "a constraint that never holds", "no benchmark")
BIG = Rule("opb-big", "note", "numbers beyond 63 bits in one constraint", "for big integers only")
EMPTY = Rule("opb-empty", "warning", "no constraint at all", "no benchmark")
