"""Odd: stones of either colour on a hexagon; one player wants an odd number of groups (Nick Bentley, 2007)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ludens.boards.cells import Cells
from ludens.engine.rows import Rows
from ludens.game import GameInfo, GoalError, IllegalMoveError, Move, Turns
from ludens.games.hexagon.cells import CELLS, FULL, NEIGHBOUR_SETS, NUMBERS, PLACES, SYMMETRIES, members

if TYPE_CHECKING:
    from ludens.boards.drawings import Drawing
    from ludens.engine.native import NativeEngine
    from ludens.search.evaluations.static import Static

ROLES = ("player1", "player2")
COLOURS = ("white", "black")
SMALLEST_GROUP = 5
NOOP = "noop"


def cell_number(a: int, b: int) -> int:
    """The number of a cell in the coordinates of the course: -4 <= a, b, a - b <= 4."""
    return NUMBERS[b, -a]


STONES: tuple[Move, ...] = tuple(f"({colour} {-q} {r})" for colour in COLOURS for r, q in PLACES)
"""The moves by number: white stones by cell, then black ones."""

_NUMBERS = {move: number for number, move in enumerate(STONES)}
_ASCENDING = sorted((move, number % CELLS) for move, number in _NUMBERS.items())


@dataclass(frozen=True, slots=True, order=True)
class OddState:
    """The sets of white and of black cells, as integers of 61 bits; ``games.hexagon.cells`` numbers them."""

    white: int = 0
    black: int = 0

    @property
    def stones(self) -> int:
        """How many stones there are."""
        return (self.white | self.black).bit_count()

    @property
    def mover(self) -> int:
        """The role that puts the next stone."""
        return self.stones % 2


class Odd:
    """The game of Odd."""

    info = GameInfo(
        "odd", ROLES, ((*STONES, NOOP),) * 2, turns=Turns.SEQUENTIAL, goal_sum=100, max_steps=CELLS
    )  # fmt: skip
    cells = Cells.HEXAGONS_BY_DIFFERENCE

    def initial_state(self) -> OddState:
        """The empty board."""
        return OddState()

    def is_terminal(self, state: OddState) -> bool:
        """Whether the board is full."""
        return state.white | state.black == FULL

    def legal_moves(self, state: OddState, role: int) -> tuple[Move, ...]:
        """A stone of either colour on any empty cell for whoever is on turn, ``noop`` for the other."""
        if self.is_terminal(state):
            return ()
        if role != state.mover:
            return (NOOP,)
        taken = state.white | state.black
        return tuple(move for move, cell in _ASCENDING if not taken >> cell & 1)

    def next_state(self, state: OddState, moves: Sequence[Move]) -> OddState:
        """The board with one more stone; raises IllegalMoveError."""
        if len(moves) != len(ROLES):
            raise ValueError(f"{len(ROLES)} roles move at once, but {len(moves)} moves were given")
        for role, name in enumerate(ROLES):
            number = _NUMBERS.get(moves[role], -1)
            taken = number >= 0 and (state.white | state.black) >> number % CELLS & 1
            right = moves[role] == NOOP if role != state.mover else number >= 0 and not taken
            if not right or self.is_terminal(state):
                raise IllegalMoveError(name, moves[role], self.legal_moves(state, role))
        colour, cell = divmod(_NUMBERS[moves[state.mover]], CELLS)
        white, black = (1 << cell, 0) if colour == 0 else (0, 1 << cell)
        return OddState(state.white | white, state.black | black)

    def goals(self, state: OddState) -> tuple[int, ...]:
        """100 for player1 if the number of groups is odd, else for player2; raises GoalError before the end."""
        if not self.is_terminal(state):
            raise GoalError("Odd has goals only when the board is full.", self.text(state))
        return (100, 0) if len(groups(state)) % 2 else (0, 100)

    def text(self, state: OddState) -> str:
        """The stones and who is on turn, as terms in ascending order."""
        stones = [STONES[cell] for cell in members(state.white)]
        stones += [STONES[CELLS + cell] for cell in members(state.black)]
        return " ".join(sorted([*stones, f"(control {ROLES[state.mover]})"]))

    @cached_property
    def engine(self) -> NativeEngine:
        """Many positions at once; the kernels are loaded now."""
        from ludens.engine.native import NativeEngine, NativeRules  # noqa: PLC0415
        from ludens.games.odd import kernels  # noqa: PLC0415
        from ludens.games.odd.rated import play_rated_rows  # noqa: PLC0415

        assert self.info.moves is not None
        return NativeEngine(
            NativeRules(
                ROLES,
                self.info.moves,
                ((0, 100),) * 2,
                np.zeros((1, kernels.WORDS), dtype=np.uint64),
                kernels.legal_rows,
                kernels.outcome_rows,
                kernels.step_rows,
                kernels.play_rows,
                playouts_per_leaf=16,
                play_rated=play_rated_rows,
            )
        )

    @property
    def drawing(self) -> Drawing:
        """How positions are drawn."""
        from ludens.games.odd.drawing import OddDrawing  # noqa: PLC0415

        return OddDrawing()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.info.name}>"

    def _repr_svg_(self) -> str:
        """The first position, in a notebook."""
        from ludens.boards.position import draw_svg  # noqa: PLC0415

        return draw_svg(self, self.initial_state())

    @property
    def evaluations(self) -> Mapping[str, Callable[[], Static]]:
        """What positions are worth at a glance, by name."""
        from ludens.games.odd.evaluation import EVALUATIONS  # noqa: PLC0415

        return EVALUATIONS

    def pack(self, states: Sequence[OddState]) -> Rows:
        """States as rows for the engine."""
        return np.array([[state.white, state.black] for state in states], dtype=np.uint64).reshape(-1, 2)

    def unpack(self, rows: Rows) -> list[OddState]:
        """Rows of the engine as states."""
        return [OddState(white, black) for white, black in rows.tolist()]


def groups(state: OddState) -> list[int]:
    """The groups, connected stones of one colour, at least five; as sets of cells."""
    found = []
    for colour in (state.white, state.black):
        left = colour
        while left:
            group = _connected(left & -left, colour)
            left &= ~group
            if group.bit_count() >= SMALLEST_GROUP:
                found.append(group)
    return found


def _connected(seed: int, colour: int) -> int:
    reached, fresh = seed, seed
    while fresh:
        around = 0
        for cell in members(fresh):
            around |= NEIGHBOUR_SETS[cell]
        fresh = around & colour & ~reached
        reached |= fresh
    return reached


def symmetric(state: OddState) -> list[OddState]:
    """The state as each of the game's 24 symmetries shows it: 12 of the hexagon, each with the colours kept and
    exchanged; the state itself is the first.
    """
    found = []
    for symmetry in SYMMETRIES:
        white, black = (sum(1 << symmetry[cell] for cell in members(cells)) for cells in (state.white, state.black))
        found += [OddState(white, black), OddState(black, white)]
    return found


def canonical(state: OddState) -> OddState:
    """The same state for all states that are symmetric to each other: the least of them."""
    return min(symmetric(state))
