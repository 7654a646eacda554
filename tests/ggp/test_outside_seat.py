"""Players of the network as agents of the arena: matches, forfeits, openings, tournaments."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import threading
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ludens
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob, random_opening
from ludens.arena.outside import one_match_at_a_time
from ludens.arena.record import Cause, MatchRecord, replay
from ludens.arena.referee import after
from ludens.cli import app
from ludens.game import Limit, ParameterError
from ludens.games.loading import load_rulesheet
from ludens.gdl import Source, load_rules
from ludens.ggp import outside_seat
from ludens.ggp.outside_seat import check_outside, network_seat, rules_from
from tests.ggp.player_harness import playing
from tests.ggp.toy_players import ToyPlayer, toy_players
from tests.process_table import PATIENCE_SECONDS

LONG = Terms(limit=Limit(seconds=20.0))


def play(game: str, *agents: str, terms: Terms = LONG, opening: int = 0) -> MatchRecord:
    with Matches(MatchConditions(terms, opening, 5, network_seat)) as matches:
        record = matches.play(MatchJob("feed", game, agents, 0))
    assert MatchRecord.from_json(record.to_json()) == record
    replay(record, ludens.load(game))
    return record


def test_a_player_of_the_network_plays_as_an_agent() -> None:
    player = ToyPlayer()
    with toy_players(player) as (url,):
        record = play("tic_tac_toe", url, "random")
    assert record.forfeits == ()
    assert record.agents[0].name == url
    keywords = [text.split()[1] for text in player.heard]
    assert keywords == ["INFO", "START", *["PLAY"] * len(record.moves), "STOP"]
    assert player.heard[1].endswith(" ) 10 20 )")
    last = record.moves[-1]
    spaced = " ".join(move.replace("(", "( ").replace(")", " )") for move in last)
    assert player.heard[-1] == f"( STOP ludens.feed.0 ( {spaced} ) )"


def test_a_player_of_ours_in_both_roles_plays_both(tmp_path: Path) -> None:
    async def main() -> MatchRecord:
        async with playing(tmp_path) as (_, talk):
            return await asyncio.to_thread(play, "tic_tac_toe", talk.address.url, talk.address.url)

    assert asyncio.run(main()).forfeits == ()


def test_the_start_clock_is_that_of_the_terms() -> None:
    player = ToyPlayer()
    with toy_players(player) as (url,):
        play("tic_tac_toe", "random", url, terms=Terms(limit=Limit(seconds=20.0), start_seconds=30.0))
    assert player.heard[1].endswith(" ) 30 20 )")


@pytest.mark.parametrize(
    ("how", "cause"),
    [
        ("illegal", Cause.ILLEGAL),
        ("garbage", Cause.ILLEGAL),
        ("empty", Cause.ILLEGAL),
        ("dead", Cause.CRASH),
        ("silent", Cause.STALL),
        ("busy_start", Cause.CRASH),
    ],
)
def test_a_player_that_fails_forfeits_by_its_cause(how: str, cause: Cause) -> None:
    player = ToyPlayer(how)
    with toy_players(player) as (url,):
        seconds = 1.0 if cause is Cause.STALL else 20.0
        record = play("tic_tac_toe", "random", url, terms=Terms(limit=Limit(seconds=seconds), grace_seconds=0.0))
    assert [(each.role, each.cause) for each in record.forfeits] == [(1, cause)]
    assert record.goals == (100, 0)
    if how != "busy_start":
        assert player.heard[-1] == "( ABORT ludens.feed.1 )"


def test_nobody_there_is_a_forfeit() -> None:
    with toy_players(ToyPlayer()) as (url,):
        pass
    record = play("tic_tac_toe", url, "random")
    assert [(each.role, each.cause, each.detail) for each in record.forfeits] == [
        (0, Cause.CRASH, "connection refused")
    ]


def test_a_busy_player_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_seat, "BUSY_SECONDS", 0.6)
    with toy_players(ToyPlayer("busy")) as (url,):
        record = play("tic_tac_toe", url, "random")
    assert record.forfeits[0].detail == "it is busy with another match"


@pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough", "lights_on", "nim", "rock_paper_scissors"])
def test_rules_after_an_opening_are_those_of_the_game_from_there(name: str) -> None:
    game = load_rulesheet(name)
    for seed in range(4):
        opening = random_opening(game, 3, random.Random(seed))
        later = load_rules(Source(rules_from(game, opening)))
        state, other, numbers = after(game, opening), later.initial_state(), random.Random(seed)
        for _ in range(10):
            assert game.text(state) == later.text(other)
            assert game.is_terminal(state) == later.is_terminal(other)
            if game.is_terminal(state):
                break
            legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
            assert legal == [later.legal_moves(other, role) for role in range(len(game.info.roles))]
            joint = [numbers.choice(moves) for moves in legal]
            state, other = game.next_state(state, joint), later.next_state(other, joint)


def test_a_match_after_an_opening_asks_for_no_moves_of_it() -> None:
    player = ToyPlayer()
    with toy_players(player) as (url,):
        record = play("tic_tac_toe", url, "random", opening=2)
    assert record.forfeits == ()
    assert record.opening == 2
    plays = [text for text in player.heard if text.startswith("( PLAY")]
    assert len(plays) == len(record.moves) - 2
    assert plays[0] == "( PLAY ludens.feed.0 NIL )"


def test_terms_that_the_protocol_cannot_express_are_refused() -> None:
    url = "http://127.0.0.1:9147"
    check_outside([url, "random"], LONG)
    for seconds in (0.1, 1.5, None):
        with pytest.raises(ParameterError, match="whole seconds, so --seconds must be whole"):
            check_outside([url], Terms(limit=Limit(seconds=seconds, playouts=5)))
        check_outside(["random"], Terms(limit=Limit(seconds=seconds, playouts=5)))
    with pytest.raises(ParameterError, match="so --start-seconds must be whole"):
        check_outside([url], Terms(limit=Limit(seconds=1), start_seconds=0.5))
    with pytest.raises(ParameterError, match="not the address"):
        check_outside(["http://a b"], LONG)
    with pytest.raises(ParameterError, match="which cannot play here"), Matches(MatchConditions(LONG)) as matches:
        matches.play(MatchJob("feed", "tic_tac_toe", (url, "random"), 0))


def _hold(address: str, begun: Event, enough: Event) -> None:
    with one_match_at_a_time([address]):
        begun.set()
        enough.wait()


def test_two_processes_do_not_play_with_the_same_player_at_once() -> None:
    context = multiprocessing.get_context("spawn")
    begun, enough, address = context.Event(), context.Event(), f"http://x:{random.SystemRandom().randrange(10**9)}"
    other = context.Process(target=_hold, args=(address, begun, enough))
    other.start()
    assert begun.wait(PATIENCE_SECONDS)
    mine = threading.Event()

    def wait_for_turn() -> None:
        with one_match_at_a_time(["http://a:1", address, address]):
            mine.set()

    waiting = threading.Thread(target=wait_for_turn)
    waiting.start()
    assert not mine.wait(0.3)
    enough.set()
    assert mine.wait(PATIENCE_SECONDS)
    waiting.join()
    other.join()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "160"})


def test_tournaments_rate_players_of_the_network(tmp_path: Path) -> None:
    store = str(tmp_path / "arena.sqlite")
    players = ToyPlayer(), ToyPlayer()
    with toy_players(*players) as urls:
        agents = ",".join((*urls, "random"))
        result = run(
            "tournament", "--games", "tic_tac_toe", "--agents", agents, "--pairs", "1", "--seconds", "20",
            "--workers", "1", "--store", store, "--json",
        )  # fmt: skip
        assert result.exit_code == 0, result.output
        lone = run("match", "tic_tac_toe", urls[0], "random", "--seconds", "20", "--json")
        assert MatchRecord.from_json(lone.stdout).forfeits == ()
    data = json.loads(result.stdout)
    assert data["played"] == 6
    assert {line["agent"] for line in data["standings"]} == {*urls, "random"}
    assert all(line["forfeits"] == {} for line in data["standings"])
    assert json.loads(run("standings", "--store", store, "--json").stdout)["played"] == 6
    wrong = run("tournament", "--games", "nim", "--agents", agents, "--store", store)
    assert wrong.exit_code == 2
    assert "whole seconds" in wrong.stderr
