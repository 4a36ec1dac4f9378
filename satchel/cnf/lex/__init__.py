"""LexLess and LexLessEq: `encode(context, out, constraint)`, one file an encoding."""
