"""Every registered family at its smallest sizes: what it says of its instances is held against two
solvers, its names against the file system, and its chance against another process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from satchel.errors import InputError
from satchel.families.protocol import Variant
from satchel.puzzle import Catalogue, Instance, read_parameters
from satchel.submission.generating.generate import generate
from satchel.submission.generating.order import Order, family_names, find_family, variants_of
from satchel.submission.paper.works import WORKS
from satchel.tasks.solve import solve
from satchel.tasks.work.process import Worker
from tests.commands import ENVIRONMENT

CATALOGUE = Catalogue()
FAMILIES = family_names()
SOLVERS = ("cadical", "z3")
LIMIT = 120.0
TAKEN = 6
"""Variants of a size that are looked at."""
ONE_STATUS: dict[str, str] = {
    "dominating": "a piece on every square dominates",
    "most_knights": "no knight attacks no other",
}
"""The families whose instances are all of one status, or of none that is certain, and why."""


def smallest(family: str) -> int:
    """The smallest size that the family takes."""
    for size in range(1, 100):
        try:
            next(find_family(family).variants(size, Random(0)))
        except InputError:
            continue
        return size
    raise AssertionError(f"{family} takes no size below 100")


def order(family: str, count: int = TAKEN, seed: int = 0) -> Order:
    low = smallest(family)
    return Order(family, low, low + 2 * find_family(family).sizes.step, count, seed)


def instance(family: str, variant: Variant) -> Instance:
    puzzle = CATALOGUE.puzzle(find_family(family).puzzle)
    return Instance(puzzle, read_parameters(puzzle.parameters, variant.parameters), None, "")


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[str, Worker]]:
    running = {backend: Worker() for backend in SOLVERS}
    yield running
    for worker in running.values():
        worker.close()


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("backend", SOLVERS)
def test_what_is_certain_is_true(family: str, backend: str, workers: dict[str, Worker]) -> None:
    variants = islice(variants_of(order(family), smallest(family)), TAKEN)
    for variant in variants:
        found = instance(family, variant)
        model = found.build()
        model.objective = None  # any solution tells the status
        answer = solve(
            model, backend=backend, check=found.check, timeout=LIMIT, worker=workers[backend]
        )
        assert answer.reason is None, variant.name
        assert answer.status in ("sat", "unsat")
        assert variant.status in (None, answer.status), variant.name


@pytest.mark.parametrize("family", FAMILIES)
def test_both_statuses_occur_or_the_family_says_why_not(family: str) -> None:
    statuses = [v.status for v in islice(variants_of(order(family), smallest(family)), TAKEN)]
    assert (family in ONE_STATUS) == (not {"sat", "unsat"} <= set(statuses))


@pytest.mark.parametrize("family", FAMILIES)
def test_variants_have_names_of_their_own_and_say_why_they_are_certain(family: str) -> None:
    names: list[str] = []
    for size in order(family).sizes():
        for variant in islice(variants_of(order(family), size), TAKEN):
            assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*", variant.name), variant.name
            assert (variant.status is None) == (variant.why is None), variant.name
            assert "\n" not in (variant.why or "")
            assert len(f"{family}-{variant.name}") <= 80
            json.dumps(variant.parameters)
            names.append(variant.name)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("family", FAMILIES)
def test_instances_are_new_and_grow(family: str) -> None:
    found = list(generate(order(family)))
    assert len(found) == TAKEN
    assert [one.size for one in found] == sorted(one.size for one in found)
    assert len({one.name for one in found}) == TAKEN
    assert len({one.fingerprint.gbd for one in found}) == TAKEN
    assert len({one.fingerprint.iso for one in found}) == TAKEN
    if family not in ONE_STATUS:
        assert {"sat", "unsat"} <= {one.status for one in found}
    for one in found:
        assert one.instance.refutation() is None
        known = one.instance.known
        assert (known.status if known else None) == one.variant.status


@pytest.mark.parametrize("family", FAMILIES)
def test_a_size_has_the_same_variants_whichever_others_are_asked_for(family: str) -> None:
    wide = order(family)
    size = wide.sizes()[-1]
    alone = Order(family, size, size, 1)
    random = Random(f"0 {family} {size}")
    list(islice(variants_of(wide, wide.low), TAKEN))
    expected = list(islice(find_family(family).variants(size, random), TAKEN))
    assert list(islice(variants_of(wide, size), TAKEN)) == expected
    assert list(islice(variants_of(alone, size), TAKEN)) == expected


SCRIPT = """
import sys
from itertools import islice
from satchel.submission.generating.order import Order, variants_of
family, low, taken, *seeds = sys.argv[1:]
for seed in map(int, seeds):
    order = Order(family, int(low), int(low), 1, seed)
    print([repr(v) for v in islice(variants_of(order, int(low)), int(taken))])
"""


@pytest.mark.parametrize("family", FAMILIES)
def test_a_seed_gives_the_same_everywhere_and_another_one_others(family: str) -> None:
    size = smallest(family)
    words = [family, str(size), str(TAKEN), "0", "1"]
    printed = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *words],
            env=ENVIRONMENT | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    zero, one = printed[0].splitlines()
    assert zero != one
    here = islice(variants_of(order(family), size), TAKEN)
    assert zero == repr([repr(variant) for variant in here])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_paper_is_complete(family: str) -> None:
    paper = find_family(family).paper
    texts = (paper.abstract, paper.origin, paper.generation)
    for text in (paper.title, *texts):
        assert text.strip() == text
        assert text.count("$") % 2 == 0
    assert all(len(text) > 200 for text in texts)
    cited = {
        key.strip()
        for text in texts
        for keys in re.findall(r"\[([^\]]+)\]", text)
        for key in ([keys] if keys in WORKS else keys.split(","))
    }
    assert cited - set(WORKS) == set(paper.references)
    for reference in paper.references.values():
        assert re.search(r"\b(1[5-9]|20)\d\d\b", reference), f"no year: {reference}"
        assert "\n" not in reference


@pytest.mark.parametrize("family", FAMILIES)
def test_the_usual_sizes_make_sense(family: str) -> None:
    found = find_family(family)
    assert len(found.sizes) > 1
    assert all((found.tracks, found.summary, found.measure))
    assert found.puzzle in CATALOGUE.names()
    for sizes in (found.sizes, *found.tracks.values()):
        assert sizes.step == found.sizes.step
        assert next(variants_of(order(family), sizes[0]))
    assert next(variants_of(order(family), found.sizes[-1]))


def test_a_track_has_sizes_of_its_own() -> None:
    order = Order.of("queens", track="mc")
    assert (order.low, order.high) == (find_family("queens").tracks["mc"][0], order.sizes()[-1])
    assert order != Order.of("queens") == Order.of("queens", track="sat")


def test_sizes_that_make_no_sense_are_refused() -> None:
    for family in FAMILIES:
        if smallest(family) > 1:
            with pytest.raises(InputError):
                next(find_family(family).variants(smallest(family) - 1, Random(0)))
