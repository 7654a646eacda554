"""Information set search in games with hidden information: hands of Kuhn poker, liar's dice, Monty Hall.

    python benchmarks/hidden_information.py [--hands N] [--seeds N] [--playouts N] [--seed N]

Means have 95 % intervals. Kuhn poker is counted in chips; an equilibrium is worth -1/18 = -0.0556 to the first player.
Hands are played one by one. What is "exact" is worked out from the agent's chances in all 12 situations, for several
seeds of the agent, so that neither cards nor mixed moves add to the interval.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import ludens
from ludens import Decision, Limit, View
from ludens.engine.contract import LoadedGame
from ludens.game import observation
from ludens.players import make_agent
from ludens.players.strategies import hidden_strategy_of
from ludens.search.hidden.best_response import HiddenGame

Player = Callable[[View], str]

BLUFFS = 1 / 6
EQUILIBRIUM = {
    ("first", "j", False): BLUFFS, ("first", "j", True): 0.0,
    ("first", "q", False): 0.0, ("first", "q", True): BLUFFS + 1 / 3,
    ("first", "k", False): 3 * BLUFFS, ("first", "k", True): 1.0,
    ("second", "j", False): 1 / 3, ("second", "j", True): 0.0,
    ("second", "q", False): 0.0, ("second", "q", True): 1 / 3,
    ("second", "k", False): 1.0, ("second", "k", True): 1.0,
}  # fmt: skip
"""The chance of betting, or of calling a bet (Kuhn 1950), by role, card, and whether there is a bet."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--playouts", type=int, default=10_000, help="of a move")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    kuhn, dice, monty = (ludens.load(name) for name in ("kuhn_poker", "liars_dice", "monty_hall"))
    for name in ("ismcts", "ismcts(outside=0)"):
        exact(kuhn, name, given)
    for name, other in (("random", agent(kuhn, "random", given)), ("the equilibrium", equilibrium(given.seed))):
        own = agent(kuhn, "ismcts", given)
        for seat, role in enumerate(("first", "second")):
            chips = [(goal - 50) / 25 for goal in goals(kuhn, own, other, seat, given)]
            print(f"kuhn_poker, as {role} against {name}: {shown(chips)} chips a hand", flush=True)
    for name in ("random", "ismcts(outside=0)"):
        both = [goals(dice, agent(dice, "ismcts", given), agent(dice, name, given), seat, given) for seat in (0, 1)]
        means = [statistics.fmean(pair) for pair in zip(*both, strict=True)]
        print(f"liars_dice, both seats, against {name}: {shown(means)} of 100", flush=True)
    print(f"monty_hall: {shown(goals(monty, agent(monty, 'ismcts', given), None, 0, given))} of 100", flush=True)


def exact(game: LoadedGame[Any], name: str, given: argparse.Namespace) -> None:
    """Prints what an agent wins against an equilibrium and against random play, and what it gives away at most."""
    listed, limit = HiddenGame(game), Limit(playouts=given.playouts)
    found: dict[str, list[float]] = {}
    for seed in range(given.seeds):
        own = hidden_strategy_of(name, game, limit, given.seed + seed)
        table = {view: own(view) for view in listed.views}
        both = dict.fromkeys((0, 1), table.__getitem__)
        for role, called in enumerate(("first", "second")):
            for against, other in (("the equilibrium", in_equilibrium), ("random", evenly)):
                goal = listed.value({role: table.__getitem__, 1 - role: other}, role)
                found.setdefault(f"as {called} against {against}", []).append((goal - 50) / 25)
        found.setdefault("given away", []).append(listed.exploitability(both) / 25)
    for what, chips in found.items():
        print(f"kuhn_poker, {name}, exact, {what}: {shown(chips, 'seeds')} chips a hand", flush=True)


def in_equilibrium(view: View) -> dict[str, float]:
    assert view.legal is not None
    card = view.observations[0].percepts[0].removeprefix("(dealt ").removesuffix(")")
    chance = EQUILIBRIUM["first" if view.role == 0 else "second", card, "call" in view.legal]
    return {view.legal[0]: chance, view.legal[1]: 1 - chance}


def evenly(view: View) -> dict[str, float]:
    return dict.fromkeys(view.legal or (), 0.5)


def agent(game: LoadedGame[Any], name: str, given: argparse.Namespace) -> Player:
    """A new agent for every decision: hands do not teach it anything about each other."""
    seeds = random.Random(f"{given.seed}/{name}")

    def decide(view: View) -> str:
        made = make_agent(name, game, view.role, seeds.getrandbits(60))
        decision: Decision = made.decide(view, Limit(playouts=given.playouts))
        return decision.move

    return decide


def equilibrium(seed: int) -> Player:
    numbers = random.Random(f"{seed}/equilibrium")

    def decide(view: View) -> str:
        chances = in_equilibrium(view)
        return numbers.choices(list(chances), list(chances.values()))[0]

    return decide


def goals(
    game: LoadedGame[Any], own: Player, other: Player | None, seat: int, given: argparse.Namespace
) -> list[float]:
    """The goals of the first player in one seat, hand by hand."""
    found = []
    for hand in range(given.hands):
        players = [own if role == seat else other for role in game.info.players]
        found.append(float(play(game, players, random.Random(f"{given.seed}/{hand}"))[seat]))
    return found


def play(game: LoadedGame[Any], players: Sequence[Player | None], chance: random.Random) -> tuple[int, ...]:
    """The goals of one game."""
    state = game.initial_state()
    views = [View(role) for role in range(len(game.info.roles))]
    while not game.is_terminal(state):
        joint = []
        for role in range(len(views)):
            legal = game.legal_moves(state, role)
            player = None if role == game.info.chance_role or len(legal) == 1 else players[role]
            told = View(role, views[role].observations, legal)
            joint.append(chance.choice(legal) if player is None else player(told))
        views = [View(v.role, (*v.observations, observation(game, state, joint, v.role))) for v in views]
        state = game.next_state(state, tuple(joint))
    return game.goals(state)


def shown(values: Sequence[float], unit: str = "hands") -> str:
    margin = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.3f} ± {margin:.3f} ({len(values)} {unit})"


if __name__ == "__main__":
    begin = time.perf_counter()
    main()
    print(f"{time.perf_counter() - begin:.0f} s")
