# Every target sets up what it needs in .venv by itself, once; `make help` lists them.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PRECIOUS: $(VENV)/.ready-%
.PHONY: help quickstart test unit notebooks lowest compare coverage lint format soak bench strength trained hour weights balance clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

quickstart: $(VENV)/.ready-train $(VENV)/.ready-arena ## train an agent by self-play for four minutes and see what it can do
	@$(PY) -m training.quickstart

test: lint unit notebooks lowest compare coverage ## everything that must hold before a commit

unit: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research $(VENV)/.ready-notebooks ## the tests alone, with compiled code
	@$(PY) -m pytest -n 2 --dist loadfile

# Their kept outputs stay as they are; `python -m notebooks.execute --write` writes new ones.
notebooks: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research $(VENV)/.ready-notebooks ## run the notebooks, each from a fresh kernel
	@$(PY) -m notebooks.execute

# The oldest Gymnasium that pyproject.toml admits and that the cluster extra pins.
LOWEST := .venv-lowest

lowest: $(LOWEST)/.ready ## the environments with the oldest Gymnasium they support
	@$(LOWEST)/bin/python -m pytest -q tests/rokoko_env/envs

$(LOWEST)/.ready: pyproject.toml constraints.txt
	@echo "Setting up $(LOWEST) ..."
	@$(PYTHON) -m venv $(LOWEST)
	@grep -v '^gymnasium==' constraints.txt > $(LOWEST)/constraints.txt
	@$(LOWEST)/bin/python -m pip --disable-pip-version-check -qq install \
		-c $(LOWEST)/constraints.txt -e '.[dev,train]' gymnasium==1.2.2
	@touch $@

GAMES ?= 200

compare: $(VENV)/.ready-dev ## the rules engine against the reference model, GAMES of each number of players
	@$(PY) -m tests.rokoko_env.core.compare_many --games $(GAMES)

# Compiled code cannot be traced, so coverage runs the same functions as plain Python. There the
# wrap-around of unsigned integers, silent when compiled, is a warning.
coverage: $(VENV)/.ready-dev ## every line of the rules is reached by a test
	@NUMBA_DISABLE_JIT=1 $(PY) -m coverage run -m pytest -q tests/rokoko_env/core -m "not soak" \
		-W "ignore:overflow encountered:RuntimeWarning"
	@$(PY) -m coverage report --fail-under=100

lint: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-notebooks ## formatting, style and types
	@$(PY) -m ruff format --check --quiet . || { echo "run 'make format'"; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary

format: $(VENV)/.ready-dev ## format the sources and fix what can be fixed
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format --quiet .

soak: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research lowest ## the long checks, with their progress
	@$(PY) -m pytest -m soak -v -s
	@$(PY) -m tests.rokoko_env.core.compare_many --games 20000

# Figures go to benchmarks/results; README, docs and the plot are written from there.
bench: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-peers ## all figures anew, beside other environments'
	@$(PY) -m benchmarks.throughput --save
	@$(PY) -m benchmarks.threads --save
	@$(PY) -m benchmarks.peers --save
	@$(PY) -m benchmarks.roofline --save
	@$(PY) -m benchmarks.coldstart --save
	@$(PY) -m benchmarks.interfaces --save
	@$(PY) -m benchmarks.search --save
	@$(PY) -m benchmarks.arena --save
	@$(PY) -m benchmarks.training --save
	@$(PY) -m benchmarks.report
	@$(PY) -m benchmarks.targets

strength: $(VENV)/.ready-dev $(VENV)/.ready-train ## play the matches that say how strong the agents are (about an hour)
	@$(PY) -m benchmarks.strength --save
	@$(PY) -m benchmarks.search_regret --save
	@$(PY) -m benchmarks.report

trained: $(VENV)/.ready-dev $(VENV)/.ready-train ## play the matches that say how strong the shipped network is
	@$(PY) -m benchmarks.trained --save
	@$(PY) -m benchmarks.report

hour: $(VENV)/.ready-dev $(VENV)/.ready-train ## what an hour of training from nothing reaches (a bit more than an hour)
	@$(PY) -m benchmarks.training_hour --save
	@$(PY) -m benchmarks.report

balance: $(VENV)/.ready-research ## what wins: the study that docs/balance.md tells of (half a minute)
	@$(PY) -m research.balance --players 4 --games 20000 --agents heuristic

# First it learns what the script would do, then by playing itself. RUNS are resumed if interrupted.
weights: $(VENV)/.ready-dev $(VENV)/.ready-train ## train the shipped network anew (some three hours on two cores)
	@$(PY) -m training.recipes.shipped

clean: ## remove the environment, caches and build output
	@rm -rf $(VENV) $(LOWEST) build dist *.egg-info .coverage .coverage.* htmlcov \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------------------------- set-up
# A stamp says that an extra is installed as pyproject.toml and constraints.txt want it.

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "rokoko-env needs Python 3.11 or newer, and '$(PYTHON)' is not: name one with 'make PYTHON=python3.12 ...'." >&2; \
		exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.ready-base: pyproject.toml constraints.txt | $(VENV)/.created
	@echo "Setting up $(VENV) ..."
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.ready-%: pyproject.toml constraints.txt | $(VENV)/.created
	@echo "Setting up $(VENV) ($*) ..."
	@$(PIP) install -c constraints.txt -e '.[$*]'
	@touch $(VENV)/.ready-base $@
