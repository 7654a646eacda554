"""The figures of positions in NumPy beside the same in plain Python, and what styles make of them."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

from ludens.games.hexagon.cells import CELLS, NUMBERS, distance
from ludens.games.ropasci import Ropasci, RopasciState, Token, layout, position, symmetric
from ludens.games.ropasci.styles import Style, StyledValue, inclined
from ludens.games.ropasci.threat_weights import WEIGHTS
from ludens.games.ropasci.threats import BATCH, FAR, FIGURES, NAMES, Threats, figures_of
from ludens.testing import random_game

GAME = Ropasci()
BEATEN_BY = {"r": "p", "p": "s", "s": "r"}


def cell(token: Token) -> int:
    return NUMBERS[token.r, token.q]


def slow_figures(state: RopasciState, side: int) -> list[float]:
    """What one side has, from the words of the table in ``threats.py``."""
    own, other = state.tokens[side], state.tokens[1 - side]
    throws, throws_of_other = state.throws_left[side], state.throws_left[1 - side]
    near = []
    for prey in other:
        hunters = [token for token in own if token.symbol == BEATEN_BY[prey.symbol]]
        near.append(min((distance(cell(prey), cell(hunter)) for hunter in hunters), default=FAR))
    centre = NUMBERS[0, 0]
    edge = sum(distance(cell(prey), centre) for prey, steps in zip(other, near, strict=True) if steps <= 2)
    size = layout.ZONES[state.throws[side]] if throws else 0
    zone = range(CELLS - size, CELLS) if side == 0 else range(size)
    have, against = Counter(token.symbol for token in own), Counter(token.symbol for token in other)
    unbeatable = any(not against[BEATEN_BY[symbol]] for symbol in have)
    return [
        len(own),
        throws,
        throws > 0,
        not own,
        near.count(1),
        near.count(2),
        sum(1 - steps / FAR for steps in near),
        edge,
        sum(cell(prey) in zone for prey in other),
        sum(number / (1 + against[BEATEN_BY[symbol]]) for symbol, number in have.items()),
        unbeatable and not throws_of_other,
        unbeatable,
    ]


def states(number: int, seed: int) -> list[RopasciState]:
    rng, found = random.Random(seed), list[RopasciState]()
    while len(found) < number:
        found += random_game(GAME, rng)[0][:-1]
    return rng.sample(found, number)


def test_figures_are_those_of_plain_python() -> None:
    met = states(400, 1)
    slow = [np.subtract(slow_figures(state, 0), slow_figures(state, 1), dtype=np.float64) for state in met]
    assert figures_of(GAME.pack(met)) == pytest.approx(np.array(slow))
    assert len(NAMES) == FIGURES == len(WEIGHTS)


def test_batches_do_not_matter() -> None:
    rows = np.repeat(GAME.pack(states(40, 2)), BATCH // 20, axis=0)
    assert len(rows) > BATCH
    assert figures_of(rows)[:: BATCH // 20] == pytest.approx(figures_of(rows[:: BATCH // 20]))
    assert figures_of(rows[:0]).shape == (0, FIGURES)


def test_symmetric_positions_are_worth_the_same() -> None:
    value = Threats()
    for state in states(30, 3):
        found = value(GAME.pack(symmetric(state)))
        assert found[:6] == pytest.approx(found[0])
        assert found[6:] == pytest.approx(1 - found[0])


def test_a_lead_is_worth_less_near_the_last_turn_and_ends_are_certain() -> None:
    early, late, last = (position("r 0 0, p 1 0", "r -2 0", (3, 3), turn) for turn in (10, 340, 359))
    values = Threats()(GAME.pack([early, late, last]))
    assert values[0] > values[1] > values[2] > 0.5
    won, lost, drawn = position("r 0 0", "s 2 0"), position("s 0 0", "r 2 0"), position("r 0 0", "r 2 0")
    assert Threats()(GAME.pack([won, lost, drawn])).tolist() == [1.0, 0.0, 0.5]


def test_who_has_an_invincible_token_cannot_lose() -> None:
    hunter, prey = position("r 0 0", "s 3 0, s -3 0"), position("s 3 0, s -3 0", "r 0 0")
    values = Threats()(GAME.pack([hunter, prey]))
    assert values[0] > 0.5 > values[1]
    assert values.sum() == pytest.approx(1)


def test_a_throw_that_is_kept_is_worth_something() -> None:
    kept, lost = position("r 0 0", "r -2 0", (3, 3)), position("r 0 0", "r -2 0", (4, 3))
    values = Threats()(GAME.pack([kept, lost]))
    assert values[0] > values[1] + 0.05


@pytest.mark.parametrize("side", [0, 1])
def test_a_style_says_what_a_draw_and_a_repetition_are_worth(side: int) -> None:
    drawn = position("r 0 0", "r 2 0")
    before = position("r 0 0, p 1 0", "r -2 0", (3, 3), 8)
    rows = GAME.pack([drawn, before])
    plain, styled = Threats()(rows), StyledValue(Style(draw=0.9, repeated=0.5), side, [before.tokens])(rows)
    draw = 0.9 if side == 0 else 0.1
    assert styled == pytest.approx([draw, (plain[1] + draw) / 2])
    other = StyledValue(Style(draw=0.9, repeated=0.5), side, [drawn.tokens])(rows)
    assert other == pytest.approx([draw, plain[1]])


def test_an_inclination_changes_one_weight() -> None:
    changed = inclined(in_the_zone=0.5)
    place = NAMES.index("in the zone")
    assert math.isclose(changed[place], WEIGHTS[place] + 0.5)
    assert [weight for number, weight in enumerate(changed) if number != place] == [
        weight for number, weight in enumerate(WEIGHTS) if number != place
    ]
