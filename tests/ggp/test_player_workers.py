"""The workers of a player, each by itself: what they answer is what the game says."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from typing import Any

import pytest

from ludens.game import LudensError
from ludens.games.loading import load, load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.ggp.player.guide import Guide
from ludens.ggp.player.missed_moves import missed_until
from ludens.ggp.player.seated_game import SeatedGame, UnplayableError
from ludens.ggp.player.steps import JointStep, MissedSteps, SeenStep, as_data
from ludens.ggp.player.thinker import Thinker
from ludens.ggp.worker import answer_requests
from tests.clocks import Ticking, put_up
from tests.corpus import SHEETS, needs_corpus
from tests.ggp.player_harness import RACE, reasoner, tic_tac_toe


@pytest.fixture(autouse=True)
def _no_memory_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is for processes of their own."""
    for module in ("guide", "thinker"):
        monkeypatch.setattr(f"ludens.ggp.player.{module}.limit_memory", lambda size: None)


def begin(**content: Any) -> dict[str, Any]:
    return {"kind": "begin", "steps": [], "seconds": 1.0, **content}


def guide_of(rules: str, role: str) -> Guide:
    return Guide(SeatedGame(rules, role))


def thinker_of(rules: str, role: str) -> Thinker:
    return Thinker(SeatedGame(rules, role, RulesGame))


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
    assert percepts["wrong"] == ["percepts were sent in a game in which nothing is hidden"]


def test_rules_that_the_checker_refuses_are_played_if_that_is_possible() -> None:
    without_goals = "".join(line for line in RACE.splitlines() if "goal" not in line)
    seat = SeatedGame(without_goals, "white")
    assert seat.problems == ("nobody can win: there is no rule for 'goal'",)
    assert guide_of(without_goals, "white").answer(begin())["legal"] == ["(Jump 2)", "(Step 1)"]


IN_CASE_ONLY = """
(role Red) (role red) (init (at 0))
(<= (legal Red (Go ?x)) (place ?x)) (<= (legal Red (go ?x)) (Place ?x))
(legal red Wait) (legal red wait)
(place a) (place A) (Place b)
(<= (next (did ?X ?x)) (does Red ?X) (does red ?x))
(<= terminal (true (did ?X ?x)))
(<= (goal Red 100) (true (did (Go A) ?x))) (<= (goal Red 40) (true (did (Go a) ?x)))
(<= (goal Red 0) (true (did (go b) ?x)))
(<= (goal red 100) (true (did ?X wait))) (<= (goal red 0) (true (did ?X Wait)))
"""
"""Names and variables that differ only in case: all different on the reference server."""


def test_names_that_differ_only_in_case_are_told_apart() -> None:
    red, other = guide_of(IN_CASE_ONLY, "Red"), guide_of(IN_CASE_ONLY, "red")
    assert sorted(red.answer(begin())["legal"]) == ["(Go A)", "(Go a)", "(go b)"]
    assert sorted(other.answer(begin())["legal"]) == ["Wait", "wait"]
    reply = red.answer(look(("(Go A)", "wait")))
    assert (reply["wrong"], reply["over"], reply["goals"]) == ([], True, [100, 100])
    assert other.answer(look(("(Go a)", "Wait")))["goals"] == [40, 0]


def test_a_sheet_whose_author_did_not_mind_case_is_one_game() -> None:
    careless = RACE.replace("(does White (Step ?n))", "(DOES white (step ?N))").replace(
        "(goal Black 50)", "(goal BLACK 50)"
    )
    reply = guide_of(careless.replace("(<= (next (at ?n))", "(<= (next (at ?N))", 1), "White").answer(begin())
    assert reply["legal"] == ["(Jump 2)", "(Step 1)"]
    assert reply["problems"] == []


FOREIGN = """
(role weiß) (role 黒) (init (zug weiß)) (zahl één) (zahl ДВА) (zahl 三)
(<= (legal weiß (größe ?x)) (zahl ?x)) (legal 黒 ничего)
(<= (next (nach ?m)) (does weiß ?m)) (<= terminal (true (nach ?m)))
(<= (goal weiß 100) (true (nach (größe ДВА)))) (<= (goal weiß 0) (not (true (nach (größe ДВА)))))
(goal 黒 50)
"""


def test_names_with_letters_outside_ascii_keep_their_spelling() -> None:
    guide = guide_of(FOREIGN, "weiß")
    assert sorted(guide.answer(begin())["legal"]) == ["(größe één)", "(größe ДВА)", "(größe 三)"]
    assert guide.answer(look(("(größe ДВА)", "ничего")))["goals"] == [100, 50]
    assert guide_of(FOREIGN, "黒").answer(begin())["legal"] == ["ничего"]


ODD_SHEETS = {
    "a rule that begins with distinct": (
        "(role x) (<= (pair ?a ?b) (distinct ?a ?b) (p ?a) (q ?b)) (p a) (p b) (q a) (q b) (<= (legal x (take ?a ?b)) "
        "(pair ?a ?b)) (next won) (<= terminal (true won)) (goal x 100)",
        ["(take a b)", "(take b a)"],
    ),
    "functions of differing arity": (
        "(role x) (init (p a)) (init (p a b)) (<= (legal x (f a)) (true (p a))) (<= (legal x (f a b)) (true (p a b)))"
        "(next q) (<= terminal (true q)) (goal x 100)",
        ["(f a b)", "(f a)"],
    ),
    "relations of differing arity": (
        "(role x) (init p) (legal x a) (<= (next q) (true p)) (<= terminal (true q)) (goal x 100) (r b) (r b b)",
        ["a"],
    ),
    "recursion through two relations": (
        "(role x) (<= (r ?x ?y) (s ?x ?y)) (<= (s ?x ?y) (r ?y ?x)) (r 1 2) (<= (init (on ?x ?y)) (s ?x ?y))"
        "(<= (legal x go) (true (on 1 2))) (<= (next over) (does x go)) (<= terminal (true over)) (<= (goal x 100))",
        ["go"],
    ),
    "variables that nothing binds": (
        "(role x) (init (at 1 1)) (cell 1 1) (cell 1 2) (<= (other ?x ?y ?m ?n) (distinct ?x ?m))"
        "(<= (other ?x ?y ?m ?n) (distinct ?y ?n)) (<= (legal x (go ?m ?n)) (true (at ?x ?y)) (cell ?m ?n) "
        "(other ?x ?y ?m ?n)) (<= (next (at ?m ?n)) (does x (go ?m ?n))) (<= terminal (true (at 1 2))) (goal x 100)",
        ["(go 1 2)"],
    ),
    "a fact that holds of everything": (
        "(role x) (always ?x ?y) (init a) (<= (legal x go) (always 1 2)) (next b) (<= terminal (true b)) (goal x 100)",
        ["go"],
    ),
}
"""Rules that the specification allows, or that the reference server plays although it does not."""


@pytest.mark.parametrize("what", ODD_SHEETS)
def test_odd_sheets_are_answered_with_moves_that_the_server_accepts(what: str) -> None:
    rules, legal = ODD_SHEETS[what]
    assert sorted(guide_of(rules, "x").answer(begin())["legal"]) == legal


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


def after_missed(name: str, missed: int, seed: int) -> tuple[int, int]:
    """Plays a random game on from a place where joint moves were missed; how many answers were legal, and not."""
    game, numbers = load_rulesheet(name), random.Random(f"{name} {missed} {seed}")
    seat, state = SeatedGame(game.sheet.source.text, game.info.roles[0]), game.initial_state()

    def joint() -> tuple[str, ...]:
        return tuple(numbers.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles)))

    for number in range(6 + missed):
        moves = joint()
        state = game.next_state(state, moves)
        if number == 5 + missed:
            seat.advance([MissedSteps(missed, missed + 1)])
        if number < 5 or number == 5 + missed:
            assert seat.advance([JointStep(moves)]) == []
    legal = illegal = 0
    for _ in range(8):
        mine, moves = numbers.choice(seat.legal()), joint()
        if mine in game.legal_moves(state, 0):
            moves, legal = (mine, *moves[1:]), legal + 1
        else:
            illegal += 1
        state = game.next_state(state, moves)
        assert seat.advance([JointStep(moves)]) == []
    return legal, illegal


def test_after_missed_moves_answers_are_legal_in_what_may_have_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeatedGame, "search_seconds", 1e9)
    assert after_missed("breakthrough", 1, 1) == (8, 0)
    assert after_missed("breakthrough", 2, 1) == (8, 0)
    assert after_missed("connect_four", 1, 1) == (8, 0)


def test_what_is_possible_is_looked_for_again_when_nothing_fits_any_more() -> None:
    """At first it seems that nothing was missed, until a move is told that is not legal then."""
    seat = SeatedGame(RACE, "White")
    seat.advance([JointStep(("(step 1)", "noop")), MissedSteps(0, 2)])
    assert seat.advance([JointStep(("(jump 3)", "noop"))]) == []
    assert seat.legal() == ["(Jump 5)", "(Step 4)"]
    seat = SeatedGame(WANDERING, "x")
    seat.advance([MissedSteps(0, 2), JointStep(("stay",))])
    assert seat.legal() == ["(go 1)", "stay"]
    assert seat.advance([JointStep(("(go 3)",))]) == []
    assert seat.legal() == ["(go 4)", "stay"]
    assert seat.advance([JointStep(("(go 9)",))]) != []
    assert seat.legal() == ["(go 4)", "stay"]


WANDERING = """
(role x) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 8 9)
(legal x stay) (<= (legal x (go ?n)) (true (at ?m)) (succ ?m ?n))
(<= (next (at ?n)) (does x (go ?n))) (<= (next (at ?n)) (does x stay) (true (at ?n)))
(<= terminal (true (at 9))) (goal x 0)
"""


def test_a_position_is_known_again_when_only_one_is_possible() -> None:
    seat = SeatedGame(RACE, "White")
    seat.advance([JointStep(("(step 1)", "noop")), MissedSteps(1, 3)])
    assert not seat.sure
    assert seat.advance([JointStep(("(step 7)", "noop"))]) != [], "too far for three moves"
    assert seat.advance([JointStep(("(jump 5)", "noop"))]) == []
    assert seat.legal() == ["(Jump 7)", "(Step 6)"]


def test_how_many_joint_moves_may_have_been_missed() -> None:
    started, turns = [100.0], [100.0, 108.0, 112.0, 116.0]
    assert missed_until(117.0, turns, 8, 4) is None, "sooner than any turn before"
    assert missed_until(120.0, turns, 8, 4) == MissedSteps(0, 2)
    assert missed_until(124.0, turns, 8, 4) == MissedSteps(1, 3)
    assert missed_until(1000.0, turns, 8, 4) == MissedSteps(6, 6)
    assert missed_until(109.0, started, 8, 4) is None
    assert missed_until(116.0, started, 8, 4) == MissedSteps(1, 3)


def decided(thinker: Thinker, *steps: tuple[str, ...]) -> dict[str, Any]:
    """Asks for a move in as much time as sixty looks at the clock take, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        put_up(Ticking(10.0), patch)
        return thinker.answer({**look(*steps), "kind": "decide", "until": time.monotonic() + 600})


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
    thread = threading.Thread(target=answer_requests, args=(Odd(), there))
    thread.start()
    with here, here.makefile("rwb") as file:
        replies = [json.loads(file.readline())]
        for number, kind in enumerate(["hello", "memory", "bug", "refuse", "again"]):
            file.write(json.dumps({"number": number, "kind": kind}).encode() + b"\n")
            file.flush()
            replies.append(json.loads(file.readline()))
    thread.join(5)
    assert not thread.is_alive()
    assert replies[0].keys() == {"ready"}
    assert replies[1:] == [
        {"done": {"said": "hello"}, "number": 0},
        {"failed": "it needed more memory than it may use", "number": 1},
        {"failed": "KeyError: 'x'", "number": 2},
        {"refused": "no", "number": 3},
        {"done": {"said": "again"}, "number": 4},
    ]
