"""JSON as the standard has it: what Python's reader takes beyond that is refused in one line."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

from satchel.errors import InputError

_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character that needs two; without its other half it is no text."""


def parse_json(text: str, *, file: str | None = None, line: int | None = None) -> Any:
    """The value in the text; InputError where it is none, at `file` and `line`.

    No NaN and no infinity, no text that UTF-8 cannot hold.
    """
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
        if _HALF.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError("not JSON: half a character in a text", file=file, line=line) from error
    except json.JSONDecodeError as error:
        line = error.lineno if line is None else line
        raise InputError(f"not JSON: {error}", file=file, line=line) from error
    except RecursionError as error:
        raise InputError("not JSON: nested too deeply", file=file, line=line) from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", file=file, line=line) from error
    return value


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is beyond all numbers")
    return value
