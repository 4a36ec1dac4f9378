"""Writing the model as an SMT-LIB script, with its map: functions flattened, perhaps shuffled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

from satchel.cnf.options import Options
from satchel.files import whole_file
from satchel.ir import Model
from satchel.passes import flatten, shuffle
from satchel.smt.symbols import unquoted
from satchel.tasks.files.mapfile import dump_map
from satchel.tasks.files.smtmap import SmtMap
from satchel.tasks.origin import Origin


@dataclass(frozen=True)
class Flat:
    """A model as a script can state it: `auxiliaries` are variables that flattening added.

    `names` has the new name of each variable of the origin's model.
    """

    model: Model
    auxiliaries: frozenset[str]
    names: Mapping[str, str]

    @classmethod
    def of(cls, origin: Origin, options: Options) -> Self:
        """The origin's model; InputError for options that would have no effect."""
        options.refuse_all_but({"shuffle", "max_clauses"}, "format smtlib")
        model, added = flatten.apply(origin.model)
        names = {name: name for name in model.variables}
        if options.shuffle is not None:
            model, before = shuffle.apply(model, options.shuffle)
            names = {old: new for new, old in before.items()}
        auxiliaries = frozenset(names[name] for name in added)
        return cls(model, auxiliaries, {name: names[name] for name in origin.model.variables})


def write_script(
    lines: Iterable[str], flat: Flat, origin: Origin, *, out: str, map_file: str | None
) -> None:
    """Write a script's lines and its map; both files appear whole or not at all."""
    with ExitStack() as files:
        map_stream = files.enter_context(whole_file(map_file)) if map_file else None
        stream = files.enter_context(whole_file(out))
        stream.writelines(f"{line}\n".encode() for line in lines)
        if map_stream:
            symbols = {name: unquoted(symbol) for name, symbol in flat.names.items()}
            map_stream.write(dump_map(SmtMap(origin, symbols)))
