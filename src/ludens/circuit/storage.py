"""Compiled circuits kept between runs, as bytes in the cache."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from ludens import cache
from ludens.circuit.network import Block, Circuit
from ludens.circuit.stages import CompiledCircuit, Stage
from ludens.rules.contract import Sheet
from ludens.rules.ground_rules import Ground

CODE = ("circuit/*.py", "circuit/passes/*.py", "rules/*.py")
"""What makes circuits of ground rules."""

ARRAYS = ("initial", "left", "right")
NUMBERS = ("variables", "state_blocks", "terminal")
TABLES = ("roles", "fluents", "moves", "legal", "goals", "following", "always", "copies", "marks")


def kept_circuit(sheet: Sheet) -> CompiledCircuit:
    """The circuit of a sheet, from the cache or new; raises BudgetError as ``compile_circuit`` does."""
    made_from = f"{cache.code_version(*CODE)}\n{sheet.version}\n{sheet.source.text}"
    data = cache.fetch("circuit", made_from)
    if data is not None:
        return from_bytes(data)
    from ludens.circuit.compiled import compile_circuit  # noqa: PLC0415  (it takes long to import, and is seldom needed)

    compiled = compile_circuit(sheet)
    cache.keep("circuit", made_from, to_bytes(compiled))
    return compiled


def kept_variant(circuit: Circuit, name: str, make: Callable[[], Circuit | None]) -> Circuit | None:
    """What a function makes of a circuit, from the cache or new; the name says which function, and with what."""
    made_from = f"{cache.code_version(*CODE)}\n{name}\n{circuit.digest}"
    data = cache.fetch("circuit", made_from)
    if data is None:
        made = make()
        data = b"" if made is None else to_bytes(CompiledCircuit(made, (), 0.0, 0.0))
        cache.keep("circuit", made_from, data)
        return made
    return from_bytes(data).circuit if data else None


def to_bytes(compiled: CompiledCircuit) -> bytes:
    """The circuit in a form that ``from_bytes`` reads."""
    circuit = compiled.circuit
    parts: dict[str, Any] = {name: getattr(circuit, name) for name in (*NUMBERS, *TABLES)}
    parts["blocks"] = [(block.first, block.last, block.loops) for block in circuit.blocks]
    parts["stages"] = [(stage.name, stage.gates, stage.fluents, stage.moves) for stage in compiled.stages]
    parts["seconds"] = (compiled.ground_seconds, compiled.build_seconds)
    file = io.BytesIO()
    text = np.frombuffer(json.dumps(parts).encode(), dtype=np.uint8)
    np.savez(file, text=text, **{name: getattr(circuit, name) for name in ARRAYS})
    return file.getvalue()


def from_bytes(data: bytes) -> CompiledCircuit:
    """The circuit that was written; its bytes must come from ``to_bytes``."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        parts = json.loads(file["text"].tobytes())
        arrays = {name: file[name] for name in ARRAYS}
    circuit = Circuit(
        roles=tuple(parts["roles"]),
        fluents=tuple(map(_term, parts["fluents"])),
        moves=tuple(tuple(map(_term, moves)) for moves in parts["moves"]),
        blocks=tuple(Block(first, last, tuple(map(tuple, loops))) for first, last, loops in parts["blocks"]),
        legal=tuple(map(tuple, parts["legal"])),
        goals=tuple(tuple(map(tuple, goals)) for goals in parts["goals"]),
        following=tuple(parts["following"]),
        always=tuple(map(_term, parts["always"])),
        copies=tuple((_term(fluent), literal) for fluent, literal in parts["copies"]),
        marks=tuple(tuple(map(tuple, own)) for own in parts["marks"]),
        **{name: parts[name] for name in NUMBERS},
        **arrays,
    )
    return CompiledCircuit(circuit, tuple(Stage(*stage) for stage in parts["stages"]), *parts["seconds"])


def _term(written: Any) -> Ground:
    return written if isinstance(written, str) else tuple(map(_term, written))
