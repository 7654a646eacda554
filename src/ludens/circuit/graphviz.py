"""A circuit as a drawing, in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.circuit.network import Circuit, Literal
from ludens.rules.ground_rules import ground_text


def to_dot(circuit: Circuit) -> str:
    """A directed graph: inputs as boxes, gates as dots, dashed edges where a value is inverted."""
    lines = ["digraph circuit {", "  rankdir=LR;", "  node [shape=point];"]
    lines += [f'  n{node} [shape=box, label="{label}"];' for node, label in _inputs(circuit)]
    for number in range(circuit.gates):
        node = circuit.first_gate + number
        lines += [_edge(int(literal), f"n{node}") for literal in (circuit.left[number], circuit.right[number])]
    for block in circuit.blocks:
        lines += [_edge(literal, f"n{variable}", "constraint=false, color=red") for variable, literal in block.loops]
    for number, (label, literal) in enumerate(_outputs(circuit)):
        lines += [f'  o{number} [shape=box, style=rounded, label="{label}"];', _edge(literal, f"o{number}")]
    return "\n".join([*lines, "}", ""])


def _edge(literal: Literal, target: str, *more: str) -> str:
    style = ["style=dashed"] if literal & 1 else []
    attributes = ", ".join([*style, *more])
    return f"  n{literal >> 1} -> {target}" + (f" [{attributes}];" if attributes else ";")


def _inputs(circuit: Circuit) -> Iterator[tuple[int, str]]:
    yield 0, "false"
    for node, fluent in enumerate(circuit.fluents, start=1):
        yield node, ground_text(fluent)
    node = circuit.first_move
    for role, moves in zip(circuit.roles, circuit.moves, strict=True):
        for move in moves:
            yield node, f"{role}: {ground_text(move)}"
            node += 1
    for number in range(circuit.variables):
        yield circuit.first_variable + number, f"loop {number}"


def _outputs(circuit: Circuit) -> Iterator[tuple[str, Literal]]:
    yield "terminal", circuit.terminal
    for role, moves, literals, values in zip(circuit.roles, circuit.moves, circuit.legal, circuit.goals, strict=True):
        yield from ((f"legal {role}: {ground_text(m)}", literal) for m, literal in zip(moves, literals, strict=True))
        yield from ((f"goal {role}: {value}", literal) for value, literal in values)
    for fluent, literal in zip(circuit.fluents, circuit.following, strict=True):
        yield f"next {ground_text(fluent)}", literal
