"""Programs of others that read a written file: the proof that it is what its name says."""
