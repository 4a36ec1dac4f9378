"""Which search optimises, and why: the backend's own, else from cores, else from solutions."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from satchel.backends.protocol import Backend, Optimising
from satchel.errors import InputError
from satchel.suggest import among

Search: TypeAlias = Literal["auto", "core-guided", "linear", "native"]

SEARCHES: Final[tuple[Search, ...]] = get_args(Search)


class Choice(NamedTuple):
    """A search, and why it is the one."""

    name: Search
    why: str


def search_named(name: str) -> Search:
    """The search of that name; InputError where there is none."""
    for search in SEARCHES:
        if search == name:
            return search
    raise InputError(f"no search {name!r} {among(name, SEARCHES)}")


def chosen(wanted: Search, backend: Backend) -> Choice:
    """The search for a backend; InputError where the wanted one is not for it."""
    refusals = _refusals(backend)
    if wanted == "auto":
        return _auto(backend, refusals)
    if wanted in refusals:
        raise InputError(f"--search {wanted}: {refusals[wanted]}")
    return Choice(wanted, "asked for")


def _auto(backend: Backend, refusals: dict[str, str]) -> Choice:
    if "native" not in refusals:
        return Choice("native", f"{backend.name} optimises by itself")
    if "core-guided" not in refusals:
        return Choice("core-guided", "cores give bounds early, and proofs")
    return Choice("linear", refusals["core-guided"])


def _refusals(backend: Backend) -> dict[str, str]:
    """The searches that are not for the backend, each with its reason."""
    found = {}
    if not isinstance(backend, Optimising):
        found["native"] = f"{backend.name} decides, it does not optimise"
    if backend.takes == "model":
        found["core-guided"] = f"{backend.name} takes the model, cores are of clauses"
    elif not backend.incremental:
        found["core-guided"] = f"{backend.name} starts again each time and gives no cores"
    return found
