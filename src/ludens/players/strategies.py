"""The strategy of an agent: with which chances it moves, position by position."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, Limit, Move, View
from ludens.players import check_agent, make_agent
from ludens.search.hidden.best_response import Strategy
from ludens.search.matrix.exploitability import Strategist


def strategist_of(agent: str, game: LoadedGame[Any], limit: Limit, seed: int = 0) -> Strategist:
    """What an agent does in each position when it is asked there for the first time, with its own seed.

    An agent that does not say with which chances it moves makes its move with certainty.
    """
    check_agent(agent)

    def strategy(row: Rows, role: int) -> NDArray[np.float64]:
        own = int.from_bytes(hashlib.sha256(row.tobytes() + bytes([role])).digest()[:6], "little")
        decision = make_agent(agent, game, role, seed + own).decide(game.unpack(row)[0], limit)
        names = game.engine.moves(role)
        return chances_of(decision, [names[int(n)] for n in np.flatnonzero(game.engine.legal(row)[role][0])])

    return strategy


def hidden_strategy_of(agent: str, game: LoadedGame[Any], limit: Limit, seed: int = 0) -> Strategy:
    """The same by what a role knows, in a game with hidden information."""
    check_agent(agent)

    def strategy(view: View) -> Mapping[Move, float]:
        own = int.from_bytes(hashlib.sha256(repr(view).encode()).digest()[:6], "little")
        decision = make_agent(agent, game, view.role, seed + own).decide(view, limit)
        moves = list(view.legal or ())
        return dict(zip(moves, chances_of(decision, moves).tolist(), strict=True))

    return strategy


def chances_of(decision: Decision, moves: list[str]) -> NDArray[np.float64]:
    """The chance of each of these moves by a decision."""
    told = {report.move: report.chance for report in decision.moves if report.chance is not None}
    chances = np.array([told.get(move, 0.0) if told else float(move == decision.move) for move in moves])
    return np.asarray(chances / chances.sum())
