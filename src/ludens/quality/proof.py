"""What a small game is worth with best play, with a proof, within a little time."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import BudgetError, IllFormedGameError, UnsuitableGameError
from ludens.quality.figures import Proof
from ludens.search.minimax.solve import Effort, solve

POSITIONS = 60_000
MEMORY_BYTES = 128 << 20


def proof(game: LoadedGame[Any], seconds: float) -> Proof | str:
    """The proof, or why there is none."""
    info = game.info
    if info.hidden or info.chance_role is not None:
        return "There is chance, or something is hidden: such games are not solved here."
    # Code for a search depth first takes longer to make than there is time here.
    effort = Effort(POSITIONS, MEMORY_BYTES, seconds, depth_first=False)
    try:
        found = solve(game, game.initial_state(), effort)
    except BudgetError:
        return f"Not solved in {seconds:g} seconds."
    except (UnsuitableGameError, IllFormedGameError) as error:
        reason = getattr(error, "reason", "")
        return f"Not solved: {reason or 'games go wrong'}."
    return Proof(
        tuple(found.goals),
        found.mover,
        {report.move: report.value for report in found.moves if report.value is not None},
        found.positions,
        found.method,
        len(found.line),
    )
