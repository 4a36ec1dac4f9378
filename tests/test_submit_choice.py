"""Which instances a submission chooses, and what it remembers of what it has measured."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from satchel.errors import InputError
from satchel.families.protocol import Variant
from satchel.puzzle import Catalogue
from satchel.submission.certifying.certified import Certified
from satchel.submission.generating.generate import Generated
from satchel.submission.hashes import Fingerprint
from satchel.submission.measuring.measurements import FILE, Measure, Measurements
from satchel.submission.measuring.select import BATCH, Trial, select
from satchel.submission.measuring.trials import Trials
from satchel.submission.tracks.protocol import Certificate, Limits, Outcome, Problem

CRASHED = Outcome("unknown", 0.1, "solver error: exit code 1")
UNSOLVED = Outcome("unknown", 60.0, "timeout")
SOLVED = Outcome("sat", 1.0)
OUTCOMES = {
    "e": (SOLVED, None),
    "k": (UNSOLVED, SOLVED),
    "h": (UNSOLVED, UNSOLVED),
    "c": (UNSOLVED, CRASHED),
}


class Scene:
    """Sizes of instances whose trials are known.

    `e` too easy, `k` in range, `h` too hard, `c` a crash.
    """

    def __init__(self, *sizes: str) -> None:
        self.made: list[str] = []
        self.sizes = sizes

    def stocks(self) -> Iterator[Iterator[Generated]]:
        for size, letters in enumerate(self.sizes):
            yield self._stock(size, letters)

    def _stock(self, size: int, letters: str) -> Iterator[Generated]:
        instance = Catalogue().instance("queens:n=4")
        for number, letter in enumerate(letters):
            name = f"{size}{letter}{number}"
            self.made.append(name)
            yield Generated(size, Variant(name, {}), instance, name, Fingerprint(name, None), 1, 1)

    def chosen(self, wanted: int) -> list[str]:
        return [
            trial.generated.name
            for trial in select(self.stocks(), _known, wanted)
            if trial.place == "kept"
        ]


def _known(instances: Iterable[Generated]) -> Generator[Trial]:
    for instance in instances:
        probe, solver = OUTCOMES[instance.name[1]]
        yield Trial(instance, instance.name, probe, solver)


def test_easy_sizes_are_left_after_a_few() -> None:
    scene = Scene("e" * 50, "e" * 50, "k" * 50)
    assert scene.chosen(2) == ["2k0", "2k1"]
    assert len(scene.made) == 2 * BATCH + 2


def test_a_size_that_is_too_hard_ends_the_walk() -> None:
    scene = Scene("k" * BATCH, "h" * 50, "k" * 50)
    assert scene.chosen(2 * BATCH) == [f"0k{n}" for n in range(BATCH)]
    assert len(scene.made) == 2 * BATCH


def test_a_solver_that_fails_ends_the_walk() -> None:
    """But that is no difficulty."""
    scene = Scene("c" * BATCH, "k" * 50)
    trials = list(select(scene.stocks(), _known, 9))
    assert [trial.place for trial in trials] == ["failed"] * BATCH


def test_sizes_come_again_as_long_as_they_give_something() -> None:
    scene = Scene("ekek" + "kkkk" + "eeee" + "k", "hkhk" + "hhhh" + "k", "hhhh")
    assert scene.chosen(100) == ["0k1", "0k3", "1k1", "1k3", *(f"0k{n}" for n in range(4, 8))]


def test_no_more_are_made_than_are_wanted() -> None:
    scene = Scene("ek", "kkkkk", "k")
    assert scene.chosen(3) == ["0k1", "1k0", "1k1"]
    assert scene.made == ["0e0", "0k1", "1k0", "1k1"]


def test_a_size_without_instances_is_passed_by() -> None:
    assert Scene("", "k", "").chosen(9) == ["1k0"]


def test_a_wrong_answer_is_kept_out() -> None:
    trial = Trial(next(Scene("k").stocks().__next__()), "", UNSOLVED, SOLVED, "it is wrong")
    assert trial.place == "faulty"


class Slow(Trials):
    """Trials that end in another order than they begin."""

    def _trial(self, generated: Generated, stop: threading.Event) -> Trial:
        if generated.name == "0k0":
            stop.wait(0.2)
        return Trial(generated, generated.name, UNSOLVED, SOLVED)


@pytest.mark.parametrize("jobs", [1, 3])
def test_trials_come_in_the_order_of_their_instances(jobs: int) -> None:
    """And none is made before there is a place for it."""
    trials: Any = Slow(None, None, None, lambda words: None, jobs)  # type: ignore[arg-type]
    stock = next(Scene("kkkkkkkkk").stocks())
    with closing(trials(stock)) as found:
        assert [next(found).generated.name for _ in range(2)] == ["0k0", "0k1"]
    assert next(stock).name == f"0k{1 + jobs}"


MEASURE = Measure("queens-1", "abc", "probe", "minisat", "2.2", Limits(60.0))
FOUND = Outcome("sat", 1.5, witness="0110")


def once(folder: Path, measure: Measure, outcome: Outcome) -> tuple[Outcome, bool]:
    """What is said of it, and whether it was measured for that."""
    made = []

    def make() -> Outcome:
        made.append(outcome)
        return outcome

    with Measurements(folder, folder) as measurements:
        return measurements.once(measure, make), bool(made)


def test_nothing_is_measured_twice(tmp_path: Path) -> None:
    assert once(tmp_path, MEASURE, FOUND) == (FOUND, True)
    assert once(tmp_path, MEASURE, UNSOLVED) == (FOUND, False)
    line = json.loads((tmp_path / FILE).read_text())
    assert (line["instance"], line["status"], line["seconds"]) == ("queens-1", "sat", 1.5)
    assert line["witness"] is True


@pytest.mark.parametrize(
    ("field", "other"), [("seconds", '"1"'), ("status", '"foo"'), ("value", "[]"), ("fault", "1")]
)
def test_a_line_of_other_kinds_is_named(field: str, other: str, tmp_path: Path) -> None:
    once(tmp_path, MEASURE, FOUND)
    line = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps(line | {field: json.loads(other)}) + "\n")
    with pytest.raises(InputError, match=rf"{FILE}:1: not a measurement: .*{field}"):
        once(tmp_path, MEASURE, FOUND)


@pytest.mark.parametrize(
    "other",
    [
        Measure("queens-1", "abd", "probe", "minisat", "2.2", Limits(60.0)),
        Measure("queens-1", "abc", "probe", "glucose", "2.2", Limits(60.0)),
        Measure("queens-1", "abc", "probe", "minisat", "2.3", Limits(60.0)),
        Measure("queens-1", "abc", "probe", "minisat", "2.2", Limits(61.0)),
        Measure("queens-1", "abc", "probe", "minisat", "2.2", Limits(60.0, 1 << 30)),
    ],
)
def test_another_measurement_is_made(other: Measure, tmp_path: Path) -> None:
    once(tmp_path, MEASURE, FOUND)
    assert once(tmp_path, other, UNSOLVED) == (UNSOLVED, True)


def test_a_lost_witness_is_found_again(tmp_path: Path) -> None:
    once(tmp_path, MEASURE, FOUND)
    (tmp_path / f"{MEASURE.id}.xz").unlink()
    assert once(tmp_path, MEASURE, FOUND) == (FOUND, True)


def test_a_torn_line_is_measured_again(tmp_path: Path) -> None:
    once(tmp_path, MEASURE, FOUND)
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-20])
    assert once(tmp_path, MEASURE, UNSOLVED) == (UNSOLVED, True)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    once(tmp_path, MEASURE, FOUND)
    with (tmp_path / FILE).open("a") as file:
        file.write('{"instance": "queens-2"}\n')
    with pytest.raises(InputError, match=rf"{FILE}:2: not a measurement"):
        once(tmp_path, MEASURE, FOUND)


def certified(folder: Path, text: str, made: Certificate) -> tuple[Certificate, bool]:
    """What is known of a problem of this text, and whether it was found out now."""
    asked = []

    def make() -> Certificate:
        asked.append(made)
        return made

    file = folder / "one.cnf"
    file.write_text(text)
    found = Certified(folder, folder).once(Problem("one", file, folder / "one.map.json"), make)
    return found, bool(asked)


def test_nothing_is_proved_twice(tmp_path: Path) -> None:
    proof = tmp_path / "one.drat.xz"
    proof.touch()
    accepted = Certificate("unsat", "a proof", proof)
    unknown = Certificate("unknown", note="no proof: timeout")
    assert certified(tmp_path, "p cnf 1 1\n1 0\n", accepted) == (accepted, True)
    assert certified(tmp_path, "p cnf 1 1\n1 0\n", unknown) == (accepted, False)
    assert certified(tmp_path, "p cnf 1 1\n-1 0\n", unknown) == (unknown, True)
    assert certified(tmp_path, "p cnf 1 1\n-1 0\n", accepted) == (unknown, False)


def test_a_lost_proof_and_a_missing_checker_are_looked_for_again(tmp_path: Path) -> None:
    lost = Certificate("unsat", "a proof", tmp_path / "one.drat.xz")
    missing = Certificate("unknown", note="nothing here checks proofs", lasting=False)
    for made in (lost, missing):
        for _ in range(2):
            assert certified(tmp_path, "p cnf 1 1\n1 0\n", made) == (made, True)
