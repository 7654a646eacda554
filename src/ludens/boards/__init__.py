"""Drawing a position; games never import this."""

from __future__ import annotations

from ludens.boards.text import draw

__all__ = ["draw"]
