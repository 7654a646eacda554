"""A position for people, over the contract."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludens
from ludens.game import ParameterError, UnknownNameError


def test_a_position_is_played_in_and_taken_back() -> None:
    start = ludens.show("tic_tac_toe")
    assert (start.is_over, start.goals, start.turn, start.history) == (False, None, ("xplayer",), ())
    assert start.moves() == start.game.legal_moves(start.state, 0)
    after = start.play("mark 2 2").play("1 1")
    assert after.history == (("(mark 2 2)", "noop"), ("noop", "(mark 1 1)"))
    assert after.state == start.play("2 2; 1 1").state
    assert after.moves("oplayer") == after.moves(1) == ("noop",)
    assert after.undo(2).state == start.state  # and nothing has changed under anybody's hands
    assert start.moves() == start.game.legal_moves(start.state, 0)
    over = after.play("2 1; 1 2; 2 3")
    assert (over.is_over, over.goals, over.moves(), over.turn) == (True, (100, 0), (), ())


def test_a_position_agrees_with_the_contract_in_random_games() -> None:
    game = ludens.load("connect_four(columns=4, rows=4)")
    position, state = ludens.show(game), game.initial_state()
    number = 0
    while not game.is_terminal(state):
        role = next(role for role in range(2) if len(game.legal_moves(state, role)) > 1) if position.turn else 0
        legal = game.legal_moves(state, role)
        assert position.moves(role) == legal
        move = legal[(7 * number) % len(legal)]
        joint = tuple(move if other == role else game.legal_moves(state, other)[0] for other in range(2))
        position, state, number = position.play(*joint), game.next_state(state, joint), number + 1
        assert position.state == state
    assert position.goals == game.goals(state)
    assert len(position.history) == number


def test_both_choose_at_once() -> None:
    start = ludens.show("rock_paper_scissors")
    roles = start.turn
    assert len(roles) == 2
    with pytest.raises(ParameterError, match="choose at once: say whose moves"):
        start.moves()
    assert start.moves(roles[0]) == start.game.legal_moves(start.state, 0)
    assert start.play("rock", "paper").history == start.play("rock, paper").history


def test_mistakes_name_what_is_allowed() -> None:
    start = ludens.show("tic_tac_toe")
    with pytest.raises(ParameterError, match=r"not a legal move of xplayer here. Legal: \(mark 1 1\), "):
        start.play("4 4")
    with pytest.raises(ParameterError, match="only 0 joint moves to take back, not 1"):
        start.undo()
    with pytest.raises(UnknownNameError, match="role of tic_tac_toe called 'z'"):
        start.moves("z")
    with pytest.raises(ParameterError, match="the game is over before it"):
        start.play("1 1; 2 1; 1 2; 2 2; 1 3; 3 3")


def test_it_shows_itself() -> None:
    start = ludens.show("tic_tac_toe")
    after = start.play("2 2")
    assert repr(start).startswith("tic_tac_toe\n 1  · · ·\n")
    assert repr(start).endswith("xplayer to move")
    assert repr(after).startswith("tic_tac_toe, after 1 joint move\n")
    over = after.play("1 1; 2 1; 1 2; 2 3")
    assert repr(over).endswith("The game is over: xplayer 100, oplayer 0.")
    assert ElementTree.fromstring(after._repr_svg_()).tag.endswith("svg")
    assert after.svg == ludens.show(after.game, after.state, after.last).svg
