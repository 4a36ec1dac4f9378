"""The names of `satchel.dimacs.reader`, for those who still ask here."""

from satchel.dimacs.reader import Dimacs as Dimacs
from satchel.dimacs.reader import read_dimacs as read_dimacs
