"""A position as a picture, in text and in SVG."""

from __future__ import annotations

from ludens.boards.position import Position, clicks, draw, picture, show

__all__ = ["Position", "clicks", "draw", "picture", "show"]
