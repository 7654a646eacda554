"""Rock, paper, scissors, played for several rounds."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table


def rules(rounds: int) -> str:
    scores = range(rounds + 1)
    return f"""
(role row)
(role column)
(opponent row column)
(opponent column row)

(beats rock scissors)
(beats scissors paper)
(beats paper rock)
{each("score", scores)}
{chain("one_more", scores)}
{table("less", *((small, large) for large in scores for small in range(large)))}

(<= (base (wins ?player ?score)) (role ?player) (score ?score))
(<= (base (played ?score)) (score ?score))
(<= (input ?player ?shape) (role ?player) (beats ?shape ?other))

(<= (init (wins ?player 0)) (role ?player))
(init (played 0))

(<= (legal ?player ?shape)
    (role ?player)
    (beats ?shape ?other))

(<= (wins_round ?player)
    (opponent ?player ?other)
    (does ?player ?shape)
    (does ?other ?beaten)
    (beats ?shape ?beaten))

(<= (next (wins ?player ?more))
    (wins_round ?player)
    (true (wins ?player ?score))
    (one_more ?score ?more))
(<= (next (wins ?player ?score))
    (true (wins ?player ?score))
    (not (wins_round ?player)))
(<= (next (played ?more))
    (true (played ?score))
    (one_more ?score ?more))

(<= terminal (true (played {rounds})))

(<= (behind ?player)
    (opponent ?player ?other)
    (true (wins ?player ?score))
    (true (wins ?other ?higher))
    (less ?score ?higher))
(<= decided (behind ?player))

(<= (goal ?player 100) (opponent ?player ?other) (behind ?other))
(<= (goal ?player 0) (behind ?player))
(<= (goal ?player 50) (role ?player) (not decided))
"""


def facts(rounds: int) -> Facts:
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=rounds)


GAME = BuiltIn(
    name="rock_paper_scissors",
    title="Rock, paper, scissors",
    summary="Both choose at once, for several rounds; whoever wins more rounds wins.",
    rules=rules,
    facts=facts,
    parameters=(Whole("rounds", default=3, lowest=1, highest=9),),
)
