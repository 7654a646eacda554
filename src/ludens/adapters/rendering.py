"""How environments show a position: printed, as text, or as SVG."""

from __future__ import annotations

from ludens.adapters.episode import Episode
from ludens.boards import draw, draw_svg
from ludens.game import ParameterError

RENDER_MODES = ("human", "ansi", "svg")


def check_render_mode(mode: str | None) -> None:
    """Raises ParameterError for a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ParameterError(f"render_mode cannot be {mode!r}; it may be {', '.join(RENDER_MODES)}.")


def rendered(episode: Episode, mode: str | None) -> str | None:
    """The position of an episode: ``ansi``, as text; ``svg``, as an SVG document; ``human``, printed, and None."""
    if mode == "svg":
        return draw_svg(episode.game, episode.state)
    if mode is None:
        return None
    text = draw(episode.game, episode.state)
    if mode == "ansi":
        return text
    print(text)
    return None
