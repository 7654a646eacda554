"""A store belongs to one studio at a time. The lock is the operating system's and ends with its process."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from ludens.game import LudensError, SourceError
from ludens.processes.locks import lock

SUFFIX = ".studio"
"""Of the file beside the store that is locked. It says where the studio runs."""

UNKNOWN = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What a file system says that knows no locks."""


class TakenError(LudensError):
    """A store that another studio is using."""


class StoreLock:
    """A locked store. A context manager that frees it.

    Raises TakenError, which says where, when another studio uses it, and SourceError when its folder cannot be written.
    """

    def __init__(self, store: Path, where: str = "") -> None:
        self._path = store.with_name(store.name + SUFFIX)
        try:
            self._file = self._locked(store)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise SourceError(f"Cannot use {store} as a store: {self._path.name} beside it: {reason}.") from None
        self.says(where)

    def __enter__(self) -> StoreLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.free()

    def says(self, where: str) -> None:
        """Writes down where the studio runs, for others who want the store."""
        with contextlib.suppress(OSError):  # a full disk, perhaps: the lock holds all the same
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, where.encode())

    def free(self) -> None:
        """Frees the store. The file goes before the lock does, so that nobody locks one that is about to go."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(self._file)
            self._file = -1

    def _locked(self, store: Path) -> int:
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                lock(file)
            except BlockingIOError:
                where = os.read(file, 1000).decode(errors="replace").strip()
                os.close(file)
                at = f" at {where}" if where else ""
                raise TakenError(
                    f"A studio is already running{at} with the games in {store}. Open that one, "
                    "or end it first, or choose another file with --store."
                ) from None
            except OSError as error:
                if error.errno not in UNKNOWN:
                    os.close(file)
                    raise
            if self._is_still_there(file):
                return file
            os.close(file)

    def _is_still_there(self, file: int) -> bool:
        """Whether nobody has removed the file between opening and locking it."""
        with contextlib.suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(file), self._path.stat())
        return False
