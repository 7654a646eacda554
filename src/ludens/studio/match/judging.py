"""The mistakes of a finished game: what every position is worth to whom, and how much each turn gave away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludens.studio.frames.thinking import JudgedPosition, Worth
from ludens.studio.match.match import Match, Turn
from ludens.studio.settings import Caps

LONGEST_SECONDS = 60.0
"""For a whole game; positions get less time in a long one."""


class Judging:
    """Puts together what is heard of positions, from the last one to the first."""

    def __init__(self, match: Match, deciders: Sequence[Sequence[int]], goal_sum: int | None, caps: Caps) -> None:
        self.moves = match.moves
        self.total = len(match.turns)
        self.done = 0
        self._goal_sum = goal_sum
        self._roles = len(match.roles)
        self._worth: dict[int, dict[str, Worth]] = {}
        asked = sum(len(choosing) for choosing in deciders)
        self.playouts = caps.judging_playouts
        self.seconds = None if self.playouts else min(caps.judging_seconds, LONGEST_SECONDS / max(1, asked))
        self.total_seconds = 2 * (self.seconds or caps.thinking_seconds) * asked

    def hear(self, told: JudgedPosition) -> int | None:
        """Takes in a position; returns the position after the turn of which all is known now, if there is one."""
        ply = told["ply"]
        self._worth[ply] = told["roles"]
        for role, worth in told["roles"].items():
            # An agent that sees only one move that does not lose at once makes it without a thought of its value.
            if worth["value"] is None and ply < self.total and worth.get("move") == self.moves[ply][int(role)]:
                worth["value"] = self.values(ply + 1).get(role)
        if ply + 1 not in self._worth:
            return None
        self.done += 1
        return ply + 1

    def values(self, ply: int) -> dict[str, float]:
        """What the roles can expect in a position, as far as it is known."""
        found = {role: worth["value"] for role, worth in self._worth[ply].items() if worth["value"] is not None}
        if len(found) == 1 and self._roles == 2 and self._goal_sum is not None:
            ((role, value),) = found.items()
            found[str(1 - int(role))] = self._goal_sum - value
        return found

    def turn(self, turn: Turn, ply: int) -> Turn:
        """The turn before a position, with its value, the best moves instead, and what was lost."""
        before, after = self._worth[ply - 1], self.values(ply)
        best = {role: worth["move"] for role, worth in before.items() if "move" in worth}
        lost = {}
        for role, worth in before.items():
            # Where several choose at once, what came of it is luck as well: the move counts, not the outcome.
            now = after.get(role) if len(before) == 1 else None
            if now is None:
                now = _reported(worth, turn.moves[int(role)])
            if turn.moves[int(role)] == best.get(role):
                lost[role] = 0.0
            elif now is not None and worth["value"] is not None:
                lost[role] = round(max(0.0, worth["value"] - now), 2)
        value = {role: round(now, 2) for role, now in after.items()} or turn.value
        return replace(turn, value=value, best=best or None, lost=lost or None)


def _reported(worth: Worth, move: str) -> float | None:
    """What the agent thought of a move, where the position after it says nothing about the role."""
    found = next((report for report in worth.get("moves", ()) if report["move"] == move), None)
    return None if found is None else found["value"]
