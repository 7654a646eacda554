"""Long questions, asked in parts: of a position that takes too long, its children are asked one after another.

Random games tell which child comes first. Far from the ends of a game there are neither threats nor a history to go by,
and a wrong child there costs as much as the whole question. What was found out before a question was split stays in the
table. Each part is asked of alpha-beta or, where there are proof numbers, of the search that evidence speaks for. As
long as that is in doubt whole questions are asked of both in turn, of each a little longer every time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.search.minimax.depth_first.choosing import ALPHA_BETA, PROOF_NUMBERS, Choosing
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import (
    Answer,
    DepthFirst,
    Patience,
    StoppedError,
    UnsuitedError,
)
from ludens.search.minimax.expand import listed_moves
from ludens.search.minimax.graph import WHOLE_POSITION

TRIAL = 50_000
"""Positions that are expanded before a question is split, by each thread: to start threads takes a part of it."""

SHORTER = (64, 16, 4, 1)
"""How many times fewer positions both searches have in turn for a whole question, before it is split."""

GAMES = 2_000
"""Random games from every child; they take as long as a few hundred positions."""


@dataclass(slots=True)
class Part:
    """Whose choice it is in a position, how many children are to be asked, and how many have been."""

    mover: int
    count: int
    asked: int = 0


@dataclass(slots=True)
class Splitting:
    """Asks a search to the end; ``trial``: positions before a question is split, or 0 for what is usual.

    ``proofs``: asked, too, until they find that a game can go on for ever. ``spent``: what is compared between the two,
    positions unless told. ``path``: where it is, from the position that was asked for on. ``questions``: how many were
    asked; ``answered``: the searches that have answered anything.
    """

    search: DepthFirst
    trial: int = 0
    proofs: ProofNumbers | None = None
    spent: Callable[[], float] | None = None
    choosing: Choosing = field(default_factory=Choosing)
    path: list[Part] = field(default_factory=list)
    questions: int = 0
    answered: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.trial = self.trial or TRIAL * len(self.search.memories)

    def value(self, row: Rows, patience: Patience | None = None, *, guess: int | None = None) -> int:
        """As ``DepthFirst.value``."""
        return self.search.highest_goal(row, lambda level, own: self.holds(row, level, own), patience, guess)

    def holds(self, row: Rows, level: int, patience: Patience) -> bool:
        """Whether a position that is not over is worth at least a goal, by its number, for certain.

        Raises StoppedError and UnsuitedError.
        """
        self.path.clear()
        self.questions += 1
        return self._holds(row, level, self.search.longest + 1, patience)

    def _holds(self, row: Rows, level: int, depth: int, patience: Patience) -> bool:
        patience.tell()
        if patience.is_over:
            raise StoppedError
        for which, nodes in self._tries():
            answer = self._try(which, row, level, depth, patience, nodes)
            if answer is not None:
                if not answer.certain:
                    raise UnsuitedError
                return answer.holds
        return self._split(row, level, depth, patience)

    def _tries(self) -> Sequence[tuple[int, int]]:
        """The searches to ask before a question is split, and how many positions each has."""
        if self.proofs is None:
            return [(ALPHA_BETA, self.trial)]
        if self.path or self.choosing.is_clear:
            return [(self.choosing.next, self.trial)]
        both = ALPHA_BETA, PROOF_NUMBERS
        return [(which, max(1, self.trial // part)) for part in SHORTER for which in both]

    def _try(self, which: int, row: Rows, level: int, depth: int, patience: Patience, most: int) -> Answer | None:
        """The answer of one of the searches, or ``None`` after so many positions."""
        search, spent = self.search, self.spent or (lambda: self.search.nodes)
        nodes, before = search.nodes, spent()
        if which == ALPHA_BETA:
            answer = search.try_to_ask(row, level, depth, patience, most)
        elif self.proofs is None:
            return None
        else:
            try:
                answer = self.proofs.try_to_ask(row, level, patience, most)
            except UnsuitedError:
                self.proofs = None
                return None
        if search.nodes > nodes:
            self.choosing.note(which, spent() - before, answered=answer is not None)
            self.answered |= {which} if answer is not None else set()
        return answer

    def _split(self, row: Rows, level: int, depth: int, patience: Patience) -> bool:
        mover, rows = self._following(row)
        wanted, open_rows = mover == 0, []
        for after, answer in zip(rows, self._known(rows, level), strict=True):
            if answer == wanted:
                return wanted
            if answer is None:
                open_rows.append(after)
        if not open_rows:
            return not wanted
        part = Part(mover, len(open_rows))
        self.path.append(part)
        for after in self._ordered(np.array(open_rows), mover):
            if self._holds(after[None], level, depth - 1, patience) == wanted:
                self.path.pop()
                return wanted
            part.asked += 1
        self.path.pop()
        return not wanted

    def _following(self, row: Rows) -> tuple[int, Rows]:
        """Who chooses in a position, and what follows each move."""
        engine = self.search.engine
        joint = listed_moves(engine.legal(row), 0, np.array([WHOLE_POSITION])).joint
        mover = next((role for role in range(joint.shape[1]) if len(np.unique(joint[:, role])) > 1), 0)
        return mover, engine.step(np.repeat(row, len(joint), axis=0), joint)

    def _known(self, rows: Rows, level: int) -> list[bool | None]:
        """What ends of the game and the table tell of positions."""
        over, goals = self.search.engine.outcome(rows)
        bounds = self.search.certain(rows)
        found: list[bool | None] = []
        for place, (low, high) in enumerate(bounds):
            if over[place]:
                found.append(bool(goals[place, 0] >= self.search.levels[level]))
            else:
                found.append(True if low >= level else False if high < level else None)
        return found

    def _ordered(self, rows: Rows, mover: int) -> Rows:
        """Positions, those first that random games find best for who chooses."""
        played = self.search.engine.playouts(rows, GAMES, 1).goals[:, 0]
        order: NDArray[np.int64] = np.argsort(-played if mover == 0 else played, kind="stable")
        return rows[order]
