"""Logs of JSON lines."""

from __future__ import annotations

from agents.reporting.jsonl import append_line, cut_lines, read_lines


def test_lines_are_appended_and_read(tmp_path):
    path = tmp_path / "log.jsonl"
    assert list(read_lines(path)) == []
    append_line(path, {"step": 1, "text": "a\nb\u2028c"})
    append_line(path, {"step": 2})
    assert list(read_lines(path)) == [{"step": 1, "text": "a\nb\u2028c"}, {"step": 2}]


def test_a_cut_line_is_left_out(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"step": 1}\n{"step": 2}\n{"st')
    assert list(read_lines(path)) == [{"step": 1}, {"step": 2}]


def test_a_resumed_run_drops_lines_after_its_checkpoint(tmp_path):
    path = tmp_path / "log.jsonl"
    assert cut_lines(path, lambda line: True) == []
    path.write_text('{"step": 1}\n{"step": 2}\n{"step": 3}\n{"st')
    assert cut_lines(path, lambda line: line["step"] <= 2) == [{"step": 1}, {"step": 2}]
    append_line(path, {"step": 3})
    assert path.read_text() == '{"step": 1}\n{"step": 2}\n{"step": 3}\n'
