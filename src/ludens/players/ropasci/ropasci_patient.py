"""RoPaSci 360 with patience: three different throws at once; the other six are kept for an answer or a capture.

A sparring partner in the style of the strongest players of the course: one turn ahead like ``ropasci_nash``, but it
values throws more and avoids positions that have occurred before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, MoveReport
from ludens.games.hexagon.cells import CELLS, HALF_TURN, NUMBERS
from ludens.games.ropasci.layout import MOVE_TEXTS, SYMBOLS
from ludens.games.ropasci.styles import Style, inclined
from ludens.players.kind import AgentKind
from ludens.players.ropasci.ropasci_turns import RopasciTurnAgent, TurnOptions

STYLE = Style(inclined(throws=0.4, last_throw=0.2), repeated=0.5)

OPENING = tuple(NUMBERS[place] for place in ((4, -2), (3, -2), (3, -1)))
"""Where Upper's first three throws go; Lower's are opposite."""


class RopasciPatientAgent(RopasciTurnAgent[TurnOptions]):
    """Begins with three throws, each another symbol."""

    name, style_of = "ropasci_patient", STYLE

    def __init__(self, game: LoadedGame[Any], role: int, options: TurnOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed, name=self.name, style=self.style_of)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        made = self._state.throws[self.role]
        on_board = {token.symbol for token in self._state.tokens[self.role]}
        missing = [number for number, symbol in enumerate(SYMBOLS) if symbol not in on_board]
        if made >= len(OPENING) or self._state.turn >= len(OPENING) or not missing:
            return super()._choose(position, limit)
        cell = OPENING[made] if self.role == 0 else HALF_TURN[OPENING[made]]
        throws = [MOVE_TEXTS[CELLS * number + cell] for number in missing]
        reports = tuple(MoveReport(move, chance=1 / len(throws)) for move in throws)
        return Decision(throws[self._any(np.arange(len(throws)))], moves=reports, notes={"simulations": 0})


AGENT = AgentKind(
    name="ropasci_patient",
    summary="RoPaSci 360 with patience: makes three throws and keeps the rest; a sparring partner",
    source="our own; after players of the course COMP30024",
    agent=RopasciPatientAgent,
    options=TurnOptions,
)
