"""How much of a game's rules each question needs: what terminal, goals, legal moves and next positions rest on.

Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*) order the propositions of a propositional network for each
question by itself, and tell how many there are. A proposition is what the head of a rule without variables says; what
is true in a position and what is done are given, and not counted. Here gates with two inputs are counted as well, of
the circuit that Ludens plays with: several of them may stand for one proposition, one for several, and none for what
the circuit does without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ludens.circuit.network import Circuit, Literal
from ludens.rules.ground_rules import GroundRules


@dataclass(frozen=True, slots=True)
class ConeSizes:
    """How many nodes there are in all, and how many of them each question rests on; 0 where it is not known.

    ``goals_alone``: nodes that goals rest on and terminal does not, which is asked first.
    """

    total: int
    terminal: int
    goals: int
    legal: int = 0
    following: int = 0
    goals_alone: int = 0


def proposition_cones(rules: GroundRules) -> ConeSizes:
    """The sizes in propositions of ground rules."""
    needs: defaultdict[int, set[int]] = defaultdict(set)
    for head, body in zip(rules.heads, rules.bodies, strict=True):
        needs[head].update(map(abs, body))

    def cone(atoms: Iterable[int | None]) -> set[int]:
        heads = [atom for atom in atoms if atom is not None]
        return reached(heads, lambda atom: needs.get(atom, ())) & needs.keys()

    terminal, goals = cone([rules.terminal]), cone(rules.goal.values())
    return ConeSizes(
        len(needs),
        len(terminal),
        len(goals),
        len(cone(rules.legal.values())),
        len(cone(rules.next.values())),
        len(goals - terminal),
    )


def gate_cones(circuit: Circuit) -> ConeSizes:
    """The sizes in gates of a circuit."""
    fed = {variable: literal for block in circuit.blocks for variable, literal in block.loops}

    def cone(literals: Iterable[Literal]) -> set[int]:
        found = reached([literal >> 1 for literal in literals], lambda node: _inputs(circuit, fed, node))
        return {node for node in found if node >= circuit.first_gate}

    terminal, goals = cone([circuit.terminal]), cone(literal for values in circuit.goals for _, literal in values)
    return ConeSizes(
        circuit.gates,
        len(terminal),
        len(goals),
        len(cone(literal for moves in circuit.legal for literal in moves)),
        len(cone(circuit.following)),
        len(goals - terminal),
    )


def reached(nodes: Sequence[int], inputs: Callable[[int], Iterable[int]]) -> set[int]:
    """Some nodes and everything that they rest on, directly or through others."""
    found: set[int] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += inputs(node)
    return found


def _inputs(circuit: Circuit, fed: Mapping[int, Literal], node: int) -> tuple[int, ...]:
    if node >= circuit.first_gate:
        gate = node - circuit.first_gate
        return int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1
    return (fed[node] >> 1,) if node in fed else ()
