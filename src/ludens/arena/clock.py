"""What an agent may use in a match, and the clock of one seat."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from ludens.game import Limit, ParameterError
from ludens.players.game_lengths import GameLengths


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What every seat of a match may use; all times by the clock on the wall.

    ``limit``: for each move: its ``seconds`` are the play clock, what else it limits is up to the agent to keep.
    ``start_seconds``: before the first move, for agents that prepare. ``bank_seconds``: for the whole game, taken when
    a move needs longer than the play clock; without a play clock it is all there is, and the referee gives each move
    a share. ``grace_seconds``: how much later than its time a move may come, for what a busy machine adds.
    ``memory_mib``: beyond what the process takes up with the game loaded; it needs ``own_process``.
    ``own_process``: every agent in a process of its own, which can be killed.
    """

    limit: Limit = field(default_factory=lambda: Limit(seconds=1.0))
    start_seconds: float = 0.0
    bank_seconds: float = 0.0
    grace_seconds: float = 1.0
    memory_mib: int | None = None
    own_process: bool = False

    def __post_init__(self) -> None:
        for name in ("start_seconds", "bank_seconds", "grace_seconds"):
            if not getattr(self, name) >= 0:
                raise ParameterError(f"{name} cannot be {getattr(self, name)}; it may be 0 or more.")
        if self.limit.seconds is not None and not self.limit.seconds > 0:
            raise ParameterError(f"The seconds of a move cannot be {self.limit.seconds}; they must be more than 0.")
        if self.memory_mib is not None and not self.own_process:
            raise ParameterError("A memory limit needs agents in processes of their own.")

    @property
    def repeatable(self) -> bool:
        """Whether the same seed makes the same game: nothing is limited by time."""
        return self.limit.seconds is None and not self.bank_seconds and not self.start_seconds

    def as_data(self) -> dict[str, Any]:
        """The terms as plain data, without what is not limited; an endless grace is None."""
        flat = {**asdict(self.limit), **asdict(self)}
        del flat["limit"]
        data = {name: value for name, value in flat.items() if value is not None}
        if math.isinf(self.grace_seconds):
            data["grace_seconds"] = None
        return data

    @staticmethod
    def from_data(data: dict[str, Any]) -> Terms:
        """The terms that ``as_data`` wrote; raises TypeError for unknown names."""
        given = dict(data)
        limit = Limit(given.pop("seconds", None), given.pop("playouts", None), given.pop("depth", None))
        if "grace_seconds" in given and given["grace_seconds"] is None:
            given["grace_seconds"] = math.inf
        return Terms(limit=limit, **given)


class Clock:
    """The clock of one seat in one game: ``bank`` seconds are left, after ``turns`` moves.

    ``lengths``: how long such games are, by which a bank without a play clock is shared.
    """

    def __init__(self, terms: Terms, lengths: GameLengths | None = None) -> None:
        self.terms, self.lengths = terms, lengths or GameLengths()
        self.bank = terms.bank_seconds
        self.turns = 0

    def limit(self) -> Limit:
        """The limit that the agent is given for its next move."""
        limit = self.terms.limit
        if limit.seconds is None and self.terms.bank_seconds:
            share = self.lengths.share(self.bank, self.terms.bank_seconds, self.turns)
            return Limit(share, limit.playouts, limit.depth)
        return limit

    def allowed(self) -> float:
        """Seconds after which the next move has over-run; infinite where there is no clock."""
        if self.terms.limit.seconds is None and not self.terms.bank_seconds:
            return math.inf
        return (self.terms.limit.seconds or 0.0) + self.bank + self.terms.grace_seconds

    def spend(self, seconds: float) -> bool:
        """Counts a move that took so long; False when that was too long.

        What lies within the grace is not taken from the bank if there is a play clock.
        """
        kept = seconds <= self.allowed()
        play = self.terms.limit.seconds
        over = seconds if play is None else max(0.0, seconds - play - self.terms.grace_seconds)
        self.bank = max(0.0, self.bank - over)
        self.turns += 1
        return kept
