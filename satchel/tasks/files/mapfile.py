"""The map file: everything that leads from a solver's answer back to a checked solution.

It stands beside what was encoded and needs nothing else: the instance's data (or the model itself)
is embedded, so that an answer can be decoded weeks later on another machine. What was encoded says
`target`, a name in `MAPS`; the rest of the file is that class's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from satchel.errors import InputError, SatchelError
from satchel.jsontext import parse_json
from satchel.puzzle import Catalogue
from satchel.tasks.files.formulamap import FormulaMap
from satchel.tasks.files.opbmap import OpbMap
from satchel.tasks.files.smtmap import SmtMap
from satchel.tasks.files.wcnfmap import WcnfMap
from satchel.tasks.origin import Origin
from satchel.uncollected import uncollected
from satchel.version import VERSION

FORMAT = "satchel-map"
FORMAT_VERSION = "1.3"
"""A reader takes every minor version of its own major version.

1.1 added `target`; maps of version 1.0 are those of formulas. 1.2 added objectives. Since 1.3 a
map shows every variable of a model that shows nothing; before, it showed nothing.
"""

AnyMap: TypeAlias = FormulaMap | OpbMap | WcnfMap | SmtMap

MAPS: Mapping[str, type[AnyMap]] = {
    "dimacs": FormulaMap,
    "opb": OpbMap,
    "smtlib": SmtMap,
    "wcnf": WcnfMap,
}
"""The class of map for each kind of thing that is encoded; `decode.py` reads the answers to it."""


@uncollected()
def dump_map(found: AnyMap) -> bytes:
    """The file's content; equal maps give equal bytes.

    InputError where a name in it is no text, which names of files need not be, and for a formula
    from standard input, where nobody could read it again.
    """
    if found.origin.instance is not None:
        found.origin.instance.refuse_standard_input("a map")
    target = next(name for name, kind in MAPS.items() if kind is type(found))
    data = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "satchel": VERSION,
        "target": target,
        **found.origin.to_json(),
        **found.to_json(),
    }
    separators = {"shown": ",\n"}
    lines = [f"{_text(key)}: {_text(data[key], separators.get(key, ', '))}" for key in data]
    try:
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
    except UnicodeEncodeError as error:
        name = repr(error.object[max(error.start - 40, 0) : error.end + 40])
        raise InputError(f"a map cannot hold a name that is not UTF-8 text: {name}") from error


def load_map(text: str, catalogue: Catalogue, *, file: str | None = None) -> AnyMap:
    """Read a map file; an InputError says what is wrong with it."""
    data = _parse(text, file)
    target = data.get("target", "dimacs")
    if not isinstance(target, str) or target not in MAPS:
        raise InputError(f"a map for {target!r:.40}, which this Satchel cannot read", file=file)
    try:
        return MAPS[target].from_json(data, Origin.from_json(data, catalogue))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise InputError(f"not a complete map: {error!r:.80}", file=file) from error
    except SatchelError as error:
        raise InputError(f"not a valid map: {error}", file=file) from error


def _parse(text: str, file: str | None) -> Mapping[str, Any]:
    data = parse_json(text, file=file)
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise InputError(f'not a map file ("format": "{FORMAT}" is missing)', file=file)
    version = data.get("version")
    major = FORMAT_VERSION.partition(".")[0]
    if not isinstance(version, str) or version.partition(".")[0] != major:
        words = f"map version {version!r} is unknown (this Satchel reads versions {major}.x)"
        raise InputError(words, file=file)
    return data


def _text(value: object, separator: str = ", ") -> str:
    # Not orjson: weights are exact integers of any size.
    return json.dumps(value, ensure_ascii=False, separators=(separator, ": "), allow_nan=False)
