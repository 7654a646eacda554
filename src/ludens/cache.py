"""A folder of things that took long to make, by a hash of all they were made from.

Files are written in one step and begin with a hash of their content; one that is damaged counts as missing. A folder
that cannot be written is no cache, and no error.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

HASH_BYTES = 32


def cache_folder() -> Path:
    """LUDENS_CACHE, or ``ludens`` in the user's cache folder."""
    chosen = os.environ.get("LUDENS_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludens"


def fetch(kind: str, made_from: str) -> bytes | None:
    """What was kept, or ``None``."""
    with contextlib.suppress(OSError):
        data = _path(kind, made_from).read_bytes()
        if hashlib.sha256(data[HASH_BYTES:]).digest() == data[:HASH_BYTES]:
            return data[HASH_BYTES:]
    return None


def keep(kind: str, made_from: str, data: bytes) -> None:
    """Keeps something for later."""
    path = _path(kind, made_from)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(data).digest() + data)
        Path(file.name).replace(path)


def _path(kind: str, made_from: str) -> Path:
    return cache_folder() / f"{hashlib.sha256(made_from.encode()).hexdigest()}.{kind}"
