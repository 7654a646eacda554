"""Records: everything is in them, they come back from their line, replay exactly, and go to ggp.org's form."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json

import pytest

import ludens
from ludens import Limit
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob, match_id, play_again, rules_digest
from ludens.arena.record import AgentCard, Cause, MatchRecord, finite, replay
from ludens.arena.records.ggp_form import as_ggp
from ludens.game import LudensError, ParameterError, SourceError
from ludens.players import AGENTS
from ludens.players.kind import AgentKind
from tests.arena.misbehaving import Misbehaving

FEW = MatchConditions(Terms(limit=Limit(playouts=30)), opening=2, seed=7)
GAMES = [
    ("tic_tac_toe", ("uct(lanes=4)", "monte_carlo")),
    ("rock_paper_scissors", ("random", "legal")),
    ("connect_four(players=3)", ("random", "monte_carlo", "legal")),
    ("lights_on", ("random",)),
    ("odd", ("random", "monte_carlo")),
]


def play(game: str, agents: tuple[str, ...], conditions: MatchConditions = FEW, number: int = 3) -> MatchRecord:
    with Matches(conditions) as matches:
        return matches.play(MatchJob(match_id("test", game, agents, number), game, agents, number))


@pytest.mark.parametrize(("game", "agents"), GAMES)
def test_a_record_comes_back_from_its_line_and_replays(game: str, agents: tuple[str, ...]) -> None:
    record = play(game, agents)
    assert MatchRecord.from_json(record.to_json()) == record
    assert "\n" not in record.to_json()
    loaded = ludens.load(game)
    states = replay(record, loaded)
    assert len(states) == len(record.moves) + 1
    assert loaded.is_terminal(states[-1])
    assert tuple(loaded.goals(states[-1])) == record.goals
    assert len(record.thoughts) == len(record.moves) - record.opening
    again = play_again(record)
    assert (again.moves, again.goals) == (record.moves, record.goals)


def test_a_record_says_who_played_with_which_options() -> None:
    record = play(*GAMES[0])
    assert record.agents[0].name == "uct(lanes=4)"
    assert record.agents[0].options["lanes"] == 4
    assert record.agents[0].options["solver"] is True
    assert record.agents[0].version == ludens.__version__
    assert record.rules == rules_digest("tic_tac_toe")
    assert play(*GAMES[4]).rules is None
    searched = [thought for turn in record.thoughts for thought in turn if thought.notes]
    assert any((thought.notes or {}).get("simulations") for thought in searched)


def test_numbers_and_seeds_are_all_the_chance_there_is() -> None:
    agents = ("random", "random")
    games = {(number, seed): play("connect_four", agents, MatchConditions(FEW.terms, 4, seed), number).moves
             for number in (0, 1) for seed in (0, 1)}  # fmt: skip
    assert len(set(games.values())) == 4
    assert play("connect_four", agents, MatchConditions(FEW.terms, 4, 1), 1).moves == games[1, 1]


def test_a_record_that_does_not_fit_is_refused() -> None:
    record, game = play(*GAMES[0]), ludens.load("tic_tac_toe")
    wrong = dataclasses.replace(record, moves=(*record.moves[:1], ("(mark 9 9)", "noop"), *record.moves[2:]))
    with pytest.raises(SourceError, match="Move 2 of match"):
        replay(wrong, game)
    with pytest.raises(SourceError, match="ends before the game is over"):
        replay(dataclasses.replace(record, moves=record.moves[:-1]), game)
    with pytest.raises(SourceError, match="but the rules say"):
        replay(dataclasses.replace(record, goals=(1, 2)), game)
    with pytest.raises(SourceError, match="The rules of tic_tac_toe are not those"):
        play_again(dataclasses.replace(record, rules="0"))
    other = AgentCard("random", {}, "0.0.0")
    with pytest.raises(SourceError, match="random is not the same agent"):
        play_again(dataclasses.replace(record, agents=(other, other)))
    for line in ("", "{}", "[]", "nonsense", record.to_json()[:-9], '{"ludens_match":1}'):
        with pytest.raises(SourceError, match="not the record of a match"):
            MatchRecord.from_json(line)
    with pytest.raises(SourceError, match="format 99"):
        MatchRecord.from_json(record.to_json().replace('"ludens_match":1', '"ludens_match":99'))


def test_damaged_records_are_refused_and_never_a_traceback() -> None:
    """Any part of a record replaced by something else: it is refused in a sentence, or still is a record."""
    data = json.loads(play(*GAMES[0]).to_json())
    replacements: list[object] = [None, 7, "x", [], {}, [[7]], [{}], float("inf"), True]
    for name, wrong in itertools.product(data, replacements):
        with contextlib.suppress(LudensError):
            assert MatchRecord.from_json(json.dumps({**data, name: wrong})).to_json()


def test_search_facts_are_those_that_json_can_hold() -> None:
    assert finite({"a": float("inf"), "b": 2, "c": 1.5, "d": "x", "e": float("nan")}) == {"b": 2, "c": 1.5, "d": "x"}
    assert finite({}) is None


def test_the_form_of_ggp_org() -> None:
    record = play(*GAMES[0])
    data = json.loads(json.dumps(as_ggp(record, ludens.load("tic_tac_toe"))))
    assert data["isCompleted"] is True
    assert data["moves"] == [list(joint) for joint in record.moves]
    assert len(data["states"]) == len(data["stateTimes"]) == len(record.moves) + 1
    assert data["states"][0].startswith("( (cell 1 1 b) (cell 1 2 b)")
    assert data["stateTimes"] == sorted(data["stateTimes"])
    assert data["goalValues"] == list(record.goals)
    assert data["playerNamesFromHost"] == ["uct(lanes=4)", "monte_carlo"]
    assert data["gameRoleNames"] == ["xplayer", "oplayer"]
    assert data["errors"] == [["", ""]] * (len(record.moves) + 1)


@pytest.fixture
def bad_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    for how in ("crash", "illegal", "unmade"):
        kind = AgentKind(
            name=f"bad_{how}", summary="", source="",
            agent=lambda game, role, options, seed, how=how: Misbehaving(how, game, role, seed),
        )  # fmt: skip
        monkeypatch.setitem(AGENTS, kind.name, kind)


@pytest.mark.parametrize(
    ("how", "cause"), [("crash", Cause.CRASH), ("illegal", Cause.ILLEGAL), ("unmade", Cause.CRASH)]
)
@pytest.mark.usefixtures("bad_agents")
def test_forfeits_are_in_the_record(how: str, cause: Cause) -> None:
    record = play("tic_tac_toe", ("random", f"bad_{how}"))
    assert [(each.role, each.cause) for each in record.forfeits] == [(1, cause)]
    assert MatchRecord.from_json(record.to_json()) == record
    assert len(replay(record, ludens.load("tic_tac_toe"))) == len(record.moves) + 1
    data = as_ggp(record, ludens.load("tic_tac_toe"))
    assert data["isCompleted"] is False
    assert "goalValues" not in data
    errors = data["errors"]
    assert isinstance(errors, list)
    assert errors[-1][0] == ""
    assert errors[-1][1].startswith(cause.value)


def test_bad_jobs_are_refused() -> None:
    with pytest.raises(ParameterError, match="2 roles, but 1 agents"):
        play("tic_tac_toe", ("random",))
    with pytest.raises(LudensError, match="There is no agent called 'nobody'"):
        play("tic_tac_toe", ("random", "nobody"))
