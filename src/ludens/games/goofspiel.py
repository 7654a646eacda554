"""Goofspiel, the game of pure strategy: equal hands, and a prize in each round for the higher of two secret bids."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.game import ParameterError, Turns
from ludens.games.catalogue import BuiltIn, Facts, Flag, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table


@dataclass(frozen=True, slots=True)
class Order:
    """In which order prizes come: ascending, descending, or as they are listed, ``3-1-4-2``."""

    name: str
    default: str = "descending"
    choices: str = "ascending, descending, or the prizes with hyphens between them"

    def read(self, text: str) -> str:
        word = text.lower()
        if word not in ("ascending", "descending") and not all(part.isdecimal() for part in word.split("-")):
            raise ValueError(text)
        return word


def prizes(cards: int, order: str) -> list[int]:
    """The prizes round by round; raises ParameterError for a list that does not name each card once."""
    if order in ("ascending", "descending"):
        return sorted(range(1, cards + 1), reverse=order == "descending")
    listed = [int(part) for part in order.split("-")]
    if sorted(listed) != list(range(1, cards + 1)):
        raise ParameterError(f"goofspiel: order cannot be {order!r}; it names each number from 1 to {cards} once.")
    return listed


def goal_of_lead(lead: int, total: int, share: bool) -> int:
    """The goal of a player who is ahead by so many of all points; that of the other adds up with it to 100."""
    if not share:
        return 50 + 50 * ((lead > 0) - (lead < 0))
    return 50 + 50 * lead // total if lead >= 0 else 50 - 50 * -lead // total


def rules(cards: int, order: str, share: bool) -> str:
    total = cards * (cards + 1) // 2
    totals, numbers, rounds = range(total + 1), range(1, cards + 1), range(1, cards + 2)
    listed = prizes(cards, order)
    sums = ((total - prize, prize, total) for total in totals for prize in numbers if prize <= total)
    goals = ((own, other, goal_of_lead(own - other, total, share)) for own in totals for other in totals)
    return f"""
(role row)
(role column)
(opponent row column)
(opponent column row)

{each("card", numbers)}
{table("less", *((small, large) for large in numbers for small in range(1, large)))}
{table("prize", *enumerate(listed, start=1))}
{chain("after", rounds)}
{each("total", totals)}
{table("sum", *sums)}
{table("goal_of", *((own, other, goal) for own, other, goal in goals if own + other <= total))}

(<= (base (hand ?player ?card)) (role ?player) (card ?card))
(<= (base (points ?player ?total)) (role ?player) (total ?total))
(base (round 1))
(<= (base (round ?later)) (after ?round ?later))
(<= (input ?player (bid ?card)) (role ?player) (card ?card))

(<= (init (hand ?player ?card)) (role ?player) (card ?card))
(<= (init (points ?player 0)) (role ?player))
(init (round 1))

(<= (legal ?player (bid ?card))
    (true (hand ?player ?card)))

(<= (takes ?player)
    (opponent ?player ?other)
    (does ?player (bid ?card))
    (does ?other (bid ?lower))
    (less ?lower ?card))

(<= (next (hand ?player ?card))
    (true (hand ?player ?card))
    (not (does ?player (bid ?card))))
(<= (next (points ?player ?more))
    (takes ?player)
    (true (round ?round))
    (prize ?round ?prize)
    (true (points ?player ?total))
    (sum ?total ?prize ?more))
(<= (next (points ?player ?total))
    (true (points ?player ?total))
    (not (takes ?player)))
(<= (next (round ?later))
    (true (round ?round))
    (after ?round ?later))

(<= terminal (true (round {cards + 1})))

(<= (goal ?player ?goal)
    (opponent ?player ?other)
    (true (points ?player ?total))
    (true (points ?other ?others))
    (goal_of ?total ?others ?goal))
"""


def facts(cards: int, order: str, share: bool) -> Facts:
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=cards)


GAME = BuiltIn(
    name="goofspiel",
    title="Goofspiel",
    summary="Both players bid a card at once for each prize; whoever has more points wins.",
    rules=rules,
    facts=facts,
    parameters=(Whole("cards", default=5, lowest=2, highest=6), Order("order"), Flag("share")),
)
