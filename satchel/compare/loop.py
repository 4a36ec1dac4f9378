"""Working off a plan: runs go out to workers, records come back to the store.

The order is random, so that a machine that grows warm or busy meanwhile treats all columns alike:
instance after instance in random order, and within each all its runs shuffled (a randomised block
design, Fisher 1935), since what is compared are runs of one instance, whose formulas can go
when it is done. The order depends on the plan and its seed only.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from satchel.compare.record import Record
from satchel.compare.report.faults import unbelieved
from satchel.compare.run import Run, digest
from satchel.compare.store import Store
from satchel.compare.workers import Measured, Workers


def work_off(
    plan: Sequence[Run],
    seed: int,
    workers: Workers,
    store: Store,
    tell: Callable[[Record], None] = lambda record: None,
) -> None:
    """Make every run of the plan that has no record; `tell` gets each record when it is stored.

    Whatever ends it early (Ctrl-C, a store that cannot be written), no run goes on, and those that
    were done by then are stored where that can be. Raises InputError where the store fails.
    """
    blocks = Blocks(plan, seed)
    due = deque(run for run in blocks.order if run.id not in store.records)
    left = Counter(blocks.of(run) for run in due)
    running: dict[Future[Measured], Run] = {}
    try:
        while due or running:
            while due and len(running) < workers.places:
                run = due.popleft()
                running[workers.submit(run)] = run
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                run = running.pop(future)
                tell(_store(future.result(), store))
                left[blocks.of(run)] -= 1
                if not left[blocks.of(run)]:
                    workers.finish(blocks.members(run), blocks.suspects(run, store))
    finally:
        workers.stop()
        for future in running:
            if _is_whole(future):
                _store(future.result(), store)


def _is_whole(future: Future[Measured]) -> bool:
    """Whether a run was measured to its end."""
    return not future.cancelled() and future.exception() is None


def _store(measured: Measured, store: Store) -> Record:
    store.add_provenance(measured.provenance)
    store.add(measured.record)
    return measured.record


class Blocks:
    """The runs of a plan by instance, in their order."""

    def __init__(self, plan: Iterable[Run], seed: int) -> None:
        self._instances = {run.id: digest([run.puzzle, run.parameters]) for run in plan}
        self._runs: dict[str, list[Run]] = {}
        for run in sorted(plan, key=lambda run: (self.of(run), run.id)):
            self._runs.setdefault(self.of(run), []).append(run)
        chance = random.Random(seed)
        names = list(self._runs)
        chance.shuffle(names)
        for name in names:
            chance.shuffle(self._runs[name])
        self.order = [run for name in names for run in self._runs[name]]

    def of(self, run: Run) -> str:
        """The block that a run belongs to."""
        return self._instances[run.id]

    def members(self, run: Run) -> list[Run]:
        """The runs of its block."""
        return self._runs[self.of(run)]

    def suspects(self, run: Run, store: Store) -> list[Record]:
        """The records of its block, which is done, that are not to be believed."""
        records = [store.records[each.id] for each in self.members(run)]
        faults = unbelieved(records)
        return [record for record in records if record.run.id in faults]
