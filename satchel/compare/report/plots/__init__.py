"""Plots for papers."""
