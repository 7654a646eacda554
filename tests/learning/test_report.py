"""What a training says of itself in a file: whole, found by the rules, and never trusted."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import ludens
from ludens.arena.record import MatchRecord, replay
from ludens.game import SourceError
from ludens.learning.course import Course, Wanted, begun
from ludens.learning.progress import Progress
from ludens.learning.report import GAMES, SILENT_SECONDS, Report, Stage, all_reports, read_report, report_path

NAME = "nim(heaps=2-3)"


@pytest.fixture(autouse=True)
def own_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))
    return tmp_path


def train(seen: list[Report], *, resume: bool = False) -> Report:
    """Trains for a generation; ``seen`` gets the report as it was whenever something was measured."""
    game = ludens.load(NAME)
    training = begun(game, Wanted(width=8, layers=1, resume=resume))

    def tell(_: Progress) -> None:
        seen.append(read_report(report_path(game)))

    Course(training, tell, name=NAME).run(0.0001)
    return read_report(report_path(game))


def test_a_training_writes_a_report_while_it_goes_on() -> None:
    seen: list[Report] = []
    last = train(seen)
    assert seen[0].stage == Stage.MEASURING
    assert seen[0].goes_on
    assert last.stage == Stage.OVER
    assert not last.goes_on
    assert (last.game, last.name) == (NAME, ludens.load(NAME).info.name)
    assert last.positions == last.history[-1]["positions"] > 0
    assert last.seconds <= last.until
    assert last.about["plan"]["width"] == 8


def test_games_to_look_at_can_be_replayed_and_stay_when_it_goes_on() -> None:
    first = train([])
    second = train([], resume=True)
    assert second.games[:1] == first.games
    assert len(second.games) == 2
    assert len(second.history) == 2
    game = ludens.load(NAME)
    for line in second.games:
        record = MatchRecord.from_json(line)
        assert game.is_terminal(replay(record, game)[-1])


def test_only_the_latest_games_are_kept() -> None:
    report = Report(NAME, NAME, "0" * 16, games=[str(number) for number in range(GAMES + 3)])
    report.write()
    assert report.games == [str(number) for number in range(3, GAMES + 3)]


def test_a_training_that_has_long_been_silent_goes_on_no_more() -> None:
    report = Report(NAME, NAME, "0" * 16)
    report.write()
    assert report.goes_on
    report.written = time.time() - 2 * SILENT_SECONDS
    assert not report.goes_on


def test_the_latest_report_comes_first_and_no_other_file_counts(own_networks: Path) -> None:
    for number, written in enumerate((1.0, 3.0, 2.0)):
        report = Report(NAME, str(number), str(number) * 16)
        report.write()
        path = own_networks / f"{report.rules}.report.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "written": written}))
    (own_networks / "x.report.json").write_text("{")
    assert [report.name for report in all_reports()] == ["1", "2", "0"]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "another"},
        {"stage": "dancing"},
        {"games": [1]},
        {"history": ["x"]},
        {"about": None},
        {"positions": "many"},
        {"more": 1},
    ],
)
def test_a_report_that_is_none_is_refused(change: dict[str, object], own_networks: Path) -> None:
    Report(NAME, NAME, "0" * 16).write()
    path = own_networks / f"{'0' * 16}.report.json"
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, **change}))
    with pytest.raises(SourceError, match="not the report"):
        read_report(path)
    path.write_text("[]")
    with pytest.raises(SourceError, match="not the report"):
        read_report(path)
    with pytest.raises(SourceError, match="not the report"):
        read_report(own_networks / "none")
