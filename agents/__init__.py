"""Measuring players: the arena, the ladder, tuning, and the reports they write."""
