"""The journal: what was told is there after any end, and what is damaged is passed over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludens.ggp.messages import Start
from ludens.ggp.player.journal import Journal, JournalError, Remembered, Snapshot, read_journal, usual_folder
from ludens.ggp.player.steps import JointStep, SeenStep, Step

START = Start("tt.1/../..", "xplayer", "(role xplayer) ; é", 10.5, 1)
STEPS: list[Step] = [JointStep(("(mark 1 1)", "noop")), SeenStep("bet", ("(card q)",))]


def read(path: Path) -> Remembered:
    found = read_journal(path)
    assert found is not None
    return found


def test_a_match_is_remembered_until_it_ends(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a" / "b")
    written = journal.begin(START)
    for step in STEPS:
        written.step(step)
        written.answer("noop", "any legal move")
    written.snapshot(Snapshot(1, "(cell 1 1 x)", ("noop",)))
    assert Journal(journal.folder).unfinished() == [], "a player that is running is at it"
    written.close()
    journal.close()
    journal = Journal(journal.folder)
    [found] = journal.unfinished()
    assert (found.start, found.steps, found.snapshot) == (START, STEPS, Snapshot(1, "(cell 1 1 x)", ("noop",)))
    again = journal.resume(found)
    again.step(STEPS[0])
    assert read(again.path).steps == [*STEPS, STEPS[0]]
    again.end("stop")
    again.step(STEPS[0])
    assert journal.unfinished() == []
    found_again = read_journal(found.path)
    assert found_again is not None
    assert found_again.ended == "stop"
    assert len(found_again.steps) == 3
    journal.close()


def test_a_match_that_began_anew_has_no_steps(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = journal.begin(START)
    written.step(STEPS[0])
    written.snapshot(Snapshot(1, "x"))
    written.again()
    found = read(written.path)
    assert (found.steps, found.snapshot) == ([], None)
    written.close()
    journal.close()


def test_any_cut_leaves_what_was_before_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = journal.begin(START)
    for step in STEPS:
        written.step(step)
    written.close()
    journal.close()
    whole = written.path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole), 7):
        written.path.write_bytes(whole[:size])
        found = read_journal(written.path)
        assert found is not None
        assert found.steps == STEPS[: whole[:size].count(b'"step"') - (not _is_line_end(whole, size))]


def _is_line_end(whole: bytes, size: int) -> bool:
    """Whether a cut here leaves the last line complete, or has not yet begun a step."""
    line = whole[:size].rsplit(b"\n", 1)[-1]
    return b'"step"' not in line or line.endswith(b"}")


def test_after_a_cut_line_the_next_one_is_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    written = journal.begin(START, "Ludens.1")
    written.close()
    with written.path.open("ab") as file:
        file.write(b'{"step": ["mov')
    again = journal.resume(read(written.path))
    again.step(STEPS[0])
    again.close()
    found = read(written.path)
    assert (found.steps, found.receiver, len(found.times)) == ([STEPS[0]], "Ludens.1", 2)
    journal.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "null",
        "[1]",
        '{"step": ["moves", "a"]}',
        '{"start": {"match": 3}, "time": 1}',
        '{"start": 5}',
        "\x00",
    ],
)
def test_files_that_tell_of_no_match(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.match.jsonl"
    path.write_text(text)
    assert read_journal(path) is None
    assert Journal(tmp_path).unfinished() == []


def test_names_of_matches_cannot_leave_the_folder(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "in")
    written = journal.begin(START)
    written.close()
    journal.close()
    assert written.path.parent == tmp_path / "in"
    assert len(list((tmp_path / "in").glob("*.jsonl"))) == 1


def test_only_the_newest_records_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.ggp.player.journal.RECORDS_KEPT", 2)
    for day in range(1, 5):
        (tmp_path / f"2026010{day}T000000-m-x.match.jsonl").touch()
    (tmp_path / "other.txt").touch()
    Journal(tmp_path).tidy()
    assert sorted(path.name[:8] for path in tmp_path.glob("*.jsonl")) == ["20260103", "20260104"]
    assert (tmp_path / "other.txt").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match=r"Cannot keep a journal in .*file"):
        Journal(tmp_path / "file")


def test_where_the_journal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_STATE", os.path.join("x", "y"))  # noqa: PTH118
    assert usual_folder() == Path("x/y/matches")
    monkeypatch.delenv("LUDENS_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", "/s")
    assert usual_folder() == Path("/s/ludens/matches")
