"""The comments that model counters obey: `c t`, `c p show`, `c ind` and `c p weight`.

    c t pmc                 the track: mc, pmc, wmc or pwmc (p: projected, w: weighted)
    c p show 1 2 0          models are told apart by these variables; several lines add up
    c ind 1 2 0             the same, as it was written before 2021
    c p weight 1 0.4 0      the weight of a literal

Other comments are none of theirs, `c p cnf 3 4` and `c t is the time` among them. Source: the
input formats of the Model Counting Competitions, 2020 to 2024.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from satchel.errors import InputError

_TRACKS: Final = (b"mc", b"pmc", b"wmc", b"pwmc")
_SPOKEN: Final = re.compile(rb"c[ \t]+(t|p|ind)[ \t]")
_VARIABLE: Final = re.compile(rb"[1-9][0-9]{0,9}")


@dataclass(frozen=True)
class Question:
    """What a model counter is asked: None shows all variables; else these, in order, each once.

    `weighted` is the line that asks for a sum of weights instead of a number of models.
    """

    shown: tuple[int, ...] | None = None
    weighted: int | None = None


class CountingLines:
    """The question of one file, taken line by line."""

    def __init__(self) -> None:
        self._track: tuple[int, bytes] | None = None
        self._shown: dict[bytes, dict[int, int]] = {}
        self._weighted: int | None = None

    def take(self, text: bytes, line: int) -> bool:
        """Whether a comment speaks to model counters; InputError where its form is wrong."""
        if not _SPOKEN.match(text):
            return False
        match text.split()[1:]:
            case [b"t", track] if track in _TRACKS:
                self._take_track(track, line)
            case [b"p", b"show", *words]:
                self._take_shown(b"c p show", words, line)
            case [b"ind", first, *words] if first.lstrip(b"-").isdigit():
                self._take_shown(b"c ind", [first, *words], line)
            case [b"p", b"weight", *_]:
                self._weighted = self._weighted or line
            case _:
                return False
        return True

    def question(self, variables: int) -> Question:
        """What all lines ask of a formula with so many variables.

        InputError where they contradict each other, or name a variable that it does not have.
        """
        projected = list(self._shown.values())
        for of_one_form in projected:
            for variable, line in of_one_form.items():
                if variable > variables:
                    words = f"variable {variable} is shown, and there are only {variables}"
                    raise InputError(words, line=line)
        if len(projected) == 2 and projected[0].keys() != projected[1].keys():
            line = min(projected[1].values())
            raise InputError("`c p show` and `c ind` show different variables", line=line)
        found = tuple(sorted(projected[0])) if projected else None
        if found is not None and len(found) == variables:
            found = None
        self._refuse_other_track(found)
        return Question(found, self._weighted)

    def _take_track(self, track: bytes, line: int) -> None:
        if self._track is not None and self._track[1] != track:
            words = f"`c t {track.decode()}` contradicts `c t {self._track[1].decode()}` above"
            raise InputError(words, line=line)
        self._track = self._track or (line, track)
        if b"w" in track:
            self._weighted = self._weighted or line

    def _take_shown(self, form: bytes, words: list[bytes], line: int) -> None:
        name = form.decode()
        if words[-1:] != [b"0"]:
            raise InputError(f"`{name}` ends with 0", line=line)
        for word in words[:-1]:
            if not _VARIABLE.fullmatch(word):
                shown = word[:20].decode("ascii", "backslashreplace")
                raise InputError(f"`{name}`: {shown!r} is not a variable", line=line)
        if len(words) == 1 and form not in self._shown:
            words_ = f"`{name} 0` shows no variable: there is nothing to tell models apart by"
            raise InputError(words_, line=line)
        kept = self._shown.setdefault(form, {})
        for word in words[:-1]:
            kept.setdefault(int(word), line)

    def _refuse_other_track(self, shown: tuple[int, ...] | None) -> None:
        if self._track is None:
            return
        line, track = self._track
        if track == b"mc" and shown is not None:
            first = min(line for of_one in self._shown.values() for line in of_one.values())
            words = f"only some variables are shown, and `c t mc` (line {line}) counts by all"
            raise InputError(words, line=first)
        if track == b"pmc" and not self._shown:
            raise InputError("`c t pmc`, and no `c p show` says by which variables", line=line)
