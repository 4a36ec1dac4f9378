"""The names of `satchel.dimacs.writer`, for those who still ask here."""

from satchel.dimacs.writer import SHOW as SHOW
from satchel.dimacs.writer import formula_hash as formula_hash
from satchel.dimacs.writer import write_dimacs as write_dimacs
