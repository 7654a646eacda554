"""What is found out for learners, as data for pages."""

from __future__ import annotations

from ludens.game import Move
from ludens.studio.frames.teaching import FactData, PuzzleData, SaidMove
from ludens.studio.work.drawing import MovePlaces
from ludens.teaching.explaining import Fact
from ludens.teaching.puzzles import Puzzle

MOVES_TOLD = 12


def said(places: MovePlaces, role: int, move: Move) -> SaidMove:
    """A move in words and on the board; a dropped piece is shown where it comes to rest."""
    row = places.lands(move)
    where = [{**place, "row": row} if row is not None and not place["row"] else place for place in places.of(move)]
    return {"role": role, "move": move, "label": places.text(move), "places": where}  # type: ignore[typeddict-item]


def fact_data(fact: Fact, places: MovePlaces, mover: int) -> FactData:
    """A fact; its moves are those of its role, or better ones of the mover."""
    return {
        "kind": fact.kind,
        "role": fact.role,
        "moves": [said(places, fact.role, move) for move in fact.moves[:MOVES_TOLD]],
        "only": fact.only,
        "points": fact.points,
        "better": fact.better,
        "now": fact.now,
        "opposed": fact.opposed,
        "count": fact.count,
    }


def puzzle_data(puzzle: Puzzle) -> PuzzleData:
    """A puzzle as it is kept."""
    return {
        "moves": [list(joint) for joint in puzzle.moves],
        "role": puzzle.role,
        "steps": [{"good": list(step.good), "line": [list(joint) for joint in step.line]} for step in puzzle.steps],
        "points": puzzle.points,
        "worse": puzzle.worse,
        "proven": puzzle.proven,
        "opposed": puzzle.opposed,
        "depth": puzzle.depth,
    }
