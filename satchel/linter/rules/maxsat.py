"""Rules for weighted clauses, WCNF in the form of 2022."""

from __future__ import annotations

from satchel.linter.fault import Rule

OLD_HEADER = Rule(
    "wcnf-header",
    "error",
    "a header `p wcnf`: the form before 2022",
    "MaxSAT Evaluation: no p line, hard clauses begin with h",
)
WEIGHT_WORD = Rule(
    "weight-word", "error", "a clause that begins with neither h nor a weight", "rejected"
)
WEIGHT_ZERO = Rule(
    "weight-zero", "error", "a weight below 1", "MaxSAT Evaluation: weights are from 1 to 2^63 - 1"
)
WEIGHT_LARGE = Rule(
    "weight-large", "error", "a weight beyond 2^63 - 1", "solvers compute in 64 bits"
)
WEIGHT_SUM = Rule(
    "weight-sum", "error", "weights that add up to more than 2^63 - 1", "costs do not fit 64 bits"
)
NO_SOFT = Rule("no-soft", "warning", "no soft clause", "there is nothing to optimise")
NO_HARD = Rule("no-hard", "note", "no hard clause", "unusual, and allowed")
SOFT_EMPTY = Rule("soft-empty", "note", "an empty soft clause", "its weight is a constant cost")
SOFT_DUPLICATE = Rule(
    "soft-duplicate", "note", "a soft clause twice", "one with the sum of the weights would do"
)
