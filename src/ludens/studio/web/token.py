"""The token of this user's studios: made once and kept where only the user can read it.

It stays the same from start to start, so that a page that is open when the studio is started again goes on.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from ludens.cache import cache_folder

NAME = "studio-token"
LENGTH = 24
"""Random bytes."""

LONGEST = 200

CAREFULLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No links, and no waiting for what is not a file; Windows has neither of these flags."""


def kept_token() -> str:
    """The token that is kept, or a new one, kept if it can be."""
    path = cache_folder() / NAME
    return _read(path) or _write(path, secrets.token_urlsafe(LENGTH))


def _read(path: Path) -> str:
    """The token in a file; none where the file is not the user's alone, since others may have seen or written it."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        file = os.open(path, os.O_RDONLY | CAREFULLY)
        with os.fdopen(file, encoding="ascii") as opened:
            if _is_private(os.fstat(file)):
                found = opened.read(LONGEST).strip()
                return found if len(found) >= LENGTH and found.replace("-", "").replace("_", "").isalnum() else ""
    return ""


def _is_private(about: os.stat_result) -> bool:
    """Whether only this user can have read or written a file; on Windows its folder, the user's own, sees to that."""
    if not hasattr(os, "getuid"):
        return stat.S_ISREG(about.st_mode)
    return stat.S_ISREG(about.st_mode) and about.st_uid == os.getuid() and not stat.S_IMODE(about.st_mode) & 0o077


def _write(path: Path, token: str) -> str:
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | CAREFULLY, 0o600)
        with os.fdopen(file, "w", encoding="ascii") as opened:
            opened.write(token)
    return token
