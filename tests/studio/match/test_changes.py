"""What becomes of a match: changes are functions, and asking what comes next changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludens.game import IllegalMoveError, ParameterError
from ludens.studio import Caps
from ludens.studio.frames.positions import LegalMove, View
from ludens.studio.match import changes, commands
from ludens.studio.match.commands import COMMANDS, read_command
from ludens.studio.match.match import Match, Turn
from ludens.studio.match.seats import CHANCE, USUAL, Seat

CAPS = Caps()


def moves(*names: str) -> list[LegalMove]:
    return [{"move": name, "label": name, "clicks": [], "lands": None} for name in names]


def view(*legal: list[LegalMove], over: bool = False, deciders: list[list[int]] | None = None) -> View:
    return {
        "roles": ["one", "two"], "turns": None, "goal_sum": 100, "chance": None, "hidden": False,
        "svg": "", "over": over, "goals": None, "masked": None, "margin": None,
        "deciders": deciders or [[role for role, each in enumerate(legal) if len(each) > 1]], "texts": [], "moved": [],
        "advice": [],
        "legal": list(legal),
    }  # fmt: skip


def match(*turns: str, seats: tuple[Seat, ...] = (Seat(), USUAL), seed: int = 3) -> Match:
    made = tuple(Turn((move, "noop"), ("person", None)) for move in turns)
    return Match("id", "game", "Game", {"name": "game"}, ("one", "two"), seats, made, seed=seed)


BOTH = view(moves("a", "b"), moves("x", "y"))


def test_the_joint_move_is_there_when_everybody_has_chosen_or_has_no_choice() -> None:
    assert changes.joint_move(match(), BOTH, CAPS) is None
    assert changes.joint_move(match().chosen(0, "b"), BOTH, CAPS) is None
    assert changes.joint_move(match().chosen(0, "b").chosen(1, "x"), BOTH, CAPS) == ("b", "x")
    forced = view(moves("a"), moves("x"))
    assert changes.joint_move(match(), forced, CAPS) == ("a", "x")
    assert changes.joint_move(match(), view(moves("a"), []), CAPS) is None
    assert changes.joint_move(match(), view(moves("a"), moves("x"), over=True), CAPS) is None
    assert changes.joint_move(replace(match(), resigned=0), forced, CAPS) is None
    assert changes.joint_move(replace(match(), notice="it went wrong"), forced, CAPS) is None
    assert changes.joint_move(match("a", "a"), forced, replace(CAPS, plies=2)) is None


def test_chance_draws_the_same_in_the_same_position_and_only_where_it_has_a_choice() -> None:
    by_chance = match(seats=(Seat(), Seat(CHANCE)))
    drawn = changes.chance_drawn(by_chance, BOTH)
    assert set(drawn.choices) == {1}
    assert drawn == changes.chance_drawn(by_chance, BOTH) == changes.chance_drawn(drawn, BOTH)
    assert not by_chance.choices
    seeds = {changes.chance_drawn(replace(by_chance, seed=seed), BOTH).choices[1] for seed in range(20)}
    assert seeds == {"x", "y"}
    for same in (view(moves("a", "b"), moves("x")), view(moves("a"), moves("x"), over=True)):
        assert changes.chance_drawn(by_chance, same) is by_chance
    assert changes.joint_move(drawn.chosen(0, "a"), BOTH, CAPS) == ("a", drawn.choices[1])


def test_a_move_is_the_choice_of_a_person_who_has_one() -> None:
    assert changes.moved(match(), BOTH, commands.Move(0, "b", 0)).choices == {0: "b"}
    for wrong in (commands.Move(0, "c"), commands.Move(0, 7), commands.Move(0, None)):
        with pytest.raises(IllegalMoveError):
            changes.moved(match(), BOTH, wrong)
    for late in (commands.Move(0, "b", 1), commands.Move(1, "x"), commands.Move(2, "x"), commands.Move(-1, "x")):
        with pytest.raises(ParameterError):
            changes.moved(match(), BOTH, late)
    with pytest.raises(ParameterError):
        changes.moved(match().chosen(0, "a"), BOTH, commands.Move(0, "b"))


def test_undo_and_redo_go_where_a_person_has_a_choice() -> None:
    three = match("a", "b", "c")
    deciders = [[0], [1], [0], [1]]
    back = changes.undone(three, view(moves("a"), moves("x"), deciders=deciders))
    assert len(back.turns) == 2
    assert not back.paused
    first = changes.undone(back, view(moves("a"), moves("x"), deciders=deciders[:3]))
    assert len(first.turns) == 0
    whole = changes.all_redone(first)
    assert whole.turns == three.turns
    assert len(changes.redone(first, view(moves("a"), moves("x"), deciders=deciders)).turns) == 2
    with pytest.raises(ParameterError, match="nothing to redo"):
        changes.all_redone(three)
    with pytest.raises(ParameterError, match="take back"):
        changes.undone(match(), BOTH)


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ({"type": "move", "role": 0, "move": "a", "ply": 3}, commands.Move(0, "a", 3)),
        ({"type": "move", "role": 0, "move": "a"}, commands.Move(0, "a")),
        ({"type": "undo", "more": 1}, commands.Undo()),
        ({"type": "seats"}, commands.Seats(None)),
        ({"type": "branch", "ply": 2}, commands.Branch(2)),
    ],
)
def test_commands_are_read(message: dict[str, object], command: commands.Command) -> None:
    assert read_command(message) == command


@pytest.mark.parametrize(
    "message", [{}, {"type": "dance"}, {"type": ["move"]}, {"type": "look"}, {"type": "look", "ply": True},
                {"type": "hint", "role": "0"}, {"type": "move", "role": 0, "move": "a", "ply": None}],
)  # fmt: skip
def test_commands_that_are_not_whole_are_refused(message: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        read_command(message)


def test_every_command_has_a_reader_for_each_field() -> None:
    for kind in COMMANDS:
        read_command({"type": kind, "role": 0, "ply": 0, "move": "a", "seats": []})
