# Every target sets up what it needs in .venv, once; `make help` lists them. Those that train and
# measure take another game by its name: `make hour GAME=noblemen`.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq
GAME ?= rokoko

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PRECIOUS: $(VENV)/.ready-%
.PHONY: help quickstart test unit notebooks lowest compare coverage lint format soak bench strength trained hour weights balance clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

quickstart: $(VENV)/.ready-train $(VENV)/.ready-arena ## train an agent by self-play for four minutes and measure its strength
	@$(PY) -m training.quickstart --game $(GAME)

test: lint unit notebooks lowest compare coverage ## all checks before a commit: lint and the next five targets

unit: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research $(VENV)/.ready-notebooks ## the tests alone, with compiled code
	@$(PY) -m pytest -n 2 --dist loadfile

# Their outputs stay as they are; `python -m notebooks.execute --write` writes new ones.
notebooks: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research $(VENV)/.ready-notebooks ## run the notebooks, each from a fresh kernel
	@$(PY) -m notebooks.execute

# The lowest version of Gymnasium that pyproject.toml allows is tested too.
LOWEST := .venv-lowest

lowest: $(LOWEST)/.ready ## test the environments with the oldest Gymnasium they support
	@$(LOWEST)/bin/python -m pytest -q tests/rokoko_env/envs tests/parlour/envs

$(LOWEST)/.ready: pyproject.toml constraints.txt
	@echo "Setting up $(LOWEST) ..."
	@$(PYTHON) -m venv $(LOWEST)
	@grep -v '^gymnasium==' constraints.txt > $(LOWEST)/constraints.txt
	@$(LOWEST)/bin/python -m pip --disable-pip-version-check -qq install \
		-c $(LOWEST)/constraints.txt -e '.[dev,train]' gymnasium==1.2.2
	@touch $@

GAMES ?= 200

compare: $(VENV)/.ready-dev ## compare the rules with the reference models, GAMES with each number of players
	@$(PY) -m tests.rokoko_env.core.compare_many --games $(GAMES)
	@$(PY) -m tests.noblemen_env.core.compare_many --games $(GAMES)

# Compiled code cannot be traced, so coverage runs the same functions as plain Python. There the
# wrap-around of unsigned integers, silent when compiled, is a warning.
# The cores of the games run side by side.
COVERED := $(PY) -m coverage run --parallel-mode -m pytest -q -m "not soak" \
	-W "ignore:overflow encountered:RuntimeWarning"

coverage: $(VENV)/.ready-dev ## check that the tests reach every line of the rules
	@rm -f .coverage .coverage.*
	@export NUMBA_DISABLE_JIT=1; $(COVERED) tests/noblemen_env/core & noblemen=$$!; \
		$(COVERED) tests/rokoko_env/core tests/parlour/core; rokoko=$$?; \
		wait $$noblemen && exit $$rokoko
	@$(PY) -m coverage combine --quiet
	@$(PY) -m coverage report --fail-under=100

lint: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-notebooks ## check formatting, style and types
	@$(PY) -m ruff format --check --quiet . || { echo "run 'make format'"; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary

format: $(VENV)/.ready-dev ## format the sources and fix what can be fixed
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format --quiet .

soak: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-research lowest ## run the long checks (minutes to hours)
	@$(PY) -m pytest -m soak -v -s
	@$(PY) -m tests.rokoko_env.core.compare_many --games 20000
	@$(PY) -m tests.noblemen_env.core.compare_many --games 20000
	@$(PY) -m tests.noblemen_env.core.compare_many --games 1000 --variant all

# Figures go to benchmarks/results, and from there to README, docs and the plot.
bench: $(VENV)/.ready-dev $(VENV)/.ready-train $(VENV)/.ready-peers ## measure all speeds again, with other environments for comparison
	@$(PY) -m benchmarks.throughput --game $(GAME) --save
	@$(PY) -m benchmarks.threads --game $(GAME) --save
	@$(PY) -m benchmarks.peers --game $(GAME) --save
	@$(PY) -m benchmarks.roofline --game $(GAME) --save
	@$(PY) -m benchmarks.coldstart --game $(GAME) --save
	@$(PY) -m benchmarks.interfaces --game $(GAME) --save
	@$(PY) -m benchmarks.search --game $(GAME) --save
	@$(PY) -m benchmarks.arena --game $(GAME) --save
	@$(PY) -m benchmarks.training --game $(GAME) --save
	@$(PY) -m benchmarks.report
	@$(PY) -m benchmarks.targets --game $(GAME)

strength: $(VENV)/.ready-dev $(VENV)/.ready-train ## measure how strong the agents are (about an hour)
	@$(PY) -m benchmarks.strength --game $(GAME) --save
	@$(PY) -m benchmarks.search_regret --game $(GAME) --save
	@$(PY) -m benchmarks.report

trained: $(VENV)/.ready-dev $(VENV)/.ready-train ## measure how strong the shipped network is (twenty minutes)
	@$(PY) -m benchmarks.trained --game $(GAME) --save
	@$(PY) -m benchmarks.report

hour: $(VENV)/.ready-dev $(VENV)/.ready-train ## measure how strong an hour of training makes a network (a bit more than an hour)
	@$(PY) -m benchmarks.training_hour --game $(GAME) --save
	@$(PY) -m benchmarks.report

balance: $(VENV)/.ready-research ## find out what wins: the study of docs/balance.md (half a minute)
	@$(PY) -m research.balance --game $(GAME) --players 4 --games 20000 --agents heuristic

# It imitates the script first, then learns from self-play. The same command resumes.
weights: $(VENV)/.ready-dev $(VENV)/.ready-train ## train the shipped network again (some three hours on two cores)
	@$(PY) -m training.recipes.shipped --game $(GAME)

clean: ## remove the environment, caches and build output
	@rm -rf $(VENV) $(LOWEST) build dist *.egg-info .coverage .coverage.* htmlcov \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---------------------------------------------------------------------------------- set-up
# A stamp marks an extra that is installed as pyproject.toml and constraints.txt require.

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
