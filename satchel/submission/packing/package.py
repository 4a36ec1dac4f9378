"""From an instance that was chosen to what is submitted of it: file, map, certificate, row."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from satchel.errors import CheckError
from satchel.submission.certifying.certified import Certified
from satchel.submission.hashes import fingerprint
from satchel.submission.layout import SCRATCH, Folder
from satchel.submission.measuring.select import Trial
from satchel.submission.measuring.trials import Tell
from satchel.submission.packing.table import Row
from satchel.submission.problems import pack, write_problem
from satchel.submission.request import Request
from satchel.submission.tracks.protocol import Bench, Certificate, Limits, Problem

_PATIENCE: Final = 5
"""Times as long as the solver may a proof may take, and its check: writing it down costs something,
and checking it often more than finding it."""


@dataclass(frozen=True)
class Packing:
    """Writes the instances of a request into its folder."""

    request: Request
    folder: Folder
    certified: Certified
    tell: Tell

    def pack(self, trial: Trial) -> list[Row]:
        """Write an instance and its copies; their rows.

        A file appears under its name once all that is said of it is made sure of. Raises CheckError
        where the solver's answer turns out to be wrong; nothing is then written.
        """
        name = trial.generated.name
        with TemporaryDirectory(prefix=SCRATCH, dir=self.folder.work) as scratch:
            self.tell(f"writing {name}")
            original = write_problem(self.request, trial.generated, Path(scratch))
            certificate = self._certified(trial, original)
            copies = []
            for seed in self._seeds():
                self.tell(f"writing a copy of {name}")
                copy = write_problem(self.request, trial.generated, Path(scratch), shuffle=seed)
                copies.append((copy, self._transferred(certificate, original, copy)))
            self.tell(f"packing {name}")
            row = self._put(trial, original, certificate)
            return [row, *(_of_copy(self._put(trial, *copy), original) for copy in copies)]

    def _certified(self, trial: Trial, problem: Problem) -> Certificate:
        track, solver, outcome = self.request.rules, self.request.solver, trial.solver
        assert outcome is not None
        self.tell(f"certifying {problem.name}")
        found = self.certified.once(
            problem,
            lambda: track.certify(
                problem, outcome, solver, self._bench(problem), self.folder.certificates
            ),
        )
        if found.fault is not None:
            raise CheckError(f"{problem.name}: {solver}: {found.fault}")
        return found

    def _transferred(
        self, certificate: Certificate, original: Problem, copy: Problem
    ) -> Certificate:
        track = self.request.rules
        self.tell(f"certifying {copy.name}")
        found = self.certified.once(
            copy,
            lambda: track.transfer(
                certificate, original, copy, self._bench(copy), self.folder.certificates
            ),
        )
        if found.fault is not None:
            raise CheckError(f"{copy.name}: {found.fault}")
        return found

    def _bench(self, problem: Problem) -> Bench:
        limits = Limits(self.request.hard * _PATIENCE, self.request.memory)
        scratch = problem.file.parent / f"{problem.name}-bench"
        scratch.mkdir(exist_ok=True)
        return Bench(scratch, limits, threading.Event())

    def _seeds(self) -> Iterator[int]:
        """Seeds of the copies: none is that of the original."""
        seed = 0
        for _ in range(self.request.copies):
            seed += 1
            seed += seed == self.request.order.options.shuffle
            yield seed

    def _put(self, trial: Trial, problem: Problem, certificate: Certificate) -> Row:
        """Finish the file, and give all of them their places."""
        folder, request = self.folder, self.request
        place = folder.instances / request.rules.finish(problem, certificate, request.label)
        packed = pack(problem, request.rules.ending)
        file = place / packed.name
        place.mkdir(parents=True, exist_ok=True)
        variables, clauses = request.rules.size(problem)
        hashes = fingerprint(packed, request.rules.kind)
        shutil.copyfile(problem.map_file, folder.maps / problem.map_file.name)
        packed.replace(file)
        solver = trial.solver
        assert solver is not None
        return Row(
            name=problem.name,
            file=folder.seen(file),
            copy_of=None,
            gbd_hash=hashes.gbd,
            isohash=hashes.iso,
            variables=variables,
            clauses=clauses,
            status=certificate.status,
            certified_by=certificate.by,
            certificate=None if certificate.file is None else folder.seen(certificate.file),
            uncertified=certificate.note,
            value=certificate.value,
            claimed=solver.status,
            claimed_by=request.solver,
            by_construction=trial.generated.variant.status,
            size=trial.generated.size,
            probe=request.probe,
            probe_result=trial.probe.reason or trial.probe.status,
            probe_seconds=trial.probe.seconds,
            solver=request.solver,
            solver_seconds=solver.seconds,
            read_by="",
        )


def _of_copy(row: Row, original: Problem) -> Row:
    """A copy's row: it was not measured, and another numbering can make any difference."""
    return replace(
        row,
        copy_of=original.name,
        probe_result=None,
        probe_seconds=None,
        solver_seconds=None,
    )
