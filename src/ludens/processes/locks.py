"""Locks on files, between processes. They are the operating system's, and end with the process that holds them."""

from __future__ import annotations

import errno
import os
import time

PLACE = 1 << 30
"""The byte that is locked where a system locks bytes and not files: one that nobody writes, so that all can read."""

LOOK_SECONDS = 0.1


def lock(file: int, *, wait: bool = False) -> None:
    """Locks an open file until it is closed. Without ``wait`` raises BlockingIOError when another process has it.

    Raises another OSError, mostly ENOLCK, where there are no locks.
    """
    try:
        import fcntl  # noqa: PLC0415  (there is none on Windows)
    except ImportError:
        _lock_byte(file, wait=wait)
    else:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_byte(file: int, *, wait: bool) -> None:
    try:
        import msvcrt  # noqa: PLC0415
    except ImportError:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from None
    before = os.lseek(file, 0, os.SEEK_CUR)
    try:
        while True:
            os.lseek(file, PLACE, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            except PermissionError as error:
                if not wait:
                    raise BlockingIOError(error.errno, "another process has locked it") from None
                time.sleep(LOOK_SECONDS)
            else:
                return
    finally:
        os.lseek(file, before, os.SEEK_SET)
