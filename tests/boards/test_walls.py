"""Walls that lie between cells and are two cells long, as in Quoridor: drawn as such, and no pieces."""

from __future__ import annotations

import pytest

from ludens.boards import clicks, picture
from ludens.boards.clicks import Choice, OnPlace
from ludens.boards.picture import Grid, Line, Stroke
from ludens.gdl import load_rules
from ludens.gdl.reasoner import Reasoner
from ludens.rules.source import Source

RULES = """
(role white) (role black)
(succ 1 2) (succ 2 3) (succ 3 4)
(index 1) (index 2) (index 3) (index 4)
(gap 1) (gap 2) (gap 3)
(way {0}) (way {1})
(<= (base (at ?p ?x ?y)) (role ?p) (index ?x) (index ?y))
(<= (base ({2} ?x ?y ?way)) (gap ?x) (gap ?y) (way ?way))
(<= (base (control ?p)) (role ?p))
(<= (input ?p (step ?x ?y)) (role ?p) (index ?x) (index ?y))
(<= (input ?p (build ?x ?y ?way)) (role ?p) (gap ?x) (gap ?y) (way ?way))
(<= (input ?p noop) (role ?p))
(init (at white 2 1)) (init (at black 3 4)) (init (control white))
(<= (legal ?p (step ?x ?z)) (true (control ?p)) (true (at ?p ?x ?y)) (succ ?y ?z))
(<= (legal ?p (step ?z ?y)) (true (control ?p)) (true (at ?p ?x ?y)) (succ ?x ?z))
(<= (legal ?p (step ?z ?y)) (true (control ?p)) (true (at ?p ?x ?y)) (succ ?z ?x))
(<= (legal ?p (build ?x ?y ?way)) (true (control ?p)) (gap ?x) (gap ?y) (way ?way))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (at ?p ?x ?y)) (does ?p (step ?x ?y)))
(<= (next (at ?p ?x ?y)) (true (at ?p ?x ?y)) (not (stepped ?p)))
(<= (stepped ?p) (does ?p (step ?x ?y)))
(<= (next ({2} ?x ?y ?way)) (does ?p (build ?x ?y ?way)))
(<= (next ({2} ?x ?y ?way)) (true ({2} ?x ?y ?way)))
(<= (next (control white)) (true (control black)))
(<= (next (control black)) (true (control white)))
(<= terminal (true (at ?p 2 4)))
(<= (goal ?p 100) (true (at ?p 2 4)))
(<= (goal ?p 0) (role ?p) (not (true (at ?p 2 4))))
"""


def lines(game: Reasoner, moves: list[tuple[str, str]]) -> list[tuple[float, float, float, float]]:
    """The walls after some moves: from where to where."""
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    (grid,) = [panel for panel in picture(game, state).panels if isinstance(panel, Grid)]
    assert len(grid.cells) == 16
    found = [line for line in grid.lines if line.stroke is Stroke.WALL]
    return sorted(map(_ends, found))


def _ends(line: Line) -> tuple[float, float, float, float]:
    (x, y), (to_x, to_y) = sorted([(line.x1, line.y1), (line.x2, line.y2)])
    return x, y, to_x, to_y


@pytest.mark.parametrize(("level", "upright", "name"), [("horizontal", "vertical", "wall"), ("h", "v", "fence")])
def test_walls_lie_between_cells(level: str, upright: str, name: str) -> None:
    game = load_rules(Source(RULES.format(level, upright, name), "walls"))
    # The first row is at the bottom: a wall above the cells b1 and c1 lies between the rows at y = 3 and y = 2.
    assert lines(game, [(f"(build 2 1 {level})", "noop")]) == [(0.5, 2.5, 1.5, 2.5), (1.5, 2.5, 2.5, 2.5)]
    assert lines(game, [(f"(build 1 2 {upright})", "noop")]) == [(0.5, 0.5, 0.5, 1.5), (0.5, 1.5, 0.5, 2.5)]
    assert lines(game, []) == []


def test_a_wall_is_built_by_a_click_and_a_choice() -> None:
    game = load_rules(Source(RULES.format("horizontal", "vertical", "wall"), "walls"))
    made = clicks(game, game.initial_state(), 0).sequences
    assert made["(build 3 2 vertical)"] == (OnPlace(("", "3", "2")), Choice("vertical"))
    assert made["(step 2 2)"][0] == OnPlace(("", "2", "2"))
