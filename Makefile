# Rodeo's commands. `make help` lists them.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV := .venv
PY := $(VENV)/bin/python
PORT ?= 8000

export PYTHONDONTWRITEBYTECODE ?=

.PHONY: help venv demo test check fmt bench golden chromium clean

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

# A stamp per group: the demo needs the runtime only and starts sooner without the tools of development.
$(VENV)/.runtime: pyproject.toml requirements/constraints.txt .ci/python
	@.ci/python $(VENV) runtime

$(VENV)/.dev: pyproject.toml requirements/constraints.txt .ci/python
	@.ci/python $(VENV) dev

venv: $(VENV)/.dev ## create .venv with everything for development
