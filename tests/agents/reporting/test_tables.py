"""Tables and sentences in the terminal."""

from __future__ import annotations

import math

import pytest

from agents.reporting.tables import duration_text, interval_text, new_table, print_result
from agents.statistics import Interval


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.56e-6, "4.56 us"), (7e-9, "7 ns")],
)
def test_durations(seconds, text):
    assert duration_text(seconds) == text


def test_intervals():
    assert interval_text(Interval(0.531, 0.51, 0.552), ".1f", 100) == "53.1 (51.0 to 55.2)"
    assert interval_text(Interval(0.531, math.nan, math.nan), ".1f", 100) == "53.1"


def test_a_result_is_printed(capsys):
    table = new_table("standings", "agent", "score", "rank")
    table.add_row("random", "12.3", "1.50")
    line = "random is [best]: " + 200 * "x"
    print_result([table], [line], ["no plots"], out="runs/a")
    output = capsys.readouterr()
    assert output.err == "note: no plots\n"
    title, _, head, _, row, *rest = (text.rstrip() for text in output.out.splitlines())
    assert title == "standings"
    assert head.split() == ["agent", "score", "rank"]
    assert row.split() == ["random", "12.3", "1.50"]
    assert rest[-2:] == [line, "Written to runs/a"]
