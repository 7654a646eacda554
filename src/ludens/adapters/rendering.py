"""How environments show a position: printed, as text, or as SVG."""

from __future__ import annotations

from typing import Any

from ludens.adapters.episode import Episode
from ludens.arena.knowledge import account, known_position
from ludens.boards import draw, draw_svg
from ludens.game import ParameterError

RENDER_MODES = ("human", "ansi", "svg")


def check_render_mode(mode: str | None) -> None:
    """Raises ParameterError for a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ParameterError(f"render_mode cannot be {mode!r}; it may be {', '.join(RENDER_MODES)}.")


def rendered(episode: Episode, mode: str | None, role: int | None = None) -> str | None:
    """The position of an episode: ``ansi``, as text; ``svg``, as an SVG document; ``human``, printed, and None.

    ``role``: for whose eyes it is. Where something is hidden, it shows only what that role has seen, or in SVG what
    follows from it; without a role, everything.
    """
    if mode is None:
        return None
    hidden = role is not None and episode.game.info.hidden
    if mode == "svg":
        return draw_svg(episode.game, _known(episode, role) if role is not None and hidden else episode.state)
    text = "\n".join(account(episode.view(role))) if role is not None and hidden else draw(episode.game, episode.state)
    if mode == "ansi":
        return text
    print(text)
    return None


def _known(episode: Episode, role: int) -> frozenset[Any]:
    """The position as far as a role knows it; without facts where that cannot be worked out."""
    if not isinstance(episode.state, frozenset):
        raise ParameterError(f"{episode.game.info.name} cannot be drawn for one role; use 'ansi' or 'human'.")
    return known_position(episode.game, episode.view(role)) or frozenset()
