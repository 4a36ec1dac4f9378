"""Random formulas as text, and damage to any text of lines and words."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def random_cnf(random: Random) -> list[list[str]]:
    """The words of each line; now and then something is wrong with a clause."""
    variables, clauses = random.randint(1, 6), []
    for _ in range(random.randint(1, 6)):
        length = random.choice([0, 1, 2, 2, 3, 3, 4])
        chosen = random.sample(range(1, variables + 1), min(length, variables))
        clause = [random.choice([-1, 1]) * variable for variable in chosen]
        if clause and random.random() < 0.15:
            clause.insert(random.randint(0, len(clause)), random.choice([-1, 1]) * clause[0])
        clauses.append(clause)
    highest = max((abs(x) for clause in clauses for x in clause), default=0)
    header = ["p", "cnf", str(highest), str(len(clauses))]
    return [header, *([*map(str, clause), "0"] for clause in clauses)]


def damaged(random: Random, lines: list[list[str]]) -> bytes:
    """The text of a formula, with up to two kinds of damage."""
    kinds = random.sample([*DAMAGES], random.choice([0, 1, 1, 2]))
    for kind in sorted(kinds):
        place = random.randrange(len(lines))
        DAMAGES[kind](random, lines, place)
    text = "\n".join(" ".join(words) for words in lines) + "\n"
    if random.random() < 0.1:
        text = text[:-1]
    if random.random() < 0.1:
        text = text.replace("\n", "\r\n")
    return text.encode()


def _recount(random: Random, lines: list[list[str]], place: int) -> None:
    column = random.choice([2, 3])
    if lines[0][:1] == ["p"] and len(lines[0]) == 4:
        lines[0][column] = str(max(0, int(lines[0][column]) + random.choice([-1, 1])))


def _join(random: Random, lines: list[list[str]], place: int) -> None:
    if 0 < place < len(lines) - 1:
        lines[place : place + 2] = [lines[place] + lines[place + 1]]


def _split(random: Random, lines: list[list[str]], place: int) -> None:
    if place and len(lines[place]) > 1:
        lines[place : place + 1] = [lines[place][:1], lines[place][1:]]


def _word(random: Random, lines: list[list[str]], place: int) -> None:
    if lines[place]:
        index = random.randrange(len(lines[place]))
        old = lines[place][index]
        new = random.choice([f"+{old}", f"0{old}", "x", "%", "-0", f"{old}\t", f"{old} ", ""])
        lines[place][index] = new


DAMAGES: dict[str, Callable[[Random, list[list[str]], int], None]] = {
    "comment": lambda random, lines, place: lines.insert(place, ["c", "hello"]),
    "drop": lambda random, lines, place: lines.__delitem__(place),
    "join": _join,
    "recount": _recount,
    "repeat": lambda random, lines, place: lines.insert(place, [*lines[place]]),
    "split": _split,
    "blank": lambda random, lines, place: lines.insert(place, []),
    "indent": lambda random, lines, place: lines[place].insert(0, ""),
    "trail": lambda random, lines, place: lines[place].append(""),
    "unend": lambda random, lines, place: lines[place].__delitem__(slice(-1, None)),
    "word": _word,
}
