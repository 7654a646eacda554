"""Strategies of Kuhn poker as tables, and what they are worth against each other, worked out exactly (Kuhn 1950)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from typing import Any

import ludens
from ludens.game import Limit, Observation, View
from ludens.players import make_agent

CARDS = ("j", "q", "k")
ROLES = ("first", "second")

Situation = tuple[int, str, bool]
"""Role, card, and whether the other has bet."""

Strategy = dict[Situation, float]
"""The chance of betting, or of calling a bet."""

VALUE = -1 / 18
"""What the game is worth to the first player, in chips."""


@cache
def game() -> Any:
    return ludens.load("kuhn_poker")


def view(situation: Situation) -> View:
    """What the player knows in a situation."""
    role, card, bet = situation
    moves = {(0, False): [], (0, True): [(0, "check"), (1, "bet")], (1, False): [(0, "check")], (1, True): [(0, "bet")]}
    seen = [Observation("noop", (f"(dealt {card})",))]
    for who, move in moves[role, bet]:
        seen.append(Observation(move if who == role else "noop", (f"(played {ROLES[who]} {move})",)))
    return View(role, tuple(seen), ("call", "fold") if bet else ("bet", "check"))


def situations(role: int) -> Iterator[Situation]:
    return ((role, card, bet) for card in CARDS for bet in (False, True))


def strategy_of(agent: str, role: int, limit: Limit, seeds: int) -> Strategy:
    """How an agent plays: the chances it gives, or the part of the times it did so, over some seeds."""
    found: Strategy = {}
    for situation in situations(role):
        active = "call" if situation[2] else "bet"
        total = 0.0
        for seed in range(seeds):
            decision = make_agent(agent, game(), role, seed).decide(view(situation), limit)
            chances = {report.move: report.chance for report in decision.moves}
            total += chances.get(active) if chances.get(active) is not None else decision.move == active  # type: ignore[operator]
        found[situation] = total / seeds
    return found


def equilibrium(bluff: float = 1 / 6) -> Strategy:
    """An equilibrium of both: the first player bluffs with a jack as often as it likes, up to a third."""
    return {
        (0, "j", False): bluff, (0, "j", True): 0.0,
        (0, "q", False): 0.0, (0, "q", True): bluff + 1 / 3,
        (0, "k", False): 3 * bluff, (0, "k", True): 1.0,
        (1, "j", False): 1 / 3, (1, "j", True): 0.0,
        (1, "q", False): 0.0, (1, "q", True): 1 / 3,
        (1, "k", False): 1.0, (1, "k", True): 1.0,
    }  # fmt: skip


def worth(first: Strategy, second: Strategy) -> float:
    """What the first player wins on average, in chips."""
    total = 0.0
    for one, two in itertools.permutations(CARDS, 2):
        showdown = 1 if CARDS.index(one) > CARDS.index(two) else -1
        bets, called = first[0, one, False], second[1, two, True]
        answered, calls = second[1, two, False], first[0, one, True]
        after_bet = called * 2 * showdown + (1 - called)
        after_check = (1 - answered) * showdown + answered * (calls * 2 * showdown - (1 - calls))
        total += bets * after_bet + (1 - bets) * after_check
    return total / 6


def exploitability(strategy: Strategy) -> float:
    """How much the best responses to a strategy, in both roles, win beyond the value of the game, on average."""
    best = [-10.0, -10.0]
    for choice in itertools.product((0.0, 1.0), repeat=6):
        for role in (0, 1):
            pure = dict(zip(situations(role), choice, strict=True))
            won = worth(pure, strategy) if role == 0 else -worth(strategy, pure)
            best[role] = max(best[role], won)
    return sum(best) / 2
