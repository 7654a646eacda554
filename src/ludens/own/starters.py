"""Starters: the files that ``ludens new`` writes: an agent or a game that works, with comments, and a test of it."""

from __future__ import annotations

import re

from ludens.game import ParameterError

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

AGENT = '''"""An agent for any game.

Play against it:   ludens play tic_tac_toe --against {file}.py:{class_}
Let it compete:    ludens tournament --games connect_four --agents {file}.py:{class_},uct --playouts 1000
"""

import random

import ludens


class {class_}:
    """Plays a few random games after each of its moves, and takes the move with the best result."""

    def __init__(self, game, role, seed=None, games=10):
        # game:  the rules, see help(ludens.Game). role: which of game.info.roles is yours, counted from 0.
        # seed:  of the random numbers: the same seed gives the same game.
        # games: an option of this agent. Every argument with a default value is one: '{file}.py:{class_}(games=20)'.
        self.game, self.role, self.games = game, role, games
        self.random = random.Random(seed)

    def decide(self, state, limit):
        """A legal move of the role. limit.seconds or limit.playouts say how long it may think; None is no limit."""
        moves = self.game.legal_moves(state, self.role)
        if len(moves) == 1:
            return ludens.Decision(moves[0])
        each = self.games if limit.playouts is None else max(1, min(self.games, limit.playouts // len(moves)))
        values = {{move: sum(self.playout(state, move) for _ in range(each)) / each for move in moves}}
        best = max(moves, key=values.get)
        # value is the goal that it expects, 0 to 100. People see it; you may leave it out.
        return ludens.Decision(best, value=values[best])

    def playout(self, state, move):
        """The goal, 0 to 100, after this move and random moves from then on."""
        game, first = self.game, True
        while not game.is_terminal(state):
            # All roles move at once. A role that is not to move has one legal move, often called noop.
            joint = [self.random.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles))]
            if first:
                joint[self.role], first = move, False
            state = game.next_state(state, joint)
        return game.goals(state)[self.role]
'''

AGENT_TEST = '''"""Run this with: python -m pytest test_{file}.py"""

import ludens
from {file} import {class_}


def test_it_wins_at_once_where_it_can():
    position = ludens.show("tic_tac_toe").play("1 1; 2 1; 1 2; 2 2")
    assert ludens.suggest(position, {class_}, playouts=100, seed=1).move == "(mark 1 3)"


def test_it_plays_whole_games_by_the_rules_and_beats_random():
    table = ludens.match("tic_tac_toe", [{class_}, "random"], pairs=5, playouts=90, workers=1)
    assert not any(line.forfeits for line in table.standings)
    assert table.standings[0].agent != "random"
'''

GAME = '''"""A game for two: take one, two or three from a heap; whoever takes the last one wins.

Play it:         ludens play {file}.py:{class_}
Solve it:        ludens solve '{file}.py:{class_}(heap=10)'
"""

from ludens import GameInfo, IllegalMoveError, Turns


class {class_}:
    """Take one, two or three from a heap; whoever takes the last one wins."""

    def __init__(self, heap=10):
        # Every argument with a default value is a parameter: '{file}.py:{class_}(heap=12)'.
        self.heap = heap
        # These facts help agents to play the game. Agents rely on them: leave out what is not certain.
        self.info = GameInfo(
            "{file}", ("first", "second"), turns=Turns.SEQUENTIAL, goal_sum=100, max_steps=heap
        )

    def initial_state(self):
        """A position: anything immutable that can be the key of a dictionary, such as a tuple."""
        return (self.heap, 0)

    def is_terminal(self, state):
        """Whether the game is over."""
        return state[0] == 0

    def legal_moves(self, state, role):
        """The moves of a role as sorted strings; a role that is not to move has one that does nothing."""
        left, turn = state
        if left == 0:
            return ()
        if role != turn:
            return ("wait",)
        return tuple(f"take {{count}}" for count in (1, 2, 3) if count <= left)

    def next_state(self, state, moves):
        """The position after one move of every role. Return a new one: state itself must not change."""
        for role, move in enumerate(moves):
            if move not in self.legal_moves(state, role):
                raise IllegalMoveError(self.info.roles[role], move, self.legal_moves(state, role))
        left, turn = state
        return (left - int(moves[turn].split()[1]), 1 - turn)

    def goals(self, state):
        """What each role gets at the end, 0 to 100: the role to move now did not take the last one."""
        return (0, 100) if state[1] == 0 else (100, 0)

    def text(self, state):
        """The position as text, different for every position."""
        return f"{{'o' * state[0]}} {{state[0]}} left, {{self.info.roles[state[1]]}} to move"
'''

GAME_TEST = '''"""Run this with: python -m pytest test_{file}.py"""

import ludens
from ludens.testing import check_game
from {file} import {class_}


def test_it_keeps_the_contract():
    check_game({class_}())  # plays random games, and reports what is wrong


def test_the_first_player_wins_with_best_play_unless_the_heap_is_a_multiple_of_four():
    assert ludens.solve({class_}(heap=7)).goals == (100, 0)
    assert ludens.solve({class_}(heap=8)).goals == (0, 100)


def test_agents_can_play_it():
    played = ludens.play({class_}, ["monte_carlo", "random"], playouts=100)
    assert sum(played.goals) == 100
'''

STARTERS = {"agent": (AGENT, AGENT_TEST), "game": (GAME, GAME_TEST)}


def starter(kind: str, name: str) -> tuple[str, dict[str, str]]:
    """The class and the files, by name, of a new agent or game; raises ParameterError for a name that cannot be."""
    if NAME.fullmatch(name) is None:
        raise ParameterError(f"{name!r} cannot be a name: letters, digits and _ only, such as my_{kind}.")
    file = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    class_ = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
    code, test = (text.format(file=file, class_=class_) for text in STARTERS[kind])
    return class_, {f"{file}.py": code, f"test_{file}.py": test}
