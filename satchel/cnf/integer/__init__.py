"""Integer variables as literals: direct, order and binary encodings, literals on demand."""
