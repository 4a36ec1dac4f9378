"""Solvers: one file per solver family, each with a `FAMILY` (see `protocol.py`).

A family is found by its file alone; nothing here lists them.
"""

if __name__ != "satchel.backends":
    raise ImportError(
        f"import satchel.backends, not {__name__}: a second copy of its modules would share nothing"
    )
