"""Algorithms to be watched, each on small games: the table of lessons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ludens.game import Game
from ludens.players.options import Options
from ludens.studio.frames.learn import Step
from ludens.studio.learn.lessons import alphabeta
from ludens.studio.learn.lessons.growing import Growing
from ludens.studio.learn.lessons.lesson import Example, Lesson, Record
from ludens.studio.learn.lessons.selection import RaveKnobs, Select, UctKnobs, by_bounds, by_rave, by_roulette

ENDGAME = Example("endgame", "tic_tac_toe", "2 2; 1 2; 1 1; 3 3")
DEFENCE = Example("defence", "tic_tac_toe", "2 2; 1 1; 1 2")
HEAPS = Example("heaps", "nim(heaps=1-2-2)")
FOUR = Example("four", "connect_four(columns=4, rows=4)")
TURNS = (ENDGAME, DEFENCE, HEAPS, FOUR)


def growing(select: Select) -> Record:
    """What records the growth of a tree whose moves are selected so."""

    def record(game: Game[Any], state: Any, knobs: Options, rounds: int, random: Random) -> Iterator[Step]:
        return Growing(game, state, select, knobs, random).steps(rounds)

    return record


SMALL_HEAPS = Example("small_heaps", "nim(heaps=1-2-1)")
TOGETHER = (
    Example("scissors", "rock_paper_scissors(rounds=1)"),
    Example("goofspiel", "goofspiel(cards=3)"),
    Example("dilemma", "prisoners_dilemma"),
)

LESSONS = {
    lesson.name: lesson
    for lesson in (
        Lesson("uct", TURNS, UctKnobs, 40, growing(by_bounds)),
        Lesson("rave", TURNS, RaveKnobs, 40, growing(by_rave)),
        Lesson("roulette", TURNS, Options, 40, growing(by_roulette)),
        Lesson("alpha_beta", (ENDGAME, DEFENCE, SMALL_HEAPS, FOUR), alphabeta.AlphaBetaKnobs, 1, alphabeta.record),
        Lesson("decoupled_uct", TOGETHER, UctKnobs, 60, growing(by_bounds)),
    )
}
"""By name, in the order in which they are best read. What they say of themselves is in the texts of the pages."""
