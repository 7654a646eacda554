"""A circuit with the steps that made it."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.circuit.network import Circuit


@dataclass(frozen=True, slots=True)
class Stage:
    """How large the network is after one of the steps that make it."""

    name: str
    gates: int
    fluents: int
    moves: int


@dataclass(frozen=True, slots=True)
class CompiledCircuit:
    """A circuit, with how it came about."""

    circuit: Circuit
    stages: tuple[Stage, ...]
    ground_seconds: float
    build_seconds: float
