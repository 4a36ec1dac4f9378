"""SMT-LIB 2.6: models as text for SMT solvers, and reading what the solvers print.

`script.py` writes a model without functions; `answer.py` reads an answer to it.
"""
