"""Model to clauses: the sink, the encodings (one folder a kind, one file an encoding), formulas."""
