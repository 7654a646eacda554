"""What the agents that search a tree have in common: the tree, kept from move to move, and its report."""

from __future__ import annotations

import atexit
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, JointMove, Limit, Move, MoveReport, S, UnsuitableGameError
from ludens.players.adapting import ADAPTED, NOTHING, tuner_for
from ludens.players.agent import O, SeatedAgent, Seed
from ludens.players.evaluations import NAMES as EVALUATIONS
from ludens.players.evaluations import Request, make_evaluation
from ludens.players.on_device import MEANING, USUAL, on_device
from ludens.players.options import Options, option
from ludens.search.evaluations.leaves import ValuedLeaves
from ludens.search.evaluations.static import Static
from ludens.search.facts import facts_of
from ludens.search.playouts.blended import BlendedLeaves
from ludens.search.playouts.cost import is_slow, playouts_per_leaf
from ludens.search.playouts.elsewhere import WORD
from ludens.search.random_games import cut_after
from ludens.search.stopwatch import SECONDS
from ludens.search.tree.advice import Adviser
from ludens.search.tree.arrays import NODES
from ludens.search.tree.evaluate import Evaluation, RandomPlayouts, ValuesAhead
from ludens.search.tree.final_strategy import root_strategy
from ludens.search.tree.loop import LANES_PER_VISIT
from ludens.search.tree.policy import Policy
from ludens.search.tree.report import FinalChoice, principal_line, ranked_moves
from ludens.search.tree.search import Judge, SearchSettings, TreeSearch, warm_up_tree

PONDERING_SECONDS = 600.0
"""When a search on the others' time ends by itself."""

FINAL_MOVE = (
    "the final move: most visits, best mean, best lower bound; or, if several roles choose at once, drawn "
    "by the learnt probabilities or by visits (mixed), or by an equilibrium of the joint moves' means"
)
FINAL_CHOICES = ("visits", "mean", "secure", "mixed", "equilibrium")

LEAVES = ("playouts", *(name for name in EVALUATIONS if name not in ("terminal", "monte_carlo")))
"""What can value a leaf: playouts, or an evaluation by name."""

EVEN = 0.5
"""The value of a game in which both sides do equally well."""

MOVES_PER_VISIT = 4

LEAVES_WITHIN_A_LIMIT = 4096
"""A limit in playouts is spent on so many leaves at least, unless the playouts from each are chosen."""


@dataclass(frozen=True)
class TreeOptions(Options):
    """Options of every agent that searches a tree."""

    lanes: int = option(512, "leaves in one batch; 1 is the textbook algorithm", lowest=1, highest=16384)
    playouts: int = option(0, "playouts from each leaf; 0: chosen by the size of the game", lowest=0, highest=4096)
    choice: str = option("visits", FINAL_MOVE, choices=FINAL_CHOICES)
    threshold: float = option(
        0.0, "moves with less than this fraction of the largest probability are not drawn", lowest=0, highest=1
    )
    initial: str = option(
        "first",
        "moves not yet tried: come first, count as an even game, as what they were worth two steps "
        "earlier, or as a little less than the average of the others",
        choices=("first", "even", "grandfather", "parent"),
    )
    reduction: float = option(0.1, "how much less they are worth, with initial=parent", lowest=0, highest=1)
    solver: bool = option(True, "proves lower and upper bounds of moves if it can")
    proof_numbers: float = option(
        0.0, "weight of proof numbers when choosing moves in the tree; 0: not used", lowest=0, highest=100
    )
    implicit: float = option(
        0.0,
        "weight of an evaluation carried up by minimax; the mean has the rest; 0: not used",
        lowest=0,
        highest=1,
    )
    heuristic: str = option("features", "the evaluation that implicit minimax uses", choices=EVALUATIONS)
    ripe: int = option(0, "visits before a node is expanded; 0: chosen by the number of moves", lowest=0, highest=10**6)
    shared: bool = option(True, "equal positions are one node of the tree")
    threads: int = option(1, "threads that search", lowest=1, highest=64)
    virtual_loss: float = option(
        1.0, "fraction of its mean that a move loses while lanes of the batch are under way", lowest=0, highest=1
    )
    growth: int = option(
        LANES_PER_VISIT, "a batch has one lane for this many that went down before", lowest=1, highest=1_000_000
    )
    device: str = option(USUAL, MEANING)
    memory: int = option(1024, "most memory for the tree, in MiB", lowest=1, highest=65536)
    pruning: str = option("none", "only moves of this policy are in the tree, if the game has such policies")
    evaluation: str = option("playouts", "how to value a leaf: by random playouts, or by an evaluation", choices=LEAVES)
    cut: int = option(
        0,
        "with an evaluation: random moves before it is applied; 0: it values the leaf itself",
        lowest=0,
        highest=10**6,
    )
    decided: float = option(
        0.0,
        "with an evaluation: cut a playout when one role's chance of winning reaches this; 0: never",
        lowest=0,
        highest=1,
    )
    blend: float = option(
        0.0,
        "with an evaluation: the fraction of a leaf's value that comes from playouts; 0: none",
        lowest=0,
        highest=1,
    )
    policy: str = option("uniform", "playouts consist of moves of this policy, if the game has such policies")
    waiting: bool = option(False, "use all the time even with a single legal move, such as when others choose")
    adapt: str = option(
        NOTHING,
        "what to adapt before every batch, by the results of earlier batches: the numbers that control "
        "the tree, the kind and weight of playouts at the leaves, or both",
        choices=ADAPTED,
    )


@dataclass(frozen=True, slots=True)
class TreePlan:
    """How one agent searches its tree; what all of them can be told is in TreeOptions.

    ``policy``: how moves are chosen in the tree; options are added to it. ``evaluation``: what a leaf is worth, by
    default random playouts. ``engine``: what the tree is grown on, by default the game's own engine or the view of it
    that the options ask for. ``row``: a position of the game as that engine has it. ``complete``: all moves of the game
    are told apart in the tree, so that what is proved in it is so. ``settled``: the goal of one role says what all
    get, by default where that is certain of the game. ``judge``: knows of positions that are as good as over.
    ``kinds``: playouts by name that may be tried in place of ``evaluation``, which is the first of them. ``adviser``:
    who is shown the most visited nodes.
    """

    policy: Policy
    evaluation: Evaluation | None = None
    engine: BatchEngine | None = None
    row: Callable[[Rows], Rows] = lambda position: position
    complete: bool = True
    settled: bool | None = None
    judge: Judge | None = None
    kinds: Mapping[str, Evaluation] = field(default_factory=dict)
    adviser: Adviser | None = None


class TreeAgent(SeatedAgent[S, O]):
    """Searches a tree by a plan and goes along with the game: what it knows of a position it keeps."""

    def __init__(self, game: LoadedGame[S], role: int, options: O, plan: TreePlan, seed: Seed = None) -> None:
        super().__init__(game, role, options, seed)
        tree, facts = tree_options(options), facts_of(game)
        if tree.choice == "equilibrium" and not (len(game.info.roles) == 2 and facts.seems_constant_sum):
            reason = "it is for two roles, one of which gains what the other loses"
            raise UnsuitableGameError("An agent with choice=equilibrium", game.info.name, reason)
        engine = plan.engine or _engine_of(game, tree)
        settings = _settings(game, tree, plan, engine)
        warm_up_tree(self.engine)
        self._pondering: threading.Thread | None = None
        self._before: int | None = None
        self._choice, self._row = FinalChoice(tree.choice), plan.row
        settled = plan.settled
        if settled is None:
            settled = settings.policy.certain and facts.certain.settled
        tuner = tuner_for(game, role, tree.adapt, settings, plan.kinds)
        self.search = TreeSearch(
            engine,
            settings,
            int(self.random.integers(1 << 62)),
            settled=settled,
            judge=plan.judge,
            tuner=tuner,
            adviser=plan.adviser,
        )
        if settings.policy.needs_proofs or settings.policy.minimax > 0 or settings.policy.lent > 0:
            tried = TreeSearch(engine, settings, settled=settled)  # has the kernels of these options made in time
            tried.start(engine.initial())
            tried.think(Limit(playouts=4 * settings.playouts))

    def decide(self, state: S, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal; raises ValueError in one that is."""
        self.rest()
        self._before = self.search.simulations
        try:
            self._wait(state, limit)
            return super().decide(state, limit)
        finally:
            self._before = None

    def _wait(self, state: S, limit: Limit) -> None:
        """Uses the time of a turn in which there is nothing to choose, if that is wanted: the tree is kept."""
        if tree_options(self.options).waiting and len(self.game.legal_moves(state, self.role)) == 1:
            self.search.start(self._row(self.game.pack([state])))
            self.search.think(limit if limit.seconds or limit.playouts else Limit(SECONDS))

    def decision_so_far(self) -> Decision | None:
        """What it thinks now of the position that it decides about; for another thread.

        Nothing before the search has gone on: until then its tree may still be that of an earlier position.
        """
        before, search = self._before, self.search
        with search.looking() as tree:
            made = 0 if before is None else search.simulations - before
            moves = self._ranked_so_far() if made > 0 else ()
            if not moves:
                return None
            line, nodes = self._line(moves[0].move), int(tree.sizes[NODES])
        notes: dict[str, float | int | str] = {"simulations": made, "nodes": nodes, "depth": search.deepest}
        return Decision(moves[0].move, moves[0].value, moves, line, notes)

    def _ranked_so_far(self) -> tuple[MoveReport, ...]:
        return ranked_moves(self.search.tree, self.engine, self.role)

    def ponder(self, state: S) -> None:
        """Searches on, from a position in which others are to move, until the next decision or ``rest``."""
        self.rest()
        if self.game.is_terminal(state):
            return
        self.search.start(self._row(self.game.pack([state])))
        self._pondering = threading.Thread(target=self.search.think, args=(Limit(PONDERING_SECONDS),), daemon=True)
        self._pondering.start()
        atexit.register(self.rest)  # Python must not end while a thread is in compiled code

    def rest(self) -> None:
        """Ends pondering."""
        if self._pondering is not None:
            while self._pondering.is_alive():
                self.search.stop()
                self._pondering.join(0.001)
            self._pondering = None
            atexit.unregister(self.rest)

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon; not if it begins only after this."""
        self.search.stop()

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        search = self.search
        before = search.simulations
        search.start(self._row(position))
        if limit.seconds is None and limit.playouts is None:
            limit = Limit(SECONDS)
        if limit.seconds is not None:
            limit = Limit(max(0.0, limit.seconds - (time.perf_counter() - begin)), limit.playouts)
        search.think(limit)
        notes: dict[str, float | int | str] = {
            "simulations": search.simulations - before,
            "nodes": int(search.tree.sizes[NODES]),
            "depth": search.deepest,
            "seconds": time.perf_counter() - begin,
            **self._adapted(),
        }
        ranked = ranked_moves(search.tree, self.engine, self.role, self._choice)
        if not ranked:
            return Decision(self._any_move(position), notes=notes)
        moves, chosen = self._drawn(ranked)
        return Decision(chosen.move, chosen.value, moves, self._line(chosen.move), notes)

    def _adapted(self) -> dict[str, str]:
        """What was chosen most while the tree was searched, where something was."""
        return {} if self.search.tuner is None else {"adapted": self.search.tuner.in_words}

    def _drawn(self, moves: tuple[MoveReport, ...]) -> tuple[tuple[MoveReport, ...], MoveReport]:
        """The moves, the best or likeliest first, and the one that is made: the first, unless chance decides."""
        search, threshold = self.search, tree_options(self.options).threshold
        evaluation = search.settings.evaluation
        chances = root_strategy(search.tree, self.engine, self.role, self._choice, evaluation, threshold=threshold)
        if chances is None:
            return moves, moves[0]
        listed = [replace(report, chance=chances[report.move]) for report in moves]
        listed.sort(key=lambda report: chances[report.move], reverse=True)
        drawn = self.random.choice(len(listed), p=[chances[report.move] for report in listed])
        return tuple(listed), listed[int(drawn)]

    def _line(self, first: Move) -> tuple[JointMove, ...]:
        """How the game is expected to go on after a move of the role."""
        return principal_line(self.search.tree, self.engine, first, self.role)


def tree_options(options: Options) -> TreeOptions:
    """The options that concern the tree, whatever else an agent has."""
    assert isinstance(options, TreeOptions)
    return options


def _settings(game: LoadedGame[Any], tree: TreeOptions, plan: TreePlan, view: BatchEngine) -> SearchSettings:
    """How the tree is searched, by the options and, where they leave it open, by the size of the game.

    ``view``: the engine that the tree is grown on.
    """
    engine, proves = game.engine, plan.complete and game.info.chance_role is None and tree.pruning == "none"
    heuristic, evaluation = _heuristic(game, tree, plan), _leaves(game, tree, plan, view)
    return SearchSettings(
        policy=plan.policy._replace(
            urgency=math.inf if tree.initial == "first" else EVEN,
            grandfather=tree.initial == "grandfather",
            reduction=tree.reduction if tree.initial == "parent" else -1.0,
            proofs=tree.proof_numbers if proves else 0.0,
            lent=1.0 - tree.virtual_loss,
            minimax=tree.implicit if heuristic is not None else 0.0,
            certain=tree.solver and proves,
            ripe=tree.ripe or _ripe(engine),
        ),
        lanes=tree.lanes if engine.batch else 1,
        playouts=tree.playouts or _each(game, tree, evaluation),
        memory_bytes=tree.memory << 20,
        shared=tree.shared,
        joint_means=tree.choice == "equilibrium",
        threads=tree.threads,
        evaluation=evaluation,
        heuristic=heuristic,
        lanes_per_visit=_growth(game, tree),
        leaves=1 if tree.playouts else LEAVES_WITHIN_A_LIMIT,
    )


def _heuristic(game: LoadedGame[Any], tree: TreeOptions, plan: TreePlan) -> Static | None:
    """The evaluation that is carried up by minimax; none where it is not wanted, or chance chooses among the roles."""
    if not tree.implicit or game.info.chance_role is not None:
        return None
    engine = plan.engine or game.engine
    if engine.roles != game.engine.roles or engine.initial().shape != game.engine.initial().shape:
        raise UnsuitableGameError("implicit minimax", game.info.name, "this agent searches a tree of other positions")
    return make_evaluation(tree.heuristic, Request(game)).evaluation


def _is_valued_at_once(tree: TreeOptions) -> bool:
    """Whether a leaf has one value, which need not be asked for twice."""
    return tree.evaluation != "playouts" and not tree.cut and not tree.blend


def _leaves(game: LoadedGame[Any], tree: TreeOptions, plan: TreePlan, view: BatchEngine) -> Evaluation:
    """What values leaves: playouts, an evaluation, or both."""
    playouts = plan.evaluation or RandomPlayouts(cut_after(game.info))
    each, amaf = playouts_per_leaf(game), plan.policy.selection.amaf
    playouts = on_device(game, playouts, view, tree.device, per_leaf=each, amaf=amaf)
    if tree.evaluation == "playouts":
        return playouts
    evaluation = make_evaluation(tree.evaluation, Request(game)).evaluation
    if tree.blend:
        return BlendedLeaves(playouts, evaluation, tree.blend)
    return ValuedLeaves(evaluation, tree.cut, tree.decided, game.engine.cutting)


def _engine_of(game: LoadedGame[Any], tree: TreeOptions) -> BatchEngine:
    """The engine of a game, or the view of it that the options ask for."""
    moves = "" if tree.pruning == "none" else tree.pruning
    playouts = "" if tree.policy == "uniform" else tree.policy
    if not moves and not playouts:
        return game.engine
    guided = game.engine.guided
    if guided is None:
        raise UnsuitableGameError("An agent with a policy", game.info.name, "the game brings no policies")
    view = guided(moves=moves, playouts=playouts)
    view.legal(view.initial())  # has kernels compiled before anybody's clock is running
    view.playouts(view.initial(), 1, 0, max_steps=1)
    return view


def _ripe(engine: BatchEngine) -> int:
    """Visits before a node gets edges: more where it gets many, so that leaves that nobody comes back to stay small."""
    choices = max(int(table.sum()) for table in engine.legal(engine.initial()))
    return max(1, choices // MOVES_PER_VISIT)


def _each(game: LoadedGame[Any], tree: TreeOptions, evaluation: Evaluation) -> int:
    """Playouts from each leaf where the options do not say."""
    if _is_valued_at_once(tree):
        return 1
    return WORD if isinstance(evaluation, ValuesAhead) else playouts_per_leaf(game)


def _growth(game: LoadedGame[Any], tree: TreeOptions) -> int:
    """Lanes that went down before for each lane of a batch: one in a slow game, unless the options say otherwise."""
    usual = tree.growth == LANES_PER_VISIT and not tree.playouts
    return 1 if usual and is_slow(game) else tree.growth
