"""A game that has rules, in whatever language: a reasoner plays single positions, a circuit many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ludens.boards.cells import Cells
from ludens.circuit.stages import CompiledCircuit
from ludens.circuit.storage import kept_circuit
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.backend import Backend
from ludens.engine.devices import engine_on, wake
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from ludens.game import BudgetError, GameInfo, Move, Percept, observation
from ludens.rules.contract import AnyReasoner, Sheet
from ludens.rules.ground_rules import State

if TYPE_CHECKING:
    from ludens.boards.drawings import Drawing

R = TypeVar("R", bound=Sheet)


class RulesGame(Generic[R]):
    """The game of a sheet without mistakes, given by its reasoner. Circuit and engine are made when first asked for.

    ``drawing`` makes the drawing of a game that says how it is drawn; others are drawn as their rules suggest.
    ``cells`` tells how far apart its cells are. ``compiler`` makes the circuit, or raises BudgetError; ``backend`` is
    that of the engine.
    """

    def __init__(
        self,
        single: AnyReasoner[R],
        *,
        drawing: Callable[[], Drawing] | None = None,
        cells: Cells = Cells.SQUARES,
        compiler: Callable[[R], CompiledCircuit] = kept_circuit,
        backend: Backend | None = None,
    ) -> None:
        self.single, self.cells = single, cells
        self._drawing, self._compiler, self._backend = drawing, compiler, backend

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.info.name}>"

    def __getstate__(self) -> dict[str, Any]:
        """All but what is made when it is asked for."""
        made = {name for name, value in vars(type(self)).items() if isinstance(value, cached_property)}
        return {name: value for name, value in vars(self).items() if name not in made}

    @property
    def sheet(self) -> R:
        """The rules as they were read."""
        return self.single.sheet

    @cached_property
    def compiled(self) -> CompiledCircuit:
        """The circuit, with how it was made; raises BudgetError when it cannot be had within time and memory."""
        return self._compiler(self.sheet)

    @cached_property
    def engine(self) -> Engine | AnyGameEngine[State]:
        """The engine: from a table at once, by machine code as soon as that is made.

        A game that cannot be compiled is served by the reasoner through the same methods.
        """
        try:
            return Engine(self.compiled.circuit, self._backend)
        except BudgetError:
            return AnyGameEngine(self.single)

    def engine_on(self, device: str) -> Engine:
        """An engine of the same rules on a device: ``cpu``, ``cuda``, ``cuda:1``; raises LudensError with the reason.

        For the same seed it gives the same numbers. It knows the rows of ``engine``, and the other way round.
        """
        wake(device)
        return engine_on(self.compiled.circuit, device, self._backend)

    @cached_property
    def drawing(self) -> Drawing:
        """How positions are drawn."""
        from ludens.boards.drawings import drawing_of  # noqa: PLC0415  (whoever plays for others draws nothing)

        return self._drawing() if self._drawing is not None else drawing_of(self.single)

    def _repr_svg_(self) -> str:
        """The first position, in a notebook."""
        from ludens.boards.position import draw_svg  # noqa: PLC0415

        return draw_svg(self, self.initial_state())

    def pack(self, states: Sequence[State]) -> Rows:
        """States as rows for the engine."""
        return self.engine.pack(states)

    def unpack(self, rows: Rows) -> list[State]:
        """Rows of the engine as states."""
        return self.engine.unpack(rows)

    @property
    def info(self) -> GameInfo:
        return self.single.info

    def initial_state(self) -> State:
        return self.single.initial_state()

    def is_terminal(self, state: State) -> bool:
        return self.single.is_terminal(state)

    def legal_moves(self, state: State, role: int) -> tuple[Move, ...]:
        return self.single.legal_moves(state, role)

    def next_state(self, state: State, moves: Sequence[Move]) -> State:
        return self.single.next_state(state, moves)

    def goals(self, state: State) -> tuple[int, ...]:
        return self.single.goals(state)

    def text(self, state: State) -> str:
        return self.single.text(state)

    def state_from_text(self, text: str) -> State:
        """The state with this text; raises LudensError for what is no state."""
        return self.single.state_from_text(text)

    def percepts(self, state: State, moves: Sequence[Move], role: int) -> tuple[Percept, ...]:
        """What a role sees of a joint move; () in a language that does not say."""
        return observation(self.single, state, moves, role).percepts
