"""Drawings of instances and solutions."""

from satchel.draw.board import Board
from satchel.draw.drawing import Drawing
from satchel.draw.packing import Box, Packing
from satchel.draw.tour import Tour

__all__ = ["Board", "Box", "Drawing", "Packing", "Tour"]
