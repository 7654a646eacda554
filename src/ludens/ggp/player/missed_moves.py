"""Where a match may be when joint moves were missed: positions that agree with all messages since.

A manager tells only the last joint move. A player that was down for a while therefore does not know what was played
meanwhile, the moves that were made for it included. It plays on with a sample of all that may have happened, and makes
moves that are legal in all of it, or nearly so; every message from then on rules positions out.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from ludens.game import Game, LudensError, Move
from ludens.ggp.player.steps import MissedSteps
from ludens.rules.ground_rules import State

MOST_MISSED = 6

TRIES, LEAST_TRIES = 2_000, 200
"""Continuations that are looked at for each number of missed joint moves: at most, and when time is up."""

UNLIKELY = 0.5
"""How much less likely a number of missed joint moves is than the next one nearer to what is expected."""

NEARLY = 0.999
"""Moves count as legal that are so in this part of what is possible, compared with the best of them."""


def missed_until(now: float, times: Sequence[float], start_clock: float, play_clock: float) -> MissedSteps | None:
    """How many joint moves may have been made unheard; None when there was no time for one.

    ``times``: when START and then each step arrived; with ``now``, in seconds of the same clock.
    """
    told = times[1:] or [times[0] + start_clock]
    turns = [later - earlier for earlier, later in itertools.pairwise(told)]
    usual = max(0.1, statistics.median(turns) if turns else play_clock)
    elapsed = now - told[-1]
    likely = max(0, round(elapsed / usual) - 1)
    if elapsed < min([*turns, usual]) / 2:
        return None
    return MissedSteps(min(likely, MOST_MISSED), min(likely + 2, MOST_MISSED))


class Whereabouts:
    """The positions in which a match may be, with their weights, after a known one and joint moves that were missed."""

    def __init__(self, game: Game[State], state: State, missed: MissedSteps) -> None:
        self._game, self._from, self._missed = game, state, missed
        self._told: list[Sequence[Move]] = []
        self._random = random.Random(0)
        self.positions: dict[State, float] = {}

    def tell(self, moves: Sequence[Move], seconds: float) -> bool:
        """Takes in a joint move; False where it fits nothing that is possible, and then it is passed over.

        Where it fits none of the positions kept, others are looked for, so many seconds long.
        """
        after: defaultdict[State, float] = defaultdict(float)
        for state, weight in self.positions.items():
            following = self._follow(state, [moves])
            if following is not None:
                after[following] += weight
        self._told.append(moves)
        found = dict(after) or self._search(time.monotonic() + seconds)
        if not found:
            self._told.pop()
            return False
        self.positions = found
        return True

    @property
    def sure(self) -> bool:
        """Whether only one position is left."""
        return len(self.positions) == 1

    @property
    def likeliest(self) -> State:
        return max(self.positions, key=self.positions.__getitem__)

    def legal(self, role: int) -> list[Move]:
        """The moves of a role that are most likely to be legal."""
        votes: defaultdict[Move, float] = defaultdict(float)
        for state, weight in self.positions.items():
            for move in self._game.legal_moves(state, role):
                votes[move] += weight
        return sorted(move for move in votes if votes[move] >= NEARLY * max(votes.values()))

    def _search(self, end: float) -> dict[State, float]:
        """Positions after joint moves that were missed and all that were received since, from the known position on."""
        likely, most = self._missed.likely, self._missed.most
        found: defaultdict[State, float] = defaultdict(float)
        level = {self._from: 1.0}
        for missed in range(most + 1):
            for state, weight in level.items():
                following = self._follow(state, self._told)
                if following is not None:
                    found[following] += weight * UNLIKELY ** abs(missed - likely)
            if found and (missed >= likely == 0 or time.monotonic() > end):
                break
            level = self._one_more(level, end)
        return dict(found)

    def _one_more(self, level: dict[State, float], end: float) -> dict[State, float]:
        """The positions after one more joint move, all moves alike; where they are too many, some of them."""
        choices = [(state, joint) for state in level for joint in self._joint_moves(state)]
        counts = Counter(state for state, _ in choices)
        after: defaultdict[State, float] = defaultdict(float)
        for number, (state, joint) in enumerate(self._random.sample(choices, min(len(choices), TRIES))):
            if number >= LEAST_TRIES and time.monotonic() > end:
                break
            following = self._follow(state, [joint])
            if following is not None:
                after[following] += level[state] / counts[state]
        whole = sum(after.values())
        return {state: weight / whole for state, weight in after.items()}

    def _joint_moves(self, state: State) -> Sequence[Sequence[Move]]:
        try:
            legal = [self._game.legal_moves(state, role) for role in range(len(self._game.info.roles))]
        except LudensError:
            return ()
        if math.prod(map(len, legal)) <= TRIES:
            return list(itertools.product(*legal))
        return [[self._random.choice(moves) for moves in legal] for _ in range(TRIES)]

    def _follow(self, state: State, told: Sequence[Sequence[Move]]) -> State | None:
        """The position after these joint moves; None where they do not fit, or the game is over."""
        try:
            for moves in told:
                state = self._game.next_state(state, moves)
            return None if self._game.is_terminal(state) else state
        except (LudensError, ValueError):
            return None
