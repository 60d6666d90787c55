"""Fixtures: a copy of the standard set that a test may damage, the set itself, and the command."""

from rokoko_env.components import load_components
from rokoko_env.components.__main__ import main
from tests.parlour.components.sets import fixtures

kit, standard, run = fixtures(main, load_components)
