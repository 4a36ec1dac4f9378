"""Counting by a #SAT counter, projected on what is shown, against brute force and publications."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from satchel import InputError, LimitError, count, load
from satchel.cnf.options import Options
from satchel.ir import AtLeast, Iff, Model, Or
from satchel.tasks.count.sharpsat import CountModels, Total
from satchel.tasks.work.process import Worker
from tests.conftest import EXAMPLES
from tests.random_models import brute_force, hiding_one, random_model, random_options

if "CI" not in os.environ:
    pytest.importorskip("pyganak")


def counted(worker: Worker, model: Model, options: Options) -> int:
    found = [e.number for e in worker.run(CountModels(model, options)) if isinstance(e, Total)]
    assert len(found) == 1
    return found[0]


def test_random_models() -> None:
    numbers = set()
    with Worker() as worker:
        for seed in range(max(EXAMPLES, 200)):
            random = Random(seed)
            model, options = random_model(random), random_options(random)
            hidden = random.random() < 0.5
            if hidden and len(model.shown) > 1:
                model = hiding_one(random, model)
            number = counted(worker, model, options)
            assert number == len(brute_force(model)), f"seed {seed}"
            numbers.add(number)
    assert len(numbers) > 20


def test_what_is_free_counts_double_and_what_is_hidden_does_not() -> None:
    model = Model()
    a, b, c, d = (model.bool(name) for name in "abcd")
    model.add(Iff(a, Or(b, c)))
    model.show("a", a)
    model.show("d", d)
    assert count(model, method="sharpsat").number == 4
    model.show("x", model.int("x", [1, 3, 7]))
    assert count(model, method="sharpsat").number == 12


def test_numbers_beyond_64_bits() -> None:
    model = Model()
    bools = [model.bool(f"b{i}") for i in range(90)]
    model.add(AtLeast(bools, 1))
    for b in bools:
        model.show(b.name, b)
    assert count(model, method="sharpsat").number == 2**90 - 1


def test_what_it_cannot_take() -> None:
    with pytest.raises(InputError, match="a #SAT counter takes clauses only"):
        count(load("queens/6"), method="sharpsat", options=Options(choices={"amo": "native"}))
    lazy = Options(choices={"circuit": "cuts"})
    with pytest.raises(InputError, match="an encoding here is lazy"):
        count(load("knights_tour/open-5"), method="sharpsat", options=lazy)


def test_it_keeps_the_limits() -> None:
    with pytest.raises(LimitError, match="deadline"):
        count(load("queens:n=13"), method="sharpsat", timeout=3)


def test_a_session_is_never_assumed() -> None:
    """`solving` lets encodings be completed while solving: a counter has no session."""
    options = replace(Options(), solving=True)
    assert count(load("knights_tour/open-3x4"), method="sharpsat", options=options).number == 8
