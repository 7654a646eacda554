"""Where on a board lies what a network sees and what moves speak of, by the names of fluents and moves.

The board is that of the fluents that say what is where (``learnt/names.py``). A term lies on a cell if two neighbouring
arguments are coordinates in all terms of its name. Further coordinates, such as where a piece goes, are told by how far
away they are, so that what is alike on all cells is one kind. A move with one argument, a column, lies on all cells of
it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.rules.ground_rules import Ground
from ludens.search.evaluations.learnt.feature import COULD, LEGAL, LINE, THREAT, Key
from ludens.search.evaluations.learnt.names import Board, Names, arguments_of, family_of
from ludens.search.networks.inputs import Bits, Inputs, Places

FEWEST = 4
"""Cells that a kind of inputs must lie on, to be worth a plane."""

FEWEST_IN_LINE = 2
"""Fluents of a line that lie on the board, for it to lie there."""

MOST_KINDS = 256
"""Of inputs, and of moves."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Where:
    """The cells on which a term lies, and what kind it is of."""

    cells: tuple[Cell, ...]
    kind: Hashable


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A board as a network has it, cells row by row.

    ``inside``: cells that there are. ``planes[cell, kind]``: the number of an input, ``inputs`` where there is none;
    ``others``: inputs that lie nowhere. ``kinds``: of moves. ``spots[move, n]``: ``cell * kinds + kind`` for each cell
    of a move on the board, the number of all such where there is none. ``placed``, ``unplaced``: outputs for moves.
    """

    height: int
    width: int
    inputs: int
    inside: Bits
    planes: Places
    others: Places
    kinds: int
    spots: Places
    placed: Places
    unplaced: Places

    @property
    def order(self) -> Places:
        """Where each output stands after those on the board and then the others."""
        return np.argsort(np.concatenate([self.placed, self.unplaced]))


def grid_of(inputs: Inputs) -> Grid | None:
    """The board of a game; None where its rules speak of none."""
    circuit = inputs.circuit
    boards = Names(circuit.fluents).coordinates(circuit.fluents)
    if not boards:
        return None
    board = max(boards, key=lambda found: len(found.at))
    height, width = len(board.columns), len(board.rows)
    fluents = _places(circuit.fluents, board)
    of_moves = [_places(moves, board, columns=True) for moves in circuit.moves]
    seen = [_input(key, fluents, of_moves) for key in inputs.keys]
    planes, placed_inputs = _planes(seen, width, inputs.size, height * width)
    outputs = [where for role in range(len(inputs.widths)) for where in _of_role(role, of_moves[role])]
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(own.kind for own in outputs if own is not None))}
    if not planes.shape[1] or not kinds or len(kinds) > MOST_KINDS:
        return None
    inside = np.zeros(height * width, dtype=np.bool_)
    for where in (*fluents, *(own for role in of_moves for own in role)):
        inside[[cell[0] * width + cell[1] for cell in where.cells] if where is not None else []] = True
    placed = [number for number, own in enumerate(outputs) if own is not None]
    spots = [[_number(cell, width) * len(kinds) + kinds[own.kind] for cell in own.cells] for own in outputs if own]
    nowhere = height * width * len(kinds)
    longest = max(map(len, spots))
    return Grid(
        height, width, inputs.size, inside, planes,
        np.array([n for n in range(inputs.size) if n not in placed_inputs], dtype=np.int64),
        len(kinds),
        np.array([own + [nowhere] * (longest - len(own)) for own in spots], dtype=np.int64),
        np.array(placed, dtype=np.int64),
        np.setdiff1d(np.arange(len(outputs)), placed),
    )  # fmt: skip


def _number(cell: Cell, width: int) -> int:
    return cell[0] * width + cell[1]


def _of_role(role: int, found: Sequence[Where | None]) -> list[Where | None]:
    return [None if own is None else Where(own.cells, (role, own.kind)) for own in found]


def _input(key: Key, fluents: Sequence[Where | None], moves: Sequence[Sequence[Where | None]]) -> Where | None:
    """Where a feature lies."""
    kind, *parts = key
    if kind == LINE:
        own = _line(parts[0], fluents)
        return None if own is None else Where(own.cells, (kind, own.kind))
    role = parts.pop(0) if kind in (LEGAL, COULD, THREAT) else None
    own = fluents[parts[0]] if role is None or kind == THREAT else moves[role][parts[0]]
    return None if own is None else Where(own.cells, (kind, role, own.kind))


def _line(numbers: Sequence[int], fluents: Sequence[Where | None]) -> Where | None:
    """Where a line lies: on the one in its middle of the cells that its fluents lie on."""
    found = [(number, fluents[number]) for number in numbers]
    placed = sorted((own.cells[0], repr(own.kind)) for _, own in found if own is not None)
    if len(placed) < FEWEST_IN_LINE:
        return None
    middle = placed[len(placed) // 2][0]
    around = tuple((cell[0] - middle[0], cell[1] - middle[1], kind) for cell, kind in placed)
    return Where((middle,), (around, tuple(number for number, own in found if own is None)))


def _planes(seen: Sequence[Where | None], width: int, nothing: int, cells: int) -> tuple[Places, set[int]]:
    """Which input each kind has on each cell, and all inputs that are there; rare kinds are left out."""
    common = Counter(own.kind for own in seen if own is not None)
    kinds = [kind for kind, count in common.most_common(MOST_KINDS) if count >= FEWEST]
    numbers = {kind: number for number, kind in enumerate(kinds)}
    planes, placed = np.full((cells, len(kinds)), nothing, dtype=np.int64), set[int]()
    for number, own in enumerate(seen):
        if own is None or own.kind not in numbers:
            continue
        places = [_number(cell, width) for cell in own.cells]
        if (planes[places, numbers[own.kind]] == nothing).all():  # two of a kind on one cell: the second lies nowhere
            planes[places, numbers[own.kind]] = number
            placed.add(number)
    return planes, placed


def _places(terms: Sequence[Ground], board: Board, *, columns: bool = False) -> list[Where | None]:
    """Where terms lie; ``columns``: a single argument may be a column."""
    families: defaultdict[tuple[object, int], list[tuple[Ground, ...]]] = defaultdict(list)
    for term in terms:
        families[family_of(term)].append(arguments_of(term))
    spots = {family: _spots(members, board) for family, members in families.items()}
    whole = {
        family
        for family, members in families.items()
        if columns and family[1] == 1 and all(own[0] in board.columns for own in members)
    }
    return [_where(term, spots[family_of(term)], board, family_of(term) in whole) for term in terms]


def _spots(members: Sequence[tuple[Ground, ...]], board: Board) -> list[int]:
    """The arguments at which coordinates begin, in all members of a family."""
    found, place, arguments = list[int](), 0, len(members[0])
    while place + 1 < arguments:
        if all(own[place] in board.columns and own[place + 1] in board.rows for own in members):
            found.append(place)
            place += 1
        place += 1
    return found


def _where(term: Ground, spots: Sequence[int], board: Board, whole: bool) -> Where | None:
    own, family = arguments_of(term), family_of(term)
    if whole:
        column = board.columns[own[0]]
        return Where(tuple((column, row) for row in range(len(board.rows))), family)
    if not spots:
        return None
    cells = [(board.columns[own[place]], board.rows[own[place + 1]]) for place in spots]
    rest = tuple(part for number, part in enumerate(own) if not {number, number - 1} & set(spots))
    steps = tuple((cell[0] - cells[0][0], cell[1] - cells[0][1]) for cell in cells[1:])
    return Where((cells[0],), (family, rest, steps))


def cells_inside(grid: Grid) -> NDArray[np.float32]:
    """1 for cells that there are, shape (height, width, 1)."""
    return grid.inside.reshape(grid.height, grid.width, 1).astype(np.float32)
