PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SOURCES := $(wildcard *.py simulate/*.py simulate/games/*.toml simulate/trained/*.toml analysis/*.py reports/*.py)

.PHONY: install report test slow prove lint bench clean

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "besi needs Python 3.11 or later, and $(PYTHON) is older: make PYTHON=python3.12 …" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

report: besi-report.pdf

besi-report.pdf: $(SOURCES) | $(STAMP)
	$(BIN)/besi report --out $@

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 -m 'not slow and not prove'

slow: $(STAMP)
	$(BIN)/python -m pytest -n 2 -m 'slow and not prove'

prove: $(STAMP)
	$(BIN)/python -m pytest -n 2 -m prove

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/besi bench

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	rm -f besi-report.pdf
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
