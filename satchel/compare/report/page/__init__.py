"""The page of a report: one HTML file with its scripts and all runs in it."""
