"""What can be measured of RoPaSci 360 without matches: playouts, choices, and how far minimax sees.

These are claims of Yu and Krishnan (2021) that rest on the game rather than on their player.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.native import NativeEngine
from ludens.engine.rows import Rows
from ludens.game import Limit
from ludens.games.ropasci import Ending, Ropasci, ending
from ludens.players import make_agent
from ludens.studies.figures import at_least, at_most, mean, share
from ludens.studies.study import ByMode, Figure, Mode

LIGHT, HEAVY = "", "greedy"
"""Policies of playouts: any legal move, and the moves that the document's rules leave."""

DRAWN, LAST_TURN = 50, 360
OFTEN = 10.0
"""Percent from which on something is said to happen often: one in ten."""

HALF = 50.0
MINIMAX = "sm_minimax(evaluation=ropasci)"

ALL_THROWS = 9
"""Throws of a side; the turn from which on all the board may be open to them."""

JOINT_CHOICES = 200**2
"""The joint moves that the document expects in a bad case."""

TURN_SECONDS = 0.8
"""A turn's share of the course's 60 seconds, with some 70 turns a game and a little kept back."""

PLAYOUTS = ByMode(4_000, 100_000)
LISTED = ByMode(100, 1_000)
CAUSES = {
    Ending.BOTH_INVINCIBLE: "both have a token that nothing beats",
    Ending.REPEATED: "a position for the third time",
    Ending.NOTHING_LEFT: "nothing left on either side",
    Ending.TOO_LONG: "360 turns",
}
"""What draws a game."""

GAMES = ByMode(300, 5_000)
POSITIONS = ByMode(6, 30)
INVINCIBLE, SMALL, MOST_MADE = ByMode(4, 40), 150, 30_000
"""Positions with an invincible token, the joint moves that they have at most, and the positions that may be made."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Playouts that have come to an end: their turns, which were drawn, and the processor's seconds for all."""

    turns: NDArray[np.int64]
    drawn: NDArray[np.bool_]
    seconds: float

    @property
    def rate(self) -> float:
        """Playouts in a second of the processor."""
        return len(self.turns) / self.seconds


def finished(policy: str, count: int, seed: int) -> Finished:
    """Playouts of a policy from the first position."""
    view = _engine().guided(playouts=policy)
    view.games(view.initial(), 1, seed)
    begin = time.process_time()
    found = view.games(view.initial(), count, seed)
    seconds = time.process_time() - begin
    return Finished(np.asarray(found.lengths[0], dtype=np.int64), np.asarray(found.goals[0, :, 0] == DRAWN), seconds)


def measure_playouts(mode: Mode, seed: int) -> list[Figure]:
    """How long light and heavy playouts are, how many are drawn, and what they cost."""
    count = PLAYOUTS.of(mode)
    light, heavy = finished(LIGHT, count, seed), finished(HEAVY, count, seed)
    return [*_draws(light, heavy), *_lengths(light, heavy), *_listing(mode, seed)]


def _draws(light: Finished, heavy: Finished) -> list[Figure]:
    count = len(light.turns)
    late = share(
        "light playouts: 360 turns without a decision", int((light.turns >= LAST_TURN).sum()), count, "playouts"
    )
    drawn = share("light playouts: drawn, for whatever reason", int(light.drawn.sum()), count, "playouts")
    heavily = share("heavy playouts: drawn", int(heavy.drawn.sum()), count, "playouts")
    often = "many is taken to be at least one in ten"
    return [
        at_least(late, OFTEN, "very possible, so that many are drawn", often),
        at_least(drawn, OFTEN, "many", often),
        at_most(heavily, drawn.value, "fewer than of light ones"),
        share("heavy playouts: 360 turns without a decision", int((heavy.turns >= LAST_TURN).sum()), count, "playouts"),
    ]


def _lengths(light: Finished, heavy: Finished) -> list[Figure]:
    parts = heavy.turns / light.turns.mean()
    shorter = mean("turns of a heavy playout, in those of a light one", parts.tolist())
    dearer = Figure(
        what="processor time of a heavy playout, in that of a light one",
        value=light.rate / heavy.rate,
        unit="",
        samples=len(parts),
        note=f"heavy {heavy.rate:,.0f}, light {light.rate:,.0f} a second of one core",
    )
    return [
        mean("light playouts: turns", light.turns.tolist()),
        mean("heavy playouts: turns", heavy.turns.tolist()),
        at_most(shorter, 1.0, "less: heavy ones end sooner"),
        at_most(dearer, 1.0, "less: light ones take too much computing"),
    ]


@dataclass(frozen=True, slots=True)
class Listed:
    """Playouts of which every turn began with a list of its moves: all turns, last positions, processor's seconds."""

    turns: int
    last: Rows
    seconds: float


def listed(policy: str, count: int, seed: int) -> Listed:
    """Playouts as a program makes them that draws a move from the list of all that the policy has."""
    engine = _engine()
    view = engine.guided(moves=policy) if policy else engine
    random, rows, turns, last = np.random.default_rng(seed), engine.initial(count), 0, list[Rows]()
    view.legal(rows)
    begin = time.process_time()
    while len(rows):
        turns += len(rows)
        drawn = [(table * random.random(table.shape)).argmax(axis=1) for table in view.legal(rows)]
        rows = engine.step(rows, np.stack(drawn, axis=1))
        over = engine.outcome(rows)[0]
        last.append(rows[over])
        rows = rows[~over]
    return Listed(turns, np.concatenate(last), time.process_time() - begin)


def _listing(mode: Mode, seed: int) -> list[Figure]:
    """Why the two claims on light playouts are not found: what draws them, and what listing moves costs."""
    light, heavy = (listed(policy, LISTED.of(mode), seed) for policy in (LIGHT, HEAVY))
    endings = Counter(ending(state) for state in Ropasci().unpack(light.last))
    drawn = sum(endings[cause] for cause in CAUSES)
    note = f"{1e6 * heavy.seconds / heavy.turns:,.0f} and {1e6 * light.seconds / light.turns:,.0f} µs a turn"
    return [
        *(share(f"light playouts that are drawn: {words}", endings[cause], drawn, "these")
          for cause, words in CAUSES.items()),
        Figure(what="time of heavy in that of light, if every turn lists its moves", unit="",
               value=heavy.seconds / light.seconds, samples=LISTED.of(mode), note=note),
    ]  # fmt: skip


def measure_choices(mode: Mode, seed: int) -> list[Figure]:
    """How many moves there are to choose from in random games, and how many the rules of the document leave."""
    engine = _engine()
    throws = np.array([move.startswith("(throw") for move in engine.moves(0)])
    most, crowded, thrown, kept = 0, list[float](), list[float](), list[float]()
    for turn, rows in enumerate(random_turns(engine, GAMES.of(mode), seed)):
        upper, lower = engine.legal(rows)
        joint = upper.sum(axis=1) * lower.sum(axis=1)
        most = max(most, int(joint.max()))
        if turn == ALL_THROWS - 1:
            crowded = joint.tolist()
        if turn < ALL_THROWS:
            thrown += (100 * upper[:, throws].sum(axis=1) / upper.sum(axis=1)).tolist()
        kept += engine.guided(moves=HEAVY).legal(rows)[0].sum(axis=1).tolist()
    largest = Figure(what="joint moves in a turn: the most of all", value=most, unit="", samples=GAMES.of(mode))
    biased = mean("throws among the legal moves of the first nine turns", thrown, "% of moves")
    return [
        at_least(largest, JOINT_CHOICES, "more than 200² = 40,000 past turn 9, in the worst case"),
        mean("joint moves in turn 9", crowded),
        at_least(biased, HALF, "extremely many, for each hex counts three times", "taken to be at least half"),
        mean("moves of a side that the document's rules leave", kept),
    ]


def measure_minimax(mode: Mode, seed: int) -> list[Figure]:
    """How deep simultaneous minimax gets in a turn's share of the clock, past turn 9."""
    game, depths, made = Ropasci(), list[float](), list[float]()
    *_, rows = random_turns(game.engine, POSITIONS.of(mode), seed, ALL_THROWS + 1)
    for state in game.unpack(rows):
        decision = make_agent(MINIMAX, game, 0, seed).decide(state, Limit(TURN_SECONDS))
        depths.append(float(decision.notes["depth"]))
        made.append(float(decision.notes["positions"]))
    deepest = Figure(
        what=f"SM-minimax: the most turns ahead that it finished in {TURN_SECONDS:g} s, after turn 9",
        value=max(depths),
        unit="",
        samples=len(depths),
        note=f"{np.median(made):,.0f} positions in the median turn",
    )
    return [at_most(deepest, 1.0, "2 is out of reach: 200⁴ = 1.6 · 10⁹ positions")]


def measure_bounds(mode: Mode, seed: int) -> list[Figure]:
    """How many positions simultaneous minimax makes two turns ahead, with the bounds that an invincible token gives."""
    game, made = Ropasci(), dict[bool, list[float]]()
    rows = invincible_positions(game, INVINCIBLE.of(mode), seed)
    for tight in (True, False):
        agent = make_agent(f"sm_minimax(evaluation=ropasci, bounds={str(tight).lower()})", game, 0, seed)
        made[tight] = [
            float(agent.decide(state, Limit(depth=2, playouts=MOST_MADE)).notes["positions"])
            for state in game.unpack(rows)
        ]
    parts = [tight / loose for tight, loose in zip(made[True], made[False], strict=True)]
    if not parts:
        return []
    figure = mean("positions made with tight bounds, in those with loose ones", parts, "", f"{len(parts)} positions")
    return [at_least(figure, 0.5, "too few moves are pruned", "read as: at least half of the positions are left")]


def invincible_positions(game: Ropasci, count: int, seed: int) -> Rows:
    """Positions of random games that go on although a side cannot lose any more, small enough to be searched."""
    found = []
    for rows in random_turns(game.engine, 16 * count, seed, LAST_TURN):
        least, most = game.bounds(rows)
        upper, lower = game.engine.legal(rows)
        small = upper.sum(axis=1) * lower.sum(axis=1) <= SMALL
        found.append(rows[((least > 0) | (most < 1)) & small & (upper.sum(axis=1) > 1)][:1])
    return np.concatenate(found)[:count]


def _engine() -> NativeEngine:
    return Ropasci().engine


def random_turns(engine: NativeEngine, count: int, seed: int, turns: int = 60) -> Iterator[Rows]:
    """The positions before each turn of random games, those that are over left out."""
    random, rows = np.random.default_rng(seed), engine.initial(count)
    for _ in range(turns):
        yield rows
        drawn = [(table * random.random(table.shape)).argmax(axis=1) for table in engine.legal(rows)]
        rows = engine.step(rows, np.stack(drawn, axis=1))
        rows = rows[~engine.outcome(rows)[0]]
