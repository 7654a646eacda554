"""What can be measured of AlwaysPlayScissors without matches: cones, depth, trials, latches, traps and first thoughts.

Claims are those of Cheng, Krauthamer, Ofir and Siddiqui; their figures come from the rulesheets and the machine of
their class, ours from the built-in games.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.players import make_agent
from ludens.rules.ground_rules import GroundingBudget
from ludens.search.evaluations.mobility_regression import fit_mobility
from ludens.search.views.cached_engine import pays
from ludens.search.views.judging import judged_for
from ludens.studies.documents.cone_sizes import ConeSizes, gate_cones, proposition_cones
from ludens.studies.documents.traps import GAME, handed, handed_by_chance, traps
from ludens.studies.figures import at_least, at_most, mean, share
from ludens.studies.study import ByMode, Figure, Mode
from ludens.testing import random_game

Sheets = Mapping[str, str]
BUILT_IN: Sheets = {}
"""Rulesheets that stand for built-in games: none."""

ORDER_OF_MAGNITUDE = math.sqrt(10)
"""From here on a ratio is nearer to ten than to one."""

CHECKERS, CONNECT_FOUR = "checkers_small", "connect_four(columns=8)"
CONES = ByMode((CHECKERS, CONNECT_FOUR, "breakthrough", "cephalopod(size=5)"),
               (CHECKERS, "checkers_small(size=8)", "connect_four", CONNECT_FOUR, "breakthrough", "reversi",
                "free_for_all", "minefield", "cephalopod(size=5)"))  # fmt: skip
ASKED, SMALLER = ("terminal", "goals"), "times smaller than all"
PUBLISHED_CONES = {
    CHECKERS: ("Checkers (Tiny)", ConeSizes(4223, 575, 50)),
    CONNECT_FOUR: ("Connect Four", ConeSizes(229, 20, 25)),
}
"""What the document calls the game, and its propositions, as far as it tells."""

DEPTH_SECONDS, PUBLISHED_DEPTH = 8.0, 9

TRIAL_GAMES = ("connect_four", "breakthrough", CHECKERS)
TENS_OF_THOUSANDS = 10_000
CEPHALOPOD, CEPHALOPOD_SECONDS, CEPHALOPOD_TRIALS, RIVAL_TRIALS = "cephalopod(size=5)", 7.0, (40, 50), 300
THINKING_SECONDS = ByMode(1.0, CEPHALOPOD_SECONDS)
TURNS = ByMode(2, 5)

LATCHED = "minefield"
LATCH_GAMES = (
    "connect_four", "breakthrough", CHECKERS, "hex", "free_for_all", "cephalopod", "sheep", "tron", "blocker",
    "bidding_tic_tac_toe", "double_tic_tac_toe", "reversi", "pentago", "goofspiel",
)  # fmt: skip
SMALL_NETWORKS, LARGE_NETWORKS = ("tic_tac_toe", "connect_four", "reversi"), ("minefield(size=8)",)
TIMED = ByMode(6, 20)
"""Games in which a cache is tried, and how often."""

HEURISTIC_GAMES = ("connect_four", "breakthrough", CHECKERS, "reversi", "blocker", "hex(size=5)")
WEAK = 10.0
"""Percent of the variance: less than a correlation of a third explains."""
PLAYOUTS = ByMode(20_000, 500_000)

TRAPS = ByMode(200, 1_000)
TRAP_TRIALS = 20_000
"""Playouts of a decision, of which alpha-beta takes its share in positions: about what the authors had."""

EVER = 0.01
"""Percent: an interval that begins above this is not that of nothing at all."""

SHEEP = {
    "coerced goals": "coerce=true",
    "goals as they are": "coerce=false",
    "goals as they are, certain points counted": "coerce=false, draws=true",
}
"""Options of scissors: by the last, alpha-beta also leaves out moves that are certain to bring less than another."""

SHEEP_GAMES, SHEEP_TRIALS = ByMode(2, 30), 1_000_000

SIMULTANEOUS = ("tron", "bidding_tic_tac_toe", "blocker")
OPENING_TRIALS, OPENINGS = ByMode(20_000, 200_000), ByMode(12, 40)
FITTED = ByMode(2, 10)
CLOSE_TO_EVEN = 0.2
"""Of 50: within 40 and 60."""


def measure_cones(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How much smaller than all rules the cones of terminal and goals are, in propositions and in gates."""
    del seed
    return [figure for name in CONES.of(mode) for figure in _cones_of(name, sheets)]


def _cones_of(name: str, sheets: Sheets) -> list[Figure]:
    game = load(sheets.get(name, name))
    assert isinstance(game, RulesGame)
    propositions, gates = proposition_cones(game.sheet.ground(GroundingBudget())), gate_cones(game.compiled.circuit)
    return [
        *(_claimed(name, cone, _ratio(f"{name}: {cone}, propositions", propositions, cone)) for cone in ASKED),
        # Goals that are read from the position need no gate.
        *(_ratio(f"{name}: {cone}, gates", gates, cone) for cone in ASKED if getattr(gates, cone)),
    ]


def _ratio(what: str, sizes: ConeSizes, cone: str) -> Figure:
    size: int = getattr(sizes, cone)
    return Figure(what=what, value=sizes.total / size, unit=SMALLER, samples=1, note=f"{sizes.total:,} / {size:,}")


def _claimed(name: str, cone: str, figure: Figure) -> Figure:
    if name not in PUBLISHED_CONES:
        return at_least(figure, ORDER_OF_MAGNITUDE, "an order of magnitude")
    title, theirs = PUBLISHED_CONES[name]
    size: int = getattr(theirs, cone)
    words = f"{theirs.total:,} / {size:,} = {theirs.total / size:.1f} ({title})"
    return replace(at_least(figure, ORDER_OF_MAGNITUDE, words), published=theirs.total / size)


def measure_depth(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How deep alpha-beta alone looks from the first position of connect four in 8 seconds."""
    del mode
    figures = []
    for name in ("connect_four", CONNECT_FOUR):
        game = ready(name, sheets)
        notes = make_agent("scissors(split=0)", game, 0, seed).decide(game.initial_state(), Limit(DEPTH_SECONDS)).notes
        rate = float(notes["positions"]) / float(notes["alphabeta_seconds"])
        deep = Figure(what=f"{name}: depth after 8 s", value=float(notes["depth"]), unit="moves", samples=1,
                      note=f"{rate:,.0f} positions a second")  # fmt: skip
        figures.append(at_least(deep, PUBLISHED_DEPTH, f"{PUBLISHED_DEPTH}"))
        limit = Limit(DEPTH_SECONDS, depth=PUBLISHED_DEPTH)
        notes = make_agent("scissors(split=0)", game, 0, seed).decide(game.initial_state(), limit).notes
        soon = Figure(what=f"{name}: seconds to depth 9", value=float(notes["alphabeta_seconds"]), unit="s", samples=1)
        figures.append(at_most(soon, DEPTH_SECONDS, "8 s"))
    return figures


def measure_trials(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """Trials of UCT in a turn: as many as it would make in the 7 seconds that the authors' player had in its final."""
    figures = []
    for name in TRIAL_GAMES:
        figure = _trials(name, mode, seed, sheets)
        figures.append(at_least(figure, TENS_OF_THOUSANDS, "tens of thousands a turn, if the game is small"))
    low, high = CEPHALOPOD_TRIALS
    few = at_least(
        _trials(CEPHALOPOD, mode, seed, sheets), high, f"{low} to {high}; its rival, compiled, about {RIVAL_TRIALS}"
    )
    return [*figures, replace(few, published=(low + high) / 2)]


def _trials(name: str, mode: Mode, seed: int, sheets: Sheets) -> Figure:
    seconds, game, counts, nodes = THINKING_SECONDS.of(mode), ready(name, sheets), list[float](), list[int]()
    for state in _spread(game, TURNS.of(mode), seed):
        notes = _decide("scissors(split=1)", game, state, Limit(seconds), seed).notes
        counts.append(CEPHALOPOD_SECONDS * float(notes["simulations"]) / float(notes["uct_seconds"]))
        nodes.append(int(notes["nodes"]))
    scaled = "" if seconds == CEPHALOPOD_SECONDS else f", measured in {seconds:g} s"
    return Figure(
        what=f"UCT in {name}, the slowest turn",
        value=min(counts),
        unit="trials in 7 s",
        samples=len(counts),
        note=f"{np.mean(nodes):,.0f} nodes of the tree{scaled}",
    )


def measure_latches(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """Which games have latches that decide a goal, and how much sooner random games end with them."""
    game = ready(LATCHED, sheets)
    latches = judged_for(game, 0, latches=True, coerce=False).latches
    found = Figure(what=f"{LATCHED}: goal latches that end the game early", value=len(latches), unit="", samples=1)
    others = [name for name in LATCH_GAMES if _ends_early(load(sheets.get(name, name)))]
    natural = Figure(what="other games whose result a latch decides early", value=len(others), unit="",
                     samples=len(LATCH_GAMES), note=", ".join(others))  # fmt: skip
    return [
        at_least(found, 1, "found, and the game won by it (Minefield 2p Easy)"),
        at_most(natural, 0, "none seen that was not put there on purpose"),
        *_shortened(game, PLAYOUTS.of(mode), seed),
    ]


def _shortened(game: LoadedGame[Any], count: int, seed: int) -> list[Figure]:
    lengths = []
    for latches in (False, True):
        engine = judged_for(game, 0, latches=latches, coerce=False).engine
        lengths.append(int(engine.playouts(engine.initial(), count, seed).steps[0]) / count)
    plain, ended = lengths
    part = Figure(what="moves of a random game with latches, in those without", value=ended / plain, unit="",
                  samples=count, note=f"{ended:.1f} / {plain:.1f} moves")  # fmt: skip
    return [at_most(part, 1.0, "states with a latch are terminal")]


def _ends_early(game: LoadedGame[Any]) -> bool:
    roles = range(len(game.info.roles))
    return any(judged_for(game, role, latches=True, coerce=False).latches for role in roles)


def measure_cache(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """Whether it is faster to remember positions than to work them out again, in small games and in minefield."""
    figures = []
    for words, names, many in (
        ("small games", SMALL_NETWORKS, False),
        ("minefield, the largest of ours", LARGE_NETWORKS, True),
    ):
        tried = [(name, number) for name in names for number in range(TIMED.of(mode))]
        paid = [
            name for name, number in tried if pays(ready(name, sheets).engine, np.random.default_rng(seed + number))
        ]
        figure = share(f"a cache of positions pays: {words}", len(paid), len(tried), "trials", ", ".join(names))
        if many:
            figures.append(at_least(figure, 50.0, "it paid in Minefield, whose network is very large"))
        else:
            figures.append(at_most(figure, 50.0, "in most cases it did not pay"))
    return figures


def measure_sheep(mode: Mode, seed: int) -> list[Figure]:
    """What the sheep makes of its game when it only asks who has more, and when points count."""
    points, figures = list[list[float]](), list[Figure]()
    for words, options in SHEEP.items():
        played = [_sheep_game(options, seed + number) for number in range(SHEEP_GAMES.of(mode))]
        points.append([goal for goal, _ in played])
        length = f"{np.mean([steps for _, steps in played]):.1f} steps a game"
        figures.append(mean(f"sheep, {words}", points[-1], "points", length))
    coerced, plain, exact = (np.array(each) for each in points)
    costs = mean("more points without coercion", (plain - coerced).tolist(), "points")
    certain = mean("more points without it, certain points counted", (exact - coerced).tolist(), "points")
    words = "it took 10 points and ended the game at once (Burning Sheep)"
    return [*figures, at_least(costs, EVER, words), at_least(certain, EVER, words)]


def _sheep_game(options: str, seed: int) -> tuple[float, int]:
    """The points of the sheep in a game against UCT as the dog, and the joint moves."""
    game, limit, steps = load("sheep"), Limit(playouts=SHEEP_TRIALS), 0
    players = [make_agent(name, game, role, seed) for role, name in enumerate((f"scissors({options})", "uct"))]
    state = game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, tuple(player.decide(state, limit).move for player in players))
        steps += 1
    return float(game.goals(state)[0]), steps


def measure_traps(mode: Mode, seed: int) -> list[Figure]:
    """How often the next player is handed a win in connect four for three, by whom, and in what belief."""
    game = load(GAME)
    positions, limit = traps(game, TRAPS.of(mode), seed), Limit(playouts=TRAP_TRIALS)
    found = {
        agent: handed([make_agent(agent, game, role, seed) for role in range(len(game.info.roles))], positions, limit)
        for agent in ("scissors", "scissors(split=1)", "uct")
    }
    own, tree, peer = (
        share(f"{agent}: hands the next player a win", each.handed, each.traps, "traps")
        for agent, each in found.items()
    )
    hopeless, times = found["scissors"].hopeless, found["scissors"].handed
    return [
        at_least(own, EVER, "seen on Tiltyard", "it happens at all"),
        at_least(
            share("scissors: of these, its move seemed worth at most 5 of 100", hopeless, times, "these"),
            50.0,
            "2 to 4 of 100: a forced loss",
            "taken to be at least half",
        ),
        tree,
        at_most(peer, own.value, "fewer, if each is taken to seek its own best"),
        Figure(
            what="any legal move, drawn by lot",
            value=100 * handed_by_chance(positions) / len(positions),
            unit="% of traps",
            samples=len(positions),
        ),
    ]


def measure_first_thoughts(mode: Mode, seed: int) -> list[Figure]:
    """What scissors thinks of its first move where all move at once, on average over searches."""
    figures = []
    for name in SIMULTANEOUS:
        game, limit, found = load(name), Limit(playouts=OPENING_TRIALS.of(mode)), list[float]()
        for number in range(OPENINGS.of(mode)):
            decision = make_agent("scissors", game, 0, seed + number).decide(game.initial_state(), limit)
            assert decision.value is not None
            found.append(decision.value)
        thought = mean(f"{name}: worth of the first move", found, "of 100", "40 to 60 is close")
        words = "close to 50 for most of the beginning"
        figures.append(replace(thought, published=50.0, words=words, tolerance=CLOSE_TO_EVEN))
    return figures


def measure_heuristics(mode: Mode, seed: int, sheets: Sheets = BUILT_IN) -> list[Figure]:
    """How much of what random games bring mobility and focus explain, with weights by regression."""
    figures = []
    for name in HEURISTIC_GAMES:
        found = [100 * fit_mobility(ready(name, sheets), seed + number).explained for number in range(FITTED.of(mode))]
        weights = fit_mobility(ready(name, sheets), seed).weights
        own = "mobility" if weights[0, 0] > 0 else "focus"
        figure = mean(f"{name}: variance that numbers of moves explain", found, "%", f"{own} of the first role")
        figures.append(at_most(figure, WEAK, "a weak correlation at best", "read as: at most a tenth of the variance"))
    return figures


def ready(name: str, sheets: Sheets) -> LoadedGame[Any]:
    """The game, or the rulesheet that stands for it, once machine code is made."""
    game = load(sheets.get(name, name))
    game.engine.wait()
    return game


def _spread(game: LoadedGame[Any], count: int, seed: int) -> Sequence[Any]:
    """Positions of a random game, evenly spread over it, the first among them."""
    states = random_game(game, random.Random(seed))[0][:-1]
    return states[:: math.ceil(len(states) / count)][:count]


def _decide(agent: str, game: LoadedGame[Any], state: Any, limit: Limit, seed: int) -> Decision:
    """What an agent does in the seat of the role that has most moves."""
    role = max(range(len(game.info.roles)), key=lambda seat: len(game.legal_moves(state, seat)))
    return make_agent(agent, game, role, seed).decide(state, limit)
