"""OPB line by line: the header, the objective, constraints."""

from __future__ import annotations

import re
from dataclasses import dataclass

from satchel.cnf.sink import MAX_VARIABLE
from satchel.linter.fault import Faults, shown
from satchel.linter.layout import Comments, check_blanks, check_characters, check_end
from satchel.linter.opb_terms import TOKEN, Sum, check_numbers, check_sum, is_integer, read_sum
from satchel.linter.rules import clauses, files
from satchel.linter.rules import pb as rules

_HEADER = re.compile(rb"\*\s*#variable=")
_FIELD = re.compile(rb"(?<![#a-z])(#?[a-z]+)=\s*([0-9]+)")
_NEEDED = {b"#variable", b"#constraint"}
_KNOWN = _NEEDED | {b"#equal", b"intsize", b"#product", b"sizeproduct"}
_RELATIONS = (b">=", b"=", b"<=", b"<", b">", b"!=")
_JOINED = re.compile(rb"[0-9][x~]|x[0-9]+[<>=;]")
_TIGHT = re.compile(rb"=[0-9+-]|[<>=]\s*[+-]?[0-9]+;")
_COMPLETE = re.compile(rb"[<>=]\s*[+-]?[0-9]+\s*")
_GOOD = re.compile(rb"((?:[+-][1-9][0-9]{0,17} x[1-9][0-9]{0,7} )+)(>=|=) (0|-?[1-9][0-9]{0,17}) ;")
_TERM = re.compile(rb"([+-][0-9]+) x([0-9]+) ")
_SMALL = 2**31 - 1


@dataclass(frozen=True)
class _Header:
    """What the first line says; None where it does not."""

    variables: int
    constraints: int
    equal: int | None
    bits: int | None


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
        self._unread = False
        self._objective_line = 0
        self._largest = 0
        self._largest_line = 1
        self._open: list[bytes] = []
        self._open_line = 0

    def lint(self) -> None:
        """Read all of it."""
        lines = self._data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        for number, text in enumerate(lines, 1):
            if not self._plain(text, number):
                self._line(text, number)
        if self._open:
            self._faults.add(rules.SEMICOLON, self._open_line, "expected `;` at the end")
            self._statement(b" ".join(self._open), self._open_line)
        check_end(self._data, self._faults)
        self._comments.report(self._faults)
        self._need_header(1)
        if self._header is not None:
            self._check_counts(self._header, self._header_line)
            self._check_sizes(self._header)
        if not self._constraints:
            self._faults.add(rules.EMPTY, self._header_line, "there is no constraint")

    def _plain(self, text: bytes, line: int) -> bool:
        """Take a constraint in normal form; whether it was one."""
        found = _GOOD.fullmatch(text)
        if found is None or not self._header_line or self._open:
            return False
        terms = _TERM.findall(found[1])
        total = Sum([int(weight) for weight, _ in terms], [int(x) for _, x in terms])
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
        _, _, rest = text.partition(b";")
        if rest.strip():
            self._faults.add(rules.TWO_ON_A_LINE, line, f"{shown(rest.strip())} behind `;`")
        if _JOINED.search(text):
            self._faults.add(rules.BLANK, line, "a blank is missing between two words")
        elif _TIGHT.search(text):
            self._faults.add(rules.TIGHT, line, "no blank beside the bound")
        *whole, last = text.split(b";")
        for part in whole:
            self._end_of_statement(part, line)
        if last.strip():
            self._goes_on(last.strip(), line)

    def _end_of_statement(self, text: bytes, line: int) -> None:
        """What stands before a `;`, and perhaps began in a line above."""
        if self._open:
            where = f"ends in line {line}"
            words = f"a constraint {where}: expected `;` at the end of this line"
            self._faults.add(rules.SPLIT, self._open_line, words)
            text, line = b" ".join([*self._open, text]), self._open_line
            self._open = []
        if text.strip():
            self._statement(text.strip(), line)

    def _goes_on(self, text: bytes, line: int) -> None:
        """What no `;` stands behind: a whole constraint that lacks it, or a part of one."""
        if not self._open:
            self._open_line = line
        self._open.append(text)
        if _COMPLETE.search(text):
            self._faults.add(rules.SEMICOLON, line, "expected `;` at the end of the line")
            self._statement(b" ".join(self._open), self._open_line)
            self._open = []

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
        if re.match(rb"\*\s*#", text):
            words = f"{shown(text)}: expected no # (the header's)"
            self._faults.add(files.COMMENT_FORM, line, words)
        if self._constraints or self._objective_line:
            self._faults.add(files.COMMENT_LATE, line, "a comment after the first constraint")
        if line == 1:
            self._need_header(line)

    def _take_header(self, text: bytes, line: int) -> None:
        if self._header is not None:
            words = f"another header: the first is in line {self._header_line}"
            self._faults.add(rules.HEADER_SECOND, line, words)
            return
        self._header_line = line
        fields = dict(_FIELD.findall(text))
        if _FIELD.sub(b"", text[1:]).strip() or not _NEEDED <= fields.keys() <= _KNOWN:
            words = f"{shown(text)}: expected `* #variable= N #constraint= M`"
            self._faults.add(rules.HEADER_MALFORMED, line, words)
        elif max(map(len, fields.values())) > 18 or int(fields[b"#variable"]) > MAX_VARIABLE:
            words = f"more than {MAX_VARIABLE} variables, or absurd numbers"
            self._faults.add(clauses.TOO_LARGE, line, words)
        else:
            self._check_form(text, fields, line)
            numbers = {name: int(digits) for name, digits in fields.items()}
            self._header = _Header(
                numbers[b"#variable"],
                numbers[b"#constraint"],
                numbers.get(b"#equal"),
                numbers.get(b"intsize"),
            )

    def _check_form(self, text: bytes, fields: dict[bytes, bytes], line: int) -> None:
        """A header that can be read, and yet is not as all readers expect it."""
        check_blanks(text, line, self._faults)
        if text.split() != [b"*", *(word for k, v in fields.items() for word in (k + b"=", v))]:
            self._faults.add(rules.BLANK, line, "a blank is missing in the header")
        if any(b"%d" % int(digits) != digits for digits in fields.values()):
            self._faults.add(clauses.LEADING_ZERO, line, "a number with leading zeros")

    def _statement(self, text: bytes, line: int) -> None:
        """An objective or a constraint, without its `;`."""
        if text.startswith((b"soft:", b"[")):
            self._faults.add(rules.SOFT, line, "a soft constraint: expected none")
            text = re.sub(rb"^(soft:.*|\[[^\]]*\])", b"", text, flags=re.DOTALL).strip()
            if not text:
                return
        head, colon, tail = text.partition(b":")
        if colon and head.strip() in (b"min", b"max"):
            self._objective(head.strip(), tail, line)
            return
        words = TOKEN.findall(text)
        if len(words) < 2 or words[-2] not in _RELATIONS or not is_integer(words[-1]):
            self._faults.add(rules.SYNTAX, line, f"{shown(text)} is no constraint")
            total = None
        else:
            check_numbers(words, line, self._faults)
            total = read_sum(words[:-2], line, self._faults, linear=self._linear)
            if words[-2] not in (b">=", b"="):
                found = words[-2].decode()
                self._faults.add(rules.RELATION, line, f"`{found}`: expected `>=` or `=`")
        if total is None:
            self._constraints, self._unread = self._constraints + 1, True
            self._equal += words[-2:-1] == [b"="]
        else:
            self._constraint(total, words[-2], int(words[-1]), line)

    def _objective(self, head: bytes, text: bytes, line: int) -> None:
        if head == b"max":
            self._faults.add(rules.MAXIMISE, line, "`max:`: expected `min:`")
        if self._objective_line:
            words = f"the first is in line {self._objective_line}"
            self._faults.add(rules.OBJECTIVE_SECOND, line, f"another objective: {words}")
        elif self._constraints:
            self._faults.add(rules.OBJECTIVE_LATE, line, "an objective behind a constraint")
        self._objective_line = self._objective_line or line
        terms = TOKEN.findall(text)
        check_numbers([*terms, b"0"], line, self._faults)
        total = read_sum(terms, line, self._faults, linear=self._linear)
        if total is None:
            self._unread = True
        else:
            self._sum(total, line)

    def _constraint(self, total: Sum, relation: bytes, bound: int, line: int) -> None:
        self._constraints += 1
        self._equal += relation == b"="
        self._sum(total, line)
        if relation not in (b">=", b"="):
            return
        least, most = total.least, total.most
        if least >= bound and (relation == b">=" or most == bound):
            self._faults.add(rules.TRIVIAL, line, f"always holds: the sum is {least} or more")
        if most < bound or (relation == b"=" and least > bound):
            self._faults.add(rules.UNSATISFIABLE, line, f"never holds: the sum is {least}..{most}")

    def _sum(self, total: Sum, line: int) -> None:
        """The sum of a constraint or of the objective."""
        check_sum(total, line, self._faults)
        if total.size > self._largest:
            self._largest, self._largest_line = total.size, line
        highest = max(total.variables, default=0)
        self._highest = max(self._highest, highest)
        if self._header is not None and highest > self._header.variables:
            words = f"x{highest} is beyond the header's {self._header.variables} variables"
            self._faults.add(rules.BEYOND, line, words)

    def _check_counts(self, header: _Header, line: int) -> None:
        if header.constraints != self._constraints:
            words = f"{header.constraints} constraints, there are {self._constraints}"
            self._faults.add(rules.CONSTRAINTS, line, f"the header says {words}")
        if header.variables > self._highest and not self._unread:
            words = f"{header.variables} variables, the highest that occurs is x{self._highest}"
            self._faults.add(rules.VARIABLES, line, f"the header says {words}")
        if header.equal not in (None, self._equal):
            words = f"{header.equal} equations, there are {self._equal}"
            self._faults.add(rules.EQUAL, line, f"the header says {words}")

    def _check_sizes(self, header: _Header) -> None:
        bits = self._largest.bit_length()
        if header.bits is None and self._largest > _SMALL:
            words = f"coefficients add up to {bits} bits: expected `intsize=` in the header"
            self._faults.add(rules.INTSIZE_MISSING, self._largest_line, words)
        if header.bits is not None and bits > header.bits:
            words = f"coefficients add up to {bits} bits, the header says {header.bits}"
            self._faults.add(rules.INTSIZE, self._largest_line, words)


def lint_opb(data: bytes, track: str | None, faults: Faults) -> None:
    """All faults of an OPB file; the track `pb-nlc` takes products and negated literals."""
    OpbLint(data, faults, linear=track != "pb-nlc").lint()
