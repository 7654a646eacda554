"""Goofspiel against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

import ludens
from ludens.game import ParameterError
from ludens.testing import check_game
from tests.games.twin import compare, play

ORDERS = {"ascending": [1, 2, 3, 4, 5, 6], "descending": [6, 5, 4, 3, 2, 1]}


class Twin:
    def __init__(self, cards: int, prizes: list[int], share: bool = False) -> None:
        self.prizes, self.share = prizes, share
        self.hands = [set(range(1, cards + 1)), set(range(1, cards + 1))]
        self.points = [0, 0]
        self.played = 0

    def fluents(self) -> Iterator[str]:
        yield f"(round {self.played + 1})"
        for role, name in enumerate(("row", "column")):
            yield f"(points {name} {self.points[role]})"
            yield from (f"(hand {name} {card})" for card in self.hands[role])

    def over(self) -> bool:
        return self.played == len(self.prizes)

    def legal(self, role: int) -> list[str]:
        return [f"(bid {card})" for card in self.hands[role]]

    def play(self, moves: Sequence[str]) -> None:
        bids = [int(move[5:-1]) for move in moves]
        for role, bid in enumerate(bids):
            self.hands[role].remove(bid)
            if bid > bids[1 - role]:
                self.points[role] += self.prizes[self.played]
        self.played += 1

    def goals(self) -> tuple[int, int]:
        row, column = self.points
        if self.share:
            part = int(50 * Fraction(abs(row - column), sum(self.prizes)))
            return (50 + part, 50 - part) if row >= column else (50 - part, 50 + part)
        return (100, 0) if row > column else (0, 100) if row < column else (50, 50)


@pytest.mark.parametrize("cards", [2, 4, 5, 6])
@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.parametrize("share", [False, True])
def test_agrees_with_twin(cards: int, order: str, share: bool) -> None:
    rng = random.Random(cards)
    game = ludens.load(f"goofspiel(cards={cards}, order={order}, share={str(share).lower()})")
    prizes = [prize for prize in ORDERS[order] if prize <= cards]
    ends = {game.goals(compare(game, Twin(cards, prizes, share), rng)) for _ in range(60)}
    assert len(ends) > 2
    assert all(sum(goals) == 100 for goals in ends)


def test_prizes_may_be_listed() -> None:
    rng = random.Random(1)
    game = ludens.load("goofspiel(cards=4, order=3-1-4-2)")
    for _ in range(30):
        compare(game, Twin(4, [3, 1, 4, 2]), rng)


def test_one_game_by_hand() -> None:
    game = ludens.load("goofspiel(cards=3, order=descending, share=true)")
    # row takes 3, nobody takes 2, column takes 1: ahead by 2 of 6 points
    end = play(game, ("(bid 2)", "(bid 1)"), ("(bid 3)", "(bid 3)"), ("(bid 1)", "(bid 2)"))
    assert game.goals(end) == (66, 34)
    plain = ludens.load("goofspiel(cards=3)")
    # nobody takes 3, column takes 2, row takes 1
    end = play(plain, ("(bid 1)", "(bid 1)"), ("(bid 2)", "(bid 3)"), ("(bid 3)", "(bid 2)"))
    assert plain.goals(end) == (0, 100)


@pytest.mark.parametrize("order", ["sideways", "1-2", "1-1-2-3", "1-2-3-5", "1--2", "3-2-1-0"])
def test_orders_that_are_refused(order: str) -> None:
    with pytest.raises(ParameterError, match="order cannot be"):
        ludens.load(f"goofspiel(cards=4, order={order})")


@pytest.mark.parametrize("cards", [2, 5])
def test_keeps_the_contract(cards: int) -> None:
    check_game(ludens.load(f"goofspiel(cards={cards})"), games=5)
