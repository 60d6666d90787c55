"""Pictures of Noblemen: coloured text, SVG and pixels, all drawn from a view.

`render(game.view(seat), game.components, mode)`, or shorter `game.render(mode, seat)`.
"""

from functools import partial

from noblemen_env.render.ansi import ansi_text
from noblemen_env.render.layout import draw
from noblemen_env.render.scene import Scene, make_scene
from noblemen_env.spec import SPEC
from parlour.render import MODES, rgb_array, svg_text
from parlour.render import render as render_game

render = partial(render_game, SPEC)

__all__ = ["MODES", "Scene", "ansi_text", "draw", "make_scene", "render", "rgb_array", "svg_text"]
