"""All tests of this folder end the processes that they start."""

from __future__ import annotations

from tests.left_behind import nobody_is_left_behind

__all__ = ["nobody_is_left_behind"]
