"""Satchel: puzzles and other finite problems, carried as one model to any SAT or SMT solver."""
