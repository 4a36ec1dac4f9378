"""Rules for model counting: `c t`, `c p show` and `c p weight`."""

from __future__ import annotations

from satchel.linter.fault import Rule

TRACK_MISSING = Rule(
    "track-missing", "error", "no line `c t TRACK`", "Model Counting Competition: the first line"
)
TRACK_UNKNOWN = Rule(
    "track-unknown", "error", "`c t` with another word than mc, wmc, pmc, pwmc", "no such track"
)
TRACK_CONTRADICTION = Rule(
    "track-contradiction",
    "error",
    "two tracks, or another than asked for",
    "counters count another",
)
SHOW_MALFORMED = Rule(
    "show-malformed", "error", "`c p show` with something else than variables", "rejected"
)
SHOW_UNTERMINATED = Rule(
    "show-unterminated", "error", "`c p show` without a 0 at its end", "rejected, or read on"
)
SHOW_BEYOND = Rule(
    "show-beyond", "error", "`c p show` with a variable beyond the header's number", "rejected"
)
SHOW_REPEATED = Rule(
    "show-repeated", "warning", "`c p show` with a variable twice", "some counters reject it"
)
SHOW_MISSING = Rule(
    "show-missing", "error", "a projected track without `c p show`", "nothing says what counts"
)
SHOW_UNEXPECTED = Rule(
    "show-unexpected",
    "warning",
    "`c p show` in a track that counts all variables",
    "counters that obey it count less",
)
SHOW_OLD = Rule(
    "show-old", "warning", "`c ind ... 0`, the form before 2021", "only some counters read it"
)
WEIGHT_MALFORMED = Rule(
    "weight-malformed", "error", "`c p weight` that is not `LITERAL WEIGHT 0`", "rejected"
)
WEIGHT_BEYOND = Rule(
    "weight-beyond", "error", "`c p weight` of a variable beyond the header's number", "rejected"
)
WEIGHT_REPEATED = Rule(
    "weight-repeated", "error", "a second `c p weight` of a literal", "the first or the last counts"
)
WEIGHT_PAIR = Rule(
    "weight-pair",
    "warning",
    "`c p weight` of a literal, and none of its negation",
    "counters take 1 - w, or 1, for the other",
)
WEIGHT_MISSING = Rule(
    "weight-missing", "error", "a weighted track without `c p weight`", "all weights would be 1"
)
WEIGHT_UNEXPECTED = Rule(
    "weight-unexpected", "warning", "`c p weight` in a track without weights", "counters disagree"
)
LINE_UNKNOWN = Rule(
    "line-unknown", "warning", "`c p` with another word than show and weight", "skipped silently"
)
