"""The prisoner's dilemma, repeated: both gain from trust, each gains more from breaking it."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table

PAYOFFS = {
    ("cooperate", "cooperate"): 3,
    ("cooperate", "defect"): 0,
    ("defect", "cooperate"): 5,
    ("defect", "defect"): 1,
}
"""Points for one's own choice, first, and the other's."""

BEST = max(PAYOFFS.values())


def rules(rounds: int) -> str:
    totals = range(BEST * rounds + 1)
    sums = ((total - part, part, total) for total in totals for part in sorted(PAYOFFS.values()) if part <= total)
    return f"""
(role row)
(role column)
(opponent row column)
(opponent column row)

{table("payoff", *((own, other, points) for (own, other), points in PAYOFFS.items()))}
{each("total", totals)}
{table("sum", *sums)}
{table("goal_of", *((total, 100 * total // (BEST * rounds)) for total in totals))}
{chain("one_more", range(rounds + 1))}

(<= (base (points ?player ?total)) (role ?player) (total ?total))
(base (played 0))
(<= (base (played ?more)) (one_more ?count ?more))
(<= (input ?player ?choice) (role ?player) (payoff ?choice ?other ?points))

(<= (init (points ?player 0)) (role ?player))
(init (played 0))

(<= (legal ?player ?choice)
    (role ?player)
    (payoff ?choice ?other ?points))

(<= (next (points ?player ?total))
    (opponent ?player ?other)
    (does ?player ?choice)
    (does ?other ?answer)
    (payoff ?choice ?answer ?points)
    (true (points ?player ?before))
    (sum ?before ?points ?total))
(<= (next (played ?more))
    (true (played ?count))
    (one_more ?count ?more))

(<= terminal (true (played {rounds})))

(<= (goal ?player ?goal)
    (true (points ?player ?total))
    (goal_of ?total ?goal))
"""


def facts(rounds: int) -> Facts:
    return Facts(Turns.SIMULTANEOUS, max_steps=rounds)


GAME = BuiltIn(
    name="prisoners_dilemma",
    title="Prisoner's dilemma",
    summary="Cooperate or defect, several times: points for both, not against each other.",
    rules=rules,
    facts=facts,
    parameters=(Whole("rounds", default=5, lowest=1, highest=10),),
)
