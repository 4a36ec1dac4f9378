"""How hard instances are: solvers within limits, what is remembered of them, who is kept."""
