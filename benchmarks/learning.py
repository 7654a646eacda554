"""How fast a network learns a game that can be solved: ``python benchmarks/learning.py GAME [OPTION=… …]``

It trains for so many seconds of processor time, on one core, and prints how often the network's move changes the
outcome, in positions of perfect play and in random ones: by its policy, and by looking one move ahead. Options are
those of ``learning.training.Plan`` and ``learning.selfplay.Manner``, such as ``reuse=2.0`` or ``decay=0.5``.

With ``--compare``, some of METHODS, or those that ``--methods`` names, are trained for the same time with each
of ``--seeds`` seeds, and a table in Markdown is printed. With ``--agent PLAYOUTS``, the agent apprentice, or the one
that ``--name`` says, is asked as well, in as many positions as ``--asked`` says. With ``--as-it-is``, nothing is
trained: the network is asked that there is for the game.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
import time
from ast import literal_eval
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np

from ludens.game import Limit
from ludens.games.loading import load
from ludens.learning.checkpoints import trained_by
from ludens.learning.exam import Exam, Questions, exam_of, wrong_ahead, wrong_by_policy
from ludens.learning.matches import duel
from ludens.learning.selfplay import Manner
from ludens.learning.training import Plan, Training, plan_for
from ludens.players import make_agent
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import DENSE, SIZES
from ludens.search.networks.one_thread import one_thread_for_good
from ludens.search.networks.store import network_for, own_path
from ludens.search.networks.trained import write_trained

MOST_POSITIONS = 4_000_000
"""Games with more are not solved: questions are about late positions then."""

LOOKS = 4

PATIENCE_SECONDS = 600.0
"""As long as it takes to find the same questions every time."""

METHODS = {
    "ahead": ("one move ahead", ["whole=0", "endings=0"]),
    "replies": ("the best two moves looked at for two", ["whole=0", "endings=0", "replies=2"]),
    "endings": ("one move ahead, endings solved", ["whole=0", "endings=200_000"]),
    "whole": ("one move ahead, the game solved", []),
    "all": ("one move ahead, all moves looked at", ["whole=0", "endings=0", "most=0"]),
}
"""What is compared: what it is called, and the options that make it."""

USUAL = "ahead,replies,endings,whole"
"""What is compared if nobody says."""

COLUMNS = ("policy, perfect play", "ahead, perfect play", "policy, random", "ahead, random")


def planned(game: Any, given: list[str]) -> Plan:
    """The usual plan with what was given on the command line."""
    texts = dict(text.split("=", 1) for text in given)
    form = texts.pop("form", DENSE)
    options = {name: literal_eval(value) for name, value in texts.items()}
    width, layers = SIZES[form]
    plan = plan_for(game, options.pop("width", width), options.pop("layers", layers), form)
    own = {field.name for field in fields(Manner)} & options.keys()
    manner = replace(plan.manner, **{name: options.pop(name) for name in own})
    return replace(plan, manner=manner, **options)


def shares(game: Any, network: NetworkEvaluation, exam: Exam) -> list[float]:
    """How many of a hundred moves change the outcome, in the order of COLUMNS; NaN where there are no questions."""
    return [
        100 * wrong(game, network, asked) / len(asked) if len(asked) else math.nan
        for asked in (exam.perfect, exam.random)
        for wrong in (wrong_by_policy, wrong_ahead)
    ]


def told(game: Any, network: NetworkEvaluation, exam: Exam) -> str:
    """The same in words."""
    return ", ".join(f"{name} {share:.2f} %" for name, share in zip(COLUMNS, shares(game, network, exam), strict=True))


def train(training: Training, exam: Exam, seconds: float, tell: Callable[[str], None]) -> Training:
    """Trains for so many seconds of processor time, what is solved included, and says how good it is meanwhile."""
    spent, look = 0.0, seconds / LOOKS
    while spent < seconds:
        begin = time.process_time()
        training.generation()
        spent += time.process_time() - begin
        if spent >= look or spent >= seconds:
            look += seconds / LOOKS
            tell(
                f"{spent:6.1f} s {training.state.played:>10,} positions: {told(training.game, training.network, exam)}"
            )
    return training


def compare(game: Any, exam: Exam, given: argparse.Namespace) -> None:
    """Trains by several methods, and prints means over the seeds with the least and the most.

    With ``--pairs``, also what each scores against the first, both looking one move ahead.
    """
    columns = ("method", "positions", *COLUMNS, *(["score against the first"] if given.pairs else []))
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|", flush=True)
    first: list[Training] = []
    for method in given.methods.split(","):
        name, own = METHODS[method]
        plan = planned(game, own + given.options)
        runs = [
            train(Training(game, plan, seed), exam, given.seconds, lambda _: None) for seed in range(1, given.seeds + 1)
        ]
        first = first or runs
        cells = [name, f"{np.mean([training.state.played for training in runs]) / 1e6:.1f} million"]
        wrong = np.array([shares(game, training.network, exam) for training in runs])
        cells += [f"{part.mean():.2f} % ({part.min():.2f} to {part.max():.2f})" for part in wrong.T]
        print("| " + " | ".join(cells + scores(game, runs, first, given.pairs)) + " |", flush=True)


def scores(game: Any, runs: list[Training], first: list[Training], pairs: int) -> list[str]:
    """What networks score against others, each against that of the same seed."""
    if not pairs:
        return []
    found = [duel(game, own.network, other.network, pairs, 1) for own, other in zip(runs, first, strict=True)]
    return [", ".join(f"{100 * won.mean:.0f} %" for won in found if won is not None)]


def wrong_by_agent(game: Any, asked: Questions, name: str, playouts: int, most: int) -> tuple[int, int]:
    """How often the agent's move changes the outcome, in so many positions."""
    agents = [make_agent(name, game, role, 1) for role in range(2)]
    places = np.random.default_rng(1).permutation(len(asked))[:most]
    wrong = 0
    for place in places:
        role, state = int(asked.movers[place]), game.unpack(asked.rows[place : place + 1])[0]
        move = agents[role].decide(state, Limit(playouts=playouts)).move
        wrong += not asked.right[place, game.engine.moves(role).index(move)]
    return wrong, len(places)


def ask_agent(game: Any, exam: Exam, name: str, playouts: int, most: int) -> None:
    """Says how often the agent is wrong with the network that there is."""
    for where, asked in (("perfect play", exam.perfect), ("random", exam.random)):
        wrong, of = wrong_by_agent(game, asked, name, playouts, most)
        print(f"{name}, {playouts} playouts, {where}: {wrong} of {of} change the outcome", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--methods", default=USUAL)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--most", type=int, default=MOST_POSITIONS)
    parser.add_argument("--as-it-is", action="store_true")
    parser.add_argument("--agent", type=int, default=0)
    parser.add_argument("--name", default="apprentice", help="of the agent that is asked")
    parser.add_argument("--asked", type=int, default=1_000)
    given = parser.parse_intermixed_args()
    one_thread_for_good()
    game = load(given.game)
    exam = exam_of(game, given.most, seconds=PATIENCE_SECONDS)
    assert exam is not None, "this game cannot be solved"
    if given.compare:
        compare(game, exam, given)
        return
    with tempfile.TemporaryDirectory() as folder:
        if given.as_it_is:
            print(told(game, network_for(game), exam), flush=True)
        else:
            os.environ["LUDENS_NETWORKS"] = folder
            training = Training(game, planned(game, given.options), given.seed)
            train(training, exam, given.seconds, lambda line: print(line, flush=True))
            write_trained(own_path(game), trained_by(training))
        if given.agent:
            ask_agent(game, exam, given.name, given.agent, given.asked)


if __name__ == "__main__":
    main()
