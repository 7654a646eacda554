"""A folder of things that took long to make, by a hash of all they were made from.

Files are written in one step and begin with a hash of their content; one that is damaged counts as missing. So does one
that somebody else could have written, because machine code is kept here and run. What has not been used for longest
goes when the folder grows too large. A folder that cannot be written is no cache, and no error.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import stat
import tempfile
import time
from pathlib import Path

from ludens.folders import cache_folder

HASH_BYTES = 32
MOST_BYTES = 2 << 30
"""What the files may take up together."""

ABANDONED_SECONDS = 3600
"""After so long a file that was never finished belongs to nobody."""

UNFINISHED = ".part"

_TRUSTED = (0,)
"""Users who could do anything anyway."""


def fetch(kind: str, made_from: str) -> bytes | None:
    """What was kept, or ``None``."""
    with contextlib.suppress(OSError):
        path = _path(kind, made_from)
        if not (_is_ours(path.parent) and _is_ours(path)):
            return None
        data = path.read_bytes()
        if _digest(path, data[HASH_BYTES:]) == data[:HASH_BYTES]:
            with contextlib.suppress(OSError):
                os.utime(path)
            return data[HASH_BYTES:]
    return None


def keep(kind: str, made_from: str, data: bytes) -> None:
    """Keeps something for later."""
    path = _path(kind, made_from)
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(path.parent):
            path.parent.chmod(0o700)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=UNFINISHED, delete=False) as file:
            unfinished = Path(file.name)
            try:
                file.write(_digest(path, data) + data)
                file.close()
                unfinished.replace(path)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise
        _make_room(path.parent)


@functools.cache
def code_version(*patterns: str) -> str:
    """A hash of the files of this package that match, such as ``circuit/*.py``.

    It belongs in ``made_from`` of what that code makes, so that nothing made by other code is taken for current.
    """
    folder, code = Path(__file__).parent, hashlib.sha256()
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            code.update(path.read_bytes())
    return code.hexdigest()


def _path(kind: str, made_from: str) -> Path:
    return cache_folder() / f"{hashlib.sha256(made_from.encode()).hexdigest()}.{kind}"


def _digest(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(path.name.encode() + data).digest()


def _is_ours(path: Path) -> bool:
    """Whether nobody but this user, or the system's, can have written here."""
    if not hasattr(os, "geteuid"):
        return True
    found = path.stat()
    return found.st_uid in (os.geteuid(), *_TRUSTED) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _make_room(folder: Path) -> None:
    """Deletes what has not been used for longest, and what was never finished."""
    files: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            found = path.stat()
            if path.suffix == UNFINISHED and found.st_mtime < time.time() - ABANDONED_SECONDS:
                path.unlink()
            elif path.is_file():
                files.append((found.st_mtime, found.st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= MOST_BYTES:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size
