"""Moves that have been good after the moves before them: the N-gram Selection Technique (Tak, Winands, Björnsson 2012).

A move is worth the mean of what it was worth alone, after the last move of another role, and after that and its own
last one, as far as these have been seen often enough. A table of all of that would take a plane for every pair of
moves. But few sequences say anything new: only those that lift a move above what it is worth alone become cases, the
most telling ones first, about as many as there are moves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.preference import BEFORE, FEATURE, MADE, Levels, Numbers, Preference
from ludens.search.playouts.preferences.guide import Floats, MoveMeans, Watched, epsilon_greedy

ENOUGH = 7
"""How often a sequence must have been seen."""

SLOTS = 1 << 16
"""For the sequences of a role; those that fall on the same slot are taken for the one that was seen last."""

CASES_PER_MOVE = 1
"""Cases for each move of a role, on average."""

NOT_ASKED = -1
"""In place of a move before: whichever it was."""

DECAY = 0.98
"""What earlier games still count when new ones are added."""


class Sequences:
    """Values of sequences of moves, each of which is a number below ``many``."""

    def __init__(self, many: int) -> None:
        self._slots = min(many, SLOTS)
        self._keys = np.zeros(self._slots, dtype=np.int64)
        self._visits, self._sums = np.zeros(self._slots), np.zeros(self._slots)

    def add(self, keys: Numbers, values: Floats) -> None:
        slots = self._slots_of(keys)
        self._keys[slots] = keys
        self._visits = DECAY * self._visits + np.bincount(slots, minlength=self._slots)
        self._sums = DECAY * self._sums + np.bincount(slots, values, minlength=self._slots)

    def known(self) -> tuple[Numbers, Floats, Floats]:
        """The sequences that have been seen often enough, their means, and how often they were seen."""
        often = np.flatnonzero(self._visits >= ENOUGH)
        return self._keys[often], self._sums[often] / self._visits[often], self._visits[often]

    def means(self, keys: Numbers) -> Floats:
        """The means of sequences that have been seen."""
        slots = self._slots_of(keys)
        return np.asarray(self._sums[slots] / np.maximum(self._visits[slots], 1e-9))

    def _slots_of(self, keys: Numbers) -> Numbers:
        if self._slots < SLOTS:
            return keys
        mixed = keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        return (mixed >> np.uint64(64 - SLOTS.bit_length() + 1)).astype(np.int64)


class Ngrams:
    """With ``epsilon`` any move, otherwise one of the best value after what was played before."""

    learns = True

    def __init__(self, moves: list[int], epsilon: float = 0.2) -> None:
        self.epsilon, self._moves, self._total = epsilon, moves, sum(moves)
        self._firsts = np.cumsum([0, *moves[:-1]])
        self.means = MoveMeans(moves, DECAY)
        self.pairs = [Sequences(self._total * own) for own in moves]
        self.triples = [Sequences(self._total**2 * own) for own in moves]
        self._known = False

    def learn(self, watched: Watched) -> None:
        self.means.learn(watched)
        self._known = True
        found = watched.histories
        if found is None:
            return
        values = np.maximum(0, found.games.goals.reshape(len(found.moves), -1)) / 100
        ended = found.games.ended.ravel()
        for role, moves in enumerate(self._moves):
            last, own, before = self._steps(found.moves[ended], role)
            worth = np.broadcast_to(values[ended, role][:, None], last.shape)
            seen = (own >= 0) & (last >= 0)
            self.pairs[role].add(last[seen] * moves + own[seen], worth[seen])
            seen &= before >= 0
            longer = (last[seen] * self._total + before[seen]) * moves + own[seen]
            self.triples[role].add(longer, worth[seen])

    def _steps(self, games: NDArray[np.int16], role: int) -> tuple[Numbers, Numbers, Numbers]:
        """Of each step: the last move of the next role, the role's move now, and its own two steps earlier."""
        other = (role + 1) % len(self._moves)
        numbers = games.astype(np.int64)
        none = np.full((len(games), 1), -1)
        last = np.where(numbers[:, :-1, other] >= 0, self._firsts[other] + numbers[:, :-1, other], -1)
        before = np.where(numbers[:, :-2, role] >= 0, self._firsts[role] + numbers[:, :-2, role], -1)
        return (
            np.concatenate([none, last], axis=1),
            numbers[:, :, role],
            np.concatenate([none, none, before], axis=1)[:, : numbers.shape[1]],
        )

    def preference(self) -> Preference | None:
        if not self._known:
            return None
        roles, chosen = [], []
        for role in range(len(self._moves)):
            cases = self._cases(role)
            chosen.append(cases)
            roles.append(self.means.means(role))
        # One feature for every move that a case asks for, just made, and then one for those made the step before.
        made = np.unique(np.concatenate([np.concatenate([c.last, c.before[c.before != NOT_ASKED]]) for c in chosen]))
        earlier = np.unique(np.concatenate([c.before[c.before != NOT_ASKED] for c in chosen]))
        sources = [np.stack([np.arange(len(made)), MADE + made], axis=1)]
        old = np.searchsorted(made, earlier)
        sources.append(np.stack([len(made) + np.arange(len(earlier)), BEFORE + old], axis=1))
        levels: list[Levels] = []
        for means, cases in zip(roles, chosen, strict=True):
            first = FEATURE + np.searchsorted(made, cases.last)
            second = np.where(
                cases.before != NOT_ASKED, FEATURE + len(made) + np.searchsorted(earlier, cases.before), first
            )
            conditions = np.stack([cases.moves, first, second], axis=1)
            levels.append(epsilon_greedy(means, self.epsilon, conditions, cases.values))
        return Preference(tuple(levels), len(made) + len(earlier), np.concatenate(sources))

    def _cases(self, role: int) -> _Cases:
        """The sequences that say most: how much more a move is worth after them, and how often that was seen."""
        moves, means = self._moves[role], self.means.means(role)
        keys, values, pair_visits = self.pairs[role].known()
        last, move = np.divmod(keys, moves)
        pairs = move, last, np.full(len(move), NOT_ASKED), (means[move] + values) / 2
        keys, values, triple_visits = self.triples[role].known()
        rest, move = np.divmod(keys, moves)
        last, before = np.divmod(rest, self._total)
        triples = move, last, before, (means[move] + self.pairs[role].means(last * moves + move) + values) / 3
        move, last, before, worth = (np.concatenate(columns) for columns in zip(pairs, triples, strict=True))
        gain = worth - means[move]
        telling = gain * np.sqrt(np.concatenate([pair_visits, triple_visits]))
        order = np.argsort(-telling, kind="stable")[: CASES_PER_MOVE * moves]
        kept = order[gain[order] > 0]
        return _Cases(move[kept], last[kept], before[kept], worth[kept])


@dataclass(frozen=True, slots=True)
class _Cases:
    """A move, the last one before it, its role's own before that or NOT_ASKED, and what it is worth after them."""

    moves: Numbers
    last: Numbers
    before: Numbers
    values: Floats
