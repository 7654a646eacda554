"""Kuhn poker against its twin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import ludens
from ludens.game import Game, observations
from ludens.testing import random_game
from tests.games.twin import compare, play

DECK = ("8", "9", "10", "j", "q", "k")
NAMES = ("first", "second")


class Twin:
    def __init__(self, cards: int) -> None:
        self.deck = DECK[-cards:]
        self.hands: tuple[str, ...] = ()
        self.line: list[str] = []

    def turn(self) -> int:
        return 2 if not self.hands else len(self.line) % 2

    def fluents(self) -> Iterator[str]:
        yield from (f"(holds {name} {card})" for name, card in zip(NAMES, self.hands, strict=False))
        for number, move in enumerate(self.line):
            name = NAMES[number % 2]
            yield from {"bet": [f"(bet {name})"], "fold": [f"(folded {name})"], "call": ["called"], "check": []}[move]
        yield "over" if self.over() else f"(to_act {(*NAMES, 'random')[self.turn()]})"

    def over(self) -> bool:
        return self.line[-1:] in (["fold"], ["call"]) or self.line == ["check", "check"]

    def legal(self, role: int) -> list[str]:
        if role != self.turn():
            return ["noop"]
        if role == 2:
            return [f"(deal {one} {two})" for one, two in itertools.permutations(self.deck, 2)]
        return ["call", "fold"] if "bet" in self.line else ["bet", "check"]

    def play(self, moves: Sequence[str]) -> None:
        made = moves[self.turn()]
        if self.hands:
            self.line.append(made)
        else:
            self.hands = tuple(made[6:-1].split())

    def goals(self) -> tuple[int, ...]:
        one, two = (DECK.index(card) for card in self.hands)
        chips = (2 if "call" in self.line else 1) * (1 if one > two else -1)
        if self.line[-1] == "fold":
            chips = -1 if len(self.line) % 2 else 1
        return 50 + 25 * chips, 50 - 25 * chips, 0


def seen_by_hand(history: Sequence[Sequence[str]], role: int) -> list[tuple[str, ...]]:
    """What a player sees of a game, from the rules in words: its card, then every move that is one."""
    cards = history[0][2][6:-1].split()
    moves = [(NAMES[who], joint[who]) for joint in history[1:] for who in (0, 1) if joint[who] != "noop"]
    return [(f"(dealt {cards[role]})",), *((f"(played {who} {move})",) for who, move in moves)]


@pytest.mark.parametrize("cards", [3, 4, 6])
def test_agrees_with_twin(cards: int) -> None:
    rng = random.Random(cards)
    game = ludens.load("kuhn_poker" if cards == 3 else f"kuhn_poker(cards={cards})")
    ends = {game.goals(compare(game, Twin(cards), rng)) for _ in range(80)}
    assert ends == {(100, 0, 0), (75, 25, 0), (25, 75, 0), (0, 100, 0)}


@pytest.mark.parametrize("cards", [3, 5])
def test_players_see_their_card_and_all_moves(cards: int) -> None:
    game, rng = ludens.load(f"kuhn_poker(cards={cards})"), random.Random(1)
    for _ in range(40):
        _, history = random_game(game, rng)
        for role in (0, 1):
            seen = [each.percepts for each in observations(game, history, role)]
            assert seen == seen_by_hand(history, role)


def test_hands_by_hand() -> None:
    game: Game[Any] = ludens.load("kuhn_poker")
    deal, pause = ("noop", "noop", "(deal q k)"), "noop"
    assert game.goals(play(game, deal, ("bet", pause, pause), (pause, "fold", pause))) == (75, 25, 0)
    assert game.goals(play(game, deal, ("bet", pause, pause), (pause, "call", pause))) == (0, 100, 0)
    checked = (deal, ("check", pause, pause))
    assert game.goals(play(game, *checked, (pause, "check", pause))) == (25, 75, 0)
    assert game.goals(play(game, *checked, (pause, "bet", pause), ("fold", pause, pause))) == (25, 75, 0)
    assert game.goals(play(game, *checked, (pause, "bet", pause), ("call", pause, pause))) == (0, 100, 0)
