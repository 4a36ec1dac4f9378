"""NoOverlap2D: `encode(context, out, constraint)`, one file an encoding."""
