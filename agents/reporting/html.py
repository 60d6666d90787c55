"""Parts of an HTML report. They escape all text, and load nothing from outside the page."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from agents.reporting.figures import NO_PLOTS, can_draw, svg

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .3rem; } h2 { font-size: 1.25rem; margin: 2.4rem 0 .4rem; }
p { max-width: 46rem; } figure { margin: 1rem 0; } img { width: 100%; height: auto; }
figcaption { color: #555; font-size: .9rem; max-width: 46rem; } code { font-size: .9em; }
table { border-collapse: collapse; font-size: .9rem; margin: .8rem 0; }
th, td { padding: .15rem .8rem .15rem 0; text-align: right; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child, table.text td { text-align: left; }
table.text th { text-align: left; } th { border-bottom: 1px solid #999; font-weight: 600; }
td { border-bottom: 1px solid #eee; } .wide { overflow-x: auto; }
summary { cursor: pointer; color: #0072b2; } footer { margin-top: 3rem; color: #777; }
"""


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    titles = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    opening = f'<table class="{kind}">' if kind else "<table>"
    return f'<div class="wide">{opening}<tr>{titles}</tr>\n{body}</table></div>'


def folded(summary: str, *parts: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{''.join(parts)}</details>"


def missing_pictures() -> str:
    """A note without matplotlib, else nothing."""
    return "" if can_draw() else paragraph(f"Note: {NO_PLOTS}.")


def picture(draw: Callable[[], Any], shows: str, caption: str) -> str:
    """A figure with its caption; nothing without matplotlib."""
    if not can_draw():
        return ""
    data = base64.b64encode(svg(draw())).decode()
    image = f'<img alt="{escape(shows)}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{escape(caption)}</figcaption></figure>"


def whole(title: str, top: str, sections: Mapping[str, str], bottom: str) -> str:
    """The page; `top`, the sections (by heading) and `bottom` are made of the parts above."""
    body = "\n".join(f"<h2>{escape(name)}</h2>\n{text}" for name, text in sections.items())
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{top}
{body}
{bottom}
</body>
</html>
"""
