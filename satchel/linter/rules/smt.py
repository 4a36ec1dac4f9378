"""Rules for SMT-LIB scripts, most of them of the SMT-LIB library's benchmarks."""

from __future__ import annotations

from satchel.linter.fault import Rule

UNBALANCED = Rule(
    "smt-unbalanced", "error", "a parenthesis, string or |symbol| without its end", "rejected"
)
OUTSIDE = Rule(
    "smt-outside", "error", "something outside of all parentheses", "a script is commands only"
)
NO_LOGIC = Rule("smt-no-logic", "error", "no set-logic, or one behind a declaration", "rejected")
SECOND_LOGIC = Rule("smt-second-logic", "error", "another set-logic", "rejected")
NO_CHECK = Rule("smt-no-check-sat", "error", "no check-sat", "the library asks for one at least")
STATUS = Rule(
    "smt-status",
    "error",
    "a check-sat without one `:status` of sat, unsat or unknown before it",
    "the library asks for one each; competitions compare answers with it",
)
HEAD = Rule(
    "smt-head",
    "error",
    "a head other than :smt-lib-version, set-logic, :source, :license, :category, :status",
    "the SMT-LIB library's rule for new benchmarks",
)
EXIT = Rule("smt-exit", "error", "a last command other than exit", "the library's rule")
QUERY = Rule(
    "smt-query",
    "note",
    "a command that prints more than sat and unsat, or sets an option",
    "no part of a benchmark",
)
LARGE = Rule("smt-large", "warning", "more than 50 MB", "the library's repository takes less")
