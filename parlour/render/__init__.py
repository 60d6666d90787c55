"""Pictures of a game, drawn from a view: coloured text, SVG and pixels.

`render(spec, game.view(seat), game.components, mode)`, or shorter `game.render(mode, seat)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from parlour.render.rgb import rgb_array
from parlour.render.svg import svg_text

if TYPE_CHECKING:
    from parlour.spec import Components, GameSpec, View

MODES: Final = ("ansi", "svg", "rgb_array")

__all__ = ["MODES", "render", "rgb_array", "svg_text"]


def render(
    spec: GameSpec, view: View, components: Components, mode: str = "ansi"
) -> str | NDArray[np.uint8]:
    """Return the view as coloured text, as an SVG document or as height x width x 3 uint8."""
    if mode not in MODES:
        raise ValueError(f"there is no render mode {mode!r}, expected one of {', '.join(MODES)}")
    if mode == "ansi":
        return spec.view_as_ansi(view, components)
    picture = spec.draw(view, components)
    return svg_text(picture) if mode == "svg" else rgb_array(picture)
