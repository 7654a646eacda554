"""Ludens's own entry: it reads the rules, tries ways to play, and divides its clock by what each part brings.

When it is made it looks for structure in the rules (latches, parts, turns, sums, symmetries), plays random games, and
has alpha-beta look at some of their positions. From that it takes its first plan:

- one player: a line of play that reaches the goal (``planner``);
- parts that can be solved by themselves: ``factored``;
- both choose at once for a constant sum: an equilibrium where the game is small enough, otherwise decoupled UCT with a
  drawn move; at once in any other game of two: decoupled UCT; of more: the same without drawing;
- something is hidden: information set search (``ismcts``); nothing is, but chance has a part: UCT;
- otherwise a tree with alpha-beta beside it, at one table (``proving_tree``); where random games often miss a win that
  lies open, with playouts that do not.

Alpha-beta's part of the clock is what it earns: it grows while something is proved and shrinks while nothing is. Goals
are taken as they are. With two roles and a constant sum alpha-beta is minimax, and its proofs hold in the tree; with
more roles the tree lets everybody maximise (max^n), and alpha-beta, which takes all others for one opponent, only
warns of moves that lose for certain.

With time before the first move (``prepare``) it plays trial games between plans: playouts that are random, prefer moves
good on average, win where they can, or also prevent the others from it; and, where there are many moves to choose from,
GRAVE instead of UCB1. What it has learnt of a game it knows for as long as the program runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, Turns, UnsuitableGameError
from ludens.players import AGENTS
from ludens.players.agent import Agent, Watchable
from ludens.players.kind import AgentKind
from ludens.players.many_players import FOR_MANY, duct_for_many
from ludens.players.options import Options, option
from ludens.players.planner import can_plan
from ludens.players.proving_tree import ProvingOptions, ProvingTree
from ludens.players.tree_agent import TreeAgent
from ludens.players.trials import Trial, best_plan
from ludens.search.once import once
from ludens.search.playouts.foresight import foresight_pays
from ludens.search.prospects import prospects

BY_PARTS = "by parts"
"""The plan that is exact, and has no need of trial games."""

MANY_MOVES = 30
"""Moves of a position, on average, from which on AMAF values may tell more than first visits do."""

FOR_TRIALS = 0.8
"""The part of the time before the first move for trial games; the rest is for the tree."""

Notes = dict[str, float | int | str]
Make = Callable[[LoadedGame[Any], int, int | None], Agent[Any]]


@dataclass(frozen=True)
class ChampionOptions(Options):
    """Options of the champion."""

    plan: str = option("auto", "how to play: by itself, or always by a tree", choices=("auto", "tree"))
    share: float = option(-1.0, "alpha-beta's first part of the clock; -1 measures it", lowest=-1, highest=1)
    threads: int = option(1, "threads that search a tree", lowest=1, highest=64)
    memory: int = option(1024, "MiB that a tree may take up", lowest=1, highest=65536)


@dataclass(frozen=True, slots=True)
class Way:
    """A plan: its name, in words, and who plays by it, with the options of whoever has made the plan."""

    name: str
    make: Make


@dataclass(slots=True)
class Learnt:
    """What trial games have taught of a game: the name of the best plan, which every agent makes by its own options.

    Nothing before there were any; it is kept with the game.
    """

    name: str = ""
    trials: tuple[Trial, ...] = ()


class ChampionAgent:
    """Plays by the plan that suits the game."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ChampionOptions, seed: int | None = None) -> None:
        self.game, self.role, self.options, self._seed = game, role, options, seed
        self.prospects = prospects(game)
        self._learnt = once(game, Learnt, Learnt)
        self.player, self.way = self._seated(self._ways())

    def prepare(self, state: Any, limit: Limit) -> None:
        """Plays trial games between plans, and takes the best one; then looks at the first position."""
        begin, seconds = time.perf_counter(), limit.seconds or 0.0
        exact = self.way.name == BY_PARTS
        ways = [self.way, *(way for way in self._ways() if way.name != self.way.name and not exact)]
        if len(ways) > 1 and seconds and not self._learnt.name and self.options.plan == "auto":
            found, trials = best_plan(self.game, ways, FOR_TRIALS * seconds, abs(self._seed or 0))
            way = next(way for way in ways if way.name == found.name)
            self._learnt.name, self._learnt.trials = way.name, trials
            self.player, self.way = self._seated([way])
        left = seconds - (time.perf_counter() - begin)
        if left > 0 and isinstance(self.player, TreeAgent) and not self.game.is_terminal(state):
            self.player.search.start(self.game.pack([state]))
            self.player.search.think(Limit(left))

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal; raises ValueError in one that is."""
        decision = self.player.decide(state, limit)
        notes: Notes = {"plan": self.way.name, "found": self.prospects.words}
        if self.options.plan == "auto" and self._learnt.trials:
            notes["trials"] = "; ".join(
                f"{trial.challenger} {100 * trial.score:.0f} % against {trial.against} in {trial.games} games"
                for trial in self._learnt.trials
            )
        return replace(decision, notes={**decision.notes, **notes})

    def decision_so_far(self) -> Decision | None:
        """What the agent of the plan thinks now, if it shows that."""
        return self.player.decision_so_far() if isinstance(self.player, Watchable) else None

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon, if the agent of the plan can do that."""
        if isinstance(self.player, Watchable):
            self.player.stop()

    def ponder(self, state: Any) -> None:
        """Searches on while others are to move, where the plan is a tree."""
        if isinstance(self.player, TreeAgent):
            self.player.ponder(state)

    def rest(self) -> None:
        """Ends pondering."""
        if isinstance(self.player, TreeAgent):
            self.player.rest()

    def _seated(self, ways: list[Way]) -> tuple[Agent[Any], Way]:
        """The first of the plans that the game allows."""
        for way in ways[:-1]:
            try:
                return way.make(self.game, self.role, self._seed), way
            except UnsuitableGameError:
                continue
        return ways[-1].make(self.game, self.role, self._seed), ways[-1]

    def _ways(self) -> list[Way]:
        """The plans worth a thought: the one that trial games found best, then the most promising first."""
        best = self._learnt.name
        return sorted(self._promising(), key=lambda way: bool(best) and way.name != best)

    def _promising(self) -> list[Way]:
        found, info = self.prospects, self.game.info
        if self.options.plan == "tree":
            return [self._tree("ucb1")]
        ways = []
        if found.parts:
            ways.append(Way(BY_PARTS, by_name("factored")))
        if found.turns is Turns.SIMULTANEOUS:
            if len(info.roles) == 2 and found.constant_sum:
                ways.append(Way("equilibrium, or decoupled UCT", _equilibrium_first))
            if len(info.roles) > 2:
                return [*ways, Way(FOR_MANY, duct_for_many)]
            return [*ways, Way("decoupled UCT", by_name("duct"))]
        trees = [self._tree("ucb1")]
        if found.branching >= MANY_MOVES:
            trees.append(self._tree("grave"))
        if len(info.roles) == 2 and found.constant_sum and self.game.engine.circuit is not None:
            foresight = self._tree("ucb1", "foresight")
            trees.insert(0 if foresight_pays(self.game) else len(trees), foresight)
            trees += [self._tree("ucb1", playout) for playout in ("preferred", "decisive")]
        return ways + trees

    def _tree(self, policy: str, playout: str = "random") -> Way:
        share = self.prospects.share if self.options.share < 0 else self.options.share
        options = ProvingOptions(
            policy=policy, playout=playout, share=share, threads=self.options.threads, memory=self.options.memory
        )
        name = {"ucb1": "UCT", "grave": "GRAVE"}[policy] + {
            "random": "",
            "preferred": ", playouts that prefer good moves",
            "decisive": ", playouts that win at once",
            "foresight": ", playouts that win at once and prevent it",
        }[playout]
        return Way(name, lambda game, role, seed: ProvingTree(game, role, options, seed))


def by_name(name: str, **options: int) -> Make:
    """What makes the agent of that name, whose file is imported only then, with the usual options but for these."""

    def make(game: LoadedGame[Any], role: int, seed: int | None) -> Agent[Any]:
        kind = AGENTS[name]
        return kind.agent(game, role, kind.options(**options), seed)

    return make


def _equilibrium_first(game: LoadedGame[Any], role: int, seed: int | None) -> Agent[Any]:
    from ludens.players.equilibrium_first import EquilibriumFirst  # noqa: PLC0415  (few games need it)

    return EquilibriumFirst(game, role, seed)


def make_champion(game: LoadedGame[Any], role: int, options: ChampionOptions, seed: int | None = None) -> Agent[Any]:
    """The champion; where something is hidden, information set search, where there is only chance, a tree.

    A game for one player is planned.
    """
    if game.info.hidden:
        return by_name("ismcts")(game, role, seed)
    if game.info.chance_role is not None:
        return by_name("uct", threads=options.threads, memory=options.memory)(game, role, seed)
    if options.plan == "auto" and can_plan(game):
        return by_name("planner")(game, role, seed)
    return ChampionAgent(game, role, options, seed)


AGENT = AgentKind(
    name="champion",
    summary="reads the rules, tries ways to play, and takes the best: a tree, alpha-beta, parts, or an equilibrium",
    source="after Cheng, Krauthamer, Ofir and Siddiqui, AlwaysPlayScissors, and what they leave to be done",
    agent=make_champion,
    options=ChampionOptions,
    chance=True,
    hidden=True,
)
