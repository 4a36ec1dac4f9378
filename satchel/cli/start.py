"""Where the commands start: Ctrl-C has its one line even while their modules are being imported."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import NoReturn


def main() -> NoReturn:
    """The command `satchel`."""
    _be_interruptible()
    from satchel.cli.main import main

    main()


def encode_main() -> NoReturn:
    """The command `encode`: `satchel encode` under its own name."""
    _be_interruptible()
    from satchel.cli.main import encode_main

    encode_main()


def _be_interruptible() -> None:
    """Until the command runs, and minds Ctrl-C itself; who has it ignored keeps it so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)


def _interrupted(_signal: int, _frame: FrameType | None) -> None:
    """Nothing is there yet that would have to be left in order."""
    os.write(2, b"satchel: error: interrupted\n")
    os._exit(128 + signal.SIGINT)
