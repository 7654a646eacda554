"""Games between players who think a little, hundreds at once.

Before each move a player tries every move it has by a few random games, and makes the one that did best (flat Monte
Carlo). That is weak play, but no longer random: it takes what wins at once and sees most of what loses. How such games
go tells more of a game's course than random ones: who leads, whether the lead changes, whether there is a winner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import JointMove, Move
from ludens.quality.figures import CONFIDENCE, Estimate, Thinking, measured
from ludens.quality.first_moves import first_to_choose
from ludens.search.perft import joint_moves

PLAYOUTS = 16
WATCHED = 64
"""Random games by which a position is judged, to see who leads."""

AHEAD = 25.0
"""Points of 100 by which who leads is ahead of all others; 64 games are rarely so far off."""

REPLIES = 4
"""Answers of others that are tried with each move where all move at once."""

GAMES = 128
LONGEST = 300


@dataclass(slots=True)
class Course:
    """Some games: whether each ended, the goals of all roles, its length, who led at each step (-1: nobody)."""

    ended: NDArray[np.bool_]
    goals: NDArray[np.int16]
    lengths: NDArray[np.int64]
    leaders: NDArray[np.int64]

    def joined(self, other: Course) -> Course:
        """Both, one after the other."""
        steps = max(self.leaders.shape[1], other.leaders.shape[1])
        leaders = [
            np.pad(each.leaders, ((0, 0), (0, steps - each.leaders.shape[1])), constant_values=-1)
            for each in (self, other)
        ]
        return Course(
            np.concatenate([self.ended, other.ended]),
            np.concatenate([self.goals, other.goals]),
            np.concatenate([self.lengths, other.lengths]),
            np.concatenate(leaders),
        )


class Players:
    """Thinks for all roles of a game but chance."""

    def __init__(self, game: LoadedGame[Any], *, max_steps: int) -> None:
        self.game, self._cut = game, max_steps
        self._players = list(game.info.players)

    def play(self, rows: Rows, seed: int, expired: Callable[[], bool]) -> Course | None:
        """Plays one game from each row to its end; None when time is up before."""
        engine, rng = self.game.engine, np.random.default_rng(seed)
        states, alive = rows.copy(), np.arange(len(rows))
        ended = np.zeros(len(rows), dtype=np.bool_)
        goals = np.full((len(rows), len(engine.roles)), -1, dtype=np.int16)
        lengths = np.zeros(len(rows), dtype=np.int64)
        leaders: list[NDArray[np.int64]] = []
        for step in range(LONGEST + 1):
            over, found = engine.outcome(states[alive])
            ended[alive[over]], goals[alive[over]], lengths[alive[over]] = True, found[over], step
            alive = alive[~over]
            if not len(alive) or step == LONGEST:
                break
            if expired():
                return None
            leaders.append(np.full(len(rows), -1))
            leaders[-1][alive] = self._leaders(states[alive], seed + step)
            states[alive] = engine.step(states[alive], self._moves(engine, states[alive], rng))
        return Course(
            ended, goals, lengths, np.stack(leaders, axis=1) if leaders else np.empty((len(rows), 0), np.int64)
        )

    def _leaders(self, states: Rows, seed: int) -> NDArray[np.int64]:
        """For each position the player that is ahead of all others, or -1."""
        if len(self._players) < 2:
            return np.full(len(states), -1)
        found = self.game.engine.playouts(states, WATCHED, seed, max_steps=self._cut)
        means = (found.goals / np.maximum(1, found.finished)[:, None])[:, self._players]
        ranked = np.sort(means, axis=1)
        ahead = ranked[:, -1] - ranked[:, -2] >= AHEAD
        return np.where(ahead, np.array(self._players)[means.argmax(axis=1)], -1)

    def _moves(self, engine: BatchEngine, states: Rows, rng: np.random.Generator) -> NDArray[np.int64]:
        """The move of each role in each position."""
        legal = engine.legal(states)
        chosen = np.stack([_pick(moves, rng) for moves in legal], axis=1)
        counts = np.stack([moves.sum(axis=1) for moves in legal], axis=1)
        replies = REPLIES if ((counts > 1).sum(axis=1) > 1).any() else 1
        for role in self._players:
            places, moves = np.nonzero(legal[role] & (counts[:, role] > 1)[:, None])
            if not len(places):
                continue
            tried = np.repeat(places, replies)
            joint = np.stack([_pick(of_role[tried], rng) for of_role in legal], axis=1)
            joint[:, role] = np.repeat(moves, replies)
            found = engine.playouts(
                engine.step(states[tried], joint), PLAYOUTS, int(rng.integers(1 << 62)), max_steps=self._cut
            )
            worth = (found.goals[:, role] / np.maximum(1, found.finished)).reshape(-1, replies).mean(axis=1)
            table = np.full(legal[role].shape, -1.0)
            table[places, moves] = worth + 1e-6 * rng.random(len(worth))
            best = table.argmax(axis=1)
            chosen[:, role] = np.where(counts[:, role] > 1, best, chosen[:, role])
        return chosen


def _pick(legal: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    return np.asarray(np.where(legal, rng.random(legal.shape), -1.0).argmax(axis=1))


class ThinkingGames:
    """Games from the start, and after each first move, more and more of them."""

    def __init__(self, game: LoadedGame[Any], groups: Mapping[JointMove, int], *, max_steps: int) -> None:
        self.game = game
        self._players = Players(game, max_steps=max_steps)
        self._course: Course | None = None
        start = game.initial_state()
        joints = list(joint_moves(game, start))
        self._mover = first_to_choose(game.info, joints)
        sole = self._mover is not None and len({joint[self._mover] for joint in joints}) == len(joints)
        # Where others choose at the same time, a first move is no position.
        self._firsts = list(joints) if sole and len(game.info.players) > 1 else []
        self._groups = [groups.get(joint, -place - 1) for place, joint in enumerate(self._firsts)]
        self._rows = game.pack([game.next_state(start, joint) for joint in self._firsts]) if self._firsts else None
        self._after: dict[int, list[float]] = {}

    def play(self, seconds: float, stopped: Callable[[], bool], seed: int = 0, games: int = GAMES) -> Thinking | None:
        """Plays for about so long; None when not even the first games came to an end."""
        end = time.perf_counter() + seconds

        def expired() -> bool:
            return stopped() or time.perf_counter() > end

        for batch in (games // 4, games - games // 4):
            course = self._players.play(self.game.engine.initial(batch), seed, expired)
            if course is None:
                break
            self._course, seed = course if self._course is None else self._course.joined(course), seed + 1
        if self._course is not None and self._firsts:
            for _ in range(4):
                if not self._play_firsts(games // 4, seed, expired):
                    break
                seed += 1
        return self.found()

    def _play_firsts(self, games: int, seed: int, expired: Callable[[], bool]) -> bool:
        assert self._rows is not None
        assert self._mover is not None
        chosen = {group: place for place, group in reversed(list(enumerate(self._groups)))}
        rows = np.repeat(self._rows[list(chosen.values())], games, axis=0)
        course = self._players.play(rows, seed, expired)
        if course is None:
            return False
        mine = course.goals[:, self._mover].reshape(-1, games)
        ended = course.ended.reshape(-1, games)
        for group, goals, over in zip(chosen, mine, ended, strict=True):
            self._after.setdefault(group, []).extend(map(float, goals[over]))
        return True

    def found(self) -> Thinking | None:
        """What came of all games so far."""
        course, info = self._course, self.game.info
        if course is None or not course.ended.any() or (course.goals[course.ended] < 0).any():
            return None
        goals = course.goals[course.ended][:, list(info.players)].astype(np.float64)
        games = len(goals)
        top = goals == goals.max(axis=1, keepdims=True)
        decisive = top.sum(axis=1) == 1
        winners = np.where(decisive, np.array(info.players)[top.argmax(axis=1)], -1)
        leaders = course.leaders[course.ended]
        behind = (leaders >= 0) & (leaders != winners[:, None])
        dramatic = int((behind.any(axis=1) & decisive).sum())
        return Thinking(
            games,
            PLAYOUTS,
            tuple(_sure(measured(float(mean), games, 100)) for mean in goals.mean(axis=0)),
            _sure(measured(float(decisive.mean()), games)),
            measured(dramatic / max(1, int(decisive.sum())), int(decisive.sum())) if len(info.players) > 1 else None,
            float(np.mean([_changes(line) for line in leaders])),
            float(course.lengths[course.ended].mean()),
            self._mover,
            self._by_first(),
        )

    def _by_first(self) -> dict[Move, Estimate]:
        if not self._after or self._mover is None or not all(self._after.values()):
            return {}
        confidence = 1 - (1 - CONFIDENCE) / len(self._after)
        worth = {
            group: _sure(measured(float(np.mean(goals)), len(goals), 100, confidence))
            for group, goals in self._after.items()
        }
        return {joint[self._mover]: worth[group] for joint, group in zip(self._firsts, self._groups, strict=True)}


def _changes(leaders: Sequence[int]) -> int:
    """How often somebody else leads than before."""
    led = [leader for leader in leaders if leader >= 0]
    return sum(one != other for one, other in pairwise(led))


def _sure(estimate: Estimate | None) -> Estimate:
    assert estimate is not None
    return estimate
