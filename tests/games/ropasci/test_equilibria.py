"""Turns solved by compiled code: figures, values and equilibria beside plain Python and the whole matrix."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.games.hexagon.cells import CELLS, NUMBERS, distance
from ludens.games.ropasci import RopasciState, layout, position
from ludens.games.ropasci.board import WALK
from ludens.games.ropasci.deep_search import DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.endgame import endgame_table, endgames_among
from ludens.games.ropasci.equilibria import GAINED, LIKELY, pair_values
from ludens.games.ropasci.network import FIGURES, INVINCIBLE, LATE, NAMES, Judge, network_rows
from ludens.games.ropasci.self_play import play_games
from ludens.games.ropasci.threats import Threats, numbers_of
from ludens.games.ropasci.turn_moves import GUESSES
from ludens.games.ropasci.turn_search import Budget, TurnSearch, without_past
from ludens.search.matrix.game import solve
from tests.games.ropasci.test_threats import BEATEN_BY, GAME, cell, states

RNG = np.random.default_rng(5)
NETWORK = (
    RNG.normal(0, 0.3, (3, 2 * FIGURES)), RNG.normal(0, 0.3, 3), RNG.normal(0, 0.3, 3), RNG.normal(0, 0.3, FIGURES),
)  # fmt: skip
JUDGE = judge_of(NETWORK, 0.3, 0.5)
Floats = NDArray[np.float64]


def slow_figures(state: RopasciState, side: int) -> list[float]:
    """What one side has, from the words of the table in ``network.py``."""
    own, other = state.tokens[side], state.tokens[1 - side]
    left, centre = state.throws_left[side], NUMBERS[0, 0]
    have, against = Counter(token.symbol for token in own), Counter(token.symbol for token in other)
    preys = sorted({(cell(token), token.symbol) for token in other})
    near = []
    for place, symbol in preys:
        hunters = [cell(token) for token in own if token.symbol == BEATEN_BY[symbol]]
        near.append(min((distance(place, hunter) for hunter in hunters), default=9))
    walks = [move.strip("()").split() for move in GAME.legal_moves(state, side) if "throw" not in move]
    reached = set()
    for _, r, q, s, p in walks:
        symbol = next(token.symbol for token in own if (token.r, token.q) == (int(r), int(q)))
        reached |= {place for place in preys if place[0] == NUMBERS[int(s), int(p)] and BEATEN_BY[place[1]] == symbol}
    size = layout.ZONES[state.throws[side]] if left else 0
    zone = range(CELLS - size, CELLS) if side == 0 else range(size)
    inside = sum(place in zone for place, _ in preys)
    unbeatable = sum(number for symbol, number in have.items() if not against[BEATEN_BY[symbol]])
    unanswered = sum(number for symbol, number in against.items() if not have[BEATEN_BY[symbol]])
    return [
        len(own) / 3,
        left / 3,
        left > 0,
        left == 1,
        not own,
        len(have) / 3,
        sum(steps <= 1 for steps in near),
        near.count(2),
        near.count(3),
        sum(1 - steps / 9 for steps in near),
        sum(distance(place, centre) / 4 for (place, _), steps in zip(preys, near, strict=True) if steps <= 2),
        len(reached),
        inside,
        inside >= 2,
        sum(number / (1 + against[BEATEN_BY[symbol]]) for symbol, number in have.items()) / 3,
        unbeatable > 0 and not state.throws_left[1 - side],
        unbeatable / 3,
        unanswered / 3,
        sum(distance(cell(token), centre) for token in own) / 12,
        size / CELLS,
    ]


def slow_value(state: RopasciState, judge: Judge) -> float:
    """What a position is worth to Upper, by the words of ``network.py`` and ``equilibria.py``."""
    draw = float(judge.taste[0])
    if GAME.is_terminal(state):
        goal = GAME.goals(state)[0]
        return draw if goal == 50 else goal / 100
    found = endgames_among(GAME.pack([state]))
    if len(found.places):
        capture = float(endgame_table().capture(found.cells, found.left)[0])
        return draw + capture * (float(found.upper_hunts[0]) - draw)
    upper, lower = (np.array(slow_figures(state, side), dtype=np.float64) for side in (0, 1))

    def units(one: Floats, other: Floats) -> Floats:
        return np.asarray(np.maximum(0, judge.hidden @ np.concatenate([one, other]) + judge.bias))

    ahead = judge.linear @ (upper - lower) + judge.out @ (units(upper, lower) - units(lower, upper))
    value = 1 / (1 + math.exp(-min(1.0, (layout.TURNS - state.turn) / LATE) * ahead))
    if upper[INVINCIBLE]:
        return (1 + value) / 2
    return value / 2 if lower[INVINCIBLE] else value


def entry(state: RopasciState, upper: int, lower: int, judge: Judge) -> float:
    """What a pair of moves is worth at once."""
    following = GAME.next_state(state, (layout.MOVE_TEXTS[upper], layout.MOVE_TEXTS[lower]))
    value = slow_value(following, judge)
    if following.tokens in following.earlier and not GAME.is_terminal(following):
        value += float(judge.taste[1] * (judge.taste[0] - value))
    return value


def test_figures_are_those_of_plain_python() -> None:
    met = states(300, 1)
    figures, values = np.empty((len(met), 2, FIGURES)), np.empty(len(met))
    network_rows(GAME.pack(met), JUDGE, figures, values)
    slow = np.array([[slow_figures(state, side) for side in (0, 1)] for state in met], dtype=np.float64)
    assert figures == pytest.approx(slow)
    assert len(NAMES) == FIGURES


def test_pairs_of_moves_are_worth_what_follows() -> None:
    rng = np.random.default_rng(2)
    for state in [*states(40, 3), position("r 0 0", "s 4 -4, s 3 -1", (9, 9), 200)]:
        legal = [np.flatnonzero(table[0]) for table in GAME.engine.legal(GAME.pack([state]))]
        pairs = np.stack([rng.choice(moves, 12) for moves in legal], axis=1)
        values = np.empty(len(pairs))
        pair_values(GAME.pack([state])[0], pairs, 0, 12, 6, JUDGE, values)
        assert values == pytest.approx([entry(state, upper, lower, JUDGE) for upper, lower in pairs.tolist()])


def test_a_position_that_comes_again_is_nearer_to_a_draw() -> None:
    state = position("r 0 0", "s 3 0", (4, 4), 20)
    there, back = ("(slide 0 0 0 1)", "(slide 3 0 3 -1)"), ("(slide 0 1 0 0)", "(slide 3 -1 3 0)")
    state = GAME.next_state(state, there)
    numbers = np.array([[layout.MOVE_TEXTS.index(move) for move in back]])
    values = np.empty(1)
    pair_values(GAME.pack([state])[0], numbers, 0, 12, 6, JUDGE, values)
    assert values[0] == pytest.approx(entry(state, int(numbers[0, 0]), int(numbers[0, 1]), JUDGE))
    following = slow_value(GAME.next_state(state, back), JUDGE)
    assert values[0] == pytest.approx((following + 0.3) / 2)


def test_further_ahead_pairs_are_matrix_games_of_candidates() -> None:
    search = TurnSearch(GAME.engine, Threats())
    judge = judge_of(NETWORK)
    rng, compared = np.random.default_rng(4), 0
    for state in states(12, 6):
        row = without_past(GAME.pack([state]))
        legal = [np.flatnonzero(table[0]) for table in GAME.engine.legal(row)]
        pairs = np.stack([rng.choice(moves, 3) for moves in legal], axis=1)
        values = np.empty(len(pairs))
        pair_values(row[0], pairs, 1, 12, 6, judge, values)
        for pair, value in zip(pairs, values, strict=True):
            child = without_past(GAME.engine.step(row, pair[None]))
            if GAME.engine.outcome(child)[0][0]:
                continue
            (upper,), (lower,) = search.candidates(child)
            if max(len(upper), len(lower)) > 12:
                continue
            upper, lower = (with_guesses(child, moves, side) for side, moves in enumerate((upper, lower)))
            inner = np.stack([np.repeat(upper, len(lower)), np.tile(lower, len(upper))], axis=1)
            entries = np.empty(len(inner))
            pair_values(child[0], inner, 0, 12, 6, judge, entries)
            assert value == pytest.approx(solve(entries.reshape(len(upper), len(lower))).value)
            compared += 1
    assert compared > 10


def with_guesses(row: NDArray[np.uint64], moves: NDArray[np.int64], side: int) -> NDArray[np.int64]:
    """Candidates with walks of threatened tokens, and of hunters to where what they could take may flee."""
    state = GAME.unpack(row)[0]
    walks = [walks_of(state, number) for number in (0, 1)]
    beaters = BEATEN_BY
    own_cells = {(cell(token), token.symbol) for token in state.tokens[side]}
    their_cells = {(cell(token), token.symbol) for token in state.tokens[1 - side]}
    added = []
    for symbol in layout.SYMBOLS:
        own = [walk for walk in walks[side] if walk[2] == symbol]
        prey = {place for place, other in their_cells if beaters[other] == symbol and (place, other) not in own_cells}
        reached = prey & {target for _, target, _ in own}
        flights = {target for source, target, _ in walks[1 - side] if source in reached}
        danger = {target for _, target, hunter in walks[1 - side] if hunter == beaters[symbol]}
        deadly = {place for place, other in own_cells | their_cells if other == beaters[symbol]}
        deadly |= {place for place, other in own_cells if beaters[other] == symbol}
        for source, target, _ in sorted(own):
            if target not in deadly and (source in danger or target in flights | prey):
                move = int(WALK[source, target])
                if move not in moves and move not in added:
                    added.append(move)
    return np.append(moves, np.array(added[:GUESSES], dtype=np.int64))


def walks_of(state: RopasciState, side: int) -> set[tuple[int, int, str]]:
    """Source, target and symbol of each slide and swing."""
    found = set()
    for move in GAME.legal_moves(state, side):
        name, *words = move.strip("()").split()
        if name != "throw":
            r, q, s, p = map(int, words)
            symbol = next(token.symbol for token in state.tokens[side] if (token.r, token.q) == (r, q))
            found.add((NUMBERS[r, q], NUMBERS[s, p], symbol))
    return found


def test_one_turn_ahead_nothing_legal_is_left_out() -> None:
    search = DeepSearch(JUDGE, Depths(), Pace())
    for state in states(8, 9):
        row = GAME.pack([state])
        turn, exact = search.one_turn(row, Budget()), solve(whole_matrix(row, JUDGE))
        assert turn.found.value == pytest.approx(exact.value, abs=2 * GAINED + LIKELY)
        assert turn.worth(0) @ turn.chances(0) == pytest.approx(turn.found.value)


def whole_matrix(row: NDArray[np.uint64], judge: Judge) -> Floats:
    """All legal moves of both sides, pair by pair."""
    upper, lower = (np.flatnonzero(table[0]) for table in GAME.engine.legal(row))
    pairs = np.stack([np.repeat(upper, len(lower)), np.tile(lower, len(upper))], axis=1)
    values = np.empty(len(pairs))
    pair_values(row[0], pairs, 0, 12, 6, judge, values)
    return values.reshape(len(upper), len(lower))


def test_three_turns_ahead_a_capture_is_seen() -> None:
    """The last token stands in a corner between two hunters: whatever it does, it is taken soon."""
    row = GAME.pack([position("r 3 -3, r 4 -3", "s 4 -4, s -4 4")])
    search = DeepSearch(judge_of(shipped_network()), Depths(6, 4, 4), Pace())
    turn = search.solved(row, Budget(), 3)
    assert turn.depth == 3
    assert turn.found.value > 0.6


def test_games_with_itself_are_the_same_for_the_same_seed_and_begin_with_blind_throws() -> None:
    found, throws = [], np.array([[0, 0], [3, 1], [2, 4]])
    for _ in range(2):
        rows, of_game = np.zeros((300, layout.WORDS), dtype=np.uint64), np.zeros(300, dtype=np.int64)
        values, blind = np.zeros((300, 2)), np.array([0.1, 0.1])
        goals, lengths = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
        limits = np.array([12, 1, 2], dtype=np.int64)
        written = play_games(7, JUDGE, JUDGE, 1, blind, throws, limits, rows, values, of_game, goals, lengths)
        found.append((rows, of_game, values, goals, lengths))
        assert written == min(300, lengths.sum())
        assert set(goals) <= {0, 50, 100}
        assert (values[:written] >= 0).all()
        assert (values[:written] <= 1).all()
        made = numbers_of(rows[:written])[0]
        for game in set(of_game[:written]) - {of_game[written - 1]}:
            own = made[of_game[:written] == game]
            assert all(own[min(turn, most), side] == min(turn, most) for turn in range(5) for side, most in [
                (0, throws[game, 0]), (1, throws[game, 1])])  # fmt: skip
    for one, other in zip(*found, strict=True):
        assert (one == other).all()
