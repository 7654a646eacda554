"""Errors that go from one process to another and come out as they were."""

from __future__ import annotations

import contextlib
import pickle
from typing import Any

from ludens.game import LudensError

Packed = tuple[type[LudensError], tuple[Any, ...], dict[str, Any]]


def packed(error: Exception) -> Packed:
    """An error as it can go from one process to another; one that is not ours as a LudensError that tells it.

    Pickling the error itself would not do: it is made anew from its text, and many take more than that.
    """
    if isinstance(error, LudensError):
        content = type(error), error.args, dict(vars(error))
        with contextlib.suppress(Exception):
            pickle.dumps(content)
            return content
        return LudensError, (str(error),), {}
    return LudensError, (f"{type(error).__name__}: {error}",), {}


def unpacked(content: Packed) -> LudensError:
    """The error as it was."""
    kind, arguments, facts = content
    error = kind.__new__(kind)
    error.args = arguments
    vars(error).update(facts)
    return error
