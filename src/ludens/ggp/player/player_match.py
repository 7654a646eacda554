"""What a player knows of one match, and what it answers: no clocks, no processes, no network.

From the first moment there is something to answer; it becomes better as the guide says what is legal and the agent what
is good. Moves are as the rulesheet spells them; they are compared in lower case.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.ggp.messages import Play, PlayPercepts, Start, Stop, StopPercepts
from ludens.ggp.player.journal import Snapshot
from ludens.ggp.player.steps import JointStep, MissedSteps, SeenStep, Step, step_of


class Source(enum.Enum):
    """Whose move an answer is, from the best to the last resort."""

    AGENT = "the agent's choice"
    ONLY = "the only legal move"
    ANY = "any legal move"
    UNCHECKED = "the agent's choice, unchecked"
    EARLIER = "a move that was legal earlier"
    NONE = "no move is known"


class Heard(enum.Enum):
    """What a message means for the match."""

    ON = "it goes on"
    SAME = "received before"
    ANEW = "it begins anew"


NO_MOVE = "nil"
"""What is answered when no move of the game is known: a reply must not be empty."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move to answer with, and whose it is."""

    move: str
    source: Source


class PlayerMatch:
    """One match from the view of a role. ``turn`` counts the positions in which an answer is asked for.

    ``legal``: the role's legal moves now, None while they are not known. ``over``: whether the game is. ``sure``:
    whether the position is known; otherwise ``legal`` are the moves that are most likely to be so.
    """

    def __init__(self, start: Start, steps: Sequence[Step] = (), snapshot: Snapshot | None = None) -> None:
        self.start = start
        self.steps: list[Step] = list(steps)
        self.snapshot = snapshot
        self.turn = 0
        self.legal: tuple[str, ...] | None = None
        self.over = False
        self.sure = True
        self._earlier: tuple[str, ...] = snapshot.legal if snapshot else ()
        self._chosen: str | None = None
        self._any: str | None = None

    def hear(
        self,
        message: Play | PlayPercepts | Stop | StopPercepts,
        answering: bool = False,
        missed: MissedSteps | None = None,
    ) -> Heard:
        """Takes in what a message tells. ``answering``: the message before it has not been answered yet.

        The same joint move twice in a row is two moves, unless the first is still being answered. ``missed``: what may
        not have been heard before it.
        """
        step = step_of(message)
        if step is None:
            if not self.steps:
                return Heard.SAME
            self.steps, self.snapshot = [], None
            self._new_position()
            return Heard.ANEW
        if self._was_told(message, step, answering):
            return Heard.SAME
        self.steps += [step] if missed is None else [missed, step]
        self._new_position()
        return Heard.ON

    def _was_told(self, message: Play | PlayPercepts | Stop | StopPercepts, step: Step, answering: bool) -> bool:
        if isinstance(message, (PlayPercepts, StopPercepts)):
            return message.turn <= sum(isinstance(told, SeenStep) for told in self.steps)
        return answering and bool(self.steps) and self.steps[-1] == step

    def _new_position(self) -> None:
        self.turn += 1
        self._earlier = self.legal or self._earlier
        self.legal = self._chosen = self._any = None
        self.over = False

    def learn(self, steps: int, legal: Sequence[str], position: str | None, *, over: bool) -> None:
        """Takes in what the guide found after so many steps; what is out of date only helps a later restart."""
        if position is not None and steps <= len(self.steps):
            self.snapshot = Snapshot(steps, position, tuple(legal))
        if steps != len(self.steps):
            self._earlier = tuple(legal) or self._earlier
            return
        self.legal, self.over = tuple(legal), over
        self._any = random.choice(legal) if legal else None

    def choose(self, turn: int, move: str) -> bool:
        """Takes the agent's move for a turn; False where it is known not to be legal, or the turn is past."""
        if turn != self.turn or (self.legal and not self._is_legal(move)):
            return False
        self._chosen = move
        return True

    @property
    def settled(self) -> bool:
        """Whether more time would not change the answer: there is one move, or the agent's is known to be legal."""
        if self.legal is None:
            return False
        return self.over or len(self.legal) == 1 or (self._chosen is not None and self._is_legal(self._chosen))

    def answer(self) -> Answer:
        """The best answer there is now."""
        if self.legal and self._chosen is not None and self._is_legal(self._chosen):
            return Answer(self._chosen, Source.AGENT if len(self.legal) > 1 else Source.ONLY)
        if self._any is not None:
            return Answer(self._any, Source.ONLY if self.legal and len(self.legal) == 1 else Source.ANY)
        if self._chosen is not None:
            return Answer(self._chosen, Source.UNCHECKED)
        if self._earlier:
            return Answer(self._likely(), Source.EARLIER)
        return Answer(NO_MOVE, Source.NONE)

    def last_own_move(self, role: int | None) -> str | None:
        """The role's move in the last step, as the manager has it."""
        last = self.steps[-1] if self.steps else None
        if isinstance(last, SeenStep):
            return last.move
        if isinstance(last, JointStep) and role is not None and role < len(last.moves):
            return last.moves[role]
        return None

    def _likely(self) -> str:
        """A move that was legal earlier, other than the one just made, which is the least likely still to be."""
        made = {move.lower() for move in self._last_moves()}
        fresh = [move for move in self._earlier if move.lower() not in made]
        return random.choice(fresh or self._earlier)

    def _last_moves(self) -> tuple[str, ...]:
        last = self.steps[-1] if self.steps else None
        if isinstance(last, JointStep):
            return last.moves
        return (last.move,) if isinstance(last, SeenStep) else ()

    def _is_legal(self, move: str) -> bool:
        return self.legal is not None and move.lower() in {each.lower() for each in self.legal}
