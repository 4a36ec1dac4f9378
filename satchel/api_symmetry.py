"""What `import satchel` offers up to symmetry: count_orbits, representatives."""

from __future__ import annotations

import time
from collections.abc import Iterator

from satchel.cnf.options import Options
from satchel.tasks.arguments import Memory, checked, in_bytes
from satchel.tasks.count import orbits
from satchel.tasks.count.orbits import Orbits
from satchel.tasks.count.protocol import Question
from satchel.tasks.orbits import Representative
from satchel.tasks.orbits import representatives as find_representatives
from satchel.tasks.origin import Problem, origin_of
from satchel.tasks.solve import DEFAULT_BACKEND


@checked
def count_orbits(
    problem: Problem,
    *,
    method: str = "auto",
    jobs: int | None = None,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Orbits:
    """How many solutions there are up to the declared symmetries, and how large the orbits are.

    Exact, without a solution found twice or broken: from the numbers of symmetric solutions, each
    counted as `count` counts. Raises what `count` raises; CheckError where a declared symmetry
    shows to be none; SizeError where the symmetries generate more than 50,000.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    deadline = None if timeout is None else started + timeout
    origin = origin_of(problem, model, deadline=deadline, memory=size)
    question = Question(
        origin.model,
        backend=backend,
        options=options or Options(),
        jobs=jobs,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    )
    return orbits.count_orbits(origin, question, method)


@checked
def representatives(
    problem: Problem,
    *,
    limit: int | None = None,
    jobs: int | None = None,
    model: str | None = None,
    backend: str = DEFAULT_BACKEND,
    options: Options | None = None,
    timeout: float | None = None,
    memory: Memory | None = None,
) -> Iterator[Representative]:
    """The first solution of each orbit (at most `limit`), checked, with the size of its orbit.

    First in the order of what is shown, true before false, small before large integers: the same
    ones from every backend. Raises what `solutions` raises; CheckError where a declared symmetry
    shows to be none; SizeError where the symmetries generate more than 50,000. Once all orbits are
    found, their solutions together are held against the known number.
    """
    started, size = time.perf_counter(), in_bytes(memory)
    deadline = None if timeout is None else started + timeout
    origin = origin_of(problem, model, deadline=deadline, memory=size)
    if origin.argument() is not None:
        origin.compare_with_known("unsat", count=0)
        return
    count = total = 0
    for found in find_representatives(
        origin.model,
        limit=limit,
        jobs=jobs,
        backend=backend,
        options=options,
        timeout=timeout,
        memory=size,
        started=started,
        check=None if origin.instance is None else origin.instance.check,
    ):
        count += 1
        total += found.orbit
        yield found
    if limit is None or count < limit:
        origin.compare_with_known("sat" if count else "unsat", count=total)
