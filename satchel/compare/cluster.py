"""Runs on the workers of a Dask cluster, here or on other machines.

Dask carries runs out and records back, and gives the run of a worker that died to another one, up
to its `allowed-failures` times. The limits are kept by each worker, as on one machine. Workers that
see the experiment's folder share its formulas; others keep theirs in their own scratch folder.
"""

from __future__ import annotations

import secrets
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, InvalidStateError, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Self

from satchel.compare.conduct import Hire, Measuring
from satchel.compare.provenance import physical_cores, provenance
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.compare.store import Asked
from satchel.compare.workers import Measured
from satchel.errors import BackendError, InputError, SatchelError
from satchel.extras import pip_install

_FRESH: Final = 1.0
"""Seconds for which the number of workers is believed."""

_FAREWELL: Final = 10.0
"""Seconds that stopped runs may take to end."""

_PATIENCE: Final = 30.0
"""Seconds to wait for a scheduler's answer."""

_EXPERIMENT: Final = "experiment.json"


@dataclass(frozen=True)
class Task:
    """What a worker needs to know beside the run."""

    token: str
    """Of this carrying out, for stopping it."""
    folder: str
    experiment: str
    """A digest of the experiment's file in that folder."""
    puzzles: tuple[str, ...]
    command: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path, asked: Asked, command: Sequence[str]) -> Self:
        """For the runs of a folder."""
        return cls(
            token=secrets.token_hex(8),
            folder=str(folder.absolute()),
            experiment=sha256((folder / _EXPERIMENT).read_bytes()).hexdigest(),
            puzzles=tuple(str(Path(file).absolute()) for file in asked.puzzles),
            command=tuple(command),
        )


class ClusterWorkers:
    """The workers of a cluster, as many runs at once as they have threads."""

    def __init__(self, client: Any, task: Task, cluster: Any = None) -> None:
        self._client = client
        self._cluster = cluster
        self._task = task
        self._line = provenance(task.command)
        self._here = Measuring.of(Path(task.folder), task.puzzles, self._line["id"])
        self._executor = client.get_executor(pure=False)
        self._running: set[Future[Measured]] = set()
        self._places = 1
        self._asked = -_FRESH

    @property
    def places(self) -> int:
        """The threads of all workers; one where there is no worker, for whom a run then waits."""
        if time.monotonic() - self._asked >= _FRESH:
            self._places = max(1, sum(self._client.nthreads().values()))
            self._asked = time.monotonic()
        return self._places

    def submit(self, run: Run) -> Future[Measured]:
        """Give a run to the scheduler."""
        done: Future[Measured] = Future()
        self._running.add(done)
        done.add_done_callback(self._running.discard)
        there = self._executor.submit(carry_out, run, self._task)
        there.add_done_callback(lambda there: self._pass_on(run, there, done))
        return done

    def _pass_on(self, run: Run, there: Future[Measured | None], done: Future[Measured]) -> None:
        """What came of a run; where its workers died, that is the record."""
        with suppress(InvalidStateError):  # nobody waits any more
            if there.cancelled():
                done.set_exception(BackendError("the cluster gave up a run"))
            elif (error := there.exception()) is not None:
                self._fail(run, error, done)
            elif (measured := there.result()) is not None:
                done.set_result(measured)
            else:
                done.set_exception(BackendError("a run was stopped"))

    def _fail(self, run: Run, error: BaseException, done: Future[Measured]) -> None:
        if isinstance(error, _distributed().KilledWorker):
            done.set_result(Measured(_lost(run, self._line["id"]), self._line))
        elif isinstance(error, SatchelError):
            done.set_exception(error)
        else:
            done.set_exception(BackendError(f"a worker failed: {error!r}"))

    def finish(self, runs: Sequence[Run], suspects: Sequence[Record]) -> None:
        """Keep the evidence here, drop the rest wherever it is."""
        for record in suspects:
            self._here.keep_evidence(record)
        self._here.release(runs)
        self._client.run(_release, list(runs), self._task, on_error="ignore")

    def stop(self) -> None:
        """End every run that is not done, on every worker that can be reached, and the cluster."""
        with suppress(OSError):  # the scheduler may be gone
            self._client.run(_stop, self._task.token, on_error="ignore")
        for left in wait(list(self._running), _FAREWELL).not_done:
            with suppress(InvalidStateError):
                left.set_exception(BackendError("a run did not end when it was told to"))
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def on_scheduler(address: str) -> Hire:
    """The workers of the scheduler at `tcp://HOST:PORT`; InputError where there is none."""

    def hire(folder: Path, asked: Asked, command: Sequence[str]) -> ClusterWorkers:
        distributed = _distributed()
        try:
            client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(f"no scheduler answers at {address!r}: {error}") from error
        return ClusterWorkers(client, Task.of(folder, asked, command))

    return hire


def on_local_cluster(size: int, jobs: int | None = None) -> Hire:
    """So many workers, started here as processes; the jobs are shared among them."""

    def hire(folder: Path, asked: Asked, command: Sequence[str]) -> ClusterWorkers:
        distributed = _distributed()
        threads = max(1, (jobs or asked.jobs or physical_cores()) // size)
        cluster = distributed.LocalCluster(
            n_workers=size,
            threads_per_worker=threads,
            memory_limit=0,  # ours is kept by the measurement
            scheduler_kwargs={"dashboard": False},
            preload=[__name__],
        )
        client = distributed.Client(cluster, set_as_default=False)
        return ClusterWorkers(client, Task.of(folder, asked, command), cluster)

    return hire


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise InputError(f"clusters need Dask: {pip_install('cluster')}") from error


def _lost(run: Run, line: str) -> Record:
    """The record of a run whose workers died."""
    return Record(
        run=run,
        status="unknown",
        reason="solver error: every worker that tried it died",
        objective=None,
        verdict="unchecked",
        fault=None,
        times={},
        wall=0.0,
        cpu=None,
        memory=None,
        meter="process tree",
        reliable=False,
        why="the worker died",
        formula=None,
        statistics={},
        solution=None,
        provenance=line,
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


_measures: dict[str, Measuring] = {}
"""In a worker's process: what measures its runs, by token."""

_stops: dict[str, threading.Event] = {}
"""In a worker's process: what ends its runs, by token."""


def carry_out(run: Run, task: Task) -> Measured | None:
    """In a worker's process: measure a run; None where it was stopped."""
    line = provenance(task.command)
    try:
        return Measured(_measuring(task)(run, _event(task.token)), line)
    except KeyboardInterrupt:  # it would end the worker, too
        return None


def _measuring(task: Task) -> Measuring:
    if task.token not in _measures:
        line = provenance(task.command)
        _measures.setdefault(task.token, Measuring.of(_place(task), task.puzzles, line["id"]))
    return _measures[task.token]


def _event(token: str) -> threading.Event:
    return _stops.setdefault(token, threading.Event())


def _stop(token: str) -> None:
    _event(token).set()


def _release(runs: list[Run], task: Task) -> None:
    _measuring(task).release(runs)


def _place(task: Task) -> Path:
    """The experiment's folder where this machine has it, else the worker's scratch folder."""
    with suppress(OSError):
        content = (Path(task.folder) / _EXPERIMENT).read_bytes()
        if sha256(content).hexdigest() == task.experiment:
            return Path(task.folder)
    return Path(_distributed().get_worker().local_directory) / task.token


def dask_setup(_worker: object) -> None:
    """Called by Dask in workers started here: Ctrl-C is for the one who started them to heed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
