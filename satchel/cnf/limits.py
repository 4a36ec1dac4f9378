"""What an encoding that looks at values one by one may have to do before it is refused."""

from __future__ import annotations

from typing import Final

from satchel.errors import SizeError

MOST: Final = 1_000_000
"""Values, or pairs of values, of one constraint that are looked at."""


def refuse_many(values: int, what: str, fits: str) -> None:
    """SizeError, before anything is written, where there are too many values to look at each."""
    if values > MOST:
        raise SizeError(f"{what} looks at {values} values one by one; {fits} fits")
