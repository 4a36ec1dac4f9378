"""Model to model: each pass says what it keeps, and is undone by data that a file can hold.

A pass is a module with `apply(model) -> (model, undo)` and `invert(undo, values)`, where `undo` is
JSON data and `values` are those of the resulting model's variables.
"""

from satchel.passes.chain import run_passes, undo_passes

__all__ = ["run_passes", "undo_passes"]
