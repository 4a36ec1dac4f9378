"""An attempt in a process that nobody talks to: `python -m ...measuring.alone JOB OUT`.

For meters that start what they measure. JOB is a file with a frame: the seconds allowed, and the
jobs that `Fetch` and make the `Attempt`; their events go to OUT as frames. The kernel ends the
process when the time is over, whatever the solver does: no handler has to run for it.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from satchel.tasks.work import frames
from satchel.tasks.work.worker import serve


def main() -> None:
    """Carry out both jobs; what a solver prints is lost."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with Path(sys.argv[1]).open("rb") as file:
        seconds, fetch, attempt = frames.read(file) or (0.0, {}, {})
    with Path(sys.argv[2]).open("wb") as out:
        serve(fetch, out)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        serve(attempt, out)
        signal.setitimer(signal.ITIMER_REAL, 0)
    os._exit(0)  # taking the interpreter down would count


if __name__ == "__main__":
    main()
