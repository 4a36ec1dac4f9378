"""Answers that are not believed: wrong ones, and those of whom some must be wrong.

A record's own verdict was given when its run ended. Here all answers about one instance are held
against each other, those of other configurations and later days, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from satchel.compare.record import Record


def unbelieved(answers: Sequence[Record]) -> dict[str, str]:
    """What is wrong with runs of one instance, by their ids.

    Where answers contradict each other and only one claim was found correct by a check, the others
    are wrong; otherwise nobody is believed.
    """
    faults = {answer.run.id: answer.fault for answer in answers if answer.fault is not None}
    for claim in (_status, _optimum):
        faults |= _contradicted((each for each in answers if each.run.id not in faults), claim)
    return faults


def _status(answer: Record) -> str | None:
    return {"unsat": "unsat", "sat": "sat", "optimum": "sat"}.get(answer.status)


def _optimum(answer: Record) -> str | None:
    return f"optimum {answer.objective}" if answer.status == "optimum" else None


def _contradicted(
    answers: Iterable[Record], claim: Callable[[Record], str | None]
) -> dict[str, str]:
    """Whose claim is denied by those who are believed, or by others where nobody is."""
    claims: dict[str, list[Record]] = defaultdict(list)
    for answer in answers:
        if (claimed := claim(answer)) is not None:
            claims[claimed].append(answer)
    vouched = [claimed for claimed, group in claims.items() if any(map(_is_correct, group))]
    believed = vouched[0] if len(vouched) == 1 else None
    faults = {}
    for claimed, group in claims.items():
        rivals = [believed] if believed else [other for other in claims if other != claimed]
        if not rivals or claimed == believed:
            continue
        witness = max(claims[rivals[0]], key=_is_correct)
        checked = ", checked" if _is_correct(witness) else ""
        whose = f"{witness.run.profile} · {witness.run.backend}"
        for answer in group:
            faults[answer.run.id] = f"{claimed}, but {whose} says {rivals[0]}{checked}"
    return faults


def _is_correct(answer: Record) -> bool:
    return answer.verdict == "correct"
