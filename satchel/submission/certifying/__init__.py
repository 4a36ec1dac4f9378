"""What vouches for an answer: models, proofs about clauses, what is known besides."""
