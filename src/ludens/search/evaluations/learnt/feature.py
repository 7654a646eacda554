"""What a feature is: something that is true or not in a position, with a name that symmetries can change."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from ludens.circuit.findings import Symmetry
from ludens.circuit.network import Literal

Key = tuple[Any, ...]
"""The kind of a feature and what it speaks of, by numbers of the circuit:

``("true", fluent)``; ``("legal", role, move)``; ``("could", role, move)``, the move would be legal were the role on
turn; ``("both", fluent, fluent)``; ``("threat", role, fluent)``, the best goal of a role lacks nothing but the fluent;
``("line", fluents)``, a goal lacks two of the fluents and may still get them.
"""

TRUE, LEGAL, COULD, BOTH, THREAT, LINE = "true", "legal", "could", "both", "threat", "line"

Label = tuple[Hashable, float]
"""A group of features that probably are worth about the same, and how strongly a feature belongs to it."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Holds where ``literal``, of a circuit with gates added, is true."""

    key: Key
    literal: Literal
    labels: tuple[Label, ...] = ()


def image(symmetry: Symmetry, key: Key) -> tuple[Key, bool] | None:
    """What a symmetry makes of a feature, and whether inverted; ``None`` where that is no feature of the same kind."""
    kind, *parts = key
    if kind in (LEGAL, COULD):
        role, move = parts
        return (kind, symmetry.roles[role], symmetry.moves[role][move]), False
    if kind == TRUE:
        literal = symmetry.fluents[parts[0]]
        return (kind, (literal >> 1) - 1), bool(literal & 1)
    whose = [symmetry.roles[parts.pop(0)]] if kind == THREAT else []
    literals = [symmetry.fluents[fluent] for fluent in (parts[0] if kind == LINE else parts)]
    if any(literal & 1 for literal in literals):
        return None
    fluents = tuple(sorted((literal >> 1) - 1 for literal in literals))
    return ((kind, fluents) if kind == LINE else (kind, *whose, *fluents)), False
