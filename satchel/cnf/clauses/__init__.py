"""Clauses: `encode(context, out, constraint)`, one file an encoding."""
