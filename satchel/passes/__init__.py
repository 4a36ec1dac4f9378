"""Model to model: each pass says what it keeps, and is undone by data that a file can hold.

A pass is a module with `KEEPS`, `apply(model) -> (model, undo)` and `invert(undo, values)`, where
`undo` is JSON data and `values` are those of the resulting model's variables. A pass that finds
nothing to do returns the model itself.
"""

from satchel.passes.chain import AUTO, OPTIONAL, PASSES, run_passes, undo_passes

__all__ = ["AUTO", "OPTIONAL", "PASSES", "run_passes", "undo_passes"]
