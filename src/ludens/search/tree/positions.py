"""Positions as a tree keeps them: the bytes of a row that say something, side by side.

Engines take rows of whole words, of which the last may be nearly empty: 193 fluents are four words, but 25 bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludens.engine.kernels.bits import Whole
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.hashing import mixed
from ludens.engine.rows import Rows, row_words
from ludens.search.tree.arrays import Tree

if TYPE_CHECKING:
    from ludens.engine.contract import BatchEngine

WORD_BYTES = 8


def position_bytes(engine: BatchEngine) -> int:
    """How many bytes of an engine's rows are ever used."""
    words, circuit = int(engine.initial().shape[1]), engine.circuit
    if circuit is None or row_words(len(circuit.fluents)) != words:
        return WORD_BYTES * words
    return max(1, -(-len(circuit.fluents) // 8))


def rows_of(tree: Tree, nodes: NDArray[np.int64] | slice) -> Rows:
    """The positions of nodes as an engine takes them."""
    kept = tree.states[nodes]
    whole = np.zeros((len(kept), WORD_BYTES * -(-kept.shape[1] // WORD_BYTES)), dtype=np.uint8)
    whole[:, : kept.shape[1]] = kept
    return whole.view(np.uint64)


def find_position(tree: Tree, row: Rows, nodes: int) -> NDArray[np.int64]:
    """Which of the first nodes have a position, given as one row."""
    kept = np.ascontiguousarray(row).view(np.uint8)[:, : tree.states.shape[1]]
    return np.flatnonzero((tree.states[:nodes] == kept).all(axis=1))


@bare_part
def word_of(tree: Tree, node: Whole, word: Whole) -> np.uint64:
    """A word of the row of a node."""
    first, last, place = np.uint64(WORD_BYTES * word), np.uint64(tree.states.shape[1]), np.uint64(node)
    found = np.uint64(0)
    if first + np.uint64(WORD_BYTES) <= last:
        for byte in range(WORD_BYTES):
            found |= np.uint64(tree.states[place, first + np.uint64(byte)]) << np.uint64(8 * byte)
    else:
        for byte in range(last - first):
            found |= np.uint64(tree.states[place, first + np.uint64(byte)]) << np.uint64(8 * byte)
    return found


@bare_part
def read_row(tree: Tree, node: Whole, rows: Rows, number: Whole) -> None:
    """Writes the row of a node to a place among others."""
    for word in range(rows.shape[1]):
        rows[number, word] = word_of(tree, node, word)


@bare_part
def keep_row(tree: Tree, node: Whole, row: NDArray[np.uint64]) -> None:
    """Makes a row the position of a node."""
    last, place = np.uint64(tree.states.shape[1]), np.uint64(node)
    for word in range(len(row)):
        first, rest = np.uint64(WORD_BYTES * word), row[word]
        if first + np.uint64(WORD_BYTES) <= last:
            for byte in range(WORD_BYTES):
                tree.states[place, first + np.uint64(byte)] = np.uint8(rest >> np.uint64(8 * byte) & np.uint64(255))
        else:
            for byte in range(last - first):
                tree.states[place, first + np.uint64(byte)] = np.uint8(rest >> np.uint64(8 * byte) & np.uint64(255))


@bare_part
def has_row(tree: Tree, node: Whole, row: NDArray[np.uint64]) -> bool:
    """Whether a row is the position of a node."""
    for word in range(len(row)):
        if word_of(tree, node, word) != row[word]:
            return False
    return True


@bare_part
def hash_of(tree: Tree, node: Whole, words: Whole) -> np.uint64:
    """``row_hash`` of the row of a node, which has so many words."""
    key = np.uint64(0)
    for word in range(words):
        key = mixed(key ^ word_of(tree, node, word))
    return key
