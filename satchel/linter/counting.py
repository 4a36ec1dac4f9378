"""The lines that model counters read in comments: `c t`, `c p show`, `c p weight`."""

from __future__ import annotations

import re

from satchel.linter.fault import Faults, shown
from satchel.linter.rules import counting as rules

TRACKS = ("mc", "wmc", "pmc", "pwmc")
_WEIGHT = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?(/[1-9][0-9]*)?")
_VARIABLE = re.compile(rb"[1-9][0-9]{0,9}")
_LITERAL = re.compile(rb"-?[1-9][0-9]{0,9}")


class Counting:
    """What a file says to model counters."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._track: str | None = None
        self._track_line = 0
        self._spoken = False
        self._shown: dict[int, int] = {}
        self._show_line = 0
        self._weights: dict[int, int] = {}

    def take(self, text: bytes, line: int) -> bool:
        """Whether a comment speaks to counters; what is wrong with its form is a fault."""
        words = text.split()
        match words[1:3]:
            case [b"t", *_]:
                self._take_track(words[2:], line)
            case [b"p", b"show"]:
                self._take_show(words[3:], line)
            case [b"p", b"weight"]:
                self._take_weight(words[3:], line)
            case [b"p", other]:
                words_ = f"`c p` {shown(other)}: expected show or weight"
                self._faults.add(rules.LINE_UNKNOWN, line, words_)
            case [b"ind", *_] if words[-1:] == [b"0"]:
                self._faults.add(rules.SHOW_OLD, line, "`c ind`: expected `c p show`")
            case _:
                return False
        self._spoken = True
        return True

    def check(self, track: str | None, variables: int | None, header_line: int) -> bool:
        """Hold all of it against a track and the header; whether the file is for counters."""
        asked = track if track in TRACKS else None
        if asked and not self._track_line:
            self._faults.add(rules.TRACK_MISSING, 1, f"expected `c t {asked}`")
        if asked and self._track not in (asked, None):
            words = f"`c t {self._track}`: expected `c t {asked}`"
            self._faults.add(rules.TRACK_CONTRADICTION, self._track_line, words)
        self._check_sort(asked or self._track, header_line)
        if variables is not None:
            self._check_beyond(variables)
        for literal, line in self._weights.items():
            if -literal not in self._weights:
                words = f"a weight of {literal}, and none of {-literal}"
                self._faults.add(rules.WEIGHT_PAIR, line, words)
        return self._spoken or asked is not None

    def _check_sort(self, track: str | None, header_line: int) -> None:
        """Whether what is shown and weighted is what the track counts by."""
        if track is None:
            return
        if "p" in track and not self._show_line:
            words = f"track {track} is projected: expected `c p show ... 0`"
            self._faults.add(rules.SHOW_MISSING, header_line, words)
        if "p" not in track and self._show_line:
            words = f"track {track} counts all variables: expected no `c p show`"
            self._faults.add(rules.SHOW_UNEXPECTED, self._show_line, words)
        if "w" in track and not self._weights:
            words = f"track {track} is weighted: expected `c p weight LITERAL WEIGHT 0`"
            self._faults.add(rules.WEIGHT_MISSING, header_line, words)
        if "w" not in track and self._weights:
            words = f"track {track} has no weights: expected no `c p weight`"
            line = min(self._weights.values())
            self._faults.add(rules.WEIGHT_UNEXPECTED, line, words)

    def _check_beyond(self, variables: int) -> None:
        for variable, line in self._shown.items():
            if variable > variables:
                words = f"{variable} is beyond the header's {variables} variables"
                self._faults.add(rules.SHOW_BEYOND, line, words)
        for literal, line in self._weights.items():
            if abs(literal) > variables:
                words = f"{literal} is beyond the header's {variables} variables"
                self._faults.add(rules.WEIGHT_BEYOND, line, words)

    def _take_track(self, words: list[bytes], line: int) -> None:
        name = b" ".join(words).decode("ascii", "backslashreplace")
        self._track_line = self._track_line or line
        if name not in TRACKS:
            expected = f"expected one of {', '.join(TRACKS)}"
            self._faults.add(rules.TRACK_UNKNOWN, line, f"`c t` {shown(name.encode())}: {expected}")
        elif self._track not in (name, None):
            words_ = f"`c t {name}` after `c t {self._track}`"
            self._faults.add(rules.TRACK_CONTRADICTION, line, words_)
        else:
            self._track = name

    def _take_show(self, words: list[bytes], line: int) -> None:
        self._show_line = self._show_line or line
        if words[-1:] != [b"0"]:
            self._faults.add(rules.SHOW_UNTERMINATED, line, "expected 0 at the end of `c p show`")
        else:
            words = words[:-1]
        bad = [word for word in words if not _VARIABLE.fullmatch(word)]
        if bad:
            self._faults.add(rules.SHOW_MALFORMED, line, f"{shown(bad[0])} is no variable")
        repeated = None
        for variable in (int(word) for word in words if _VARIABLE.fullmatch(word)):
            if variable in self._shown:
                repeated = repeated or variable
            self._shown.setdefault(variable, line)
        if repeated:
            words_ = f"{repeated} is shown in line {self._shown[repeated]} already"
            self._faults.add(rules.SHOW_REPEATED, line, words_)

    def _take_weight(self, words: list[bytes], line: int) -> None:
        match words:
            case [literal, weight, b"0"] if _LITERAL.fullmatch(literal) and _WEIGHT.fullmatch(
                weight
            ):
                number = int(literal)
                if number in self._weights:
                    where = f"has one in line {self._weights[number]} already"
                    self._faults.add(rules.WEIGHT_REPEATED, line, f"{number} {where}")
                self._weights.setdefault(number, line)
            case _:
                found = shown(b" ".join(words))
                expected = "expected `LITERAL WEIGHT 0`"
                self._faults.add(rules.WEIGHT_MALFORMED, line, f"{found}: {expected}")
