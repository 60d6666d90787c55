"""Jitted code of the agents: the knowledge of the scripted players, and the search.

Everything here works on records of the game in which all that the seat to decide does not know has
been drawn anew (`seats.draw_worlds`).
"""
