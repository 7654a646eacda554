"""What each first move is worth in random play: first moves that are alike by symmetry share their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludens.circuit.findings import Structure
from ludens.circuit.network import Circuit
from ludens.circuit.winners import WON
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import GameInfo, JointMove, Move
from ludens.quality.figures import CONFIDENCE, FirstMoves, exactly, measured
from ludens.rules.ground_rules import ground_text
from ludens.search.perft import joint_moves

MOST = 400
"""Joint first moves of which each is played out; of more, none."""


def first_to_choose(info: GameInfo, joints: Sequence[JointMove]) -> int | None:
    """The first player that has a choice."""
    return next((role for role in info.players if len({joint[role] for joint in joints}) > 1), None)


def alike(circuit: Circuit, found: Structure, joints: Sequence[JointMove]) -> list[int]:
    """For each joint move the place of the first that a proved symmetry of the first position turns it into."""
    numbers = {
        (role, ground_text(move)): number
        for role, of_role in enumerate(circuit.moves)
        for number, move in enumerate(of_role)
    }
    places = {
        tuple(numbers[role, move] for role, move in enumerate(joint)): place for place, joint in enumerate(joints)
    }
    same = list(range(len(joints)))

    def first_of(place: int) -> int:
        while same[place] != place:
            place = same[place]
        return place

    still = tuple(range(len(circuit.roles)))
    for symmetry in found.symmetries:
        if not (symmetry.evidence.certain and symmetry.keeps_start and symmetry.roles == still):
            continue
        for joint, place in places.items():
            image = places.get(tuple(symmetry.moves[role][move] for role, move in enumerate(joint)))
            if image is not None:
                one, other = sorted((first_of(place), first_of(image)))
                same[other] = one
    return [first_of(place) for place in range(len(joints))]


class FirstMoveGames:
    """Random games after each first joint move, more and more of them."""

    def __init__(self, game: LoadedGame[Any], *, max_steps: int) -> None:
        self.game, self._cut = game, max_steps
        start = game.initial_state()
        self.joints = list(joint_moves(game, start))
        self.role = first_to_choose(game.info, self.joints)
        self._rows = game.pack([game.next_state(start, joint) for joint in self.joints])
        self.groups = list(range(len(self.joints)))
        self._sums = np.zeros(len(self.joints), dtype=np.int64)
        self._games = np.zeros(len(self.joints), dtype=np.int64)

    def join(self, groups: Sequence[int]) -> None:
        """From now on the joint moves of a group, named by its first place, share their games."""
        self.groups = list(groups)
        for place, first in enumerate(self.groups):
            if place != first:
                self._sums[first] += self._sums[place]
                self._games[first] += self._games[place]

    def play(self, games: int, seed: int, engine: BatchEngine | None = None) -> None:
        """Plays so many more games for each group, on the game's engine or one ``with_winners``."""
        assert self.role is not None
        firsts = sorted(set(self.groups))
        found = (engine or self.game.engine).playouts(self._rows[firsts], games, seed, max_steps=self._cut)
        goals = [value if value < WON else 0 for value in found.values[self.role]]
        self._sums[firsts] += found.reached[self.role] @ np.array(goals, dtype=np.int64)
        self._games[firsts] += found.finished

    @property
    def least(self) -> int:
        """The games of the group that has fewest."""
        return int(self._games[self.groups].min(initial=1 << 60))

    def found(self) -> FirstMoves | None:
        """What is known so far: intervals that hold for all moves together, by Bonferroni's correction."""
        if self.role is None or not self._games[self.groups].all():
            return None
        by_move: dict[Move, list[int]] = {}
        for place, joint in enumerate(self.joints):
            by_move.setdefault(joint[self.role], []).append(self.groups[place])
        keys = {move: tuple(sorted(groups)) for move, groups in by_move.items()}
        confidence = 1 - (1 - CONFIDENCE) / len(set(keys.values()))
        worth, numbers = {}, dict[tuple[int, ...], int]()
        for move, groups in keys.items():
            games = self._games[list(groups)]
            mean = float((self._sums[list(groups)] / games).mean())
            # Each answer of the others counts the same: no more games than the least of them has, for each.
            estimate = measured(mean, int(games.min()) * len(set(groups)), 100, confidence)
            assert estimate is not None
            worth[move] = estimate
            numbers.setdefault(groups, len(numbers))
        others = any(len(groups) > 1 for groups in by_move.values())
        return FirstMoves(self.role, worth, {move: numbers[key] for move, key in keys.items()}, others)


def exact_first_moves(
    info: GameInfo, worth: Mapping[JointMove, tuple[float, ...]], groups: Mapping[JointMove, int]
) -> FirstMoves | None:
    """What each first move is worth exactly, given what each joint move is worth to every role."""
    role = first_to_choose(info, list(worth))
    if role is None:
        return None
    by_move: dict[Move, list[JointMove]] = {}
    for joint in worth:
        by_move.setdefault(joint[role], []).append(joint)
    keys = {move: tuple(sorted(groups.get(joint, -1) for joint in joints)) for move, joints in by_move.items()}
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys.values()))}
    return FirstMoves(
        role,
        {move: exactly(float(np.mean([worth[joint][role] for joint in joints]))) for move, joints in by_move.items()},
        {move: numbers[key] for move, key in keys.items()},
        any(len(joints) > 1 for joints in by_move.values()),
    )
