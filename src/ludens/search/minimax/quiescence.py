"""Pieces on a board, found in the facts of a game, and whether moves capture: what a search that waits for quiet needs.

Facts of equal length, such as ``(cell x y piece)``, are a board if one of their places, the kind, has at most one value
for every combination of the others, the cells. The kind that stands for an empty cell, if there is one, is that whose
cells change in every move, whoever moves; where that fits several, as in a game in which every move turns pieces over,
nothing is said. All of this is observed in random games. A move captures when there are fewer pieces after it than
before: moving, placing, promoting and turning over leave as many, or make more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import pack_rows, unpack_rows
from ludens.rules.ground_rules import Ground

GAMES = 64
"""Random games that are looked at."""

LONGEST = 200
"""Joint moves of each that are looked at."""

FEWEST_CELLS = 6
"""Fewer cells are no board."""

NEARLY_ALWAYS = 0.9
"""The part of each role's moves in which cells become empty or cease to be."""

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Observed:
    """Moves of random games: what was true before and after, (moves, fluents), and the only role that had a choice."""

    before: Bits
    after: Bits
    movers: NDArray[np.int64]


def piece_mask(engine: BatchEngine) -> NDArray[np.uint64]:
    """The bits of a row that stand for pieces, if moves of the game capture; otherwise no words at all."""
    circuit = engine.circuit
    if circuit is None:
        return np.zeros(0, dtype=np.uint64)
    observed = observe(engine, len(circuit.fluents))
    kinds = board_kinds(circuit.fluents, observed)
    pieces = occupied(kinds, observed) if kinds else None
    if pieces is not None:
        fewer = (observed.after & pieces).sum(axis=1) < (observed.before & pieces).sum(axis=1)
        if fewer.any():
            return np.asarray(pack_rows(pieces[None])[0])
    return np.zeros(0, dtype=np.uint64)


def observe(engine: BatchEngine, fluents: int, seed: int = 1) -> Observed:
    """Random games from the start in which one role at a time has a choice; other moves are not kept."""
    rng, rows = np.random.default_rng(seed), engine.initial(GAMES)
    found = list[tuple[Bits, Bits, NDArray[np.int64]]]()
    for _ in range(LONGEST):
        legal = engine.legal(rows)
        going = ~engine.outcome(rows)[0] & np.logical_and.reduce([table.any(axis=1) for table in legal])
        if not going.any():
            break
        rows, legal = rows[going], [table[going] for table in legal]
        choosing = np.stack([table.sum(axis=1) > 1 for table in legal], axis=1)
        joint = np.stack([(rng.random(table.shape) * table).argmax(axis=1) for table in legal], axis=1)
        after, kept = engine.step(rows, joint), choosing.sum(axis=1) == 1
        bits = unpack_rows(rows[kept], fluents), unpack_rows(after[kept], fluents)
        found.append((*bits, choosing[kept].argmax(axis=1)))
        rows = after
    if not found:
        nothing = np.zeros((0, fluents), dtype=np.bool_)
        return Observed(nothing, nothing, np.zeros(0, dtype=np.int64))
    before, following, movers = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
    return Observed(before, following, movers)


def board_kinds(fluents: tuple[Ground, ...], observed: Observed) -> list[Bits]:
    """For each kind of the largest board which fluents say that it is in a cell; nothing where there is no board."""
    best: tuple[int, list[Bits]] = (FEWEST_CELLS - 1, [])
    for numbers in _by_length(fluents):
        for place in range(len(fluents[numbers[0]])):
            cells, kinds = _split(fluents, numbers, place)
            if len(kinds) < 2 or len(cells) <= best[0]:
                continue
            if all(observed.before[:, cell].sum(axis=1).max(initial=0) <= 1 for cell in cells):
                best = len(cells), [_marked(len(fluents), kind) for kind in kinds]
    return best[1]


def occupied(kinds: list[Bits], observed: Observed) -> Bits | None:
    """The fluents that say that a piece is in a cell, or ``None`` where it cannot be told what an empty cell is."""
    board = np.logical_or.reduce(kinds)
    totals = (observed.before & board).sum(axis=1)
    if not len(totals) or (totals != totals[0]).any():
        return np.asarray(board)  # empty cells are not listed
    changes = [_least_change(kind, observed) for kind in kinds]
    empty = [kind for kind, change in zip(kinds, changes, strict=True) if change >= NEARLY_ALWAYS]
    return np.asarray(board & ~empty[0]) if len(empty) == 1 else None


def _least_change(kind: Bits, observed: Observed) -> float:
    """In which part of the moves the cells of a kind change, of the role that changes them least."""
    changed = (observed.before[:, kind] != observed.after[:, kind]).any(axis=1)
    return min(float(changed[observed.movers == role].mean()) for role in np.unique(observed.movers))


def _by_length(fluents: tuple[Ground, ...]) -> Iterator[list[int]]:
    """The numbers of fluents of each length, from three on: a kind and two coordinates."""
    groups = defaultdict[int, list[int]](list)
    for number, fluent in enumerate(fluents):
        if isinstance(fluent, tuple) and len(fluent) > 2:
            groups[len(fluent)].append(number)
    return iter(groups.values())


def _split(fluents: tuple[Ground, ...], numbers: list[int], place: int) -> tuple[list[list[int]], list[list[int]]]:
    """Fluents by what they say apart from one place, and by what they say there."""
    cells, kinds = defaultdict[Ground, list[int]](list), defaultdict[Ground, list[int]](list)
    for number in numbers:
        fluent = fluents[number]
        cells[(*fluent[:place], *fluent[place + 1 :])].append(number)
        kinds[fluent[place]].append(number)
    return list(cells.values()), list(kinds.values())


def _marked(size: int, numbers: list[int]) -> Bits:
    marked = np.zeros(size, dtype=np.bool_)
    marked[numbers] = True
    return marked
