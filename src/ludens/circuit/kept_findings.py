"""What the analysis of circuits has found, kept between runs as JSON.

Looking takes a second for some games, and importing the solver a tenth of one. What time has cut short is not kept: a
busy machine must not leave less behind than a quiet one would find.
"""

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Callable
from typing import Any

from ludens import cache
from ludens.circuit import findings
from ludens.circuit.findings import ConstantSum, Structure, TurnStructure, is_readable
from ludens.circuit.network import Circuit, Literal
from ludens.game import Turns
from ludens.processes.background import off_main_thread

CODE = ("rules/*.py", "circuit/*.py", "circuit/passes/*.py", "circuit/analysis/*.py")
"""What finds them."""

KINDS: dict[str, Callable[..., Any]] = {
    kind.__name__: kind
    for kind in (*vars(findings).values(), Turns)
    if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum))
}
"""What findings consist of, by name."""


def structure_of(circuit: Circuit) -> Structure:
    """All that ``analysis.structure`` finds, from the cache or new."""
    found = kept_structure(circuit)
    if found is None:
        from ludens.circuit.analysis import structure  # noqa: PLC0415  (the solver takes long to import)

        found = structure(circuit)
        if found.complete:
            cache.keep("findings", _made_from("structure", circuit), to_bytes(found))
    return found


def kept_structure(circuit: Circuit) -> Structure | None:
    """The same if it is in the cache."""
    data = cache.fetch("findings", _made_from("structure", circuit))
    return None if data is None else from_bytes(data)


def turns_and_sum_of(circuit: Circuit) -> tuple[TurnStructure | None, ConstantSum | None]:
    """Turns and sum alone, which take less time than all: from the cache or new."""
    if not is_readable(circuit):
        return None, None
    turns, total = _kept("turns and sum", circuit, "turns_and_sum")
    return turns, total


def exact_sets_of(circuit: Circuit) -> tuple[tuple[Literal, ...], ...]:
    """Sets of literals of which exactly one is always true: from the cache or new."""
    found: tuple[tuple[Literal, ...], ...] = _kept("exact sets", circuit, "exact_sets") if is_readable(circuit) else ()
    return found


def _kept(what: str, circuit: Circuit, name: str) -> Any:
    """What a function of ``analysis.basics`` finds, from the cache or new."""
    made_from = _made_from(what, circuit)
    data = cache.fetch("findings", made_from)
    if data is not None:
        return from_bytes(data)
    from ludens.circuit.analysis import basics  # noqa: PLC0415  (the solver again)
    from ludens.circuit.analysis.prover import Stopwatch  # noqa: PLC0415

    def look() -> tuple[Any, bool]:
        stopwatch = Stopwatch(basics.SECONDS)
        return getattr(basics, name)(circuit, stopwatch), stopwatch.ran_out

    found, ran_out = off_main_thread(look)
    if not ran_out:
        cache.keep("findings", made_from, to_bytes(found))
    return found


def to_bytes(found: Any) -> bytes:
    """Findings in a form that ``from_bytes`` reads."""
    return json.dumps(_written(found)).encode()


def from_bytes(data: bytes) -> Any:
    """The findings that were written; every sequence among them is a tuple."""
    return _read(json.loads(data))


def _made_from(what: str, circuit: Circuit) -> str:
    return f"{cache.code_version(*CODE)}\n{what}\n{circuit.digest}"


def _written(value: Any) -> Any:
    if isinstance(value, enum.Enum):
        return {"kind": type(value).__name__, "value": value.value}
    if dataclasses.is_dataclass(value):
        fields = {field.name: _written(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return {"kind": type(value).__name__, **fields}
    return list(map(_written, value)) if isinstance(value, tuple) else value


def _read(data: Any) -> Any:
    if isinstance(data, dict):
        return KINDS[data["kind"]](**{name: _read(value) for name, value in data.items() if name != "kind"})
    return tuple(map(_read, data)) if isinstance(data, list) else data
