"""What a run is called, and how it can be made again by hand."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from satchel.compare.run import Run

_FLAGS: Final = {
    "integers": "--encoding",
    "presolve": "--presolve",
    "numbering": "--numbering",
    "max_clauses": "--max-clauses",
}
_SWITCHES: Final = {"break_symmetry": "--break-symmetry", "count_safe": "--count-safe"}


def described(run: Run) -> str:
    """Which run of its instance that is, in words."""
    numbering = "" if run.shuffle is None else f", --shuffle {run.shuffle}"
    return f"{run.backend} ({run.model}, {run.profile}{numbering})"


def command_line(run: Run) -> str:
    """The `satchel solve` of the run, for a shell; its limit is the one on wall time."""
    instance = [run.instance] if not run.instance.startswith("-") else []
    words = ["satchel", "solve", *instance, "--model", run.model, "--backend", run.backend]
    words += _options(run.options)
    if run.shuffle is not None:
        words += ["--shuffle", str(run.shuffle)]
    words += ["--satisfy", "--timeout", f"{run.walltime or run.timeout:g}"]
    if run.memory is not None:
        words += ["--memory", str(run.memory)]
    if not instance:  # a store from elsewhere may call an instance like an option
        words += ["--", run.instance]
    return shlex.join(words)


def evidence(folder: Path, run: Run) -> Path:
    """Where the files that show what is wrong with a run's answer are, if there are any."""
    return folder / "faults" / run.id


def _options(options: Mapping[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        if name == "choices":
            words += [word for kind in value for word in ("--set", f"{kind}={value[kind]}")]
        elif name in _SWITCHES:
            words.append(_SWITCHES[name])
        elif name not in _FLAGS:  # of statements, or of sessions: no command has it
            continue
        elif name == "presolve" and not isinstance(value, str):
            words += ["--presolve", ",".join(value) or "none"]
        else:
            words += [_FLAGS[name], str(value)]
    return words
