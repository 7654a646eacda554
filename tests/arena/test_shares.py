"""Tournaments in parts: shares that make up the whole, played apart and merged into one store."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ludens.arena.executors import in_this_process
from ludens.arena.match import MatchJob
from ludens.arena.shares import WHOLE, Share
from ludens.arena.standings import standings
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, Kind
from ludens.game import ParameterError, SourceError
from tests.arena.test_tournament import KINDS, SMALL, kept, played


@pytest.mark.parametrize("count", [1, 2, 3, 7, 30])
def test_shares_make_up_the_whole_and_do_not_overlap(count: int) -> None:
    jobs = [MatchJob(str(number), "", (), number) for number in range(24)]
    shares = [Share(number, count).of(jobs) for number in range(1, count + 1)]
    assert sorted(job.number for share in shares for job in share) == list(range(24))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1
    assert WHOLE.of(jobs) == jobs


def test_a_share_is_read_from_a_text() -> None:
    assert Share.parse("3/8") == Share(3, 8)
    assert Share.parse(" 1 / 1 ") == WHOLE
    for wrong in ("", "3", "3/", "a/b", "-1/3", "1/2/3", "1.5/2"):
        with pytest.raises(ParameterError, match="A share has the form 3/8"):
            Share.parse(wrong)
    for wrong in ("0/8", "9/8", "0/0"):
        with pytest.raises(ParameterError, match="There is no share"):
            Share.parse(wrong)


def test_a_tournament_played_in_shares_and_merged_is_the_same(tmp_path: Path) -> None:
    whole = played(SMALL, tmp_path / "whole")
    for number in (1, 2, 3):
        with Store(tmp_path / f"part{number}") as store:
            contest = Contest(SMALL, store, share=Share(number, 3))
            assert contest.size == 8
            assert len(list(contest.play(in_this_process))) == 8
            assert contest.missing() == []
    with Store(tmp_path / "merged") as merged:
        for number in (1, 2):
            with Store(tmp_path / f"part{number}") as store:
                assert merged.take(store) == (8, 0)
                assert merged.take(store) == (0, 8)
        contest = Contest(SMALL, merged)
        assert len(contest.missing()) == 8
        with Store(tmp_path / "part3") as store:
            assert merged.take(store) == (8, 0)
        contest = Contest(SMALL, merged)
        assert contest.missing() == []
        assert standings(contest).standings == whole.standings
    assert kept(tmp_path / "merged") == kept(tmp_path / "whole")


def test_stores_of_different_tournaments_are_merged_side_by_side(tmp_path: Path) -> None:
    other = dataclasses.replace(SMALL, seed=5, pairs=1)
    played(SMALL, tmp_path / "one")
    played(other, tmp_path / "two")
    with Store(tmp_path / "one") as one, Store(tmp_path / "two") as two:
        assert one.take(two) == (12, 0)
        assert [(identity, count) for identity, _, count in one.tournaments()] == [(SMALL.id, 24), (other.id, 12)]


def test_a_merge_that_fails_changes_nothing(tmp_path: Path) -> None:
    played(SMALL, tmp_path / "one")
    with Store(tmp_path / "one") as one, Store(tmp_path / "two") as two:
        two._file.execute("CREATE TRIGGER full BEFORE INSERT ON game BEGIN SELECT RAISE(FAIL, 'disk full'); END")
        with pytest.raises(SourceError, match=r"Cannot copy .*one to .*two: disk full"):
            two.take(one)
        assert two.tournaments() == []


def test_only_games_that_are_known_beforehand_are_shared_out(tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        for tournament in KINDS:
            if tournament.kind in (Kind.SWISS, Kind.KNOCK_OUT, Kind.SPRT):
                with pytest.raises(ParameterError, match="cannot be played in shards"):
                    Contest(tournament, store, share=Share(1, 2))
            Contest(tournament, store, share=WHOLE)
