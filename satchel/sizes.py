"""Sizes of memory as people write them."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def read_size(text: str) -> int | None:
    """Bytes, out of `500M` or `2G` (K, M, G and T are powers of 1024); None where it is no size."""
    match = re.fullmatch(r"(\d{1,15}(?:\.\d+)?)([KMGT]?)(?:i?B)?", text, re.IGNORECASE)
    size = int(float(match[1]) * _UNITS[match[2].upper()]) if match else 0
    return size if size > 0 else None
