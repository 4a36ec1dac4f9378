"""Optimising: ever better solutions and bounds, until they meet or time is up."""
