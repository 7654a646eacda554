"""Sheep: a sheep grazes on clover and leaves through a gap in the fence, unless the dog catches it."""

from __future__ import annotations

from ludens.boards.description import COLUMN_ROW, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as table

ESCAPE_GOALS = (60, 70, 80, 90, 100)
"""The sheep's goal when it leaves, by the number of tufts it has eaten."""

DUSK_GOAL = 30
"""The sheep's goal when night falls."""


def rules(size: int) -> str:
    middle, last, dusk = (size + 1) // 2, size - 1, 8 * size
    indices = range(1, size + 1)
    return f"""
(role sheep)
(role dog)
(opponent sheep dog)
(opponent dog sheep)

{each("index", indices)}
{table("beside", *((here, there) for here in indices for there in indices if abs(here - there) == 1))}
{table("near", *((here, there) for here in indices for there in indices if abs(here - there) <= 1))}
{table("gap", (middle, 1), (1, middle), (size, middle), (middle, size))}
{table("tuft", (2, 2), (2, last), (last, 2), (last, last))}
{chain("one_more", range(len(ESCAPE_GOALS)))}
{chain("later", range(dusk + 1))}

(<= (base (sheep_at ?column ?row)) (index ?column) (index ?row))
(<= (base (dog_at ?column ?row)) (index ?column) (index ?row))
(<= (base (clover ?column ?row)) (tuft ?column ?row))
(base (eaten 0))
(<= (base (eaten ?more)) (one_more ?count ?more))
(base escaped)
(<= (base (control ?player)) (role ?player))
(base (step 0))
(<= (base (step ?after)) (later ?before ?after))
(<= (input ?player (go ?column ?row)) (role ?player) (index ?column) (index ?row))
(<= (input ?player stay) (role ?player))
(input sheep leave)
(<= (input ?player noop) (role ?player))

(init (sheep_at {middle} 2))
(init (dog_at {middle} {size}))
(<= (init (clover ?column ?row)) (tuft ?column ?row))
(init (eaten 0))
(init (control sheep))
(init (step 0))

(<= (legal sheep (go ?column ?row))
    (true (control sheep))
    (open_to_sheep ?column ?row)
    (not (true (dog_at ?column ?row))))
(<= (open_to_sheep ?column ?row)
    (true (sheep_at ?before ?row))
    (beside ?before ?column))
(<= (open_to_sheep ?column ?row)
    (true (sheep_at ?column ?before))
    (beside ?before ?row))
(<= (legal sheep leave)
    (true (control sheep))
    (true (sheep_at ?column ?row))
    (gap ?column ?row))
(<= (legal dog (go ?column ?row))
    (true (control dog))
    (true (dog_at ?from_column ?from_row))
    (near ?from_column ?column)
    (near ?from_row ?row)
    (not (true (dog_at ?column ?row))))
(<= (legal ?player stay)
    (true (control ?player)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (sheep_at ?column ?row))
    (does sheep (go ?column ?row)))
(<= (next (sheep_at ?column ?row))
    (true (sheep_at ?column ?row))
    sheep_stands)
(<= sheep_stands (does sheep stay))
(<= sheep_stands (does sheep noop))
(<= (next escaped)
    (does sheep leave))

(<= (next (dog_at ?column ?row))
    (does dog (go ?column ?row)))
(<= (next (dog_at ?column ?row))
    (true (dog_at ?column ?row))
    dog_stands)
(<= dog_stands (does dog stay))
(<= dog_stands (does dog noop))

(<= (grazes ?column ?row)
    (does sheep (go ?column ?row))
    (true (clover ?column ?row)))
(<= (grazes ?column ?row)
    (does sheep stay)
    (true (sheep_at ?column ?row))
    (true (clover ?column ?row)))
(<= eats (grazes ?column ?row))
(<= (next (clover ?column ?row))
    (true (clover ?column ?row))
    (not (grazes ?column ?row)))
(<= (next (eaten ?more))
    (true (eaten ?count))
    (one_more ?count ?more)
    eats)
(<= (next (eaten ?count))
    (true (eaten ?count))
    (not eats))

(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))
(<= (next (step ?after))
    (true (step ?before))
    (later ?before ?after))

(<= caught
    (true (sheep_at ?column ?row))
    (true (dog_at ?column ?row)))
(<= dusk
    (true (step {dusk}))
    (not caught)
    (not (true escaped)))

(<= terminal caught)
(<= terminal (true escaped))
(<= terminal dusk)

{table("goals_of_escape", *((count, goal, 100 - goal) for count, goal in enumerate(ESCAPE_GOALS)))}
(<= (goal sheep 0) caught)
(<= (goal dog 100) caught)
(<= (goal sheep ?goal)
    (true escaped)
    (true (eaten ?count))
    (goals_of_escape ?count ?goal ?rest))
(<= (goal dog ?rest)
    (true escaped)
    (true (eaten ?count))
    (goals_of_escape ?count ?goal ?rest))
(<= (goal sheep {DUSK_GOAL}) dusk)
(<= (goal dog {100 - DUSK_GOAL}) dusk)
"""


def facts(size: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=8 * size)


GAME = BuiltIn(
    name="sheep",
    title="Sheep",
    summary="A sheep eats clover and slips out through a gap before the dog catches it.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", default=5, lowest=4, highest=7),),
    drawing=Description(
        (
            Board(
                (
                    Layer("clover", 2, COLUMN_ROW, marker="clover"),
                    Layer("sheep_at", 2, COLUMN_ROW, marker="sheep"),
                    Layer("dog_at", 2, COLUMN_ROW, marker="dog"),
                ),
                rows_up=True,
            ),
        )
    ),
)
