"""The hexagon of side 5: 61 cells, numbered row by row, on which Odd and RoPaSci 360 are played.

A cell is (r, q) with -4 <= r, q, r + q <= 4, the coordinates of RoPaSci 360. Numbers ascend with r, then with q, so
that the rows nearest either edge are the first or the last numbers. A set of cells is an integer of 61 bits.
"""

from __future__ import annotations

RADIUS = 4
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

PLACES: tuple[tuple[int, int], ...] = tuple(
    (r, q) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1) if -RADIUS <= r + q <= RADIUS
)
"""The coordinates of each cell."""

CELLS = len(PLACES)
NUMBERS: dict[tuple[int, int], int] = {place: number for number, place in enumerate(PLACES)}
FULL = (1 << CELLS) - 1


def _neighbours(cell: int) -> tuple[int, ...]:
    r, q = PLACES[cell]
    return tuple(NUMBERS[r + dr, q + dq] for dr, dq in STEPS if (r + dr, q + dq) in NUMBERS)


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(map(_neighbours, range(CELLS)))
"""The cells next to each cell."""

NEIGHBOUR_SETS: tuple[int, ...] = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)
"""The same as sets."""


def distance(first: int, second: int) -> int:
    """The least number of steps from one cell to another."""
    (r, q), (s, p) = PLACES[first], PLACES[second]
    return max(abs(r - s), abs(q - p), abs(r + q - s - p))


def members(cells: int) -> list[int]:
    """The cells of a set, ascending."""
    return [cell for cell in range(CELLS) if cells >> cell & 1]


def _turned(place: tuple[int, int], turns: int, mirrored: bool) -> tuple[int, int]:
    r, q = (place[0], -place[0] - place[1]) if mirrored else place
    for _ in range(turns):
        r, q = r + q, -r
    return r, q


SYMMETRIES: tuple[tuple[int, ...], ...] = tuple(
    tuple(NUMBERS[_turned(place, turns, mirrored)] for place in PLACES)
    for mirrored in (False, True)
    for turns in range(6)
)
"""Where each of the 12 symmetries of the hexagon takes each cell: six turns by 60 degrees, then the same mirrored."""

MIRROR = SYMMETRIES[6]
"""(r, q) to (r, -r - q): left and right change places."""

HALF_TURN = SYMMETRIES[3]
"""(r, q) to (-r, -q)."""
