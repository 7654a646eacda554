"""Two players of ours and the manager on loopback, in games of different kinds: complete, replayable records."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import ludens
from ludens.arena.record import MatchRecord, replay
from ludens.games.loading import load_rulesheet
from ludens.ggp.conversation import Clocks
from ludens.ggp.manager import Managed, ggp_form, play_managed
from tests.ggp.player_harness import playing

ALL = (
    "tic_tac_toe",
    "connect_four",
    "breakthrough",
    "reversi",
    "rock_paper_scissors",
    "lights_on",
    "connect_four(players=3)",
    "kuhn_poker",
)


def play(game: str, agent: str, clocks: Clocks, folder: Path) -> MatchRecord:
    seats = len(load_rulesheet(game).info.players)

    async def go() -> MatchRecord:
        async with AsyncExitStack() as stack:
            urls = []
            for seat in range(seats):
                _, talk = await stack.enter_async_context(playing(folder / str(seat), agent))
                urls.append(talk.address.url)
            managed = Managed(game=game, players=tuple(urls), clocks=clocks, scramble=True, seed=2)
            record = await play_managed(managed)
            json.dumps(ggp_form(managed, record))
            return record

    return asyncio.run(go())


def check(record: MatchRecord, game: str) -> None:
    assert record.faults == (), record.faults
    assert MatchRecord.from_json(record.to_json()) == record
    states = replay(record, ludens.load(game))
    assert len(states) == len(record.moves) + 1


@pytest.mark.parametrize("game", ["rock_paper_scissors", "kuhn_poker"])
def test_two_players_and_a_manager(game: str, tmp_path: Path) -> None:
    check(play(game, "random", Clocks(start=30.0, play=5.0), tmp_path), game)


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL)
def test_eight_games_at_real_clocks(game: str, tmp_path: Path) -> None:
    check(play(game, "champion", Clocks(start=15.0, play=2.0), tmp_path), game)
