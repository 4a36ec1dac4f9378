"""Sizes of memory, and times, as people write them."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


_TIMES: Final = {"ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600}
_LONGEST: Final = 1e9
"""Thirty years in seconds."""


def read_size(text: str) -> int | None:
    """Bytes, out of `500M` or `2G` (K, M, G and T are powers of 1024); None where it is no size."""
    match = re.fullmatch(r"(\d{1,15}(?:\.\d+)?)([KMGT]?)(?:i?B)?", text, re.IGNORECASE)
    size = int(float(match[1]) * _UNITS[match[2].upper()]) if match else 0
    return size if size > 0 else None


def read_seconds(text: str) -> float | None:
    """Seconds, out of `10`, `10s`, `2m` or `1h`; None where it is no time that a timer can take."""
    match = re.fullmatch(r"(.*\d\.?)[ ]?(ms|s|min|m|h)", text.strip(), re.ASCII)
    number, unit = match.groups() if match else (text, "s")
    try:
        seconds = float(number) * _TIMES[unit]
    except ValueError:
        return None
    return seconds if 0 < seconds <= _LONGEST else None  # nan is neither
