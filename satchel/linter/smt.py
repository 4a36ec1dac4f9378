"""SMT-LIB scripts: parentheses, the commands, and the head that the SMT-LIB library asks for.

Terms are not looked into: solvers and type checkers do that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from satchel.linter.fault import Faults, shown
from satchel.linter.layout import check_characters
from satchel.linter.rules import smt as rules

LARGEST = 50_000_000
"""Bytes of a file in the library's repository."""

_PIECE = re.compile(rb"""[()]|;[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||["|]|[^\s();"|]+""")
_HEAD = (
    (b"set-info", b":smt-lib-version"),
    (b"set-logic",),
    (b"set-info", b":source"),
    (b"set-info", b":license"),
    (b"set-info", b":category"),
    (b"set-info", b":status"),
)
_STATUSES = (b"sat", b"unsat", b"unknown")
_QUERIES = (b"get-", b"echo", b"set-option")
_DECLARING = (b"declare-", b"define-", b"assert")


@dataclass(frozen=True)
class Command:
    """The words with which a command begins, three at most, and its line."""

    words: tuple[bytes, ...]
    line: int

    @property
    def name(self) -> bytes:
        """Its first word; nothing where it has none."""
        return self.words[0] if self.words else b""


def lint_smt(data: bytes, track: str | None, faults: Faults) -> None:
    """All faults of a script; the track `smt` asks for what the SMT-LIB library does."""
    for number, text in enumerate(data.split(b"\n"), 1):
        if not text.isascii() or b"\x00" in text or b"\r" in text:
            check_characters(text, number, faults)
    commands = list(_commands(data, faults))
    if faults.has(rules.UNBALANCED):
        return  # what belongs to what is anybody's guess
    _check_logic(commands, faults)
    if not any(command.name.startswith(b"check-sat") for command in commands):
        faults.add(rules.NO_CHECK, 1, "there is no check-sat")
    for command in commands:
        if command.name.startswith(_QUERIES):
            faults.add(rules.QUERY, command.line, f"the command {shown(command.name)}")
    if track == "smt":
        _check_status(commands, faults)
        _check_head(commands, faults)
        if len(data) > LARGEST:
            faults.add(rules.LARGE, 1, f"{len(data) / 1e6:.1f} MB: expected 50 at most")


def _commands(data: bytes, faults: Faults) -> Iterator[Command]:
    """The commands one after the other; what is wrong with their form is a fault."""
    words: list[bytes] = []
    depth, begun = 0, 1
    line, counted = 1, 0
    for found in _PIECE.finditer(data):
        piece, start = found[0], found.start()
        line, counted = line + data.count(b"\n", counted, start), start
        if piece == b"(":
            depth += 1
            if depth == 1:
                begun, words = line, []
        elif piece == b")":
            depth -= 1
            if depth == 0:
                yield Command(tuple(words), begun)
            elif depth < 0:
                faults.add(rules.UNBALANCED, line, "a closing parenthesis without its opening one")
                depth = 0
        elif piece.startswith(b";"):
            continue
        elif piece in (b'"', b"|"):
            faults.add(rules.UNBALANCED, line, f"{piece.decode()} without its end")
            break
        elif depth == 0:
            faults.add(rules.OUTSIDE, line, f"{shown(piece)} outside of all parentheses")
        elif depth == 1 and len(words) < 3:
            words.append(piece)
    else:
        if depth:
            faults.add(rules.UNBALANCED, begun, f"{depth} parentheses of this command never end")


def _check_logic(commands: list[Command], faults: Faults) -> None:
    logics = [command.line for command in commands if command.name == b"set-logic"]
    declaring = [c.line for c in commands if c.name.startswith(_DECLARING)]
    if not logics:
        faults.add(rules.NO_LOGIC, 1, "there is no set-logic")
    elif declaring and declaring[0] < logics[0]:
        faults.add(rules.NO_LOGIC, declaring[0], f"before the set-logic of line {logics[0]}")
    for line in logics[1:]:
        faults.add(rules.SECOND_LOGIC, line, f"the first is in line {logics[0]}")


def _check_status(commands: list[Command], faults: Faults) -> None:
    said: list[bytes] = []
    for command in commands:
        if command.words[:2] == (b"set-info", b":status"):
            said.append(b" ".join(command.words[2:]))
        elif command.name.startswith(b"check-sat"):
            if len(said) != 1 or said[0] not in _STATUSES:
                words = f"{len(said)} times :status before this check-sat: expected one"
                if len(said) == 1:
                    words = f":status {shown(said[0])}: expected sat, unsat or unknown"
                faults.add(rules.STATUS, command.line, words)
            said.clear()


def _check_head(commands: list[Command], faults: Faults) -> None:
    for place, expected in enumerate(_HEAD):
        found = commands[place] if place < len(commands) else Command((), 1)
        if found.words[: len(expected)] != expected:
            if expected[-1] == b":status" and found.name.startswith((b"declare", b"define")):
                continue  # a script with several check-sats has one before each
            wanted = b" ".join(expected).decode()
            words = f"command {place + 1} is {shown(b' '.join(found.words[:2]))}"
            faults.add(rules.HEAD, found.line, f"{words}: expected {wanted}")
            break
    if commands and commands[-1].name != b"exit":
        faults.add(rules.EXIT, commands[-1].line, "the last command: expected (exit)")
