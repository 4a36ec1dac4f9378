"""Puzzles and their instances: what an encoder implements, and how an instance is found."""

from satchel.puzzle.base import Puzzle, Shown
from satchel.puzzle.catalogue import Catalogue, read_toml, shipped_instances
from satchel.puzzle.instance import Instance
from satchel.puzzle.known import KnownAnswer, read_known
from satchel.puzzle.parameters import (
    Declared,
    ParameterError,
    declared,
    parameter,
    plain_parameters,
    plain_reading,
    read_parameters,
)
from satchel.puzzle.written import instance_file, specification

__all__ = [
    "Catalogue",
    "Declared",
    "Instance",
    "KnownAnswer",
    "ParameterError",
    "Puzzle",
    "Shown",
    "declared",
    "instance_file",
    "parameter",
    "plain_parameters",
    "plain_reading",
    "read_known",
    "read_parameters",
    "read_toml",
    "shipped_instances",
    "specification",
]
