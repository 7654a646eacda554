"""What to say when a library that an adapter needs is not installed."""

from __future__ import annotations

import importlib
from types import ModuleType

from ludens.game import LudensError


def needed(module: str, name: str, extra: str) -> ModuleType:
    """The module; raises LudensError, which tells the extra to install, when it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise LudensError(f"{name} is not installed: pip install 'ludens[{extra}]'.") from None
