"""One name for what every solver counts, whatever the solver calls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from satchel.backends.protocol import Statistics


def unified(own: Statistics, names: Mapping[str, Sequence[str]]) -> Statistics:
    """A solver's numbers with `conflicts`, `decisions`, ... first, each the sum of some of its own.

    `names` says of which; what the solver does not tell is left out.
    """
    common: Statistics = {}
    for name, parts in names.items():
        told = [own[part] for part in parts if part in own]
        if told:
            common[name] = sum(told)
    return {**common, **{name: value for name, value in own.items() if name not in common}}
