"""The instances of a family that are new and not trivial, and a folder with them."""
