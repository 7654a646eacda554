"""Whether a game can be searched depth first, and what that takes: the one place where that is decided."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.engine.expander.expander import Expander, suits
from ludens.search.facts import facts_of
from ludens.search.minimax.depth_first.search import LONGEST
from ludens.search.once import once


def expander_of(
    game: LoadedGame[Any], *, symmetries: bool = True, replies: bool = True, threats: bool = True
) -> Expander | None:
    """The expander of a game, made once; ``None`` where only the search on batches will do.

    That is so for more than two roles, chance and secrets, games in Python, and rules that are cyclic or very long.
    Games in which both roles choose at once are found out on the way (``UnsuitedError``).
    """
    circuit = game.engine.circuit
    if circuit is None or game.info.hidden or game.info.chance_role is not None or not suits(circuit):
        return None

    def make() -> Expander:
        structure = facts_of(game).structure
        return Expander(circuit, structure, symmetries=symmetries, replies=replies, threats=threats)

    return once(game, (Expander, symmetries, replies, threats), make)


def longest_path(game: LoadedGame[Any]) -> int:
    """Moves that a path may have: as many as any game, where that is known."""
    known = [steps for steps in (game.info.max_steps, LONGEST) if steps]
    return min(known)
