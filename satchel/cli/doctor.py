"""`satchel doctor`: which backends work here, and whether measurements are reliable."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from satchel.cli.options import output_option
from satchel.cli.result import aligned
from satchel.cli.waiting import waiting

_SIGNS = {True: "good", False: "bad", None: "note"}


@click.command(short_help="What works here, and how reliable measurements are.")
@output_option("text", "json")
def doctor(output: str) -> int:
    """Say which backends work here and what the others need, and what is good or bad for measuring.

    \b
    satchel doctor
    satchel doctor --output json

    A "note" is for you to judge: the system does not tell, or it depends.
    """
    with waiting("looking around"):
        found = _found()
    click.echo(json.dumps(found, ensure_ascii=False) if output == "json" else _text(found))
    return 0


def _found() -> dict[str, Any]:
    from satchel.compare.machine import examine
    from satchel.tasks.choose import backend_named, list_backends

    names, unavailable = list_backends()
    findings = examine()
    return {
        "backends": {name: backend_named(name).version for name in names},
        "missing": unavailable,
        "machine": [asdict(finding) for finding in findings],
        "reliable": all(finding.good is not False for finding in findings),
    }


def _text(found: dict[str, Any]) -> str:
    machine = [[_SIGNS[each["good"]], each["name"], each["text"]] for each in found["machine"]]
    wrong = [each["name"] for each in found["machine"] if each["good"] is False]
    verdict = f"not reliable, because of: {', '.join(wrong)}" if wrong else "reliable"
    missing = [[name, why] for name, why in found["missing"].items()]
    parts = [
        "Backends that work here",
        aligned([list(row) for row in found["backends"].items()], left=2),
        *(["", "Backends that do not", aligned(missing, left=2)] if missing else []),
        "",
        f"Measurements on this machine, now: {verdict}",
        aligned(machine, left=3),
    ]
    return "\n".join(parts)
