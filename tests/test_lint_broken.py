"""The corpus of broken files: every fault is found in its line, and nothing else is."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest

from satchel.linter import RULES, lint
from tests.conftest import EXAMPLES
from tests.programs import kissat

FOLDER = Path(__file__).parent / "broken"

# File, the track it is held against (-: none), and each fault as LINE:RULE.
TABLE = """
absurdly-many-clauses.cnf           -   1:number-too-large
archive.cnf                         -   1:compression-foreign
beyond-28-bits.cnf                  -   3:number-too-large
beyond-32-bits.cnf                  -   3:number-too-large
beyond-64-bits.cnf                  -   3:number-too-large
blank-line-at-the-end.cnf           -   4:blank-line
blank-line.cnf                      -   3:blank-line
blanks-only.cnf                     -   3:blank-line
byte-order-mark.cnf                 -   1:byte-order-mark
bzip2.cnf                           -   1:compression-ending
carriage-returns.cnf                -   1:carriage-return 2:carriage-return 3:carriage-return
clause-on-two-lines.cnf             -   2:split-clause
comment-after-header.cnf            -   2:comment 2:comment-late
comment-at-the-end.cnf              -   4:comment 4:comment-late
comment-between.cnf                 -   3:comment 3:comment-late
comment-in-latin1.cnf               -   1:comment 1:non-ascii
comment-without-blank.cnf           -   1:comment 1:comment-form
data-behind-the-trailer.cnf         -   1:header-clauses 4:satlib-trailer 5:satlib-zero 6:after-end
decimal-point.cnf                   -   2:no-number
double-blank-in-header.cnf          -   1:double-blank
double-blank.cnf                    -   2:double-blank
duplicate-clause-as-sets.cnf        -   4:duplicate-clause 4:duplicate-literal
duplicate-clause.cnf                -   4:duplicate-clause
duplicate-literal.cnf               -   2:duplicate-literal
empty-clause.cnf                    -   3:empty-clause
empty-file.cnf                      -   1:header-missing
empty-formula.cnf                   -   1:empty-formula
header-cnf-plus.cnf                 -   1:header-format
header-huge.cnf                     -   1:number-too-large
header-late.cnf                     -   1:header-missing
header-missing.cnf                  -   1:header-missing
header-negative.cnf                 -   1:header-malformed
header-one-number.cnf               -   1:header-malformed
header-sat.cnf                      -   1:header-format
header-second.cnf                   -   3:header-second
header-upper-case.cnf               -   1:header-malformed
header-wcnf.cnf                     -   1:header-format
leading-blank.cnf                   -   2:leading-blank
leading-zero-in-header.cnf          -   1:leading-zero
leading-zero.cnf                    -   2:leading-zero
literal-beyond.cnf                  -   3:literal-beyond
negative-zero.cnf                   -   2:negative-zero
no-newline.cnf                      -   3:no-newline
nul.cnf                             -   3:no-number 3:nul
numbering-gap.cnf                   -   1:numbering-gap
one-huge-variable.cnf               -   1:numbering-gap
old-mac-lines.cnf                   -   1:carriage-return 1:header-malformed 1:no-newline
only-a-comment.cnf                  -   1:comment 1:header-missing
plus-sign.cnf                       -   2:plus-sign 3:plus-sign
satlib-trailer-alone.cnf            -   4:satlib-trailer
satlib-trailer.cnf                  -   1:comment 3:double-blank 3:trailing-blank 4:leading-blank \
    6:satlib-trailer 7:satlib-zero 8:blank-line
solver-output.cnf                   -   1:header-missing 1:no-number 2:no-number
tab-in-the-header.cnf               -   1:tab 1:header-blank
blank-before-the-header.cnf         -   1:leading-blank 1:header-blank
comment-indented.cnf                -   1:leading-blank 1:comment 1:comment-indented
vertical-tab.cnf                    -   2:odd-blank
tab.cnf                             -   2:tab
tautology-and-duplicate.cnf         -   2:duplicate-literal 2:tautology
tautology.cnf                       -   2:tautology
too-few-clauses.cnf                 -   1:header-clauses
too-many-clauses.cnf                -   1:header-clauses
too-many-variables-said.cnf         -   1:header-variables
trailing-blank.cnf                  -   2:trailing-blank
two-clauses-on-a-line.cnf           -   2:two-clauses
two-numbers-as-one.cnf              -   3:no-number
utf-16.cnf                          -   1:byte-order-mark
web-page.cnf                        -   1:header-missing 1:no-number 2:no-number
word.cnf                            -   2:no-number
xor-clause.cnf                      -   2:xor-clause
xz.cnf                              -   1:compression-ending
zero-missing-at-the-end.cnf         -   3:unterminated
zero-missing-between.cnf            -   1:header-clauses 2:split-clause 2:tautology
truncated.cnf.bz2                   -   902:compression-truncated
damaged.cnf.gz                      -   1:compression-damaged
garbage-behind.cnf.gz               -   1:compression-damaged
plain.cnf.gz                        -   1:compression-ending
truncated.cnf.gz                    -   891:compression-truncated
twice.cnf.gz                        -   1:compression-double
damaged.cnf.xz                      -   1:compression-damaged
garbage-behind.cnf.xz               -   1:compression-damaged
gzip.cnf.xz                         -   1:compression-ending
plain.cnf.xz                        -   1:compression-ending
truncated.cnf.xz                    -   900:compression-truncated
twice.cnf.xz                        -   1:compression-double
zstd.cnf.zst                        -   1:compression-foreign
show-beyond.count.cnf               -   1:comment 3:show-beyond
show-missing.count.cnf              -   1:comment 2:show-missing
show-misspelt.count.cnf             -   1:comment 3:line-unknown
show-negative.count.cnf             -   1:comment 3:show-malformed
show-old.count.cnf                  -   1:comment 1:show-old
show-repeated-below.count.cnf       -   1:comment 4:show-repeated
show-repeated.count.cnf             -   1:comment 3:show-repeated
show-unexpected.count.cnf           -   1:comment 3:show-unexpected
show-without-zero.count.cnf         -   1:comment 3:show-unterminated
show-word.count.cnf                 -   1:comment 3:show-malformed
track-missing.count.cnf             pmc 1:track-missing 2:comment
track-of-another.count.cnf          wmc 1:comment 1:track-contradiction
track-twice.count.cnf               -   1:comment 2:track-contradiction 4:show-unexpected
track-unknown.count.cnf             mc  1:comment 1:track-unknown
weight-beyond.count.cnf             -   1:comment 3:weight-beyond 4:weight-beyond
weight-missing.count.cnf            -   1:comment 2:weight-missing
weight-of-one-side.count.cnf        -   1:comment 3:weight-pair
weight-twice.count.cnf              -   1:comment 5:weight-repeated
weight-unexpected.count.cnf         -   1:comment 3:weight-unexpected
weight-without-zero.count.cnf       -   1:comment 3:weight-pair 4:weight-malformed
weight-word.count.cnf               -   1:comment 3:weight-malformed
beyond-64-bits.opb                  -   4:opb-big
blank-missing-before-semicolon.opb  -   4:opb-tight
blank-missing-before-variable.opb   -   4:opb-blank
coefficient-missing.opb             -   4:opb-syntax
coefficient-zero.opb                -   4:opb-zero
comment-between.opb                 -   4:comment 4:comment-late
constraint-on-two-lines.opb         -   3:opb-split
constraints-miscounted.opb          -   1:opb-constraints
different.opb                       -   3:opb-relation
leading-zero.opb                    -   4:opb-number
plus-before-the-bound.opb           -   3:opb-number
header-without-blanks.opb           -   1:opb-blank
comments-without-blank.opb          -   2:comment 3:comment-form
double-blank.opb                    -   4:double-blank
equations-miscounted.opb            -   1:opb-equal
greater.opb                         -   3:opb-relation
header-below-a-comment.opb          -   1:comment 1:opb-header-missing
header-missing.opb                  -   1:opb-header-missing
header-misspelt.opb                 -   1:opb-header-malformed
header-second.opb                   -   5:opb-header-second
header-without-numbers.opb          -   1:opb-header-malformed
intsize-missing.opb                 -   4:opb-intsize-missing
intsize-too-small.opb               -   2:opb-intsize
less-or-equal.opb                   -   3:opb-relation
less.opb                            -   3:opb-relation
maximise.opb                        -   2:opb-max
negated-literal.opb                 pb  4:opb-negated
no-bound.opb                        -   3:opb-syntax
no-constraint.opb                   -   1:opb-empty
no-relation.opb                     -   3:opb-syntax
objective-behind.opb                -   4:opb-objective-late
objective-twice.opb                 -   3:opb-objective-second
other-names.opb                     -   2:opb-syntax 3:opb-syntax 4:opb-syntax
product.opb                         pb  4:opb-product
semicolon-missing.opb               -   3:opb-semicolon
sign-missing.opb                    -   4:opb-sign
soft-constraint.opb                 -   2:opb-soft 3:opb-soft
too-many-variables-said.opb         -   1:opb-variables
trivial.opb                         -   4:opb-trivial
two-on-a-line.opb                   -   3:opb-two-on-a-line
unsatisfiable.opb                   -   4:opb-unsatisfiable
variable-beyond.opb                 -   2:opb-beyond 3:opb-beyond 4:opb-beyond
variable-twice.opb                  -   4:opb-repeated
carriage-returns.wcnf               -   1:carriage-return 2:carriage-return 3:carriage-return
cnf-header.wcnf                     -   1:wcnf-header
comment-between.wcnf                -   1:comment 3:comment-late
duplicate-hard-clause.wcnf          -   2:duplicate-clause
duplicate-soft-clause.wcnf          -   3:soft-duplicate
empty-hard-clause.wcnf              -   2:empty-clause
empty-soft-clause.wcnf              -   2:soft-empty
empty.wcnf                          -   1:comment 1:empty-formula
h-without-blank.wcnf                -   1:weight-word
no-hard-clause.wcnf                 -   1:no-hard
no-soft-clause.wcnf                 -   1:no-soft
old-header.wcnf                     -   1:wcnf-header
tautology.wcnf                      -   2:tautology
two-clauses-on-a-line.wcnf          -   1:two-clauses
upper-case-h.wcnf                   -   1:weight-word
weight-fraction.wcnf                -   2:weight-word
weight-missing.wcnf                 -   2:weight-zero
weight-negative.wcnf                -   2:weight-zero
weight-too-large.wcnf               -   2:weight-large
weight-zero.wcnf                    -   2:weight-zero
weights-too-large-together.wcnf     -   3:weight-sum
zero-missing.wcnf                   -   1:split-clause 1:tautology
parenthesis-missing.smt2            smt 8:smt-unbalanced
parenthesis-too-many.smt2           smt 8:smt-unbalanced
string-without-end.smt2             smt 5:smt-unbalanced
symbol-without-end.smt2             smt 3:smt-unbalanced
outside.smt2                        smt 9:smt-outside
logic-missing.smt2                  smt 1:smt-no-logic 2:smt-head
logic-twice.smt2                    smt 7:smt-second-logic
logic-late.smt2                     smt 2:smt-head 6:smt-no-logic
check-sat-missing.smt2              smt 1:smt-no-check-sat
status-missing.smt2                 smt 8:smt-status
status-twice.smt2                   smt 10:smt-status
status-word.smt2                    smt 9:smt-status
second-check-without-status.smt2    smt 10:smt-status
head-in-another-order.smt2          smt 5:smt-head
license-missing.smt2                smt 4:smt-head
exit-missing.smt2                   smt 9:smt-exit
query.smt2                          smt 10:smt-query
carriage-returns.smt2               smt 9:carriage-return
"""

ROWS = [row.split() for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize(("name", "track", "faults"), [(n, t, f) for n, t, *f in ROWS])
def test_a_broken_file(name: str, track: str, faults: list[str]) -> None:
    found = lint(FOLDER / name, None if track == "-" else track, most=None)
    assert sorted(f"{fault.line}:{fault.rule}" for fault in found) == sorted(faults)
    for fault in found:
        assert fault.severity == RULES[fault.rule].severity
        assert fault.message == " ".join(fault.message.split())
        assert fault.message.isascii()


@pytest.mark.parametrize("name", [n for n, *_ in ROWS if n != "one-huge-variable.cnf"])
def test_whatever_is_in_a_file_its_faults_can_be_printed(name: str, tmp_path: Path) -> None:
    random = Random(name)
    for _ in range(max(EXAMPLES // 50, 8)):
        data = bytearray((FOLDER / name).read_bytes())
        for _ in range(random.randint(1, 4)):
            place = random.randint(0, len(data))
            data[place : place + random.randint(0, 3)] = random.randbytes(random.randint(0, 2))
        (tmp_path / name).write_bytes(data)
        for fault in lint(tmp_path / name):
            assert fault.line >= 1
            assert fault.message.isprintable(), data
            assert fault.message.isascii(), data


def test_every_file_and_every_rule_is_in_the_table() -> None:
    assert {name for name, *_ in ROWS} == {
        path.name for path in FOLDER.iterdir() if not path.name.startswith(".")
    }
    assert {fault.partition(":")[2] for _, _, *faults in ROWS for fault in faults} == {*RULES} - {
        "smt-large"
    }


UNBROKEN = {
    "a.cnf": b"p cnf 3 2\n1 2 0\n-1 3 0\n",
    "a.mc.cnf": b"c t mc\np cnf 4 2\n1 2 0\n-1 3 0\n",
    "a.pmc.cnf": b"c t pmc\np cnf 4 2\nc p show 1 3 0\n1 2 0\n-1 3 0\n",
    "a.wmc.cnf": b"c t wmc\np cnf 3 1\nc p weight 1 1/3 0\nc p weight -1 2.5e-1 0\n1 2 -3 0\n",
    "a.wcnf": b"h 1 2 0\n3 -1 0\n9223372036854775804 -2 0\n",
    "a.opb": b"* #variable= 2 #constraint= 1\nmin: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n",
    "a.smt2": b"""(set-info :smt-lib-version 2.6)
(set-logic QF_UF)
(set-info :source |(by hand; "quoted")|)
(set-info :license "https://creativecommons.org/licenses/by/4.0/")
(set-info :category "crafted")
(set-info :status sat)
; a comment (with a parenthesis
(assert true)
(check-sat)
(exit)
""",
    "b.opb": b"* #variable= 2 #constraint= 1 #equal= 1 intsize= 2\n+1 x1 +1 x2 = 1 ;\n",
}


@pytest.mark.parametrize("name", UNBROKEN)
def test_what_the_broken_files_were_made_from_has_no_fault(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(UNBROKEN[name])
    track = next((track for track in ("mc", "pmc", "wmc") if f".{track}." in name), None)
    track = "smt" if name.endswith(".smt2") else track
    assert [fault for fault in lint(file, track) if fault.rule != "comment"] == []


def test_a_script_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "large.smt2"
    file.write_bytes(UNBROKEN["a.smt2"])
    monkeypatch.setattr("satchel.linter.smt.LARGEST", 100)
    assert lint(file) == []
    assert [fault.rule for fault in lint(file, "smt")] == ["smt-large"]


PROGRAMS = {
    "cadical": ["-q"],
    "kissat": ["-q"],
    "minisat": ["-verb=0"],
}
HUGE = {"beyond-28-bits.cnf", "header-huge.cnf", "one-huge-variable.cnf"}
"""Read, these take gigabytes."""

PACKED_OTHERWISE = {"garbage-behind.cnf.xz"}
"""GBD alone, of the programs at hand, rejects this one."""


def verdict(program: str, file: Path) -> int:
    """The exit code: 10 satisfiable, 20 unsatisfiable, anything else refused."""
    path = kissat() if program == "kissat" else program
    command = [path, *PROGRAMS[program], str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode


def pysat_reads(file: Path) -> bool:
    """Whether PySAT takes the file."""
    from pysat.formula import CNF

    try:
        CNF(from_file=str(file))
    except Exception:
        return False
    return True


@pytest.mark.needs_program("cadical", "minisat")
@pytest.mark.parametrize(
    "name", [n for n, *_ in ROWS if ".cnf" in n and ".count" not in n and n not in HUGE]
)
def test_severity_is_what_programs_make_of_it(name: str) -> None:
    """Files with an error are refused, or misread, by somebody; all others by nobody."""
    file = FOLDER / name
    expected = 20 if name == "empty-clause.cnf" else 10
    right = {program: verdict(program, file) == expected for program in PROGRAMS}
    if any(fault.severity == "error" for fault in lint(file)):
        assert name in PACKED_OTHERWISE or not (all(right.values()) and pysat_reads(file))
    else:
        assert all(right.values())
