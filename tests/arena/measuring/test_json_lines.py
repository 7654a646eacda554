"""Files that grow by lines: nothing is lost by a line that was not finished."""

from __future__ import annotations

from pathlib import Path

from ludens.arena.measuring.json_lines import append_line, read_lines


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    assert read_lines(file, dict) == []
    for number in range(3):
        append_line(file, {"number": number, "name": "π"})
    assert read_lines(file, lambda data: (data["number"], data["name"])) == [(0, "π"), (1, "π"), (2, "π")]
    assert len(file.read_text("utf-8").splitlines()) == 3


def test_after_an_unfinished_line_the_next_one_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    append_line(file, {"number": 1})
    with file.open("ab") as lines:
        lines.write(b'{"number": 2, "na')
    append_line(file, {"number": 3})
    assert read_lines(file, lambda data: data["number"]) == [1, 3]


def test_lines_that_say_something_else_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    for data in ({"number": 1}, {"other": 2}, {"number": "three"}):
        append_line(file, data)
    assert read_lines(file, lambda data: int(data["number"])) == [1]


def test_without_a_file_nothing_is_kept() -> None:
    append_line(None, {"number": 1})
    assert read_lines(None, dict) == []
