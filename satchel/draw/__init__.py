"""Drawings of instances and solutions."""

from satchel.draw.board import Board
from satchel.draw.drawing import Drawing

__all__ = ["Board", "Drawing"]
