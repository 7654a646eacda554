"""How fast a network learns a game that can be solved: ``python benchmarks/learning.py GAME [--seconds 60] [OPTION=…]``

It trains for so many seconds of processor time, on one core, and prints how often the network's move changes the
outcome, in positions of perfect play and in random ones: by its policy, and by looking one move ahead. Options are
those of ``learning.training.Plan`` and ``learning.selfplay.Manner``, such as ``reuse=2.0`` or ``decay=0.5``. With
``--agent PLAYOUTS``, the agent apprentice is asked, too, in as many positions as ``--asked`` says.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from ast import literal_eval
from dataclasses import fields, replace
from typing import Any

import numpy as np

from ludens.game import Limit
from ludens.games.loading import load
from ludens.learning.arithmetic import one_thread_for_matrices
from ludens.learning.checkpoints import trained_by
from ludens.learning.exam import Exam, Questions, exam_of, wrong_ahead, wrong_by_policy
from ludens.learning.selfplay import Manner
from ludens.learning.training import Plan, Training, plan_for
from ludens.players import make_agent
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import write_trained

MOST_POSITIONS = 10_000_000
LOOKS = 4


def planned(game: Any, given: list[str]) -> Plan:
    """The usual plan with what was given on the command line."""
    options = {name: literal_eval(value) for name, _, value in (text.partition("=") for text in given)}
    plan = plan_for(game, options.pop("width", 128), options.pop("layers", 2))
    own = {field.name for field in fields(Manner)} & options.keys()
    manner = replace(plan.manner, **{name: options.pop(name) for name in own})
    return replace(plan, manner=manner, **options)


def told(training: Training, exam: Exam, seconds: float) -> str:
    game, network = training.game, training.network
    parts = [f"{seconds:6.1f} s {training.state.played:>10,} positions"]
    for name, asked in (("perfect play", exam.perfect), ("random", exam.random)):
        of = 100 / max(1, len(asked))
        wrong = wrong_by_policy(game, network, asked), wrong_ahead(game, network, asked)
        parts.append(f"{name}: policy {wrong[0] * of:.2f} %, ahead {wrong[1] * of:.2f} % of {len(asked):,}")
    return "; ".join(parts)


def wrong_by_agent(game: Any, asked: Questions, playouts: int, most: int) -> tuple[int, int]:
    """How often the apprentice's move changes the outcome, in so many positions."""
    agents = [make_agent("apprentice", game, role, 1) for role in range(2)]
    places = np.random.default_rng(1).permutation(len(asked))[:most]
    wrong = 0
    for place in places:
        role, state = int(asked.movers[place]), game.unpack(asked.rows[place : place + 1])[0]
        move = agents[role].decide(state, Limit(playouts=playouts)).move
        wrong += not asked.right[place, game.engine.moves(role).index(move)]
    return wrong, len(places)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", type=int, default=0)
    parser.add_argument("--asked", type=int, default=1_000)
    given = parser.parse_args()
    one_thread_for_matrices()
    game = load(given.game)
    exam = exam_of(game, MOST_POSITIONS)
    assert exam is not None, "this game cannot be solved"
    training = Training(game, planned(game, given.options), given.seed)
    spent, look = 0.0, given.seconds / LOOKS
    while spent < given.seconds:
        begin = time.process_time()
        training.generation()
        spent += time.process_time() - begin
        if spent >= look or spent >= given.seconds:
            look += given.seconds / LOOKS
            print(told(training, exam, spent), flush=True)
    if given.agent:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["LUDENS_NETWORKS"] = folder
            write_trained(own_path(game), trained_by(training))
            for name, asked in (("perfect play", exam.perfect), ("random", exam.random)):
                wrong, of = wrong_by_agent(game, asked, given.agent, given.asked)
                print(f"apprentice, {given.agent} playouts, {name}: {wrong} of {of} change the outcome", flush=True)


if __name__ == "__main__":
    main()
