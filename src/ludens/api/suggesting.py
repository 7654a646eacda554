"""What an agent would play in a position, and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens.api.progress import waiting
from ludens.api.taking import AgentLike, GameLike, agent_name, limit_of, role_number, take_session
from ludens.arena.session import Session
from ludens.game import Decision, Limit, Move, MoveReport, ParameterError
from ludens.players import DEFAULT_AGENT, make_agent
from ludens.players.agent import tell
from ludens.showing import Block, Shown, TextTable, columns

SHOWN = 20
"""Moves of the table; the rest is counted."""


@dataclass(frozen=True, slots=True, repr=False)
class Suggestion(Shown):
    """What an agent would play, and what it thinks of each move; print it to see both.

    ``game``, ``agent``, ``role``: who was asked.
    ``decision``: all that the agent said, a ``Decision``.
    """

    game: str
    agent: str
    role: str
    decision: Decision

    @property
    def move(self) -> Move:
        """The move it would play."""
        return self.decision.move

    @property
    def value(self) -> float | None:
        """The goal that the agent expects, 0 to 100."""
        return self.decision.value

    @property
    def moves(self) -> tuple[MoveReport, ...]:
        """What it thinks of each move it looked at, best first."""
        return self.decision.moves

    def to_dict(self) -> dict[str, object]:
        """The suggestion as plain data."""
        decision = self.decision
        return {
            "game": self.game,
            "agent": self.agent,
            "role": self.role,
            "move": decision.move,
            "value": decision.value,
            "moves": [
                {
                    "move": report.move,
                    "visits": report.visits,
                    "value": report.value,
                    "margin": report.margin,
                    "amaf": report.amaf,
                    "proven": report.proven,
                    "chance": report.chance,
                }
                for report in decision.moves
            ],
            "line": [list(joint) for joint in decision.line],
            "notes": {key: _finite(value) for key, value in decision.notes.items()},
        }

    def blocks(self) -> Sequence[Block]:
        decision = self.decision
        value = "" if decision.value is None else f", expecting {decision.value:.1f}"
        found: list[Block] = [f"{self.agent} plays {decision.move} for {self.role}{value}"]
        if decision.moves:
            found.append(_reports(decision.moves))
        if len(decision.moves) > SHOWN:
            found.append(f"and {len(decision.moves) - SHOWN} more")
        if decision.line:
            found.append(f"It expects: {', '.join(' '.join(joint) for joint in decision.line)}")
        return [*found, *(f"{key.replace('_', ' ')}: {_figure(each)}" for key, each in decision.notes.items())]


def suggest(
    game: GameLike,
    agent: AgentLike = DEFAULT_AGENT,
    *,
    moves: str = "",
    role: int | str | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> Suggestion:
    """Asks an agent for a move, and what it thinks of each move.

    ``game``: a game, as ``load`` takes it, or a ``Position`` of one.
    ``agent``: the agent to ask, as ``play`` takes it; by default the champion.
    ``moves``: the moves so far, as in ``"2 2; 1 1"``.
    ``role``: the role to advise, by default the first role that has a choice.
    ``seconds``: how long it may think, by default a second.
    ``playouts``: how many playouts it may make.
    ``seed``: the seed of its random numbers. With a limit of playouts alone the answer is then always the same.

    Returns the move with the agent's reasons.

    >>> found = ludens.suggest("tic_tac_toe", "uct", moves="1 1; 2 2", playouts=2000, seed=1)
    >>> found.role, found.move in ludens.show("tic_tac_toe").play("1 1; 2 2").moves()
    ('xplayer', True)
    """
    limit = limit_of(seconds, playouts, Limit(1.0))
    name = agent_name(agent)
    session = take_session(game, moves)
    number = chosen_role(session, role)
    with waiting(f"Preparing {name}"):
        asked = make_agent(name, session.game, number, seed)
    with waiting(f"{name} thinks"):
        tell(asked, session.moves)
        decision = asked.decide(session.given(number), limit)
    return Suggestion(session.game.info.name, name, session.game.info.roles[number], decision)


def chosen_role(session: Session[Any], role: int | str | None) -> int:
    """Whose move is asked for; raises where there is nothing to choose."""
    info = session.game.info
    if session.is_over:
        raise ParameterError(f"There is nothing to suggest: this game of {info.name} is over.")
    if role is not None:
        return role_number(info, role)
    choosing = [role for role in range(len(info.roles)) if len(session.game.legal_moves(session.state, role)) > 1]
    if choosing == [info.chance_role]:
        raise ParameterError("There is nothing to suggest: the next move is drawn at random. Add it to --moves.")
    return next((role for role in choosing if role != info.chance_role), info.players[0])


def _finite(value: float | int | str) -> float | int | str | None:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _figure(found: float | int | str) -> str:
    return f"{found:,.4g}" if isinstance(found, float) else f"{found:,}" if isinstance(found, int) else found


def _reports(listed: Sequence[MoveReport]) -> TextTable:
    every = {
        "move": [report.move for report in listed],
        "visits": [f"{report.visits:,}" if report.visits else "" for report in listed],
        "value": [_value(report) for report in listed],
        "AMAF": ["" if report.amaf is None else f"{report.amaf:.1f}" for report in listed],
        "proven": ["yes" if report.proven else "" for report in listed],
        "chance": ["" if report.chance is None else f"{report.chance:.3f}" for report in listed],
    }
    kept = {heading: cells for heading, cells in every.items() if any(cells)}
    right = [number for number, heading in enumerate(kept) if heading not in ("move", "proven")]
    return columns(tuple(kept), list(zip(*kept.values(), strict=True))[:SHOWN], right)


def _value(report: MoveReport) -> str:
    if report.value is None:
        return ""
    return f"{report.value:.1f}" if not report.margin else f"{report.value:.1f} ± {report.margin:.1f}"
