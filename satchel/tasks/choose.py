"""Which backends there are, and the one of a given name."""

from __future__ import annotations

from satchel.backends.protocol import Backend, Family
from satchel.errors import InputError
from satchel.registry import Plugin, modules
from satchel.suggest import among

_PACKAGE = "satchel.backends"
_NOT_FAMILIES = frozenset({"protocol"})


def backend_named(name: str) -> Backend:
    """The backend of that name, loading no other solver if a family's file has that name.

    InputError where it is unknown (with those there are) or does not work here (with the reason).
    """
    plugins = _plugins()
    first = name.partition(":")[0].replace("-", "_")
    for file in sorted(plugins, key=lambda file: file != first):
        found = _family(plugins[file]).find(name)
        if found is not None:
            return found
    names, unavailable = list_backends()
    if name in unavailable:
        raise InputError(f"backend {name!r} does not work here: {unavailable[name]}")
    raise InputError(f"unknown backend {name!r} {among(name, [*names, 'program:PATH'])}")


def list_backends() -> tuple[list[str], dict[str, str]]:
    """The names that work here, and those that do not with the reason; both in order."""
    families = [_family(plugin) for plugin in _plugins().values()]
    names = [name for family in families for name in family.names()]
    unavailable = {name: why for family in families for name, why in family.unavailable().items()}
    return names, unavailable


def _plugins() -> dict[str, Plugin]:
    return modules(_PACKAGE, without=_NOT_FAMILIES)


def _family(plugin: Plugin) -> Family:
    family: Family = plugin.load("FAMILY")
    return family
