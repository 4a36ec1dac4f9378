"""What a command line asks for: an experiment's file or instances, and what goes before it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from satchel.compare.experiment import AUTO, Experiment, read_experiment
from satchel.errors import InputError
from satchel.files import is_file, read_text
from satchel.puzzle import read_toml
from satchel.suggest import among

DEFAULT_NAME: Final = "comparison"
"""Of an experiment that is no file."""

_QUOTED: Final = re.compile(r"'([^']+)'")


def requested(
    what: Sequence[str], profiles: Sequence[str] = (), given: Mapping[str, Any] | None = None
) -> tuple[Experiment, str]:
    """The experiment and its name.

    `what` is the file of an experiment, or instances. `profiles` are TOML files, or names out of
    the experiment's; with them, or with choices in `given["set"]`, no other columns are compared.
    `given` has the keys of an experiment's file, and goes before it. Raises InputError.
    """
    given = dict(given or {})
    file = _experiment_file(what)
    if file is None:
        data: dict[str, Any] = {"instances": list(what)}
        folder, name = Path(), DEFAULT_NAME
    else:
        data, folder, name = _read(file), Path(file).parent, Path(file).stem
    if "puzzles" in given:  # named from here, the file's own from its folder
        given["puzzles"] = [str(Path(puzzle).absolute()) for puzzle in given["puzzles"]]
    try:
        if profiles or "set" in given:
            chosen = {_stem(profile): _profile(profile, data) for profile in profiles}
            data = {**{key: data[key] for key in data if key != "set"}, "profiles": chosen}
        return read_experiment({**data, **given}, folder), name
    except InputError as error:
        raise located(error, what) from error


def located(error: InputError, what: Sequence[str]) -> InputError:
    """The error, with the experiment's file and the line that it is about, where they are known."""
    file = _experiment_file(what)
    if file is None or error.file is not None:
        return error
    return InputError(error.message, file=file, line=_line(error.message, file))


def _experiment_file(what: Sequence[str]) -> str | None:
    """The experiment's file, if that is what is meant; InputError where something stands beside."""
    files = [name for name in what if name.endswith(".toml") and is_file(name)]
    experiments = [name for name in files if "puzzle" not in _read(name)]
    if experiments and len(what) > 1:
        raise InputError("an experiment names its instances itself", file=experiments[0])
    return experiments[0] if experiments else None


def _read(file: str) -> dict[str, Any]:
    try:
        return read_toml(read_text(file))
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line) from error


def _profile(name: str, data: Mapping[str, Any]) -> Any:
    """The options of one profile: from its file, or the experiment's of that name."""
    if name.endswith(".toml"):
        return _read(name)
    known = data.get("profiles", {})
    if name in known:
        return known[name]
    if name == AUTO:
        return {}
    words = among(name, [*known, AUTO, "FILE.toml"])
    raise InputError(f"no profile {name!r} {words}")


def _stem(profile: str) -> str:
    return Path(profile).stem if profile.endswith(".toml") else profile


def _line(message: str, file: str) -> int | None:
    """The line of the key, table or string that the message quotes first."""
    quoted = _QUOTED.search(message)
    if quoted is None:
        return None
    text, word = read_text(file), re.escape(quoted[1])
    key = rf"^\s*(?:\[profiles\.)?[\"']?{word}[\"']?\s*[=\]]"
    found = re.search(key, text, re.MULTILINE) or re.search(rf"[\"']{word}[\"']", text)
    return text.count("\n", 0, found.end()) + 1 if found else None
