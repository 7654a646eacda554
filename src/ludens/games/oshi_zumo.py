"""Oshi-Zumo: both bid coins at once to push a wrestler off the other's end of the ring (Buro 2003)."""

from __future__ import annotations

from ludens.game import ParameterError, Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table


def rules(coins: int, size: int, minimum: int) -> str:
    if minimum > coins:
        raise ParameterError(f"oshi_zumo: minimum cannot be {minimum}; with {coins} coins nobody could bid.")
    amounts, last = range(coins + 1), 2 * size + 2
    bids = [(bid, held) for held in amounts for bid in range(minimum, held + 1)]
    bids += [(0, held) for held in range(minimum)]
    return f"""
(role row)
(role column)
(opponent row column)
(opponent column row)

{each("cell", range(last + 1))}
{chain("next_cell", range(last + 1))}
{each("left_half", range(size + 1))}
{each("right_half", range(size + 2, last + 1))}
{each("amount", amounts)}
{each("too_few", range(minimum))}
{table("can_bid", *bids)}
{table("less", *((small, large) for large in amounts for small in range(large)))}
{table("sum", *((held - bid, bid, held) for bid, held in bids))}

(<= (base (wrestler ?cell)) (cell ?cell))
(<= (base (coins ?player ?amount)) (role ?player) (amount ?amount))
(<= (input ?player (bid ?bid)) (role ?player) (can_bid ?bid ?held))

(init (wrestler {size + 1}))
(<= (init (coins ?player {coins})) (role ?player))

(<= (legal ?player (bid ?bid))
    (true (coins ?player ?held))
    (can_bid ?bid ?held))

(<= (outbids ?player)
    (opponent ?player ?other)
    (does ?player (bid ?bid))
    (does ?other (bid ?lower))
    (less ?lower ?bid))

(<= (next (wrestler ?right))
    (outbids row)
    (true (wrestler ?left))
    (next_cell ?left ?right))
(<= (next (wrestler ?left))
    (outbids column)
    (true (wrestler ?right))
    (next_cell ?left ?right))
(<= (next (wrestler ?cell))
    (true (wrestler ?cell))
    (not (outbids row))
    (not (outbids column)))
(<= (next (coins ?player ?rest))
    (does ?player (bid ?bid))
    (true (coins ?player ?held))
    (sum ?rest ?bid ?held))

(<= (is_poor ?player)
    (true (coins ?player ?held))
    (too_few ?held))

(<= terminal (true (wrestler 0)))
(<= terminal (true (wrestler {last})))
(<= terminal (is_poor row) (is_poor column))

(<= ahead (true (wrestler ?cell)) (right_half ?cell))
(<= behind (true (wrestler ?cell)) (left_half ?cell))
(<= (goal row 100) ahead)
(<= (goal row 0) behind)
(<= (goal column 0) ahead)
(<= (goal column 100) behind)
(<= (goal ?player 50) (role ?player) (not ahead) (not behind))
"""


def facts(coins: int, size: int, minimum: int) -> Facts:
    # In every turn somebody pays at least the minimum.
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=2 * (coins // minimum))


GAME = BuiltIn(
    name="oshi_zumo",
    title="Oshi-Zumo",
    summary="Both pay secret bids to push a wrestler towards the other's end of the ring.",
    rules=rules,
    facts=facts,
    parameters=(Whole("coins", 8, 1, 20), Whole("size", 2, 1, 5), Whole("minimum", 1, 1, 8)),
)
