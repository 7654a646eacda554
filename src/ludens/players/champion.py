"""Ludens's own entry: it chooses the plan that the evidence favours, and plays as plain UCT without evidence.

A plan is an agent with its options. A table that comes with the package says what plans scored against ``uct`` in many
games. A game is found there by its rules, whatever it is called. In other games the champion relies on similar ones,
with much doubt. It plays a plan only if it is almost surely better than the default:

- one player: a line of play that reaches the goal (``planner``);
- parts that can be solved separately: ``factored``, which is exact;
- both choose at once for a constant sum: ``equilibrium_first``; at once in any other game: ``duct``, which with three
  or more players makes the move with the most visits;
- something is hidden: ``ismcts``;
- everything else: ``uct`` itself, with the same random numbers and the whole clock.

A plan with a learnt evaluation can be chosen only after the game has been learnt. The package includes this for some
games, and the disk keeps it for others. With time before the first move (``prepare``), the champion learns the game if
that promises enough. New games then show how good the evaluation is: the better it is, the more its plans are trusted,
and a useless one is not used. If there is time, plans play a few trial games. All results are kept for later matches.
Learning continues while others think. Everything else about the game is found out before the first move, and kept. If
moves take much more or less time than expected, the champion chooses its plan again in the background.

A network that was trained for the rules is a plan as well (``apprentice``). Its file says what it has been measured to
score, and that counts for this network alone.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, UnsuitableGameError
from ludens.players.agent import Agent, Ponders, Prepares, Watchable
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.players.planner import can_plan
from ludens.players.plans.belief import SKILLS, Belief, Game, belief_from
from ludens.players.plans.by_network import doubting_networks, with_network
from ludens.players.plans.candidates import REFERENCE, family_of
from ludens.players.plans.evidence import evidence
from ludens.players.plans.explaining import in_prospect, reason
from ludens.players.plans.in_background import InBackground
from ludens.players.plans.kept_trials import kept_trials
from ludens.players.plans.learning import learning_of, learnt_plans, worth_learning
from ludens.players.plans.making import Resources, make_plan
from ludens.players.plans.trials import Contest, free_cores
from ludens.players.plans.words import plan_in_words
from ludens.players.tree_agent import TreeAgent
from ludens.search.evaluations.learnt.stopping import Stopped
from ludens.search.once import once
from ludens.search.prospects import prospects
from ludens.search.rules_digest import rules_digest

WITH_PROOFS = "proving_tree"
"""The plan that looks for certainty beside a tree."""

BY_PARTS = "factored"
"""The plan that is exact."""

WITHOUT_EVIDENCE = {BY_PARTS: "it is exact", WITH_PROOFS: "proofs were asked for"}
"""Why plans are played that evidence does not choose."""

FOR_LEARNING = 0.5
"""The part of the time before the first move for learning, at most."""

FOR_TRIALS = 0.8
"""The part of the rest for trial games; what then is left is for the tree."""

USUAL_CLOCK = 0.5
"""Seconds of a move before any is known."""

ANOTHER_CLOCK = 2.0
"""So many times more, or less, makes it worth while to choose anew."""


@dataclass(frozen=True)
class ChampionOptions(Options):
    """Options of the champion."""

    plan: str = option(
        "auto",
        "how to play: by evidence, always as plain UCT, or with proofs, which gives certainty rather than strength",
        choices=("auto", "uct", "proofs"),
    )
    network: bool = option(True, "may play by a network that was trained for the rules, and has been measured to help")
    trials: bool = option(True, "plays trial games before the first move, if there is time")
    clock: float = option(
        0.0,
        "seconds a move for which the plan is chosen; 0: the time that moves turn out to have",
        lowest=0,
        highest=86_400,
    )
    processes: int = option(
        1, "processes that play trial games at once; 0: one for each free core", lowest=0, highest=256
    )
    threads: int = option(1, "threads that search a tree", lowest=1, highest=64)
    memory: int = option(1024, "most memory for a tree, in MiB", lowest=1, highest=65536)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays, by which plan, and what is said of it."""

    player: Agent[Any]
    plan: str
    notes: Mapping[str, str]


class ChampionAgent:
    """Plays by the plan that suits the game."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ChampionOptions, seed: int | None = None) -> None:
        self.game, self.role, self.options, self._seed = game, role, options, seed
        self._resources = Resources(options.threads, options.memory)
        self.prospects, self._rules = prospects(game), rules_digest(game)
        family = family_of(game)
        self._family, matches = with_network(family, game) if options.network else (family, ())
        self._learning, self._aside = learning_of(game), InBackground[Seat]()
        self.clock = options.clock or USUAL_CLOCK
        self._contest = Contest(game, self._believed(), self._family.default, kept_trials(game), matches)
        self._set_aside()
        self.seat = self._seated()

    def _believed(self) -> Belief:
        """What is to be believed before trial games, at this clock, by what is known of the game now."""
        features = {**self.prospects.features, **self._skills}
        seen = Game(self._rules, features, self.clock)
        key = ("belief", self._family.plans, self.clock, tuple(sorted(self._skills.items())))
        found = once(self.game, key, lambda: belief_from(evidence(), self._family, seen))
        return doubting_networks(found).with_threads(self.options.threads)

    @property
    def _skills(self) -> dict[str, float]:
        """How good the learnt evaluation is: as was found out here, or when the game was measured."""
        found = None if self._learning is None else self._learning.skill
        if found is not None:
            return found.features
        measured = evidence().games.get(self._rules)
        return (
            {} if measured is None else {name: measured.features[name] for name in SKILLS if name in measured.features}
        )

    @property
    def player(self) -> Agent[Any]:
        """The agent of the plan."""
        return self.seat.player

    @property
    def plan(self) -> str:
        """The plan it plays by."""
        return self.seat.plan

    def prepare(self, state: Any, limit: Limit) -> None:
        """Learns the game, and plays trial games, where a plan could do better; then looks at the first position."""
        begin, seconds = time.perf_counter(), limit.seconds or 0.0
        if seconds and self._to_learn(self.plan) is not None:
            if self._aside.begin(self._after_learning):  # not all of it can be stopped at once, and a clock is running
                self._aside.wait(FOR_LEARNING * seconds)
            self.seat = self._aside.end() or self.seat
            seconds -= time.perf_counter() - begin
            begin = time.perf_counter()
        processes, for_trials = self.options.processes or free_cores(), FOR_TRIALS * seconds
        if self._has_trials and self._contest.has_time(for_trials, self.clock, processes):
            self._contest.play(for_trials, self.clock, abs(self._seed or 0), processes)
            if self._contest.best != self.plan:
                self.seat = self._seated()
        left = seconds - (time.perf_counter() - begin)
        if left <= 0 or self.game.is_terminal(state):
            return
        if isinstance(self.player, TreeAgent):
            self.player.search.start(self.game.pack([state]))
            self.player.search.think(Limit(left))
        elif isinstance(self.player, Prepares):
            self.player.prepare(state, Limit(left))

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal; raises ValueError in one that is."""
        self.rest()
        decision = self.player.decide(state, limit)
        if self._is_another_clock(limit):
            self._aside.begin(partial(self._for_clock, limit.seconds or USUAL_CLOCK))
        return replace(decision, notes={**decision.notes, **self.seat.notes})

    def decision_so_far(self) -> Decision | None:
        """What the agent of the plan thinks now, if it shows that."""
        decision = self.player.decision_so_far() if isinstance(self.player, Watchable) else None
        return None if decision is None else replace(decision, notes={**decision.notes, **self.seat.notes})

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon, if the agent of the plan can do that."""
        if isinstance(self.player, Watchable):
            self.player.stop()

    def ponder(self, state: Any) -> None:
        """Thinks while others are to move: learns the game where that is worth while, or as the plan's agent does."""
        self.rest()
        if self._to_learn(self.plan) is not None and self._aside.begin(self._after_learning):
            return
        if isinstance(self.player, Ponders):
            self.player.ponder(state)

    def rest(self) -> None:
        """Ends pondering; where a game has been learnt meanwhile, the plan may be another."""
        if isinstance(self.player, Ponders):
            self.player.rest()
        self.seat = self._aside.end() or self.seat

    @property
    def _is_open(self) -> bool:
        """Whether evidence decides how to play."""
        return self.options.plan == "auto" and self.plan != BY_PARTS

    @property
    def _has_trials(self) -> bool:
        return self.options.trials and self._is_open and self._contest.challenger() is not None

    def _is_another_clock(self, limit: Limit) -> bool:
        """Whether moves have quite another time than the plan was chosen for."""
        if self.options.clock or not limit.seconds or not self._is_open:
            return False
        return max(limit.seconds / self.clock, self.clock / limit.seconds) >= ANOTHER_CLOCK

    def _for_clock(self, seconds: float, stopped: Stopped) -> Seat | None:
        """Chooses for moves of so many seconds, whoever says stop: it is soon done. Nothing where the plan stays."""
        self.clock = seconds
        self._contest.table = self._believed()
        return None if self._contest.best == self.plan else self._seated()

    @property
    def _is_usable(self) -> bool:
        """Whether there is a learnt evaluation that may be any good."""
        return self._learning is not None and self._learning.is_usable

    def _to_learn(self, plan: str) -> str | None:
        """The plan that learning the game would serve, instead of this one, if it is worth while and not done."""
        if self.options.plan != "auto" or plan == BY_PARTS or self._learning is None:
            return None
        if self._learning.is_learnt and self._skills:
            return None
        return worth_learning(self._contest.belief, plan)

    def _after_learning(self, stopped: Stopped) -> Seat | None:
        """Learns the game and has the plan play that is best then; nothing where there was no time for it."""
        assert self._learning is not None
        try:
            if not self._learning.learn(stopped):
                return None
        except UnsuitableGameError:
            self._learning = None
            return None
        self._contest.table = self._believed()
        self._set_aside()
        return self._seated()

    def _set_aside(self) -> None:
        """Leaves out the plans that go by a learnt evaluation, where there is none, or none that tells anything."""
        plans = learnt_plans(self._contest.table)
        if self._is_usable:
            self._contest.unsuitable -= plans
        else:
            self._contest.unsuitable |= plans

    def _seated(self) -> Seat:
        """Who plays: the first plan that the game allows."""
        for plan in self._plans():
            try:
                player = make_plan(plan, self.game, self.role, self._seed, self._resources)
            except UnsuitableGameError:
                self._contest.unsuitable.add(plan)
                continue
            return Seat(player, plan, self._notes(plan))
        raise AssertionError("uct plays every game")

    def _notes(self, plan: str) -> dict[str, str]:
        notes = {
            "plan": plan_in_words(plan),
            "evidence": WITHOUT_EVIDENCE.get(plan) or reason(self._contest, plan, self._family),
            "found": self.prospects.words,
        }
        better = self._to_learn(plan)
        if better is not None:
            notes["could_learn"] = in_prospect(self._contest.belief, better)
        return notes

    def _plans(self) -> tuple[str, ...]:
        """Plans in the order in which they are thought of."""
        if self.options.plan == "uct":
            return (REFERENCE,)
        by_parts = (BY_PARTS,) if self.prospects.parts else ()
        in_turns = self._family.default == REFERENCE
        proofs = (WITH_PROOFS,) if self.options.plan == "proofs" and in_turns else ()
        return (*by_parts, *proofs, *self._contest.ranking(), REFERENCE)


def make_champion(game: LoadedGame[Any], role: int, options: ChampionOptions, seed: int | None = None) -> Agent[Any]:
    """The champion; where something is hidden, information set search, where there is only chance, a tree.

    A game for one player is planned.
    """
    resources = Resources(options.threads, options.memory)
    if game.info.hidden:
        return make_plan("ismcts", game, role, seed)
    if game.info.chance_role is not None:
        return make_plan(REFERENCE, game, role, seed, resources)
    if options.plan != "uct" and can_plan(game):
        return make_plan("planner", game, role, seed)
    return ChampionAgent(game, role, options, seed)


AGENT = AgentKind(
    name="champion",
    summary="chooses the plan that evidence favours in this game or similar ones, and plays as UCT without any",
    source="our own; after Cheng, Krauthamer, Ofir and Siddiqui, AlwaysPlayScissors, and their future work",
    agent=make_champion,
    options=ChampionOptions,
    chance=True,
    hidden=True,
)
