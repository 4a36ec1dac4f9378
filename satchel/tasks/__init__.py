"""What Satchel does with a model: solve, enumerate, compile, export, decode."""
