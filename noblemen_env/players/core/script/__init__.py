"""The scripted player: it rates legal actions by what they are worth in victory points.

`style` holds its numbers, `plan` its notes at a decision, `planning` fills them; `laying` rates
tiles on cells, `building` buildings and their places, `knights` visits, `bidding` masquerades and
cards. `rate` ties it together.
"""
