"""How well our best player would have foreseen the moves of others, in games that were kept.

    python benchmarks/ropasci_recognition.py FOLDER [--player ropasci_best] [--without KIND+KIND]

``FOLDER/games.jsonl`` has a game a line: ``opponent``, ``turns`` (both sides' moves of each turn, Upper's first) and,
under the name of our player (``--player``), the side that it had. Games are replayed, and before each turn the kinds of
players that are known (``players/ropasci/likenesses.py``) say what they would do in the opponent's place.

The table has a line for each opponent: how likely its moves were on average by the mixture of kinds that its earlier
moves in the same game made likely, and by an equilibrium one turn ahead; how many of them the mixture held for possible
at all (1 % or more); how far it was taken to be of known kinds, and which were heaviest, on average over all turns.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludens.games.ropasci import Ropasci, layout
from ludens.games.ropasci.deep_search import DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.turn_search import Budget
from ludens.players.recognition import OURS, Chances, Recognition, chances_of
from ludens.players.ropasci.likenesses import known_kinds

GAME = Ropasci()
POSSIBLE = 0.01
HEAVY = 0.1
"""Kinds of less weight on average are not named."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A move of an opponent: its chances by the mixture and by the equilibrium, and the weights of kinds before it."""

    mixture: float
    equilibrium: float
    weights: dict[str, float]


def equilibrium(state: RopasciState, role: int) -> Chances:
    """What a player as good as we are would do, one turn ahead."""
    search = DeepSearch(judge_of(shipped_network(), 0.5, 0.5), Depths(), Pace())
    turn = search.one_turn(GAME.pack([state]), Budget(math.inf))
    return chances_of([layout.MOVE_TEXTS[move] for move in turn.moves[role]], turn.chances(role).tolist())


def foreseen(game: dict[str, Any], player: str, without: str) -> Iterator[Foreseen]:
    """The opponent's moves in a game, each by what was known before it."""
    other = 1 - layout.ROLES.index(game[player])
    recognition = Recognition(other, known_kinds(GAME, other, without))
    state, history = GAME.initial_state(), []
    for turn, moves in enumerate(game["turns"]):
        ours = equilibrium(state, other)
        expected = recognition.expected(state, turn, len(GAME.legal_moves(state, other)), ours)
        move = moves[other]
        yield Foreseen(expected.chances.get(move, 0.0), ours.get(move, 0.0), dict(recognition.weights))
        history.append((moves[0], moves[1]))
        state = GAME.next_state(state, history[-1])
        recognition.hear(history)


def line(opponent: str, games: int, moves: list[Foreseen]) -> str:
    """The table's line about an opponent."""
    by_mixture, by_equilibrium = (100 * np.mean([getattr(m, by) for m in moves]) for by in ("mixture", "equilibrium"))
    possible = 100 * np.mean([move.mixture >= POSSIBLE for move in moves])
    weights = {name: float(np.mean([move.weights[name] for move in moves])) for name in moves[0].weights}
    heaviest = sorted(((weight, name) for name, weight in weights.items() if name != OURS), reverse=True)
    named = ", ".join(f"{name} {100 * weight:.0f}" for weight, name in heaviest if weight >= HEAVY)
    return (
        f"| {opponent} | {games} | {len(moves)} | {by_mixture:.0f} | {by_equilibrium:.0f} | {possible:.0f} "
        f"| {100 * (1 - weights[OURS]):.0f} | {named} |"
    )


def table(games: Iterable[dict[str, Any]], player: str, without: str) -> Iterator[str]:
    """All lines, in Markdown; figures are in percent."""
    yield "| opponent | games | turns | mixture | equilibrium | foreseen | known | heaviest kinds |"
    yield "|---|---|---|---|---|---|---|---|"
    of_opponent: dict[str, list[list[Foreseen]]] = defaultdict(list)
    for game in games:
        of_opponent[game["opponent"]].append(list(foreseen(game, player, without)))
    for opponent, played in of_opponent.items():
        yield line(opponent, len(played), [move for game in played for move in game])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds games.jsonl")
    parser.add_argument("--player", default="ropasci_best", help="ours, by the name that the file gives it")
    parser.add_argument("--without", default="", help="kinds that are not known, with + between them")
    given = parser.parse_args()
    lines = (given.folder / "games.jsonl").read_text("utf-8").splitlines()
    for row in table(map(json.loads, lines), given.player, given.without):
        print(row, flush=True)


if __name__ == "__main__":
    main()
