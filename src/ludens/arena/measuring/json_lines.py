"""Files that grow by a line of JSON whenever something has been measured, so that a later call can go on from there.

A machine may be taken away while a line is written. Such a line is left out, and the next one begins anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def read_lines(file: Path | None, read: Callable[[dict[str, Any]], T]) -> list[T]:
    """What ``read`` makes of each line; those of which it can make nothing are left out. No file has no lines."""
    if file is None or not file.exists():
        return []
    found = []
    for line in file.read_text("utf-8").splitlines():
        try:
            found.append(read(json.loads(line)))
        except (ValueError, TypeError, KeyError):
            continue
    return found


def append_line(file: Path | None, data: dict[str, Any]) -> None:
    """Writes one more line; nothing without a file."""
    if file is None:
        return
    with file.open("ab+") as lines:
        if lines.seek(0, os.SEEK_END):
            lines.seek(-1, os.SEEK_END)
            if lines.read(1) != b"\n":
                lines.write(b"\n")
        lines.write(json.dumps(data).encode() + b"\n")
