"""Drawings of instances and solutions: in a terminal, as SVG, as PNG."""

from satchel.draw.board import Board
from satchel.draw.drawing import Drawing
from satchel.draw.packing import Box, Packing
from satchel.draw.table import Table
from satchel.draw.tour import Tour

__all__ = ["Board", "Box", "Drawing", "Packing", "Table", "Tour"]
