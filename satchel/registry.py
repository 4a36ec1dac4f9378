"""Finds plug-ins by file: one puzzle, one encoding, one backend is one module.

A plug-in is a module in one of the built-in package folders (`satchel.encoders`, ...), an entry
point of an installed distribution in the matching group (`satchel.puzzles`, ...), or a file that
the user names. Listing imports nothing; a module is imported when it is loaded. Two plug-ins of
one name, a module that does not import and a module without the expected object are errors that
name the culprit: a plug-in never goes missing in silence.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Collection
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from satchel.errors import InputError, SatchelError

GROUPS = {
    "satchel.encoders": "satchel.puzzles",
    "satchel.cnf": "satchel.encodings",
    "satchel.backends._z3_forms": "satchel.z3_forms",
    "satchel.backends": "satchel.backends",
    "satchel.families": "satchel.families",
    "satchel.submission.tracks": "satchel.tracks",
}
"""Where other distributions add to a package; `satchel.encodings.amo` adds to `satchel.cnf.amo`."""


@dataclass(frozen=True)
class Plugin:
    """A module that offers something under `name`; nothing is imported before `load`."""

    name: str
    module: str
    origin: str

    def load(self, attribute: str, *default: Any) -> Any:
        """Import the module and return what it offers as `attribute`, or the default.

        SatchelError where the module does not import, or offers nothing and there is no default.
        """
        try:
            module = importlib.import_module(self.module)
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise SatchelError(f"{self.origin} {self.name!r} does not load: {words}") from error
        return _offered(module, attribute, self.module, *default)


def modules(package: str, *, without: Collection[str] = ()) -> dict[str, Plugin]:
    """The plug-ins of a built-in package and of its entry point group, in name order.

    Modules whose name starts with an underscore, and those in `without`, are not plug-ins.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        raise SatchelError(f"{package} is not a package")
    found = [
        Plugin(info.name, f"{package}.{info.name}", package)
        for info in iter_modules(spec.submodule_search_locations)
        if not info.name.startswith("_") and info.name not in without
    ]
    group = _group(package)
    found += [Plugin(p.name, p.value, f"entry point {group}") for p in entry_points(group=group)]
    plugins: dict[str, Plugin] = {}
    for plugin in sorted(found, key=lambda plugin: plugin.name):
        other = plugins.setdefault(plugin.name, plugin)
        if other.module != plugin.module:
            both = f"{other.module} and {plugin.module}"
            raise SatchelError(f"two plug-ins are named {plugin.name!r}: {both}")
    return plugins


def load_file(path: Path, attribute: str) -> Any:
    """Run a Python file outside every package and return what it offers as `attribute`."""
    if not path.is_file():
        reason = "is a folder, not a file" if path.is_dir() else "no such file"
        raise InputError(reason, file=str(path))
    name = f"satchel_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        raise InputError("not a Python file (its name must end in .py)", file=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their own module up here
    try:
        # Not exec_module(): it would leave a __pycache__ beside the user's file.
        exec(spec.loader.source_to_code(path.read_bytes(), str(path)), vars(module))
    except SyntaxError as error:
        raise InputError(error.msg, file=str(path), line=error.lineno) from error
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"{type(error).__name__}: {error}", file=str(path)) from error
    return _offered(module, attribute, str(path))


def _group(package: str) -> str:
    for prefix, group in GROUPS.items():
        if package == prefix or package.startswith(f"{prefix}."):
            return group + package.removeprefix(prefix)
    raise SatchelError(f"{package} takes no plug-ins")


def _offered(module: object, attribute: str, where: str, *default: Any) -> Any:
    try:
        return getattr(module, attribute, *default)
    except AttributeError:
        raise SatchelError(f"{where} does not define {attribute!r}") from None
