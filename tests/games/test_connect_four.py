"""Connect four against plain Python."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

COLOURS = ("red", "yellow", "blue")


@dataclass
class Board:
    """Stacks of discs, lowest first."""

    columns: int
    rows: int
    players: int
    suicide: bool

    def __post_init__(self) -> None:
        self.stacks: list[list[str]] = [[] for _ in range(self.columns)]
        self.turn = 0

    def at(self, column: int, row: int) -> str:
        inside = 0 <= column < self.columns and 0 <= row < len(self.stacks[column])
        return self.stacks[column][row] if inside else "b"

    def text(self) -> str:
        cells = itertools.product(range(self.columns), range(self.rows))
        fluents = [f"(cell {c + 1} {r + 1} {self.at(c, r)})" for c, r in cells]
        return " ".join(sorted([*fluents, f"(control {COLOURS[self.turn]})"]))

    def moves(self) -> list[str]:
        return [f"(drop {n + 1})" for n, stack in enumerate(self.stacks) if len(stack) < self.rows]

    def drop(self, column: int) -> None:
        self.stacks[column - 1].append(COLOURS[self.turn])
        self.turn = (self.turn + 1) % self.players

    def maker_of_four(self) -> str | None:
        for column, row in itertools.product(range(self.columns), range(self.rows)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                discs = {self.at(column + n * right, row + n * up) for n in range(4)}
                if len(discs) == 1 and discs != {"b"}:
                    return discs.pop()
        return None

    def goals(self) -> tuple[int, ...] | None:
        maker = self.maker_of_four()
        if maker is None:
            return None if self.moves() else {2: (50, 50), 3: (33, 33, 33)}[self.players]
        made = [colour == maker for colour in COLOURS[: self.players]]
        if not self.suicide:
            return tuple(100 if mine else 0 for mine in made)
        return tuple(0 if mine else {2: 100, 3: 50}[self.players] for mine in made)


def load(board: Board) -> RulesGame[Any]:
    return load_rulesheet(
        f"connect_four(columns={board.columns}, rows={board.rows}, players={board.players}, "
        f"suicide={str(board.suicide).lower()})"
    )


@pytest.mark.parametrize(
    ("columns", "rows", "players", "suicide"),
    [
        (7, 6, 2, False),
        (7, 6, 2, True),
        (5, 4, 3, False),
        (4, 6, 3, True),
        (4, 4, 2, False),
        (8, 12, 2, False),
    ],
)
def test_random_games_follow_plain_python(columns: int, rows: int, players: int, suicide: bool) -> None:
    game, rng = load(Board(columns, rows, players, suicide)), random.Random(3)
    for _ in range(12):
        board, state = Board(columns, rows, players, suicide), game.initial_state()
        while board.goals() is None:
            assert not game.is_terminal(state)
            assert game.text(state) == board.text()
            moves = ["noop"] * players
            for role in range(players):
                legal = board.moves() if role == board.turn else ["noop"]
                assert game.legal_moves(state, role) == tuple(sorted(legal))
            moves[board.turn] = rng.choice(board.moves())
            state = game.next_state(state, moves)
            board.drop(int(moves[board.turn].strip("drop ()")))
        assert game.is_terminal(state)
        assert game.text(state) == board.text()
        assert game.goals(state) == board.goals()


def position(game: RulesGame[Any], rows: list[str], turn: str) -> State:
    """A position drawn with its highest row first."""
    names = {"r": "red", "y": "yellow", "u": "blue", ".": "b"}
    cells = [
        f"(cell {column} {row} {names[disc]})"
        for row, line in enumerate(reversed(rows), 1)
        for column, disc in enumerate(line, 1)
    ]
    return game.state_from_text(" ".join([*cells, f"(control {turn})"]))


FULL = ["yyrr", "rryy", "yyrr", "rryy"]
FOURS = [
    ["....", "....", "yyy.", "rrrr"],
    ["..r.", "..ry", "..ry", "..ry"],
    ["...r", "..ry", ".ryy", "ryyr"],
    ["r...", "yr..", "yyr.", "ryyr"],
]


@pytest.mark.parametrize(("players", "goals"), [(2, (50, 50)), (3, (33, 33, 33))])
def test_a_full_board_without_four_is_a_draw(players: int, goals: tuple[int, ...]) -> None:
    game = load_rulesheet(f"connect_four(columns=4, rows=4, players={players})")
    full = position(game, FULL, "red")
    assert game.is_terminal(full)
    assert game.goals(full) == goals


@pytest.mark.parametrize("rows", FOURS)
@pytest.mark.parametrize(
    ("parameters", "goals"),
    [
        ("players=2", (100, 0)),
        ("players=2, suicide=true", (0, 100)),
        ("players=3", (100, 0, 0)),
        ("players=3, suicide=true", (0, 50, 50)),
    ],
)
def test_four_in_each_direction(rows: list[str], parameters: str, goals: tuple[int, ...]) -> None:
    game = load_rulesheet(f"connect_four(columns=4, rows=4, {parameters})")
    four = position(game, rows, "yellow")
    assert game.is_terminal(four)
    assert game.goals(four) == goals
    three = position(game, [row.replace("r", ".", 1) for row in rows[:-1]] + ["." + rows[-1][1:]], "yellow")
    assert not game.is_terminal(three)


def test_a_line_does_not_go_round_the_edge() -> None:
    game = load_rulesheet("connect_four(columns=4, rows=4)")
    assert not game.is_terminal(position(game, ["....", "....", "r..y", "yrrr"], "yellow"))


def test_the_last_disc_on_the_board_can_win() -> None:
    game = load_rulesheet("connect_four(columns=4, rows=4)")
    before = position(game, ["yyr.", "ryry", "yryr", "ryrr"], "red")
    assert game.legal_moves(before, 0) == ("(drop 4)",)
    assert game.goals(game.next_state(before, ("(drop 4)", "noop"))) == (100, 0)


@pytest.mark.parametrize("parameters", ["columns=3", "rows=13", "players=4", "suicide=maybe"])
def test_other_parameters_are_refused(parameters: str) -> None:
    with pytest.raises(ludens.ParameterError):
        load_rulesheet(f"connect_four({parameters})")


@pytest.mark.parametrize("parameters", ["columns=7", "players=3", "players=3, suicide=true", "columns=12, rows=12"])
def test_the_contract_is_kept(parameters: str) -> None:
    check_game(load_rulesheet(f"connect_four({parameters})"), games=5)
