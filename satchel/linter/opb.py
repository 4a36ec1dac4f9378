"""OPB line by line: the header, the objective, constraints."""

from __future__ import annotations

import re
from dataclasses import dataclass

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter.fault import Faults, shown
from satchel.linter.layout import Comments, check_blanks, check_characters, check_end
from satchel.linter.rules import clauses, files
from satchel.linter.rules import pb as rules

_HEADER = re.compile(rb"\*\s*#variable=")
_FIELD = re.compile(rb"(#?[a-z]+)=\s*([0-9]+)")
_TOKEN = re.compile(rb"[+-]?[0-9]+|~?x[0-9]+|[<>!]=|[<>=;]|[^\s;<>=!]+|!")
_INTEGER = re.compile(rb"[+-]?[0-9]+")
_VARIABLE = re.compile(rb"~?x[0-9]+")
_RELATION = re.compile(rb"[<>=!]+")
_JOINED = re.compile(rb"[0-9][x~]|[0-9][<>=;]|=[0-9+-]")
_GOOD = re.compile(rb"((?:[+-][1-9][0-9]{0,17} x[1-9][0-9]{0,8} )+)(>=|=) (0|-?[1-9][0-9]{0,17}) ;")
_TERM = re.compile(rb"([+-][0-9]+) x([0-9]+) ")
_SMALL = 2**31 - 1


@dataclass(frozen=True)
class _Header:
    """What the first line says; None where it does not."""

    variables: int
    constraints: int
    equal: int | None
    bits: int | None


@dataclass(frozen=True)
class _Sum:
    """Weighted variables, negated ones with their weight turned round and moved into `bound`."""

    weights: list[int]
    variables: list[int]
    moved: int


class OpbLint:
    """Reads an OPB file; what is wrong goes to `faults` on the way, counts at the end."""

    def __init__(self, data: bytes, faults: Faults, *, linear: bool) -> None:
        self._data = data
        self._faults = faults
        self._linear = linear
        self._comments = Comments()
        self._header: _Header | None = None
        self._header_line = 0
        self._constraints = 0
        self._equal = 0
        self._highest = 0
        self._objective_line = 0
        self._largest = 0
        self._largest_line = 1

    def lint(self) -> None:
        """Read all of it."""
        lines = self._data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        for number, text in enumerate(lines, 1):
            if not self._plain(text, number):
                self._line(text, number)
        check_end(self._data, self._faults)
        self._comments.report(self._faults)
        self._check_counts()

    def _plain(self, text: bytes, line: int) -> bool:
        """Take a constraint in normal form; whether it was one."""
        found = _GOOD.fullmatch(text)
        if found is None or not self._header_line:
            return False
        terms = _TERM.findall(found[1])
        total = _Sum([int(w) for w, _ in terms], [int(x) for _, x in terms], 0)
        self._constraint(total, found[2], int(found[3]), line)
        return True

    def _line(self, text: bytes, line: int) -> None:
        check_characters(text, line, self._faults)
        if text.startswith(b"*"):
            self._comment(text, line)
            return
        check_blanks(text, line, self._faults)
        if not text.strip():
            return
        self._need_header(line)
        begin, end, rest = text.partition(b";")
        if not end:
            self._faults.add(rules.SEMICOLON, line, "expected `;` at the end of the line")
        elif rest.strip():
            self._faults.add(rules.TWO_ON_A_LINE, line, f"{shown(rest.strip())} behind `;`")
        for part in [begin, *rest.split(b";")]:
            if part.strip():
                self._statement(part.strip(), line)
        if _JOINED.search(text) or (end and not text[: len(begin)].endswith((b" ", b"\t"))):
            self._faults.add(rules.BLANK, line, "a blank is missing between two words")

    def _need_header(self, line: int) -> None:
        if not self._header_line:
            self._header_line = line
            words = "expected `* #variable= N #constraint= M` in the first line"
            self._faults.add(rules.HEADER_MISSING, line, words)

    def _comment(self, text: bytes, line: int) -> None:
        if _HEADER.match(text):
            self._take_header(text, line)
            return
        self._comments.add(line)
        if self._constraints or self._objective_line:
            self._faults.add(files.COMMENT_LATE, line, "a comment after the first constraint")
        if line == 1:
            self._need_header(line)

    def _take_header(self, text: bytes, line: int) -> None:
        if self._header is not None:
            words = f"another header: the first is in line {self._header_line}"
            self._faults.add(rules.HEADER_SECOND, line, words)
            return
        self._header_line = self._header_line or line
        fields = dict(_FIELD.findall(text))
        rest = _FIELD.sub(b"", text[1:]).strip()
        known = {b"#variable", b"#constraint", b"#equal", b"intsize", b"#product", b"sizeproduct"}
        if rest or not {b"#variable", b"#constraint"} <= fields.keys() <= known:
            words = f"{shown(text)}: expected `* #variable= N #constraint= M`"
            self._faults.add(rules.HEADER_MALFORMED, line, words)
            return
        if max(map(len, fields.values())) > 18 or int(fields[b"#variable"]) > MAX_VARIABLE:
            words = f"more than {MAX_VARIABLE} variables, or absurd numbers"
            self._faults.add(clauses.TOO_LARGE, line, words)
            return
        equal, bits = fields.get(b"#equal"), fields.get(b"intsize")
        self._header_line = line
        self._header = _Header(
            int(fields[b"#variable"]),
            int(fields[b"#constraint"]),
            None if equal is None else int(equal),
            None if bits is None else int(bits),
        )

    def _statement(self, text: bytes, line: int) -> None:
        """An objective or a constraint, without its `;`."""
        if text.startswith((b"soft:", b"[")):
            self._faults.add(rules.SOFT, line, "a soft constraint: expected none")
            text = re.sub(rb"^\[[^\]]*\]", b"", text)
            if text.startswith(b"soft:"):
                return
        head, colon, tail = text.partition(b":")
        if colon and head.strip() in (b"min", b"max"):
            self._objective(head.strip(), tail, line)
            return
        words = _TOKEN.findall(text)
        places = [place for place, word in enumerate(words) if _RELATION.fullmatch(word)]
        if len(places) != 1 or len(words) != places[0] + 2 or not _integer(words[-1]):
            self._faults.add(rules.SYNTAX, line, f"{shown(text)} is no constraint")
            self._constraints += 1
            return
        relation = words[places[0]]
        if relation not in (b">=", b"="):
            words_ = f"`{relation.decode()}`: expected `>=` or `=`"
            self._faults.add(rules.RELATION, line, words_)
        total = self._sum(words[: places[0]], line)
        if total is None:
            self._constraints += 1
            self._equal += relation == b"="
        else:
            self._constraint(total, relation, int(words[-1]), line)

    def _objective(self, head: bytes, text: bytes, line: int) -> None:
        if head == b"max":
            self._faults.add(rules.MAXIMISE, line, "`max:`: expected `min:`")
        if self._objective_line:
            words = f"the first is in line {self._objective_line}"
            self._faults.add(rules.OBJECTIVE_SECOND, line, f"another objective: {words}")
        elif self._constraints:
            self._faults.add(rules.OBJECTIVE_LATE, line, "an objective behind a constraint")
        self._objective_line = self._objective_line or line
        total = self._sum(_TOKEN.findall(text), line)
        if total is not None:
            self._check_sum(total, line)

    def _sum(self, words: list[bytes], line: int) -> _Sum | None:
        """Weighted variables; None where they are none, or products."""
        weights: list[int] = []
        variables: list[int] = []
        moved, product, at = 0, False, 0
        unsigned = False
        while at < len(words):
            if (
                not _integer(words[at])
                or len(words) == at + 1
                or not _VARIABLE.fullmatch(words[at + 1])
            ):
                words_ = f"{shown(b' '.join(words[at : at + 2]))}: expected `+WEIGHT xN`"
                self._faults.add(rules.SYNTAX, line, words_)
                return None
            unsigned |= words[at][:1].isdigit()
            weight, factors = int(words[at]), 0
            at += 1
            while at < len(words) and _VARIABLE.fullmatch(words[at]):
                variable = self._variable(words[at], line)
                if words[at].startswith(b"~"):
                    moved, weight = moved + weight, -weight
                factors, at = factors + 1, at + 1
            product |= factors > 1
            weights.append(weight)
            variables.append(variable)
        if unsigned:
            self._faults.add(rules.SIGN, line, "a coefficient without a sign")
        if any(word.startswith(b"~") for word in words) and self._linear:
            self._faults.add(rules.NEGATED, line, "a negated literal: expected variables")
        if product:
            if self._linear:
                self._faults.add(rules.PRODUCT, line, "a product: expected one variable a term")
            return None
        return _Sum(weights, variables, moved)

    def _variable(self, word: bytes, line: int) -> int:
        digits = word.lstrip(b"~x").lstrip(b"0")
        if len(digits) > 10 or int(digits or b"0") > MAX_VARIABLE:
            self._faults.add(clauses.TOO_LARGE, line, f"{shown(word)} is beyond 2^28 - 1")
            return 0
        if word.lstrip(b"~x").startswith(b"0"):
            self._faults.add(clauses.LEADING_ZERO, line, f"{shown(word)}: expected x1, x2, ...")
        return int(digits or b"0")

    def _constraint(self, total: _Sum, relation: bytes, bound: int, line: int) -> None:
        self._constraints += 1
        self._equal += relation == b"="
        self._check_sum(total, line)
        least = sum(min(weight, 0) for weight in total.weights) + total.moved
        most = sum(max(weight, 0) for weight in total.weights) + total.moved
        if not self._linear or relation not in (b">=", b"="):
            return
        if least >= bound and (relation == b">=" or least == most == bound):
            self._faults.add(rules.TRIVIAL, line, f"always holds: the sum is {least} or more")
        if most < bound or (relation == b"=" and least > bound):
            self._faults.add(rules.UNSATISFIABLE, line, f"never holds: the sum is {least}..{most}")

    def _check_sum(self, total: _Sum, line: int) -> None:
        """The terms of a line: each variable once, within the header, no zeros, sizes."""
        size = sum(map(abs, total.weights))
        if size > self._largest:
            self._largest, self._largest_line = size, line
        if size > 2**63 - 1:
            self._faults.add(rules.BIG, line, f"coefficients add up to {size.bit_length()} bits")
        if 0 in total.weights:
            x = total.variables[total.weights.index(0)]
            self._faults.add(rules.ZERO, line, f"x{x} has the coefficient 0")
        if len(set(total.variables)) < len(total.variables):
            seen: set[int] = set()
            x = next(x for x in total.variables if x in seen or seen.add(x))  # type: ignore[func-returns-value]
            self._faults.add(rules.REPEATED, line, f"x{x} is there twice")
        highest = max(total.variables, default=0)
        self._highest = max(self._highest, highest)
        if self._header is not None and highest > self._header.variables:
            words = f"x{highest} is beyond the header's {self._header.variables} variables"
            self._faults.add(rules.BEYOND, line, words)

    def _check_counts(self) -> None:
        self._need_header(1)
        header, line = self._header, self._header_line
        if not self._constraints:
            self._faults.add(rules.EMPTY, line, "there is no constraint")
        if header is None:
            return
        if header.constraints != self._constraints:
            words = (
                f"the header says {header.constraints} constraints, there are {self._constraints}"
            )
            self._faults.add(rules.CONSTRAINTS, line, words)
        if header.variables > self._highest:
            words = f"the header says {header.variables} variables, the highest is x{self._highest}"
            self._faults.add(rules.VARIABLES, line, words)
        if header.equal not in (None, self._equal):
            words = f"the header says {header.equal} equations, there are {self._equal}"
            self._faults.add(rules.EQUAL, line, words)
        bits = self._largest.bit_length()
        if header.bits is None and self._largest > _SMALL:
            words = f"coefficients add up to {bits} bits: expected `intsize=` in the header"
            self._faults.add(rules.INTSIZE_MISSING, self._largest_line, words)
        if header.bits is not None and bits > header.bits:
            words = f"coefficients add up to {bits} bits, the header says {header.bits}"
            self._faults.add(rules.INTSIZE, self._largest_line, words)


def _integer(word: bytes) -> bool:
    # Python refuses to read thousands of digits; no program takes them either.
    return _INTEGER.fullmatch(word) is not None and len(word) < 4000


def lint_opb(data: bytes, track: str | None, faults: Faults) -> None:
    """All faults of an OPB file; `pb-nlc` is the track in which products are linear enough."""
    OpbLint(data, faults, linear=track != "pb-nlc").lint()
