"""RoPaSci 360, as well as we can: every turn is a matrix game, solved up to three turns ahead.

One turn ahead it looks at all legal moves of both sides, by best answers to best answers, so it never walks into a
capture it could foresee. It looks two and three turns ahead at the most likely moves and the best answers to them. A
small network, learnt from whole games against itself and its older selves, values positions
(``games/ropasci/network.py``). A position that has occurred before is nearer to a draw, and so is every lead as the
360th turn approaches. The move is drawn by the probabilities of the equilibrium.

An equilibrium does not lose, but against a player that keeps its throws and hides behind them it does not win either.
So ours learns in the game of which kinds of players (``likenesses.py``) the other one is a mixture
(``recognition.py``), and answers what that one is expected to do (``answering.py``), unless it is as good as we are.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove
from ludens.games.ropasci.deep_search import WORK, DeepSearch, Depths, Pace, judge_of, shipped_network
from ludens.games.ropasci.layout import MOVE_TEXTS
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style
from ludens.games.ropasci.turn_search import Budget, Turn
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.recognition import Recognition, chances_of
from ludens.players.ropasci.answering import OF_TURN, OTHERS, Expectation, answer
from ludens.players.ropasci.likenesses import known_kinds
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions

LEAST_TRUST, MOST_TRUST = 0.3, 0.9
"""How likely the other side has to be of a known kind to be answered, and how far that is trusted at most."""

SOLVING, ASKING = 0.4, 0.5
"""The part of a move's budget for the equilibrium, and of what is left for asking kinds; the rest is for the answer."""

FEWEST = 4
"""Own moves with which it is worth while to look two turns ahead."""

NUMBER_OF = {text: number for number, text in enumerate(MOVE_TEXTS)}


@dataclass(frozen=True)
class RopasciBestOptions(TurnOptions):
    """Options of our best player."""

    turns: int = option(3, "turns to look ahead", lowest=1, highest=3)
    kept: int = option(20, "most moves of each side to look at two turns ahead", lowest=1, highest=48)
    deep: int = option(10, "most moves of each side to look at three turns ahead", lowest=1, highest=48)
    repeated: float = option(0.5, "how near to a draw a second occurrence brings a position", lowest=0, highest=1)
    draw: float = option(0.3, "the value of a draw; a win is worth 1", lowest=0, highest=1)
    recognises: bool = option(True, "learns in a game what kind of player the other side is, and answers it")
    answers: int = option(16, "most moves of its own to answer with", lowest=1, highest=64)
    without: str = option("", "kinds of players that it does not know, for measuring; names with + between them")


class RopasciBestAgent(RopasciTurnAgent[RopasciBestOptions]):
    """Solves turns with a network, and answers players of a kind that it knows."""

    _recognition: Recognition | None = None

    def __init__(self, game: LoadedGame[Any], role: int, options: RopasciBestOptions, seed: int | None = None) -> None:
        draw = options.draw if role == 0 else 1 - options.draw
        judge = judge_of(shipped_network(), draw, options.repeated, endgames=options.endgames)
        self._search = DeepSearch(judge, Depths(options.kept, options.deep), Pace())
        super().__init__(game, role, options, seed, name="ropasci_best", style=Style())
        if options.recognises:
            self._recognition = Recognition(1 - role, known_kinds(game, 1 - role, options.without))

    @property
    def recognised(self) -> dict[str, float]:
        """By which weights the other side is a mixture of known kinds; with no name: as good as we are."""
        return dict(self._recognition.weights) if self._recognition is not None else {}

    def hear(self, history: Sequence[JointMove]) -> None:
        """Learns from what the other side has played."""
        if self._recognition is not None:
            self._recognition.hear(history)

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Nothing is kept of a game that is over."""

    def _solved(self, state: RopasciState, budget: Budget) -> Turn:
        rows, recognition = self.game.pack([state]), self._recognition
        if recognition is None:
            return self._search.solved(rows, budget, self.options.turns)
        begin = time.perf_counter()
        part = SOLVING if recognition.known >= LEAST_TRUST else 1 - (1 - SOLVING) * ASKING
        first = Budget(part * budget.positions, begin + part * (budget.until - begin))
        turn = self._search.solved(rows, first, self.options.turns)
        budget.used = first.used
        return self._answered(state, turn, recognition, budget)

    def _answered(self, state: RopasciState, turn: Turn, recognition: Recognition, budget: Budget) -> Turn:
        """The answer to what is expected; the turn as it was solved where too little is known, or no time is left."""
        rows, other, begin = self.game.pack([state]), 1 - self.role, time.perf_counter()
        if begin >= budget.until:
            return turn
        until = begin + ASKING * (budget.until - begin)
        own, theirs = (np.flatnonzero(self.engine.legal(rows)[side][0]) for side in (self.role, other))
        ours = chances_of([MOVE_TEXTS[move] for move in turn.moves[other]], turn.chances(other).tolist())
        expected = recognition.expected(state, state.turn, len(theirs), ours, until)
        trust = min(MOST_TRUST, expected.known)
        if trust < LEAST_TRUST or recognition.deaf:
            return turn
        moves = np.array([NUMBER_OF[move] for move in expected.chances], dtype=np.int64)
        expectation = Expectation(moves, np.array(list(expected.chances.values())), trust)
        kept = self._room(budget)
        return answer(self._search, rows, self.role, own, expectation, kept=kept, budget=budget, turn=turn)

    def _room(self, budget: Budget) -> int:
        """How many own moves there is time to look at two turns ahead; 0 if these are too few."""
        seconds = (budget.until - time.perf_counter()) / self._search.pace.seconds[1]
        pairs = min(seconds, (budget.positions - budget.used) / WORK[1])
        most = self.options.answers
        kept = most if pairs == math.inf else min(most, int(pairs / (OTHERS + OF_TURN)) - OF_TURN)
        return kept if kept >= FEWEST else 0


AGENT = AgentKind(
    name="ropasci_best",
    summary="RoPaSci 360 by equilibria of turns, up to three turns ahead; recognises kinds of players and answers them",
    source="our own; after Yu and Krishnan 2021, and McMahan, Gordon and Blum 2003",
    agent=RopasciBestAgent,
    options=RopasciBestOptions,
)
