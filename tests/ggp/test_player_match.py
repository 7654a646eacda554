"""What a player answers from what it knows: the best of what there is, at every moment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.ggp.messages import Play, PlayPercepts, Start, Stop
from ludens.ggp.player.journal import Snapshot
from ludens.ggp.player.margins import Delays, last_margin, play_margin, start_margin
from ludens.ggp.player.player_match import NO_MOVE, Answer, Heard, PlayerMatch, Source
from ludens.ggp.player.steps import JointStep, SeenStep, Step, as_data, from_data

START = Start("m.1", "white", "(role white) (role black)", 10, 1)


def told(*moves: str) -> Play:
    return Play("m.1", moves or None)


def begun() -> PlayerMatch:
    return PlayerMatch(START)


def test_there_is_an_answer_from_the_first_moment() -> None:
    assert begun().answer() == Answer(NO_MOVE, Source.NONE)


def test_answers_become_better_as_more_is_known() -> None:
    match = begun()
    assert match.choose(0, "(mark 2 2)")
    assert match.answer() == Answer("(mark 2 2)", Source.UNCHECKED)
    assert not match.settled
    match.learn(0, ["(mark 1 1)", "(Mark 2 2)"], "start", over=False)
    assert match.answer() == Answer("(mark 2 2)", Source.AGENT)
    assert match.settled


def test_an_illegal_choice_is_not_taken_whenever_it_comes() -> None:
    match = begun()
    match.choose(0, "castle")
    match.learn(0, ["left", "right"], None, over=False)
    assert match.answer().source is Source.ANY
    assert match.answer().move in ("left", "right")
    assert not match.settled
    assert not match.choose(0, "castle")
    assert match.choose(0, "left")
    assert match.answer() == Answer("left", Source.AGENT)


def test_the_only_move_needs_no_agent() -> None:
    match = begun()
    match.learn(0, ["noop"], None, over=False)
    assert match.settled
    assert match.answer() == Answer("noop", Source.ONLY)


def test_a_late_choice_is_not_taken_for_the_next_position() -> None:
    match = begun()
    match.learn(0, ["a", "b"], None, over=False)
    match.hear(told("a", "c"))
    assert not match.choose(0, "b")
    assert match.answer().source is Source.EARLIER


def test_the_last_resort_is_a_move_that_was_legal_and_has_not_just_been_made() -> None:
    match = begun()
    match.learn(0, ["(mark 1 1)", "(mark 2 2)", "(mark 3 3)"], None, over=False)
    match.hear(told("(MARK 1 1)", "(mark 2 2)"))
    assert {match.answer() for _ in range(20)} == {Answer("(mark 3 3)", Source.EARLIER)}


def test_what_a_snapshot_says_was_legal_helps_after_a_restart() -> None:
    match = PlayerMatch(START, [JointStep(("a", "b"))], Snapshot(0, "start", ("a", "c")))
    assert match.answer() == Answer("c", Source.EARLIER)


def test_late_knowledge_of_an_earlier_position_is_not_taken_for_this_one() -> None:
    match = begun()
    match.hear(told("a", "b"))
    match.learn(0, ["a", "z"], "start", over=False)
    assert match.legal is None
    assert match.snapshot == Snapshot(0, "start", ("a", "z"))
    assert match.answer() == Answer("z", Source.EARLIER)


def test_the_same_joint_move_twice_is_two_moves_unless_the_first_is_being_answered() -> None:
    match = begun()
    assert match.hear(told()) is Heard.SAME
    assert match.hear(told("rock", "rock")) is Heard.ON
    assert match.hear(told("rock", "rock"), answering=True) is Heard.SAME
    assert match.hear(told("rock", "rock"), answering=False) is Heard.ON
    assert match.hear(told("rock", "paper"), answering=True) is Heard.ON
    assert len(match.steps) == 3


def test_a_first_play_in_the_middle_begins_anew() -> None:
    match = PlayerMatch(START, [JointStep(("a", "b"))], Snapshot(1, "x"))
    assert match.hear(told()) is Heard.ANEW
    assert (match.steps, match.snapshot) == ([], None)


def test_percepts_are_counted_by_their_turn() -> None:
    match = begun()
    assert match.hear(PlayPercepts("m.1", 0, None, ())) is Heard.SAME
    assert match.hear(PlayPercepts("m.1", 1, "bet", ("card",))) is Heard.ON
    assert match.hear(PlayPercepts("m.1", 1, "bet", ("card",))) is Heard.SAME
    assert match.hear(PlayPercepts("m.1", 2, "bet", ("card",))) is Heard.ON
    assert match.steps == [SeenStep("bet", ("card",))] * 2


def test_the_move_that_counts_is_the_managers() -> None:
    match = begun()
    assert match.last_own_move(0) is None
    match.hear(told("a", "b"))
    assert match.last_own_move(1) == "b"
    assert match.last_own_move(2) is None
    assert match.last_own_move(None) is None
    match.hear(PlayPercepts("m.1", 1, "bet", ()))
    assert match.last_own_move(None) == "bet"


events = st.one_of(
    st.tuples(st.just("hear"), st.sampled_from(["a", "b", "c"])),
    st.tuples(st.just("learn"), st.integers(0, 5)),
    st.tuples(st.just("choose"), st.sampled_from(["a", "b", "z"])),
)


@given(st.lists(events, max_size=30))
def test_whatever_happens_the_answer_is_legal_where_legal_moves_are_known(happened: list[tuple[str, object]]) -> None:
    match = begun()
    for kind, what in happened:
        if kind == "hear":
            match.hear(told(str(what), "noop"))
        elif kind == "learn" and isinstance(what, int) and what <= len(match.steps):
            match.learn(what, ["a", f"only {what}"], f"position {what}", over=False)
        elif kind == "choose":
            match.choose(match.turn, str(what))
        answer = match.answer()
        assert answer.move
        if match.legal:
            assert answer.move in match.legal
            assert answer.source in (Source.AGENT, Source.ONLY, Source.ANY)


def test_stop_is_heard_like_play() -> None:
    match = begun()
    assert match.hear(Stop("m.1", ("a", "b"))) is Heard.ON


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
steps = st.one_of(
    st.lists(words, min_size=1).map(lambda moves: JointStep(tuple(moves))),
    st.tuples(words, st.lists(words)).map(lambda seen: SeenStep(seen[0], tuple(seen[1]))),
)


@given(steps)
def test_steps_as_data_and_back(step: Step) -> None:
    assert from_data(as_data(step)) == step


@pytest.mark.parametrize("data", [[], ["moves"], ["seen"], ["castle", "a"]])
def test_data_that_is_no_step(data: list[str]) -> None:
    with pytest.raises(ValueError, match="no step"):
        from_data(data)


def test_margins_grow_with_the_clock_and_with_delays_and_leave_half_of_it() -> None:
    assert 0.2 <= play_margin(1, 0) <= 0.5
    assert play_margin(1, 0) < play_margin(10, 0) <= 1.5
    assert play_margin(100, 0) == play_margin(1000, 0) <= 2
    assert play_margin(10, 0.5) > play_margin(10, 0)
    assert play_margin(1, 60) == start_margin(1, 60) == 0.5
    assert start_margin(10, 60) == pytest.approx(start_margin(10, 0) + 1)
    assert last_margin(10) < start_margin(10, 0)
    assert last_margin(0.2) == 0.1
    assert start_margin(10, 0) > play_margin(10, 0) - 0.1
    assert play_margin(0.1, 0) == 0.05


def test_delays_fade(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("ludens.ggp.player.margins.time.monotonic", lambda: now)
    delays = Delays()
    delays.add(0.4)
    delays.add(0.1)
    assert delays.seconds == pytest.approx(0.4)
    now += 30
    assert delays.seconds == pytest.approx(0.2)
    delays.add(0.3)
    assert delays.seconds == pytest.approx(0.3)
