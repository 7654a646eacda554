"""Puzzles and facts in English sentences, for the terminal. Pages of the studio have their own texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludens.game import HIGHEST_GOAL, GameInfo, Move
from ludens.teaching.explaining import Fact
from ludens.teaching.puzzles import Puzzle

PROVEN = "This is proven."
Named = Callable[[int, Move], str]
"""What people call a move of a role."""


def task(puzzle: Puzzle, info: GameInfo) -> str:
    """What is to be found."""
    count = len(puzzle.steps[0].good)
    which = "the only move that" if count == 1 else f"one of the {count} moves that"
    ends = "s" if count == 1 else ""
    if not puzzle.proven:
        return "Find the best move. It is the choice of a search, not proven."
    if puzzle.opposed and len(info.players) > 1 and puzzle.points == HIGHEST_GOAL:
        return f"Find {which} win{ends}. {PROVEN}"
    if puzzle.opposed and len(info.players) > 1 and puzzle.points == HIGHEST_GOAL / 2 and puzzle.worse == 0:
        return f"Find {which} do{'es' if count == 1 else ''} not lose. {PROVEN}"
    return f"Find {which} make{ends} sure of {puzzle.points:g} points, whatever others do. {PROVEN}"


def sentences(facts: Sequence[Fact], info: GameInfo, named: Named, *, secret: bool = False) -> list[str]:
    """What facts about a move mean; ``secret``: better moves are not told."""
    return [text for fact in facts if (text := _sentence(fact, info, named, secret=secret))]


def _sentence(fact: Fact, info: GameInfo, named: Named, *, secret: bool) -> str:
    moves = _listed([named(fact.role, move) for move in fact.moves])
    who = info.roles[fact.role]
    match fact.kind:
        case "wins":
            return "It wins the game at once."
        case "loses":
            return "It loses the game at once."
        case "ends":
            return "It ends the game, without winner or loser."
        case "makes_sure":
            return f"It {'is the only move that ' if fact.only else ''}{_result(fact.points, fact, info)}. {PROVEN}"
        case "loses_all":
            return f"Every move {_result(fact.points, fact, info)} against best play. {PROVEN}"
        case "gives_away":
            told = "" if secret else f" {moves}: {_result(fact.better, fact, info)}."
            return f"It {_result(fact.points, fact, info)} against best play. {PROVEN}{told}"
        case "prevents":
            return f"It stops {who} from winning at once with {moves}.{' Nothing else does.' if fact.only else ''}"
        case "forces":
            return "It wins by force: whatever the answer, the game is won with the next move at the latest."
        case "threatens":
            return f"It threatens to win at once with {moves}."
        case "allows":
            return f"It lets {who} win at once with {moves}."
        case "misses":
            return "" if secret else f"It misses a win at once: {moves}."
        case "captures" | "turns":
            pieces = "one piece" if fact.count == 1 else f"{fact.count} pieces"
            return f"It takes {pieces} {'over ' if fact.kind == 'turns' else ''}from {who}."


def _result(points: float | None, fact: Fact, info: GameInfo) -> str:
    """What points mean for whoever moves, as a verb."""
    results: dict[Any, str] = {HIGHEST_GOAL: "wins", HIGHEST_GOAL / 2: "draws", 0: "loses"}
    if fact.opposed and len(info.players) > 1 and points in results:
        return results[points]
    sure = fact.kind == "makes_sure" or points == fact.better
    return f"{'makes sure of' if sure else 'can be held down to'} {points:g} points"


def _listed(names: list[str]) -> str:
    shown = names[:4] + (["…"] if len(names) > 4 else [])
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""
