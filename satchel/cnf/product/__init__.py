"""Product, as ProductIs: `encode(context, out, constraint)`, one file an encoding."""
