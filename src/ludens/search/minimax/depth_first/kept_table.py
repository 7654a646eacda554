"""A table in a file, from which a search that stops goes on, and which may be larger than memory.

One that fits into memory is searched in memory, and copied to the file now and then and at the end: a file that is
mapped is written page by page all the time, which made a search ten times slower. Every entry tells by itself whether
it is whole, so that the file is good at any moment, whatever interrupts it.
"""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.engine.expander.code import Plan
from ludens.game import ParameterError
from ludens.search.minimax.depth_first.table import WORDS, buckets_within, new_table

MAGIC = b"ludens positions 1\n"
HEADER = 4096
"""Bytes before the first bucket."""

SAVE_SECONDS = 300.0
"""How often a table in memory is copied to its file."""


class KeptTable:
    """``table``: the array to search with, in memory or, beyond ``most_bytes``, mapped from the file.

    Raises ParameterError for a table of another game, and where a file cannot be made.
    """

    def __init__(self, path: Path, plan: Plan, memory_bytes: int, *, most_bytes: int | None = None) -> None:
        self._mapped = open_table(path, plan, memory_bytes)
        most_bytes = _free_memory() // 2 if most_bytes is None else most_bytes
        self.table, self._saved = self._mapped, time.perf_counter()
        if self._mapped.nbytes <= most_bytes:
            self.table = new_table(self._mapped.nbytes)
            self.table[:] = self._mapped

    def save(self, *, now: bool = False) -> None:
        """Copies the table to its file, if it is time to; threads may go on searching."""
        if self.table is not self._mapped and (now or time.perf_counter() > self._saved + SAVE_SECONDS):
            self._mapped[:] = self.table
            self._saved = time.perf_counter()


def _free_memory() -> int:
    """Bytes of memory that nobody uses, as far as the system tells; otherwise none."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 0


def is_kept_table(path: Path) -> bool:
    """Whether a file is such a table."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def open_table(path: Path, plan: Plan, memory_bytes: int) -> NDArray[np.uint64]:
    """The table of a file, mapped; the file is made if it is not there, and one that is there keeps its size.

    Raises ParameterError for a table of another game, and where a file cannot be made.
    """
    identity = _identity(plan).encode()
    try:
        if not path.exists():
            _make_file(path, MAGIC + identity, HEADER + 8 * WORDS * buckets_within(memory_bytes))
        with path.open("rb") as file:
            header = file.read(HEADER).rstrip(b"\0")
        buckets = (path.stat().st_size - HEADER) // (8 * WORDS)
        if not header.startswith(MAGIC) or buckets < 1 or buckets.bit_count() != 1:
            raise ParameterError(f"{path} is not a table that 'ludens solve' has written.")
        if header != MAGIC + identity:
            raise ParameterError(f"{path} is the table of another game or position.")
        return np.memmap(path, dtype=np.uint64, mode="r+", offset=HEADER, shape=(buckets, WORDS))
    except OSError as error:
        raise ParameterError(f"Cannot write the table {path}: {(error.strerror or str(error)).lower()}.") from None


def _make_file(path: Path, header: bytes, size: int) -> None:
    """Makes a file of zeros after a header. Its room is taken now: a disk that is full later would end the process."""
    with path.open("xb") as file:
        try:
            file.write(header)
            file.flush()
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                os.truncate(file.fileno(), size)
        except OSError:
            path.unlink()
            raise


def _identity(plan: Plan) -> str:
    """A hash of the game and of how positions are packed."""
    packing = plan.packing
    text = repr((plan.circuit.digest, packing.kept, sorted(packing.derived.items()), packing.images, plan.levels))
    return hashlib.sha256(text.encode()).hexdigest()
