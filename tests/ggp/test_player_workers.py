"""The workers of a player, each by itself: what they answer is what the game says."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from typing import Any

import pytest

from ludens.engine.compiled_game import CompiledGame
from ludens.game import LudensError
from ludens.games.loading import load, load_rulesheet
from ludens.ggp.guide import Guide
from ludens.ggp.seated_game import SeatedGame, UnplayableError
from ludens.ggp.steps import JointStep, SeenStep, as_data
from ludens.ggp.thinker import Thinker
from ludens.ggp.worker import serve
from tests.corpus import SHEETS, needs_corpus
from tests.ggp.player_harness import RACE, reasoner, tic_tac_toe


@pytest.fixture(autouse=True)
def _no_memory_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for processes of their own."""
    for module in ("guide", "thinker"):
        monkeypatch.setattr(f"ludens.ggp.{module}.limit_memory", lambda size: None)


def begin(**content: Any) -> dict[str, Any]:
    return {"kind": "begin", "steps": [], "seconds": 1.0, **content}


def guide_of(rules: str, role: str) -> Guide:
    return Guide(SeatedGame(rules, role))


def thinker_of(rules: str, role: str) -> Thinker:
    return Thinker(SeatedGame(rules, role, CompiledGame))


def look(*steps: tuple[str, ...]) -> dict[str, Any]:
    return {"kind": "look", "steps": [as_data(JointStep(moves)) for moves in steps]}


@pytest.mark.parametrize("name", ["tic_tac_toe", "goofspiel", "eight_puzzle", "connect_four(players=3)"])
def test_the_guide_knows_what_the_reasoner_knows(name: str) -> None:
    """Every role, along random games; a second guide that begins in the middle agrees."""
    game = load_rulesheet(name)
    rules, numbers = game.sheet.source.text, random.Random(name)
    for role, role_name in enumerate(game.info.roles):
        guide = guide_of(rules, role_name.upper())
        reply = guide.answer(begin())
        state = game.initial_state()
        for _ in range(12):
            assert reply["legal"] == list(game.legal_moves(state, role))
            assert (reply["over"], reply["position"]) == (game.is_terminal(state), game.text(state))
            assert guide_of(rules, role_name).answer(begin(position=reply["position"]))["legal"] == reply["legal"]
            if game.is_terminal(state):
                assert reply["goals"] == list(game.goals(state))
                break
            moves = tuple(numbers.choice(game.legal_moves(state, each)) for each in range(len(game.info.roles)))
            state = game.next_state(state, moves)
            reply = guide.answer(look(tuple(move.upper() for move in moves)))
            assert reply["wrong"] == []


def test_the_guide_passes_over_what_does_not_fit() -> None:
    guide = guide_of(RACE, "white")
    first = guide.answer(begin())
    assert first["roles"] == ["White", "Black"]
    assert first["legal"] == ["(Jump 2)", "(Step 1)"]
    reply = guide.answer(look(("(step 7)", "noop"), ("noop",), ("(step 1)", "noop"), ("(step 1)", "noop")))
    assert len(reply["wrong"]) == 3
    assert reply["legal"] == ["(Jump 3)", "(Step 2)"]
    percepts = guide.answer({"kind": "look", "steps": [as_data(SeenStep("x", ()))]})
    assert percepts["wrong"] == ["percepts were told in a game in which nothing is hidden"]


def test_rules_that_the_checker_refuses_are_played_if_that_is_possible() -> None:
    without_goals = "".join(line for line in RACE.splitlines() if "goal" not in line)
    seat = SeatedGame(without_goals, "white")
    assert seat.problems == ("nobody can win: there is no rule for 'goal'",)
    assert guide_of(without_goals, "white").answer(begin())["legal"] == ["(Jump 2)", "(Step 1)"]


@pytest.mark.parametrize(
    ("rules", "role", "reason"),
    [("((", "a", "never closed"), (RACE, "green", "no role 'green' in these rules; there are white, black")],
)
def test_rules_with_which_nothing_can_be_done(rules: str, role: str, reason: str) -> None:
    with pytest.raises(UnplayableError, match=reason):
        SeatedGame(rules, role)


@needs_corpus
def test_positions_go_to_text_and_back() -> None:
    """A restarted player goes on from the text of a position."""
    for path in random.Random(4).sample(SHEETS, 4):
        game = load(path)
        numbers, state = random.Random(path.name), game.initial_state()
        rules = path.read_text("utf-8", "replace")
        for _ in range(4):
            if game.is_terminal(state):
                break
            roles = range(len(game.info.roles))
            state = game.next_state(state, [numbers.choice(game.legal_moves(state, role)) for role in roles])
        seat = SeatedGame(rules, game.info.roles[0])
        seat.go_to(game.text(state))
        assert seat.state == state


def decided(thinker: Thinker, *steps: tuple[str, ...]) -> dict[str, Any]:
    return thinker.answer({**look(*steps), "kind": "decide", "until": time.monotonic() + 0.1})


@pytest.mark.parametrize("compiled", [True, False])
def test_the_thinker_follows_the_match(compiled: bool) -> None:
    thinker = thinker_of(tic_tac_toe(), "xplayer")
    content = {"agent": "monte_carlo", "compiled": compiled, "memory_mib": 1024, "seed": 1}
    reply = thinker.answer(begin(**content))
    assert (reply["agent"], reply["prepares"]) == ("monte_carlo", False)
    assert decided(thinker)["move"] in reasoner(tic_tac_toe()).legal_moves(reasoner(tic_tac_toe()).initial_state(), 0)
    assert decided(thinker, ("(mark 2 2)", "noop"))["move"] == "noop"
    for kind in ("prepare", "ponder", "rest"):
        assert thinker.answer({"kind": kind, "steps": [], "until": time.monotonic() + 0.05}) == {}
    won = decided(thinker, ("noop", "(mark 1 2)"), ("(mark 1 1)", "noop"), ("noop", "(mark 2 1)"))
    assert won["move"] == "(mark 3 3)"
    assert won["value"] == 100
    with pytest.raises(LudensError, match="the game is over"):
        decided(thinker, ("(mark 3 3)", "noop"))


def test_an_agent_that_cannot_play_the_game_is_replaced() -> None:
    rules = load_rulesheet("connect_four(players=3)").sheet.source.text
    role = reasoner(rules).info.roles[1]
    reply = thinker_of(rules, role).answer(begin(agent="negamax", compiled=True, memory_mib=1024))
    assert reply["agent"] == "champion"


def test_a_worker_answers_lines_and_survives_errors() -> None:
    class Odd:
        def answer(self, request: dict[str, Any]) -> dict[str, Any]:
            if request["kind"] == "memory":
                raise MemoryError
            if request["kind"] == "bug":
                raise KeyError("x")
            if request["kind"] == "refuse":
                raise LudensError("no")
            return {"said": request["kind"]}

    here, there = socket.socketpair()
    thread = threading.Thread(target=serve, args=(Odd(), there))
    thread.start()
    with here, here.makefile("rwb") as file:
        replies = [json.loads(file.readline())]
        for number, kind in enumerate(["hello", "memory", "bug", "refuse", "again"]):
            file.write(json.dumps({"number": number, "kind": kind}).encode() + b"\n")
            file.flush()
            replies.append(json.loads(file.readline()))
    thread.join(5)
    assert not thread.is_alive()
    assert replies[0].keys() == {"pid"}
    assert replies[1:] == [
        {"done": {"said": "hello"}, "number": 0},
        {"failed": "it needed more memory than it may use", "number": 1},
        {"failed": "KeyError: 'x'", "number": 2},
        {"refused": "no", "number": 3},
        {"done": {"said": "again"}, "number": 4},
    ]
