"""Small checkers against plain Python."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

Square = tuple[int, int]
OTHER = {"black": "white", "white": "black"}
LIMITS = {6: 60, 8: 100}


@dataclass(frozen=True)
class Position:
    """Pieces as (colour, is a king); ``continues`` is the square of a piece in the middle of its jumps."""

    size: int
    pieces: frozenset[tuple[Square, tuple[str, bool]]]
    turn: str = "black"
    continues: Square | None = None
    step: int = 0

    def text(self) -> str:
        board = dict(self.pieces)
        fluents = [f"(control {self.turn})", f"(step {self.step})"]
        for square in squares(self.size):
            colour, king = board.get(square, ("", False))
            piece = f"{colour}_{'king' if king else 'man'}" if colour else "b"
            fluents.append(f"(cell {square[0]} {square[1]} {piece})")
        if self.continues:
            fluents.append(f"(continues {self.continues[0]} {self.continues[1]})")
        return " ".join(sorted(fluents))


def squares(size: int) -> list[Square]:
    return [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if (x + y) % 2 == 0]


def start(size: int) -> Position:
    rows = {6: 2, 8: 3}[size]
    men = [(square, ("black", False)) for square in squares(size) if square[1] <= rows]
    men += [(square, ("white", False)) for square in squares(size) if square[1] > size - rows]
    return Position(size, frozenset(men))


def jumps(position: Position, square: Square) -> list[tuple[Square, Square]]:
    """The squares jumped over and landed on by the piece on a square."""
    board = dict(position.pieces)
    x, y = square
    colour, king = board[square]
    found = []
    for dx in (-1, 1):
        for dy in (-1, 1) if king else (1,) if colour == "black" else (-1,):
            over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            on_board = 1 <= to[0] <= position.size and 1 <= to[1] <= position.size
            if on_board and to not in board and over in board and board[over][0] == OTHER[colour]:
                found.append((over, to))
    return found


def walks(position: Position, square: Square) -> list[Square]:
    board = dict(position.pieces)
    x, y = square
    colour, king = board[square]
    rows = (y - 1, y + 1) if king else (y + 1,) if colour == "black" else (y - 1,)
    around = [(x + dx, row) for dx in (-1, 1) for row in rows]
    return [to for to in around if to in squares(position.size) and to not in board]


def go(position: Position, square: Square, to: Square, over: Square | None) -> Position:
    board = dict(position.pieces)
    colour, king = board.pop(square)
    crowned = not king and to[1] == (position.size if colour == "black" else 1)
    board[to] = (colour, king or crowned)
    if over:
        del board[over]
    after = replace(position, pieces=frozenset(board.items()), continues=None, step=position.step + 1)
    if over and not crowned and jumps(after, to):
        return replace(after, continues=to)
    return replace(after, turn=OTHER[position.turn])


def moves(position: Position) -> dict[str, Position]:
    """Every move of the one to move with the position it leads to."""
    mine = [square for square, (colour, _) in position.pieces if colour == position.turn]
    jumping = {
        f"(jump {x} {y} {to[0]} {to[1]})": go(position, (x, y), to, over)
        for x, y in ([position.continues] if position.continues else mine)
        for over, to in jumps(position, (x, y))
    }
    walking = {
        f"(move {x} {y} {to[0]} {to[1]})": go(position, (x, y), to, None)
        for x, y in mine
        for to in walks(position, (x, y))
    }
    return jumping or walking


def goals(position: Position) -> tuple[int, int] | None:
    if not moves(position):
        return (0, 100) if position.turn == "black" else (100, 0)
    return (50, 50) if position.step == LIMITS[position.size] else None


@pytest.mark.parametrize(("size", "games"), [(6, 25), (8, 6)])
def test_random_games_follow_plain_python(size: int, games: int) -> None:
    game, rng = load_rulesheet(f"checkers_small(size={size})"), random.Random(9)
    continued = kings = 0
    for _ in range(games):
        position, state = start(size), game.initial_state()
        while goals(position) is None:
            assert not game.is_terminal(state)
            assert game.text(state) == position.text()
            turn = game.info.roles.index(position.turn)
            choices = moves(position)
            assert set(game.legal_moves(state, turn)) == choices.keys()
            assert game.legal_moves(state, 1 - turn) == ("noop",)
            move = rng.choice(sorted(choices))
            state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
            position = choices[move]
            continued += position.continues is not None
            kings += any(king for _, (_, king) in position.pieces)
        assert game.is_terminal(state)
        assert game.text(state) == position.text()
        assert game.goals(state) == goals(position)
    assert continued
    assert kings


def test_plain_python_knows_english_draughts() -> None:
    """Whole turns from the start on 8×8, as published (Aart Bik, "Computing perft for checkers")."""

    @cache
    def turns(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(
            turns(replace(after, step=0), depth if after.continues else depth - 1) for after in moves(position).values()
        )

    assert [turns(start(8), depth) for depth in range(1, 6)] == [7, 49, 302, 1_469, 7_361]


def position(game: RulesGame[Any], rows: list[str], turn: str, step: int = 0) -> State:
    """A position drawn with its highest row first: ``b`` and ``w`` for men, ``B`` and ``W`` for kings."""
    colours = {"b": "black", "w": "white"}
    pieces = [
        ((x, len(rows) - n), (colours[piece.lower()], piece.isupper()))
        for n, row in enumerate(rows)
        for x, piece in enumerate(row, 1)
        if piece in "bwBW"
    ]
    assert all(square in squares(len(rows)) for square, _ in pieces)
    return game.state_from_text(Position(len(rows), frozenset(pieces), turn, step=step).text())


def test_capture_is_compulsory() -> None:
    game = load_rulesheet("checkers_small")
    state = position(game, ["......", "......", "......", "..w...", ".b....", "....b."], "black")
    assert game.legal_moves(state, 0) == ("(jump 2 2 4 4)",)


def test_men_do_not_capture_backwards_but_kings_do() -> None:
    game = load_rulesheet("checkers_small")
    rows = ["......", "......", "...b..", "..w...", "......", "w....."]
    assert game.legal_moves(position(game, rows, "black"), 0) == ("(move 4 4 3 5)", "(move 4 4 5 5)")
    rows[2] = "...B.."
    assert game.legal_moves(position(game, rows, "black"), 0) == ("(jump 4 4 2 2)",)


def test_jumps_go_on_with_the_same_piece_only() -> None:
    game = load_rulesheet("checkers_small")
    state = position(game, ["......", "......", "...w..", "....w.", ".w.b..", "b....."], "black")
    assert game.legal_moves(state, 0) == ("(jump 1 1 3 3)", "(jump 4 2 6 4)")
    state = game.next_state(state, ("(jump 1 1 3 3)", "noop"))
    assert game.legal_moves(state, 0) == ("(jump 3 3 5 5)",)
    assert game.legal_moves(state, 1) == ("noop",)
    state = game.next_state(state, ("(jump 3 3 5 5)", "noop"))
    assert state == position(game, ["......", "....b.", "......", "....w.", "...b..", "......"], "white", step=2)
    assert game.legal_moves(state, 1) == ("(jump 5 3 3 1)",)


def test_a_new_king_does_not_jump_on() -> None:
    game = load_rulesheet("checkers_small")
    state = position(game, ["......", "..w.w.", ".b....", "......", ".....w", "......"], "black")
    state = game.next_state(state, ("(jump 2 4 4 6)", "noop"))
    assert state == position(game, ["...B..", "....w.", "......", "......", ".....w", "......"], "white", step=1)


def test_a_king_may_jump_round_to_where_it_came_from() -> None:
    game = load_rulesheet("checkers_small")
    state = position(game, ["......", "......", ".w.w..", "......", ".w.w..", "..B..."], "black")
    for jump in ("(jump 3 1 5 3)", "(jump 5 3 3 5)", "(jump 3 5 1 3)", "(jump 1 3 3 1)"):
        assert jump in game.legal_moves(state, 0)
        state = game.next_state(state, (jump, "noop"))
    assert game.is_terminal(state)
    assert game.goals(state) == (100, 0)


@pytest.mark.parametrize(
    ("rows", "turn", "goals"),
    [
        (["......", "......", "......", "..w...", ".w....", "b....."], "black", (0, 100)),
        ([".....w", "....b.", "...b..", "......", "......", "......"], "white", (100, 0)),
        (["......", "......", "......", "......", "......", "b....."], "white", (100, 0)),
    ],
)
def test_who_cannot_move_loses(rows: list[str], turn: str, goals: tuple[int, int]) -> None:
    game = load_rulesheet("checkers_small")
    stuck = position(game, rows, turn)
    assert game.is_terminal(stuck)
    assert game.goals(stuck) == goals


@pytest.mark.parametrize("size", [6, 8])
def test_the_game_is_drawn_after_its_last_step(size: int) -> None:
    game = load_rulesheet(f"checkers_small(size={size})")
    rows = ["." * size] * (size - 2) + [".W" + "." * (size - 2), "." * (size - 2) + "B."]
    before = position(game, rows, "black", step=LIMITS[size] - 1)
    assert not game.is_terminal(before)
    after = game.next_state(before, (game.legal_moves(before, 0)[0], "noop"))
    assert game.is_terminal(after)
    assert game.goals(after) == (50, 50)


def test_a_loss_on_the_last_step_is_a_loss() -> None:
    game = load_rulesheet("checkers_small")
    state = position(game, ["......", "......", "......", "..w...", ".b....", "......"], "black", step=59)
    assert game.goals(game.next_state(state, ("(jump 2 2 4 4)", "noop"))) == (100, 0)


@pytest.mark.parametrize("size", ["4", "7", "10", "x"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(ludens.ParameterError, match="6 or 8"):
        load_rulesheet(f"checkers_small(size={size})")


@pytest.mark.parametrize("size", [6, 8])
def test_the_contract_is_kept(size: int) -> None:
    check_game(load_rulesheet(f"checkers_small(size={size})"), games=5)
