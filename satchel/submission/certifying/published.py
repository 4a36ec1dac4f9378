"""What is known of an instance besides any search: answers on record, and arguments."""

from __future__ import annotations

from satchel.puzzle import Catalogue, Instance, KnownAnswer, shipped_instances
from satchel.submission.generating.generate import BY_CONSTRUCTION


def on_record(instance: Instance | None) -> list[KnownAnswer]:
    """What is known of an instance: by itself, and by those shipped with the same parameters."""
    if instance is None:
        return []
    catalogue = Catalogue()
    names = [name for name in shipped_instances() if name.startswith(f"{instance.puzzle.name}/")]
    same = [
        shipped.known
        for shipped in map(catalogue.instance, names)
        if shipped.parameters == instance.parameters
    ]
    return [known for known in (instance.known, *same) if known is not None]


def optimum_on_record(instance: Instance | None, value: int) -> str | None:
    """Who has put on record that no value of the objective is better; None if nobody has."""
    return next(
        (known.sources["optimum"] for known in on_record(instance) if known.optimum == value), None
    )


def count_on_record(instance: Instance | None, number: int) -> str | None:
    """Who has put on record that there are so many solutions; None if nobody has."""
    return next(
        (known.sources["count"] for known in on_record(instance) if known.count == number), None
    )


def argument_against(instance: Instance | None) -> str | None:
    """Why there is no solution, as the puzzle sees or the family has made it; None if unknown."""
    if instance is None:
        return None
    argument = instance.refutation()
    if argument is not None:
        return f"argument: {argument}"
    known = instance.known
    if known is None or known.status != "unsat":
        return None
    source = known.sources.get("status", "")
    return source if source.startswith(BY_CONSTRUCTION) else None
