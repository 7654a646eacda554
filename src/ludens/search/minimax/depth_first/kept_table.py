"""A table in a file that is mapped into memory: it may be larger than memory, and a search that stops goes on from it.

Every entry tells by itself whether it is whole, so that the file is good at any moment, whatever interrupts it.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.engine.expander.code import Plan
from ludens.game import ParameterError
from ludens.search.minimax.depth_first.table import WORDS, buckets_within

MAGIC = b"ludens positions 1\n"
HEADER = 4096
"""Bytes before the first bucket."""


def is_kept_table(path: Path) -> bool:
    """Whether a file is such a table."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def open_table(path: Path, plan: Plan, memory_bytes: int) -> NDArray[np.uint64]:
    """The table of a file, which is made if it is not there; one that is there keeps its size.

    Raises ParameterError for a table of another game, and where a file cannot be made.
    """
    identity = _identity(plan).encode()
    try:
        if not path.exists():
            size = HEADER + 8 * WORDS * buckets_within(memory_bytes)
            with path.open("xb") as file:
                file.write(MAGIC + identity)
                os.truncate(file.fileno(), size)
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


def _identity(plan: Plan) -> str:
    """A hash of the game and of how positions are packed."""
    packing = plan.packing
    text = repr((plan.circuit.digest, packing.kept, sorted(packing.derived.items()), packing.images, plan.levels))
    return hashlib.sha256(text.encode()).hexdigest()
