"""Max, Min and abs, as MaxIs: `encode(context, out, constraint)`, one file an encoding."""
