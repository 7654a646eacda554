"""Kuhn poker: the smallest poker worth bluffing in (Kuhn 1950)."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import each
from ludens.games.writing import facts as table

RANKS = ("8", "9", "10", "j", "q", "k")


def rules(cards: int) -> str:
    deck = RANKS[-cards:]
    higher = ((high, low) for place, high in enumerate(deck) for low in deck[:place])
    return f"""
(role first)
(role second)
(role random)
(opponent first second)
(opponent second first)

{each("card", deck)}
{table("higher", *higher)}

(<= (player ?player) (opponent ?player ?other))
(<= (different ?one ?two) (card ?one) (card ?two) (distinct ?one ?two))

(<= (base (holds ?player ?card)) (player ?player) (card ?card))
(<= (base (to_act ?role)) (role ?role))
(<= (base (bet ?player)) (player ?player))
(<= (base (folded ?player)) (player ?player))
(base called)
(base over)
(<= (input random (deal ?one ?two)) (different ?one ?two))
(<= (input ?player check) (player ?player))
(<= (input ?player bet) (player ?player))
(<= (input ?player call) (player ?player))
(<= (input ?player fold) (player ?player))
(<= (input ?role noop) (role ?role))

(init (to_act random))

(<= (bet_to ?player) (opponent ?player ?other) (true (bet ?other)))

(<= (legal random (deal ?one ?two)) (true (to_act random)) (different ?one ?two))
(<= (legal ?player check) (player ?player) (true (to_act ?player)) (not (bet_to ?player)))
(<= (legal ?player bet) (player ?player) (true (to_act ?player)) (not (bet_to ?player)))
(<= (legal ?player call) (true (to_act ?player)) (bet_to ?player))
(<= (legal ?player fold) (true (to_act ?player)) (bet_to ?player))
(<= (legal ?role noop) (role ?role) (not (true (to_act ?role))))

(<= (next (holds first ?one)) (does random (deal ?one ?two)))
(<= (next (holds second ?two)) (does random (deal ?one ?two)))
(<= (next (holds ?player ?card)) (true (holds ?player ?card)))
(<= (next (bet ?player)) (does ?player bet))
(<= (next (bet ?player)) (true (bet ?player)))
(<= (next (folded ?player)) (does ?player fold))
(<= (next called) (does ?player call))
(<= (next over) (does ?player fold))
(<= (next over) (does ?player call))
(<= (next over) (does second check))
(<= (next (to_act first)) (does random (deal ?one ?two)))
(<= (next (to_act first)) (does second bet))
(<= (next (to_act second)) (does first check))
(<= (next (to_act second)) (does first bet))

(<= (sees first (dealt ?one)) (does random (deal ?one ?two)))
(<= (sees second (dealt ?two)) (does random (deal ?one ?two)))
(<= (sees ?player (played ?other ?move))
    (player ?player)
    (player ?other)
    (does ?other ?move)
    (distinct ?move noop))

(<= terminal (true over))

(<= somebody_folded (true (folded ?player)))
(<= (wins ?player)
    (opponent ?player ?other)
    (true (folded ?other)))
(<= (wins ?player)
    (opponent ?player ?other)
    (true (holds ?player ?high))
    (true (holds ?other ?low))
    (higher ?high ?low)
    (not somebody_folded))

(<= (goal ?player 100) (wins ?player) (true called))
(<= (goal ?player 75) (wins ?player) (not (true called)))
(<= (goal ?player 25) (opponent ?player ?other) (wins ?other) (not (true called)))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other) (true called))
"""


def facts(cards: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=4)


GAME = BuiltIn(
    name="kuhn_poker",
    title="Kuhn poker",
    summary="One card each, one bet: the smallest poker, with cards that the other does not see.",
    rules=rules,
    facts=facts,
    parameters=(Whole("cards", default=3, lowest=3, highest=6),),
)
