"""Proofs of unsatisfiability: given by solvers, and believed once a checker has accepted them."""
