"""Pictures of Rokoko: a scene from a view, as coloured text or a `Picture`."""

from rokoko_env.render.ansi import ansi_text
from rokoko_env.render.layout import draw
from rokoko_env.render.scene import Scene, make_scene

__all__ = ["Scene", "ansi_text", "draw", "make_scene"]
