"""Free for all: kings that capture kings; goals count captures, so they have no fixed sum."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_lines

SIZE = 6
KINGS = 4
TURNS_EACH = 30
CORNERS = {"red": (1, 1), "blue": (5, 5), "green": (1, 5)}
"""The first row and column of each player's block of two by two kings."""


def rules(players: int) -> str:
    roles = list(CORNERS)[:players]
    homes = [
        (role, row + down, column + right)
        for role, (row, column) in list(CORNERS.items())[:players]
        for down in (0, 1)
        for right in (0, 1)
    ]
    last = TURNS_EACH * players
    return f"""
{each("role", roles)}
{chain("after", [*roles, roles[0]])}

{each("index", range(1, SIZE + 1))}
{chain("successor", range(last + 1))}
{fact_lines("points", *((captures, 10 * captures) for captures in range(KINGS * (players - 1) + 1)))}
{fact_lines("home", *homes)}

(<= (near ?number ?number) (index ?number))
(<= (near ?number ?other) (index ?number) (index ?other) (successor ?number ?other))
(<= (near ?number ?other) (index ?number) (index ?other) (successor ?other ?number))
(<= (king_step ?row ?column ?new_row ?new_column)
    (near ?row ?new_row)
    (near ?column ?new_column)
    (or (distinct ?row ?new_row) (distinct ?column ?new_column)))

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?player)) (index ?row) (index ?column) (role ?player))
(<= (base (captures ?player ?number)) (role ?player) (points ?number ?points))
(<= (base (control ?player)) (role ?player))
(base (step 0))
(<= (base (step ?number)) (successor ?before ?number))
(<= (input ?player (move ?row ?column ?new_row ?new_column))
    (role ?player)
    (king_step ?row ?column ?new_row ?new_column))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?row ?column ?player)) (home ?player ?row ?column))
(<= (init (cell ?row ?column b)) (index ?row) (index ?column) (not (at_home ?row ?column)))
(<= (at_home ?row ?column) (home ?player ?row ?column))
(<= (init (captures ?player 0)) (role ?player))
(init (control {roles[0]}))
(init (step 0))

(<= (alive ?player)
    (role ?player)
    (true (cell ?row ?column ?player)))

(<= (legal ?player (move ?row ?column ?new_row ?new_column))
    (true (control ?player))
    (true (cell ?row ?column ?player))
    (king_step ?row ?column ?new_row ?new_column)
    (true (cell ?new_row ?new_column ?content))
    (distinct ?content ?player))
(<= (legal ?player noop)
    (true (control ?player))
    (not (alive ?player)))
(<= (legal ?player noop)
    (role ?player)
    (true (control ?other))
    (distinct ?player ?other))

(<= (leaves ?row ?column)
    (does ?player (move ?row ?column ?new_row ?new_column)))
(<= (enters ?player ?new_row ?new_column)
    (does ?player (move ?row ?column ?new_row ?new_column)))
(<= (touched ?row ?column)
    (leaves ?row ?column))
(<= (touched ?row ?column)
    (enters ?player ?row ?column))

(<= (next (cell ?row ?column b))
    (leaves ?row ?column))
(<= (next (cell ?row ?column ?player))
    (enters ?player ?row ?column))
(<= (next (cell ?row ?column ?content))
    (true (cell ?row ?column ?content))
    (not (touched ?row ?column)))

(<= (captures_now ?player)
    (enters ?player ?row ?column)
    (true (cell ?row ?column ?victim))
    (role ?victim))
(<= (next (captures ?player ?more))
    (captures_now ?player)
    (true (captures ?player ?number))
    (successor ?number ?more))
(<= (next (captures ?player ?number))
    (true (captures ?player ?number))
    (not (captures_now ?player)))

(<= (next (control ?player))
    (true (control ?before))
    (after ?before ?player))
(<= (next (step ?number))
    (true (step ?before))
    (successor ?before ?number))

(<= contested
    (alive ?player)
    (alive ?other)
    (distinct ?player ?other))
(<= terminal (not contested))
(<= terminal (true (step {last})))

(<= (goal ?player ?points)
    (true (captures ?player ?number))
    (points ?number ?points))
"""


def facts(players: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, max_steps=TURNS_EACH * players)


GAME = BuiltIn(
    name="free_for_all",
    title="Free for all",
    summary="Two or three players' kings hunt each other; every capture scores ten points.",
    rules=rules,
    facts=facts,
    parameters=(Whole("players", 2, 2, 3),),
)
