"""The backend's own search, on the model."""

from __future__ import annotations

from contextlib import closing

from satchel.backends.protocol import Better, Optimiser
from satchel.passes import undo_passes
from satchel.tasks.optimise.steps import Bound, Solution, Steps
from satchel.tasks.session import ModelProblem


def by_itself(optimiser: Optimiser, problem: ModelProblem) -> Steps:
    """The optimiser's steps in terms of the model before the passes."""
    with closing(optimiser.improve()) as steps:
        for step in steps:
            if isinstance(step, Better):
                yield Solution(undo_passes(problem.undo, step.values))
            else:
                yield Bound(step.bound)
