"""The manager's side of matches without any network: scripts from the wire format, and replies of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import ludens
from ludens.arena.record import AT_START, FaultKind
from ludens.game import ParameterError
from ludens.games.loading import load_rulesheet
from ludens.gdl import Source, load_rules
from ludens.ggp.conversation import Clocks, Conversation, Phase, Reply
from ludens.ggp.messages import PlayPercepts, Start, StopPercepts, write_message
from ludens.ggp.vocabularies import ScrambledVocabulary, SheetVocabulary

ENDLESS = "(role x) (init a) (next a) (legal x go) (goal x 0) (<= terminal (true b)) (base a) (base b)"
LATE = Reply((FaultKind.TIMEOUT, "no answer within 4 s"))


def conversation(name: str, clocks: Clocks, seed: int = 0, **options: Any) -> Conversation[Any]:
    game = load_rulesheet(name)
    vocabularies = {role: options.get("vocabulary") or SheetVocabulary(game.sheet) for role in game.info.players}
    numbers = [random.Random(f"{seed}/{role}") for role in range(len(game.info.roles))]
    return Conversation(game, "tt.1", clocks, vocabularies, numbers)


def sent(talk: Conversation[Any]) -> list[str]:
    return [write_message(request.message) for request in talk.due()]


def say(talk: Conversation[Any], *texts: str) -> None:
    talk.hear({role: Reply(text, 0.5) for role, text in enumerate(texts)})


def test_a_captured_match_message_by_message() -> None:
    talk = conversation("tic_tac_toe", Clocks(8, 3))
    start = sent(talk)
    assert start[0].startswith("( START tt.1 xplayer ( ( role xplayer ) ( role oplayer ) ")
    assert start[1].startswith("( START tt.1 oplayer ( ( role xplayer ) ( role oplayer ) ")
    assert all(text.endswith(" ) 8 3 )") for text in start)
    assert [request.seconds for request in talk.due()] == [8.0, 8.0]
    say(talk, "ready", "READY")
    assert sent(talk) == ["( PLAY tt.1 NIL )"] * 2
    assert [request.seconds for request in talk.due()] == [4.0, 4.0]
    say(talk, "( mark 2 2 )", "noop")
    assert sent(talk) == ["( PLAY tt.1 ( ( mark 2 2 ) noop ) )"] * 2
    say(talk, "noop", "(mark 1 3)")
    assert sent(talk) == ["( PLAY tt.1 ( noop ( mark 1 3 ) ) )"] * 2
    for number, move in enumerate(("(mark 1 2)", "(mark 2 1)", "(MARK 3 2)")):
        say(talk, *((move, "noop") if number % 2 == 0 else ("noop", move)))
    assert sent(talk) == ["( STOP tt.1 ( ( mark 3 2 ) noop ) )"] * 2
    assert talk.phase is Phase.STOP
    assert [request.seconds for request in talk.due()] == [3.0, 3.0]
    say(talk, "done", "whatever")
    assert talk.due() == ()
    assert talk.goals == (100, 0)
    assert talk.faults == []
    assert [[thought.seconds for thought in turn] for turn in talk.thoughts] == [[0.5, 0.5]] * 5


def test_a_preview_comes_first_and_may_be_answered_by_ready() -> None:
    talk = conversation("tic_tac_toe", Clocks(8, 3, 5))
    assert all(text.startswith("( PREVIEW ( ( role xplayer ) ") and text.endswith(" ) 5 )") for text in sent(talk))
    assert [request.seconds for request in talk.due()] == [5.0, 5.0]
    say(talk, "done", "ready")
    assert talk.phase is Phase.START
    assert talk.faults == []


def test_faults_are_kept_and_the_match_goes_on() -> None:
    talk = conversation("tic_tac_toe", Clocks(8, 3))
    talk.hear({0: Reply("busy"), 1: LATE})
    talk.hear({0: Reply("(mark 9 9)"), 1: Reply("noop")})
    talk.hear({0: Reply((FaultKind.CONNECTION, "connection refused")), 1: Reply(")((")})
    assert [(fault.role, fault.kind, fault.step) for fault in talk.faults] == [
        (0, FaultKind.ILLEGAL, AT_START),
        (1, FaultKind.TIMEOUT, AT_START),
        (0, FaultKind.ILLEGAL, 0),
        (0, FaultKind.CONNECTION, 1),
        (1, FaultKind.ILLEGAL, 1),
    ]
    assert talk.faults[0].detail == "START answered by 'busy'"
    assert talk.faults[2].detail == "(mark 9 9)"
    state = talk.game.initial_state()
    for joint in talk.moves:
        state = talk.game.next_state(state, joint)
    assert state == talk.state


def test_moves_made_for_players_depend_on_the_seed_alone() -> None:
    def play(seed: int) -> list[tuple[str, ...]]:
        talk = conversation("tic_tac_toe", Clocks(8, 3), seed)
        while talk.due():
            talk.hear({0: LATE, 1: LATE})
        return talk.moves

    assert play(1) == play(1)
    assert play(1) != play(2)


@pytest.mark.parametrize("name", ["tic_tac_toe", "rock_paper_scissors", "lights_on", "kuhn_poker", "monty_hall"])
def test_whatever_is_answered_the_match_ends_by_the_rules(name: str) -> None:
    replies = (Reply("(castle)"), Reply(""), Reply("nil"), LATE, Reply("noop"), Reply("((("), Reply("ready"))
    for seed in range(5):
        numbers = random.Random(seed)
        talk = conversation(name, Clocks(8, 3), seed)
        while talk.due():
            talk.hear({request.role: numbers.choice(replies) for request in talk.due()})
        game = ludens.load(name)
        state = game.initial_state()
        for joint in talk.moves:
            state = game.next_state(state, joint)
        assert game.is_terminal(state)
        assert talk.goals == game.goals(state)


def test_an_abort_at_any_time_is_the_last_word() -> None:
    def phases() -> list[Callable[[Conversation[Any]], None]]:
        return [lambda talk: None, lambda talk: say(talk, "ready", "ready")]

    for advance in phases():
        talk = conversation("tic_tac_toe", Clocks(8, 3))
        advance(talk)
        talk.abort()
        assert sent(talk) == ["( ABORT tt.1 )"] * 2
        assert [request.seconds for request in talk.due()] == [1.0, 1.0]
        say(talk, "aborted", "aborted")
        assert talk.due() == ()
        talk.abort()
        assert talk.due() == ()


def test_a_game_without_end_is_cut() -> None:
    game = load_rules(Source(ENDLESS))
    talk = Conversation(game, "m", Clocks(8, 3), {0: SheetVocabulary(game.sheet)}, [random.Random(0)])
    say(talk, "ready")
    while talk.phase is Phase.PLAY:
        say(talk, "go")
    assert talk.cut
    assert talk.goals is None
    assert len(talk.moves) == 1_000
    assert sent(talk) == ["( ABORT m )"]


def test_players_of_scrambled_rules_speak_in_their_own_words() -> None:
    game = load_rulesheet("tic_tac_toe")
    vocabulary = ScrambledVocabulary(game.sheet.source, 5)
    talk = Conversation(
        game, "m", Clocks(8, 3), {0: vocabulary, 1: SheetVocabulary(game.sheet)}, [random.Random(0), random.Random(1)]
    )
    start = talk.due()[0].message
    assert isinstance(start, Start)
    assert start.role == vocabulary.write("xplayer") != "xplayer"
    assert "cell" not in start.rules
    say(talk, "ready", "ready")
    say(talk, vocabulary.write("(mark 2 2)"), "noop")
    assert talk.moves == [("(mark 2 2)", "noop")]
    assert sent(talk)[1] == "( PLAY m ( ( mark 2 2 ) noop ) )"
    assert "mark" not in sent(talk)[0]
    say(talk, "noop", "(mark 1 1)")
    assert [fault.role for fault in talk.faults] == [0]
    assert talk.moves[1] == ("noop", "(mark 1 1)")


def test_hidden_information_is_told_as_percepts_and_chance_is_drawn() -> None:
    talk = conversation("kuhn_poker", Clocks(8, 3), seed=4)
    assert [request.role for request in talk.due()] == list(talk.game.info.players)
    say(talk, "ready", "ready")
    assert sent(talk) == ["( PLAY tt.1 0 NIL NIL )"] * 2
    states = [talk.state]
    while talk.phase is Phase.PLAY:
        before = talk.state
        replies = {role: Reply(talk.game.legal_moves(before, role)[0]) for role in talk.game.info.players}
        talk.hear(replies)
        states.append(talk.state)
        for request in talk.due():
            message = request.message
            assert isinstance(message, PlayPercepts | StopPercepts)
            assert message.turn == len(talk.moves)
            assert message.move == talk.moves[-1][request.role]
            seen = talk.game.percepts(before, talk.moves[-1], request.role)  # type: ignore[attr-defined]
            assert message.percepts == seen
    assert talk.faults == []
    assert isinstance(talk.due()[0].message, StopPercepts)
    deals = {conversation_deal(seed) for seed in range(12)}
    assert len(deals) > 2


def conversation_deal(seed: int) -> str:
    talk = conversation("kuhn_poker", Clocks(8, 3), seed)
    say(talk, "ready", "ready")
    say(talk, "noop", "noop")
    chance_role = talk.game.info.chance_role
    assert chance_role is not None
    return talk.moves[0][chance_role]


def test_clocks_that_are_none_are_refused() -> None:
    for clocks in ((0, 1, 0), (1, 0, 0), (1, 1, -1), (float("nan"), 1, 0), (1, 1e9, 0)):
        with pytest.raises(ParameterError, match="clock cannot be"):
            Clocks(*clocks)
