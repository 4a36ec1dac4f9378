# make demo      from nothing to a checked solution: encode, an outside solver, decode
# make test      the test suite                 make lint      style, types, layers
# make test-programs  those tests alone that run solvers and browsers, with all of them installed
# make bench     the README's short ones         make fuzz      random models, EXAMPLES=20000
# make bench-seeds    the puzzles the project started from, against the write-ups' own times
# make bench-presolve the optional passes: sizes and times without, alone, together
# make bench-smt      the same instances by every road, and what z3's roads were chosen by
# make bench-encodings    docs/encodings.md: every encoding on 27 problems, three hours of CPU
# make bench-optimise     the routes to an optimum: bounds and times, a minute each at most
# make bench-numbering    the orders in which variables can be numbered
#
# Needs Python 3.11 or newer, with venv; everything else goes into .venv.

PYTHON ?= python3
EXAMPLES ?= 20000

VENV := .venv
BIN := $(VENV)/bin
OUT := build/demo

# As many at a time as there are cores; a test takes what is left of another one's file.
PARALLEL := --numprocesses auto --dist worksteal

# Satchel brings Kissat's program as an optional dependency; one in PATH serves as well.
KISSAT = $(shell command -v kissat || ls $(VENV)/lib/python3*/site-packages/sage_wheels/bin/kissat)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.PHONY: demo test test-programs test-slow test-packaging lint fuzz clean \
	bench bench-seeds bench-presolve bench-smt bench-numbering bench-encodings bench-optimise

demo: $(VENV)/installed
	mkdir -p $(OUT)
	# 1. An instance becomes a formula, with a map beside it that leads back.
	$(BIN)/encode queens:n=8 --format dimacs -o $(OUT)/8.cnf
	head -n 11 $(OUT)/8.cnf
	# 2. A solver that has never heard of Satchel. By convention it exits with 10: satisfiable.
	$(KISSAT) -q $(OUT)/8.cnf > $(OUT)/8.out || test $$? -eq 10
	head -n 3 $(OUT)/8.out
	# 3. Its answer is decoded, checked against clauses, model and rules, and drawn.
	$(BIN)/satchel decode $(OUT)/8.map.json $(OUT)/8.out --cnf $(OUT)/8.cnf

test: $(VENV)/developed
	$(BIN)/pytest $(PARALLEL)

# What `make test` skips where programs are missing: here a missing one is a failure.
test-programs: $(VENV)/developed
	CI=true $(BIN)/pytest $(PARALLEL) -m 'needs_program and not slow'

test-slow: $(VENV)/developed
	$(BIN)/pytest -m slow

test-packaging: $(VENV)/developed
	$(BIN)/pytest -m 'slow or not slow' tests/test_packaging.py

fuzz: $(VENV)/developed
	SATCHEL_EXAMPLES=$(EXAMPLES) $(BIN)/pytest tests/test_equivalence.py

lint: $(VENV)/developed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/lint-imports

bench: $(VENV)/developed
	$(BIN)/python benchmarks/encode_queens.py
	$(BIN)/python benchmarks/import_formula.py
	$(BIN)/python benchmarks/many_statements.py
	$(BIN)/python benchmarks/textbook_model.py
	$(BIN)/python benchmarks/backends_queens.py
	$(BIN)/python benchmarks/count_queens.py

bench-seeds: $(VENV)/developed
	$(BIN)/python benchmarks/seeds.py

bench-presolve: $(VENV)/developed
	$(BIN)/python benchmarks/presolve.py

bench-smt: $(VENV)/developed
	$(BIN)/python benchmarks/smt_routes.py
	$(BIN)/python benchmarks/z3_building.py
	$(BIN)/python benchmarks/z3_solvers.py

bench-optimise: $(VENV)/developed
	$(BIN)/python benchmarks/optimise.py

bench-numbering: $(VENV)/developed
	$(BIN)/python benchmarks/numbering.py

bench-encodings: $(VENV)/developed
	mkdir -p build
	$(BIN)/python benchmarks/portfolio.py --store build/encodings.jsonl --write

clean:
	rm -rf $(VENV) build dist

# The two marks say that .venv holds what pyproject.toml asks for: to run, and to develop.
$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[kissat]'
	touch $@

$(VENV)/developed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[all]' --group dev
	touch $@
