"""Positions of many games as tensors of PyTorch, and what the rules say of them: on the processor, or on a card.

Rows are those of the engines, as whole numbers with a sign, because PyTorch has few operations for others.
"""

from __future__ import annotations

from ctypes import c_void_p
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ludens.engine.backend import Backend
from ludens.engine.contract import LoadedGame
from ludens.engine.rows import row_words
from ludens.game import HIGHEST_GOAL
from ludens.search.networks.inputs import Inputs

if TYPE_CHECKING:
    from ludens.engine.cuda.engine import CudaEngine

torch: Any = import_module("torch")

Tensor = Any


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """What follows moves: ``rows``; whether games are ``over``; ``goals`` from 0 to 1; ``legal`` moves of all roles."""

    rows: Tensor
    over: Tensor
    goals: Tensor
    legal: Tensor


class Lanes(Protocol):
    """``device``: of all tensors. Legal moves are of shape (positions, moves), those of all roles side by side."""

    device: str

    def first(self, count: int) -> Tensor:
        """The first position, so many times."""

    def legal(self, rows: Tensor) -> Tensor:
        """The legal moves."""

    def follow(self, rows: Tensor, moves: Tensor) -> Followed:
        """What follows joint moves, of shape (positions, roles); they must be numbers that there are."""

    def features(self, rows: Tensor) -> Tensor:
        """What a network sees, before positions are turned round: shape (positions, features), 8-bit numbers."""


class ProcessorLanes:
    """By the engine of the processor. ``Lanes``."""

    def __init__(self, game: LoadedGame[Any], inputs: Inputs) -> None:
        self.device, self._engine, self._inputs = "cpu", game.engine, inputs

    def first(self, count: int) -> Tensor:
        return _tensor(self._engine.initial(count))

    def legal(self, rows: Tensor) -> Tensor:
        return torch.from_numpy(np.concatenate(self._engine.legal(_rows(rows)), axis=1))

    def follow(self, rows: Tensor, moves: Tensor) -> Followed:
        after, over, goals = self._engine.follow(_rows(rows), moves.numpy())
        worth = torch.from_numpy(goals).clamp(min=0).float() / HIGHEST_GOAL
        after = _tensor(after)
        return Followed(after, torch.from_numpy(np.array(over)), worth, self.legal(after))

    def features(self, rows: Tensor) -> Tensor:
        return torch.from_numpy(self._inputs.features(_rows(rows)).view(np.uint8))


class CardLanes:
    """By the kernels of a card, which read and write the tensors where they are. ``Lanes``.

    Kernels run on the stream that PyTorch uses at the time, so they can be part of a graph. Then their workspaces must
    stay where they are (``CudaKernels.reserve``).
    """

    def __init__(self, rules: CudaEngine, seeing: CudaEngine, device: str = "cuda") -> None:
        """``rules``, ``seeing``: engines on the card; the second has features in place of the first role's moves."""
        self.device, self._rules, self._seeing = device, rules, seeing
        self._roles, columns = len(rules.roles), rules.legal_columns
        self._planes: int = rules.legal_planes
        self._columns = torch.from_numpy(np.concatenate([np.arange(own.start, own.stop) for own in columns])).to(device)
        self._features = len(seeing.circuit.legal[0])
        self._seen_words = row_words(seeing.legal_planes)
        self._bits = torch.arange(8, dtype=torch.uint8, device=device)
        self._first = _tensor(rules.initial()).to(device)

    def first(self, count: int) -> Tensor:
        return self._first.repeat(count, 1)

    def legal(self, rows: Tensor) -> Tensor:
        found = self._room(rows, row_words(self._planes))
        self._run(self._rules, rows, {"legal": found})
        return self._moves(found)

    def follow(self, rows: Tensor, moves: Tensor) -> Followed:
        count = len(rows)
        after, legal = torch.empty_like(rows), self._room(rows, row_words(self._planes))
        over = torch.empty(-(-count // 64) * 64, dtype=torch.bool, device=self.device)
        goals = torch.full((count, self._roles), -1, dtype=torch.int16, device=self.device)
        given = {"moves": moves.contiguous(), "following": after, "over": over, "goals": goals, "legal": legal}
        self._run(self._rules, rows, given)
        return Followed(after, over[:count], goals.clamp(min=0).float() / HIGHEST_GOAL, self._moves(legal))

    def features(self, rows: Tensor) -> Tensor:
        found = self._room(rows, self._seen_words)
        self._run(self._seeing, rows, {"legal": found})
        return self._unpacked(found)[:, : self._features]

    def _run(self, engine: CudaEngine, rows: Tensor, given: dict[str, Tensor]) -> None:
        addresses = {name: own.data_ptr() for name, own in given.items()}
        rows = rows.contiguous()
        engine.device_kernels.batch(rows.data_ptr(), len(rows), addresses, stream=_current_stream(self.device))

    def _room(self, rows: Tensor, words: int) -> Tensor:
        return torch.empty((len(rows), words), dtype=torch.int64, device=self.device)

    def _moves(self, packed: Tensor) -> Tensor:
        return self._unpacked(packed)[:, self._columns].bool()

    def _unpacked(self, packed: Tensor) -> Tensor:
        """A byte for each bit."""
        octets = packed.view(torch.uint8)
        return ((octets[:, :, None] >> self._bits) & 1).flatten(1)


class TheirStream:
    """A stream of PyTorch, for kernels of ours."""

    def __init__(self, address: int) -> None:
        self.handle = c_void_p(address)


def _current_stream(device: str) -> TheirStream | None:
    if not device.startswith("cuda"):  # a stand-in for a card in memory of the processor
        return None
    address = torch.cuda.current_stream().cuda_stream
    return TheirStream(address) if address else None


def lanes_on(device: str, game: LoadedGame[Any], inputs: Inputs, most: int) -> Lanes:
    """The positions of a game on a device, at most so many at a time; raises LudensError where there is no device."""
    if device == "cpu":
        return ProcessorLanes(game, inputs)
    from ludens.engine.cuda.engine import MOST_GATES, CudaEngine  # noqa: PLC0415  (nobody else needs it)

    assert game.engine.circuit is not None, "there are inputs"
    circuits = game.engine.circuit, inputs.circuit
    backends = [Backend.LLVM if circuit.gates <= MOST_GATES else Backend.TABLE for circuit in circuits]
    rules, seeing = (CudaEngine(circuit, backend) for circuit, backend in zip(circuits, backends, strict=True))
    for engine in (rules, seeing):
        engine.device_kernels.reserve(most)
    return CardLanes(rules, seeing, device)


def _rows(rows: Tensor) -> Any:
    return np.ascontiguousarray(rows.numpy()).view(np.uint64)


def _tensor(rows: Any) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(rows).view(np.int64))
