# One command does one thing from nothing but Python 3.11 and make. `make help` lists them.
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh

# The first Python that is new enough; name another with `make PYTHON=… audit`.
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach python,$(PYTHONS),$(shell $(python) -c '$(NEW_ENOUGH)' 2>/dev/null && echo $(python))))

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
HOUSE := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.PHONY: help audit report test check verify compare lint types bench clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

audit: $(VENV)/installed ## compare the bundled sources; print what was found and write reports/
	@$(BIN)/mjrules audit --write-reports reports || [ $$? -eq 1 ]

report: audit ## the same, then say where the page to open is
	@echo "open reports/audit.html"

test: $(VENV)/tools ## run the tests
	@$(BIN)/python -m pytest -q

check: lint types test ## everything CI asks for: lint, format, types, tests

verify: $(VENV)/tools ## the long runs: another scorer, every rule broken once, both engines over all hands (minutes)
	@PYTHONPATH=tests $(BIN)/python -m differential $(WRITE)
	@PYTHONPATH=tests $(BIN)/python -m mutation $(WRITE)
	@PYTHONPATH=tests $(BIN)/python -m random_states 5000
	@PYTHONPATH=tests $(BIN)/python -m census_members 40
	@PYTHONPATH=tests $(BIN)/python -m proofs
	@PYTHONPATH=tests $(BIN)/python -m weighed
	@PYTHONPATH=tests $(BIN)/python tests/bench/reading.py
	@PYTHONPATH=tests $(BIN)/python -m layouts

compare: $(VENV)/tools ## every concealed winning hand beside another scorer (minutes)
	@PYTHONPATH=tests $(BIN)/python -m differential.exhaustive $(WRITE)

lint: $(VENV)/tools ## style and format (ruff)
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet

types: $(VENV)/tools ## types (mypy --strict)
	@$(BIN)/mypy --no-error-summary

bench: $(VENV)/tools ## how long a second audit, --help, the import and a score take
	@$(BIN)/python tests/bench/startup.py
	@PYTHONPATH=tests $(BIN)/python tests/bench/reading.py
	@PYTHONPATH=tests $(BIN)/python tests/bench/scoring.py
	@PYTHONPATH=tests $(BIN)/python tests/bench/arrays.py
	@$(BIN)/python tests/bench/universe.py

clean: ## remove what make has made
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	@find extract mjrules tests -name __pycache__ -type d -prune -exec rm -rf {} +
	@rm -f reports/audit.md reports/audit.json reports/audit.html

$(VENV)/python:
	@[ -n "$(PYTHON)" ] || { echo "make: mjrules needs Python 3.11 or newer; none of $(PYTHONS) is" >&2; exit 2; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { \
		echo "make: mjrules needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)" >&2; exit 2; }
	@echo "setting up $(VENV) (once)" >&2
	@$(PYTHON) -m venv --clear $(VENV) || { \
		echo "make: $(PYTHON) cannot make a virtual environment (on Debian: install python3-venv)" >&2; exit 2; }
	@touch $@

$(VENV)/installed: $(VENV)/python $(HOUSE)
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable .
	@touch $@

# Playwright and what reads PDF files have no build for some platforms, and PyMahjongGB (another scorer, to compare with)
# is built from C++; where one cannot be had, the tests that need it say that they are left out.
$(VENV)/tools: $(VENV)/installed
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[dev]'
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[pdf]' || echo "make: going on without pdfplumber" >&2
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[browser]' || echo "make: going on without Playwright" >&2
	@PIP_CONSTRAINT=constraints.txt $(PIP) install --editable '.[peer]' || echo "make: going on without PyMahjongGB" >&2
	@touch $@
