"""The description of a submission: what organisers print of a family, as LaTeX and as PDF."""
