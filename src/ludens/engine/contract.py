"""What every engine does: many positions at once.

Positions are rows of an array; what is in a row is the engine's own business. Moves are numbered for each role.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.circuit.stages import CompiledCircuit
from ludens.engine.code.log import Histories
from ludens.engine.compiled import CompiledEngine
from ludens.engine.cut_playouts import Bounds, CutGames
from ludens.engine.playouts import Games, Playouts
from ludens.engine.preference import Preference
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums
from ludens.engine.tallies import Tallies
from ludens.game import Game, Move, S


class BatchEngine(Protocol):
    """See Engine for the exact meaning of each method.

    What not every engine has is asked of it, never told from its class. Who inherits from BatchEngine has none of it.
    """

    @property
    def circuit(self) -> Circuit | None:
        """The network that the engine runs, whose inputs are the bits of a row and whose outputs are all it tells."""
        return None

    @property
    def batch(self) -> bool:
        """Whether many positions take less time together than one by one.

        Where they do not, they are played in Python: all takes long, moves are numbered as they are met, and a row
        means nothing outside this engine.
        """
        return True

    @property
    def lanes(self) -> int:
        """How many positions are evaluated at once; fewer take as long."""
        return 1

    @property
    def games_at_once(self) -> int:
        """Random games of one call at most, where somebody looks at the clock between calls."""
        return 1 << 16

    @property
    def playouts_per_leaf(self) -> int:
        """Playouts that take about as long as a tree search takes to find a leaf, where the circuit does not tell."""
        return 1

    @property
    def guided(self) -> Guided | None:
        """Makes engines of what a game itself knows of good moves."""
        return None

    @property
    def preferring(self) -> Preferring | None:
        """Playouts that may prefer some moves to others."""
        return None

    @property
    def cutting(self) -> Cutting | None:
        """Playouts that stop where they are and are valued there."""
        return None

    @property
    def telling(self) -> Telling | None:
        """Playouts with all their moves."""
        return None

    @property
    def rated(self) -> Rated | None:
        """Makes engines whose playouts like some moves better than others, in the game's own way."""
        return None

    @property
    def tallying(self) -> Tallying | None:
        """Playouts of few games from many positions of which only the goals are wanted."""
        return None

    @property
    def beginning(self) -> Beginning | None:
        """Playouts that go on elsewhere while the caller does something else."""
        return None

    def compiled(self, preference: Preference | None = None) -> CompiledEngine | None:
        """The engine as compiled loops of this thread call it, whose playouts may prefer some moves to others."""
        return None

    def wait(self) -> None:
        """Returns when the fastest code is in use that there will be."""
        return

    @property
    def roles(self) -> tuple[str, ...]: ...

    def moves(self, role: int) -> tuple[Move, ...]:
        """The texts of a role's moves by number, as far as they are known."""

    def initial(self, n: int = 1) -> Rows: ...
    def legal(self, states: Rows) -> list[NDArray[np.bool_]]: ...
    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]: ...
    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows: ...
    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        """The positions after joint moves, whether they are terminal, and their goals.

        The same as ``step`` and then ``outcome``, for whoever needs both: an engine may do it in one go.
        """

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts: ...
    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games: ...


class Guided(Protocol):
    """Makes an engine for the same game whose ``legal`` tells, or whose playouts make, only moves of a named policy."""

    def __call__(self, *, moves: str = "", playouts: str = "") -> BatchEngine: ...


class Preferring(Protocol):
    """``playouts`` of an engine, with a preference."""

    def __call__(
        self,
        states: Rows,
        per_state: int,
        seed: int,
        *,
        max_steps: int = 0,
        threads: int = 1,
        amaf: bool = False,
        preference: Preference | None = None,
    ) -> Playouts: ...


class Cutting(Protocol):
    """``games`` of an engine, cut at the latest after ``max_steps``, with sums where they stopped."""

    def __call__(
        self, states: Rows, per_state: int, seed: int, value: Sums, *, max_steps: int, bounds: Bounds | None = None
    ) -> CutGames: ...


class Tallying(Protocol):
    """The results of at most MOST_TALLIED random games from each position, with a preference or without."""

    def __call__(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, preference: Preference | None = None
    ) -> Tallies: ...


Begun = Callable[[], Playouts]
"""Waits for playouts that were begun, and returns what came of them; to be called once."""


class Beginning(Protocol):
    """Begins ``playouts`` of an engine, in which all moves are equally likely."""

    def __call__(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0) -> Begun: ...


class Telling(Protocol):
    """``histories`` of an engine: playouts that tell every move of every game."""

    def __call__(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, preference: Preference | None = None
    ) -> Histories: ...


class Rated(Protocol):
    """Makes an engine for the same game with ranks of moves, the roles' one after another: higher ones are likelier."""

    def __call__(self, ranks: NDArray[np.int64]) -> BatchEngine: ...


class LoadedGame(Game[S], Protocol[S]):
    """A game that knows its engine: what ``ludens.load`` returns."""

    @property
    def engine(self) -> BatchEngine:
        """The engine, made when it is first asked for."""

    def pack(self, states: Sequence[S]) -> Rows:
        """States as rows for the engine."""

    def unpack(self, rows: Rows) -> list[S]:
        """Rows of the engine as states."""


class CompiledGame(LoadedGame[S], Protocol[S]):
    """A game whose engine runs a circuit made of rules."""

    @property
    def compiled(self) -> CompiledCircuit:
        """The circuit, with how it was made; raises BudgetError when it cannot be had within time and memory."""
