"""From an experiment to its runs: every cell of the matrix, looked up and checked, before any runs.

Backends that take the model itself heed nothing about clauses: for them all profiles that do the
same to the model are one, called `model`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from satchel.backends.protocol import Backend
from satchel.cnf.options import Options, Presolve
from satchel.cnf.pseudo_boolean import NATIVE_KINDS
from satchel.compare.experiment import WALLTIME_ABOVE, Experiment
from satchel.compare.names import expand, place
from satchel.compare.run import Run, digest
from satchel.errors import InputError
from satchel.puzzle import Catalogue, Instance
from satchel.suggest import among
from satchel.tasks.choose import backend_named

MODEL: Final = "model"
"""The profile of backends that take the model itself."""

_SEEDS: Final = 1 << 31
"""So many numberings there are to choose from."""

_MOST: Final = 1_000_000
"""Runs of an experiment."""


@dataclass(frozen=True)
class Plan:
    """The runs, each once, and what the user should know before they start."""

    runs: tuple[Run, ...]
    warnings: tuple[str, ...] = ()


def make_plan(experiment: Experiment) -> Plan:
    """Look everything up, and make each run of the matrix.

    Raises InputError where a name stands for nothing, or a combination makes no sense.
    """
    backends = [backend_named(name) for name in experiment.backends]
    _refuse_useless(experiment.profiles, backends)
    instances = _instances(experiment)
    _refuse_strange_models(experiment, instances)
    _refuse_too_many(experiment, instances, backends)
    runs: dict[str, Run] = {}
    for instance in instances:
        for run in _runs(experiment, instance, backends):
            twin = runs.setdefault(run.id, run)
            if twin.instance != run.instance:
                raise InputError(f"{twin.instance!r} and {run.instance!r} are the same instance")
    return Plan(tuple(runs.values()), tuple(_warnings(instances, experiment.profiles, backends)))


def _instances(experiment: Experiment) -> list[Instance]:
    catalogue = Catalogue(place(name, experiment.folder) for name in experiment.puzzles)
    names = dict.fromkeys(
        name for pattern in experiment.instances for name in expand(pattern, experiment.folder)
    )
    return [_instance(catalogue, name, experiment.folder) for name in names]


def _instance(catalogue: Catalogue, name: str, folder: Path) -> Instance:
    """The instance, under the name that it has in the experiment."""
    head, colon, overrides = name.partition(":")
    try:
        found = catalogue.instance(f"{place(head, folder)}{colon}{overrides}")
    except InputError as error:
        if error.file is not None or name in error.message:
            raise
        raise InputError(f"instance {name!r}: {error.message}") from error
    found.refuse_standard_input("an experiment")
    return replace(found, name=name)


def _runs(experiment: Experiment, instance: Instance, backends: list[Backend]) -> Iterator[Run]:
    data = json.loads(json.dumps(instance.to_json()))
    seeds = _shuffles(experiment, [data["puzzle"], data["parameters"]])
    for model in _models(experiment, instance):
        for backend in backends:
            for profile, options in _columns(experiment.profiles, backend).items():
                for shuffle in seeds:
                    yield Run(
                        instance=instance.name,
                        puzzle=data["puzzle"],
                        parameters=data["parameters"],
                        answer=data.get("answer"),
                        model=model,
                        profile=profile,
                        options=json.loads(json.dumps(options.to_json())),
                        backend=backend.name,
                        version=backend.version,
                        shuffle=shuffle,
                        timeout=experiment.timeout,
                        walltime=_walltime(experiment),
                        memory=experiment.memory,
                        reading=_from_anywhere(data.get("reading", {})),
                    )


def _walltime(experiment: Experiment) -> float:
    if experiment.walltime is None:
        return experiment.timeout + WALLTIME_ABOVE
    return experiment.walltime


def _from_anywhere(reading: Mapping[str, Any]) -> dict[str, Any]:
    """Where data are read, for whoever works in another folder: `file` is a large one's name."""
    return {
        name: str(Path(value).absolute()) if name == "file" else value
        for name, value in reading.items()
    }


def _models(experiment: Experiment, instance: Instance) -> list[str]:
    puzzle = instance.puzzle
    asked = experiment.models_of(puzzle.name)
    if "*" in asked:
        return list(puzzle.models)
    return [puzzle.model_name(name) for name in asked or (None,)]


def _refuse_strange_models(experiment: Experiment, instances: list[Instance]) -> None:
    """Models for a puzzle of which there is no instance would be dropped without a word."""
    puzzles = {instance.puzzle.name for instance in instances}
    for puzzle in experiment.models if isinstance(experiment.models, Mapping) else ():
        if puzzle not in puzzles:
            raise InputError(
                f"models: there is no instance of a puzzle {puzzle!r} {among(puzzle, puzzles)}"
            )


def _refuse_too_many(
    experiment: Experiment, instances: list[Instance], backends: list[Backend]
) -> None:
    columns = sum(len(_columns(experiment.profiles, backend)) for backend in backends)
    models = sum(len(_models(experiment, instance)) for instance in instances)
    if columns * models * experiment.shuffles > _MOST:
        raise InputError(f"the experiment has more than {_MOST:,} runs")


def _shuffles(experiment: Experiment, content: Any) -> list[int | None]:
    """The natural numbering, and seeds that are the same for every model, profile and backend."""
    seeds = [
        int(digest([experiment.seed, number, content]), 16) % _SEEDS
        for number in range(1, experiment.shuffles)
    ]
    return [None, *seeds]


def _columns(profiles: Mapping[str, Options], backend: Backend) -> dict[str, Options]:
    """The profiles as the backend heeds them."""
    if backend.takes == "formula":
        return dict(profiles)
    ways: dict[tuple[Presolve, bool], None] = {
        (each.presolve, each.break_symmetry): None for each in profiles.values()
    }
    return {
        MODEL if len(ways) == 1 else _words(presolve, broken): Options(
            presolve=presolve, break_symmetry=broken
        )
        for presolve, broken in ways
    }


def _words(presolve: Presolve, break_symmetry: bool) -> str:
    passes = presolve if isinstance(presolve, str) else ",".join(presolve) or "none"
    return f"{MODEL}, presolve {passes}{', break symmetry' if break_symmetry else ''}"


def _refuse_useless(profiles: Mapping[str, Options], backends: list[Backend]) -> None:
    """A constraint left to the solver is for those who take it."""
    for name, options in profiles.items():
        kinds = [k for k, n in options.choices.items() if n == "native" and k in NATIVE_KINDS]
        for backend in backends:
            if kinds and backend.takes == "formula" and not backend.native:
                raise InputError(
                    f"profile {name!r} leaves {kinds[0]} constraints to the solver, and"
                    f" {backend.name} takes clauses only (minicard and clingo do)"
                )


def _warnings(
    instances: list[Instance], profiles: Mapping[str, Options], backends: list[Backend]
) -> Iterator[str]:
    if all(backend.takes == "model" for backend in backends):
        names = " and ".join(backend.name for backend in backends)
        for name, options in profiles.items():
            about_models = Options(presolve=options.presolve, break_symmetry=options.break_symmetry)
            if options != about_models:
                yield f"profile {name!r}: encodings have no effect on {names}"
    slow = [
        instance.name
        for instance in instances
        if any(backend.name in instance.slow for backend in backends)
    ]
    if slow:
        shown = ", ".join(slow[:3]) + (f" and {len(slow) - 3} more" if len(slow) > 3 else "")
        yield f"known to be slow on some of these backends: {shown}"
