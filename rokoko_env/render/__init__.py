"""Pictures of a game: coloured text, SVG and pixels, all drawn from a view.

`render(game.view(seat), game.components, mode)`, or shorter `game.render(mode, seat)`.
"""

from __future__ import annotations

from typing import Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from rokoko_env.components import Components
from rokoko_env.render.ansi import ansi_text
from rokoko_env.render.layout import draw
from rokoko_env.render.rgb import rgb_array
from rokoko_env.render.scene import Scene, make_scene
from rokoko_env.render.svg import svg_text

MODES: Final = ("ansi", "svg", "rgb_array")

__all__ = ["MODES", "Scene", "ansi_text", "draw", "make_scene", "render", "rgb_array", "svg_text"]


@overload
def render(
    view: dict[str, Any], components: Components, mode: Literal["ansi", "svg"] = "ansi"
) -> str: ...
@overload
def render(
    view: dict[str, Any], components: Components, mode: Literal["rgb_array"]
) -> NDArray[np.uint8]: ...
@overload
def render(view: dict[str, Any], components: Components, mode: str) -> str | NDArray[np.uint8]: ...


def render(
    view: dict[str, Any], components: Components, mode: str = "ansi"
) -> str | NDArray[np.uint8]:
    """Return the view as coloured text, as an SVG document or as height x width x 3 uint8."""
    if mode not in MODES:
        raise ValueError(f"there is no render mode {mode!r}, expected one of {', '.join(MODES)}")
    scene = make_scene(view, components)
    if mode == "ansi":
        return ansi_text(scene)
    if mode == "svg":
        return svg_text(draw(scene))
    return rgb_array(draw(scene))
