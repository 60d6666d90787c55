"""The printed components of the game as data: the model, a loader, checks and the standard set."""

from parlour.component_errors import ComponentError
from rokoko_env.components.check import check_components
from rokoko_env.components.load import load_components
from rokoko_env.components.model import (
    BONUSES,
    COLORS,
    RANKS,
    REWARDS,
    TRIMS,
    Board,
    Components,
    Decoration,
    Dress,
    Employee,
    GameNumbers,
    Hall,
    Resource,
)

__all__ = [
    "BONUSES",
    "COLORS",
    "RANKS",
    "REWARDS",
    "TRIMS",
    "Board",
    "ComponentError",
    "Components",
    "Decoration",
    "Dress",
    "Employee",
    "GameNumbers",
    "Hall",
    "Resource",
    "check_components",
    "load_components",
]
