"""What may have been meant by a name that is none, and what there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from satchel.printable import printable

_NEAR: Final = 3
"""So many near names are offered at most."""
_LISTED: Final = 30
"""So many names are listed at most."""
_ALIKE: Final = 0.6
"""How alike two names must be, from 0 to 1."""


def among(name: str, names: Iterable[str], *, see: str | None = None) -> str:
    """The end of a message about an unknown name: `(did you mean 'queens'? there are: ...)`.

    Where there are too many names to list, `see` is the command that lists them.
    """
    known = list(dict.fromkeys(names))
    near = " or ".join(f"'{printable(each)}'" for each in _near(name, known))
    listed = f"see `{see}`" if see else f"there are: {_listed(known)}"
    return f"(did you mean {near}? {listed})" if near else f"({listed})"


def _listed(names: list[str]) -> str:
    shown = [*map(printable, names[:_LISTED]), *["..."] * (len(names) > _LISTED)]
    return ", ".join(shown) or "none"


def _near(name: str, names: list[str]) -> list[str]:
    """The most similar names, whatever their case."""
    from difflib import get_close_matches  # nobody waits for it who makes no mistake

    folded: dict[str, list[str]] = {}
    for each in names:
        folded.setdefault(each.casefold(), []).append(each)
    found = get_close_matches(name.casefold(), folded, n=_NEAR, cutoff=_ALIKE)
    return [each for alike in found for each in folded[alike]][:_NEAR]
