"""Matches between players of RoPaSci 360 at equal time for a game, and what playouts of each kind are like.

    python benchmarks/ropasci_players.py [--game-seconds 6] [--pairs 10] [--match NAME OPPONENT] [--playouts]

A pair is two games from the same first turn, drawn at random, with sides exchanged. Each side may think for
``--game-seconds`` in a game; who has no clock of its own gets its share for every move from the same ``GameClock``.
Scores are the first player's: a draw counts half. Intervals are 95 %, by pairs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludens.arena.pairs import Conditions, Pairing, PlayedPair
from ludens.arena.statistics import estimate
from ludens.game import Game, Limit
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.layout import TURNS
from ludens.players import make_agent
from ludens.players.agent import Agent
from ludens.players.game_clock import Clocked, GameClock
from ludens.players.game_lengths import GameLengths
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS

BEST, FORMER = "ropasci_best", "ropasci_best_1"
DOCUMENT, MINIMAX = "ropasci_document", "sm_minimax(evaluation=ropasci)"
PARTNERS = ("ropasci_nash", "ropasci_patient", "ropasci_aggressive", "ropasci_repeater")
MATCHES = (
    (BEST, "random", "100 %"),
    (BEST, "ropasci_greedy", "≥ 95 %"),
    (BEST, MINIMAX, "≥ 95 %"),
    (BEST, DOCUMENT, "≥ 90 %"),
    (BEST, FORMER, "≥ 85 %"),
    *((BEST, partner, "≥ 75 %") for partner in PARTNERS),
    (DOCUMENT, MINIMAX, "the document: wins more"),
    (DOCUMENT, "ropasci_document(pruning=evaluation)", "the document: wins more"),
)
OWN_CLOCK = (BEST, FORMER, DOCUMENT, *PARTNERS)


class Maker:
    """Makes the agents of a match, and remembers how much of its time each one had left."""

    def __init__(self, game_seconds: float) -> None:
        self.game_seconds = game_seconds

    def __call__(self, name: str, game: Game[Any], role: int, seed: int | None) -> Agent[Any]:
        kind = name.partition("(")[0]
        if "game_seconds" in name:
            return make_agent(name, game, role, seed)
        if kind not in OWN_CLOCK:
            clock = GameClock(self.game_seconds, GameLengths(KNOWN_LENGTHS, TURNS))
            return Clocked(make_agent(name, game, role, seed), clock)
        given = f"game_seconds={self.game_seconds}"
        timed = f"{name[:-1]},{given})" if name.endswith(")") else f"{name}({given})"
        return make_agent(timed, game, role, seed)


def match(first: str, second: str, pairs: int, game_seconds: float, seed: int) -> list[PlayedPair]:
    """The pairs of a match, one after another."""
    pairing = Pairing(Ropasci(), Conditions(Limit(), opening=1, seed=seed), Maker(game_seconds))
    return [pairing.play(first, second, number) for number in range(pairs)]


def told(played: Sequence[PlayedPair]) -> str:
    found = estimate([pair.score for pair in played])
    games = [game for pair in played for game in pair.games]
    won, lost = sum(game.score == 1 for game in games), sum(game.score == 0 for game in games)
    turns = float(np.mean([game.steps for game in games]))
    interval = f"{100 * found.by_pairs.low:.0f} to {100 * found.by_pairs.high:.0f}"
    drawn = len(games) - won - lost
    return f"{100 * found.mean:5.1f} % ({interval}), +{won} ={drawn} -{lost}, {turns:.0f} turns a game"


def playouts(games: int) -> None:
    """Playouts a second of processor time, one thread, from the first position, and how they end."""
    engine = Ropasci().engine
    for name in ("", "greedy", "wide"):
        view = engine.guided(playouts=name)
        view.games(view.initial(), 100, 1)
        begin = time.process_time()
        found = view.games(view.initial(), games, 1)
        rate, drawn = games / (time.process_time() - begin), float((found.goals[0, :, 0] == 50).mean())
        lengths = found.lengths[0]
        print(
            f"{name or 'uniform':8} {rate:8,.0f} playouts/s, "
            f"{lengths.mean():6.1f} turns (median {np.median(lengths):.0f}), "
            f"{100 * drawn:.1f} % drawn, {100 * (lengths == 360).mean():.1f} % of 360 turns",
            flush=True,
        )
    for name in ("duct", "duct(pruning=greedy,policy=greedy)", "ropasci_best(game_seconds=0)"):
        agent, game = make_agent(name, Ropasci(), 0, 1), Ropasci()
        begin = time.process_time()
        decision = agent.decide(game.initial_state(), Limit(seconds=2.0))
        rate = int(decision.notes["simulations"]) / (time.process_time() - begin)
        print(f"{name}: {rate:,.0f} simulations/s of processor time")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game-seconds", type=float, default=6.0)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--match", nargs=2, action="append", metavar=("NAME", "OPPONENT"), help="instead of all")
    parser.add_argument("--playouts", action="store_true", help="playouts and simulations, no matches")
    parser.add_argument("--seed", type=int, default=101, help="of openings; players were tuned with 1")
    given = parser.parse_args()
    if given.playouts:
        playouts(5_000)
        return
    wanted = [(*names, "") for names in given.match or ()] or MATCHES
    for first, second, target in wanted:
        begin = time.perf_counter()
        played = match(first, second, given.pairs, given.game_seconds, given.seed)
        taken = time.perf_counter() - begin
        print(f"{first} : {second}  {told(played)}; {target} [{taken:.0f} s]", flush=True)


if __name__ == "__main__":
    main()
