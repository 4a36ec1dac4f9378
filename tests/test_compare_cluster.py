"""Runs on a Dask cluster: a worker that dies loses its run only, and that is made again."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.compare.cluster import on_scheduler
from satchel.compare.conduct import conduct
from satchel.compare.experiment import read_experiment
from satchel.compare.plan import make_plan
from satchel.compare.record import Record
from satchel.compare.run import Run
from satchel.compare.store import read_store, write_plan
from satchel.errors import InputError

EXPERIMENT = {
    "instances": ["queens:n={2..6}"],
    "backends": ["cadical", "brute"],
    "shuffles": 1,
    "timeout": 20,
}


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A scheduler here, and two workers in processes of their own, with a thread each."""
    if "CI" not in os.environ:
        pytest.importorskip("distributed")
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit=0, scheduler_kwargs={"dashboard": False}
    ) as started:
        yield started


def planned(folder: Path) -> list[Run]:
    experiment = read_experiment(EXPERIMENT)
    runs = list(make_plan(experiment).runs)
    write_plan(folder, runs, [experiment.to_json()])
    return runs


def test_the_table_is_complete_though_a_worker_is_killed(tmp_path: Path, cluster: Any) -> None:
    plan = planned(tmp_path)
    workers = [worker.pid for worker in cluster.workers.values()]
    seen: list[Record] = []

    class Killing:
        """Kills one of the workers once some of the runs are there."""

        def __init__(self, made: object, total: int) -> None: ...

        def __enter__(self) -> Any:
            return self.tell

        def __exit__(self, *_: object) -> None: ...

        def tell(self, record: Record) -> None:
            seen.append(record)
            if len(seen) == 3:
                os.kill(workers[0], signal.SIGKILL)

    assert conduct(tmp_path, ["test"], on_scheduler(cluster.scheduler_address), Killing) == []
    records = read_store(tmp_path).records
    assert [record.run for record in records] == plan
    statuses = Counter((record.run.parameters["n"], record.status) for record in records)
    assert statuses == {(n, "unsat" if n < 4 else "sat"): 2 for n in range(2, 7)}
    lines = (tmp_path / "runs.jsonl").read_text().splitlines()
    assert len(lines) == len(plan)


def test_where_nobody_answers_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("satchel.compare.cluster._PATIENCE", 0.5)
    planned(tmp_path)
    with pytest.raises(InputError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        conduct(tmp_path, ["test"], on_scheduler("tcp://127.0.0.1:9"))
