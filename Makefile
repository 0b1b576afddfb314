# Rodeo's commands; `make` lists them.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV := .venv
PY := $(VENV)/bin/python
export PORT ?= 8000

#: Processes that run the tests, and what else pytest is told, as in `make test T="tests/games -k chain"`.
J ?= 2
T ?= tests
PYTEST = $(PY) -m pytest -q -n $(J) --dist worksteal
DOCUMENT_TESTS := $(wildcard tests/docs) tests/architecture tests/engine/test_documentation.py
BENCHMARKS ?= engine replay store submissions export growth live_actions tournament frames bots goldgraeber

.PHONY: help venv demo run shell reset test test-long check format lint types contracts migrations spelling docs fmt \
	bench golden chromium

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

# A stamp for each group: the demo needs the runtime only, and starts sooner without the tools of development.
$(VENV)/.runtime: pyproject.toml requirements/constraints.txt .ci/python
	@.ci/python $(VENV) runtime

$(VENV)/.dev: pyproject.toml requirements/constraints.txt .ci/python
	@.ci/python $(VENV) dev

venv: $(VENV)/.dev ## create .venv with everything for development

demo: $(VENV)/.runtime ## run a whole Rodeo with a tournament of built-in bots; PORT=8000
	@$(PY) -m config.demo --with-parent

run: $(VENV)/.dev ## run the site for development: DEBUG, reloads when a file changes; PORT=8000
	@DEBUG=1 $(PY) -m config.demo --with-parent --reload

shell: $(VENV)/.dev ## open Django's shell on the data of `make demo` and `make run`
	@$(PY) manage.py shell

reset: $(VENV)/.runtime ## delete the data folder with all games and users; asks first, unless YES=1
	@$(PY) -m config.embedded.reset $(if $(YES),--yes)

test: $(VENV)/.dev ## run the quick tests on servers of their own; T= says which, J=2 in how many processes
	@$(PYTEST) -m "not long" $(T)

test-long: $(VENV)/.dev ## run the slow tests, which `make test` leaves out; T= and J= as there
	@$(PYTEST) -m long $(T)

check: format lint types contracts migrations spelling test ## everything that must be green before a commit

format: $(VENV)/.dev
	@$(PY) -m ruff format --check -q . || { echo "Not formatted: make fmt"; exit 1; }

lint: $(VENV)/.dev
	@$(PY) -m ruff check -q .

types: $(VENV)/.dev
	@$(PY) -m mypy --no-error-summary .

contracts: $(VENV)/.dev
	@$(VENV)/bin/lint-imports importlinter.ini --no-cache --no-logo

migrations: $(VENV)/.dev
	@$(PY) manage.py check --fail-level WARNING
	@$(PY) manage.py makemigrations --check --dry-run

spelling: $(VENV)/.dev ## check the spelling of code, documents and templates
	@$(VENV)/bin/codespell . .ci

docs: $(VENV)/.dev ## check the documents: links, examples, and that they name every setting and command
	@$(PYTEST) -m "not long" $(DOCUMENT_TESTS)

fmt: $(VENV)/.dev ## format the code and fix what Ruff can fix
	@$(PY) -m ruff check -q --fix-only .
	@$(PY) -m ruff format -q .

bench: $(VENV)/.dev ## measure: a table for each benchmark, with its targets; BENCHMARKS= says which
	@set -e; for name in $(BENCHMARKS); do echo "== $$name"; $(PY) -m tests.benchmarks.$$name --quick; done

golden: $(VENV)/.dev ## rewrite the golden records; read their diff before you commit it
	@$(PY) -m tests.golden.regenerate

chromium: ## install Chromium for the browser tests, on Debian and Ubuntu
	@.ci/chromium
