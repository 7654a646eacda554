"""A position as a picture, in text and in SVG."""

from __future__ import annotations

from ludens.boards.position import clicks, draw, draw_svg, picture

__all__ = ["clicks", "draw", "draw_svg", "picture"]
