"""How rules become a circuit, and how one instruction plays 512 games, all read off the circuit of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.boards import draw_svg
from ludens.circuit.network import Circuit
from ludens.circuit.network import Literal as Wire
from ludens.circuit.planes import Looking
from ludens.game import BudgetError, ParameterError
from ludens.games.rules_game import RulesGame
from ludens.gdl.terms import GOAL, LEGAL, NEXT, TERMINAL, Compound, Constant, Relation, RuleSheet, Term, may_unify
from ludens.rules.ground_rules import FACT, Atom, Ground, GroundingBudget, GroundRules, ground_text
from ludens.studio.frames.learn import CircuitLesson, CircuitNode, GroundRule, Written

LANES = 512
"""Games in a plane: the bits of one vector of the processor."""

MOST_NODES = 40
"""Of the part of a circuit that is drawn."""

MOST_RULES = 14
MOST_OUTPUTS = 400
MOST_MOVES = 60
GROUNDING = GroundingBudget(seconds=20.0, memory_bytes=1 << 30, output_bytes=40 << 20)

EASY_GATES = 6
"""Of an output that is shown before anybody has chosen one, as nearly as there is one."""


@dataclass(frozen=True, slots=True)
class Output:
    """Something that the circuit computes: the atom of the rules, and where it can be read."""

    relation: Relation
    arguments: tuple[Ground, ...]
    wire: Wire

    @property
    def text(self) -> str:
        return ground_text((self.relation[0], *self.arguments)) if self.arguments else self.relation[0]


def circuit_lesson(game: Any, wanted: str, moves: int, seed: int, lane: int) -> CircuitLesson:
    """One output of a game's circuit, from its rule to planes of bits, after so many random moves in 512 games.

    ``wanted``: the output; an unknown one is replaced by one that is easy to read. Raises ParameterError.
    """
    if not isinstance(game, RulesGame) or not isinstance(game.sheet, RuleSheet):
        raise ParameterError("This lesson needs a game that is written as a rulesheet.")
    if not (0 <= moves <= MOST_MOVES and 0 <= lane < LANES):
        raise ParameterError(f"There may be 0 to {MOST_MOVES} moves, and the games are 0 to {LANES - 1}.")
    try:
        compiled, rules = game.compiled, game.sheet.ground(GROUNDING)
    except BudgetError:
        raise ParameterError("The rules of this game are too large for a lesson.") from None
    circuit = compiled.circuit
    known = outputs(circuit)
    if not known:
        raise ParameterError("Nothing in this game depends on anything: its circuit is empty.")
    output = next((each for each in known if each.text == wanted), None) or easiest(circuit, known)
    states, joint = random_games(circuit, moves, seed)
    nodes, left_out = part_of(circuit, output.wire)
    looking = Looking(circuit, states, joint)
    planes = looking.values([2 * node["id"] for node in nodes])
    return {
        "roles": list(circuit.roles),
        "outputs": [each.text for each in known[:MOST_OUTPUTS]],
        "output": output.text,
        "rules": list(written(game.sheet, output)),
        "ground": list(ground_of(rules, output)),
        "ground_rules": len(rules.heads),
        "stages": [{"name": stage.name, "gates": stage.gates} for stage in compiled.stages],
        "gates": circuit.gates,
        "fluents": len(circuit.fluents),
        "nodes": nodes,
        "wire": output.wire,
        "left_out": left_out,
        "planes": {str(node["id"]): _hex(planes[:, place]) for place, node in enumerate(nodes)},
        "lanes": LANES,
        "lane": lane,
        "board": draw_svg(game, circuit.state(states[lane])),
        "moved": [
            ground_text(circuit.moves[role][number]) if number >= 0 else "" for role, number in enumerate(joint[lane])
        ],
    }


def outputs(circuit: Circuit) -> list[Output]:
    """Everything that a circuit computes from the position and the moves, without what is constant or only copied."""

    def every() -> Iterator[Output]:
        for fluent, wire in zip(circuit.fluents, circuit.following, strict=True):
            yield Output(NEXT, (fluent,), wire)
        for role, moves, wires in zip(circuit.roles, circuit.moves, circuit.legal, strict=True):
            yield from (Output(LEGAL, (role, move), wire) for move, wire in zip(moves, wires, strict=True))
        yield Output(TERMINAL, (), circuit.terminal)
        for role, goals in zip(circuit.roles, circuit.goals, strict=True):
            yield from (Output(GOAL, (role, str(value)), wire) for value, wire in goals)

    return [each for each in every() if each.wire >> 1 >= circuit.first_gate]


def easiest(circuit: Circuit, known: list[Output]) -> Output:
    """The output that is easiest to read, by its number of gates."""

    def gates(output: Output) -> int:
        return sum(node["kind"] == "gate" for node in part_of(circuit, output.wire)[0])

    return min(known[:MOST_OUTPUTS], key=lambda output: abs(gates(output) - EASY_GATES))


def part_of(circuit: Circuit, wire: Wire) -> tuple[list[CircuitNode], int]:
    """The nodes on which an output rests, those near it first; and how many nodes at the edge are not opened."""
    found: dict[int, CircuitNode] = {}
    waiting = [wire >> 1]
    for node in waiting:
        if node in found:
            continue
        gate = node - circuit.first_gate
        opened = gate >= 0 and len(waiting) < MOST_NODES
        found[node] = _node(circuit, node, opened)
        if opened:
            waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
    return list(found.values()), sum(node["kind"] == "more" for node in found.values())


def _node(circuit: Circuit, node: int, opened: bool) -> CircuitNode:
    if node >= circuit.first_gate:
        gate = node - circuit.first_gate
        inputs = [int(circuit.left[gate]), int(circuit.right[gate])] if opened else []
        return {"id": node, "kind": "gate" if opened else "more", "label": "", "inputs": inputs}
    if node >= circuit.first_variable:
        return {"id": node, "kind": "loop", "label": "", "inputs": []}
    if node >= circuit.first_move:
        return {"id": node, "kind": "move", "label": _move(circuit, node - circuit.first_move), "inputs": []}
    label = ground_text(circuit.fluents[node - 1]) if node else ""
    return {"id": node, "kind": "fluent" if node else "constant", "label": label, "inputs": []}


def _move(circuit: Circuit, number: int) -> str:
    for role, moves in zip(circuit.roles, circuit.moves, strict=True):
        if number < len(moves):
            return f"{role}: {ground_text(moves[number])}"
        number -= len(moves)
    raise IndexError(number)


def random_games(circuit: Circuit, moves: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Positions of 512 random games after so many moves, and the joint move that each makes next; -1 where it is over.

    A game that is over begins again with the next move, as in the engine.
    """
    random = np.random.default_rng(seed)
    states = np.repeat(circuit.initial[None, :], LANES, axis=0)
    joint = _choices(circuit, states, random)
    for _ in range(moves):
        over = Looking(circuit, states).values([circuit.terminal])[:, 0]
        states = np.where(over[:, None], circuit.initial, Looking(circuit, states, joint).values(circuit.following))
        joint = _choices(circuit, states, random)
    return states, joint


def _choices(circuit: Circuit, states: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.int64]:
    looking = Looking(circuit, states)
    over = looking.values([circuit.terminal])[:, 0]
    chosen = np.full((len(states), len(circuit.roles)), -1, dtype=np.int64)
    for role, wires in enumerate(circuit.legal):
        legal = looking.values(wires)
        drawn = np.argmax(np.where(legal, random.random(legal.shape), -1.0), axis=1)
        chosen[:, role] = np.where(over | ~legal.any(axis=1), -1, drawn)
    return chosen


def written(sheet: RuleSheet, output: Output) -> Iterator[Written]:
    """The rules of the sheet that may make an output true, as they are written."""
    atom = Compound(output.relation[0], tuple(map(_term, output.arguments)))
    for rule in sheet.rules:
        if rule.head.relation == output.relation and may_unify(rule.head, atom):
            yield {"line": rule.place.line, "head": str(rule.head), "body": [str(each) for each in rule.body]}


def _term(ground: Ground) -> Term:
    return Constant(ground) if isinstance(ground, str) else Compound(str(ground[0]), tuple(map(_term, ground[1:])))


def ground_of(rules: GroundRules, output: Output) -> Iterator[GroundRule]:
    """The ground rules of an output, and of what they rest on that has no name of its own."""
    names = _names(rules)
    head = _atom(rules, output)
    if head is None or head == FACT:
        return
    waiting, told = [head], 0
    for atom in waiting:
        for number, body in zip(rules.heads, rules.bodies, strict=True):
            if number != atom:
                continue
            if told == MOST_RULES:
                return
            told += 1
            for each in map(abs, body):
                if each not in names:
                    names[each] = f"[{sum(name[0] == '[' for name in names.values()) + 1}]"
                    waiting.append(each)
            said = [names[abs(each)] if each > 0 else f"(not {names[abs(each)]})" for each in body]
            yield {"head": names.get(atom, output.text), "body": said}


def _names(rules: GroundRules) -> dict[Atom, str]:
    """The atoms that are given: what is true, and what is done."""
    true = {atom: ground_text(("true", term)) for term, atom in rules.true.items()}
    return true | {atom: ground_text(("does", role, move)) for (role, move), atom in rules.does.items()}


def _atom(rules: GroundRules, output: Output) -> Atom | None:
    first, *rest = output.arguments or ("",)
    pair = (first, rest[0]) if rest else (first, "")
    return {
        NEXT: rules.next.get(first),
        LEGAL: rules.legal.get(pair),
        GOAL: rules.goal.get(pair),
        TERMINAL: rules.terminal,
    }[output.relation]


def _hex(values: NDArray[np.bool_]) -> str:
    """Bits as hexadecimal digits: the first game is the highest bit of the first digit."""
    return np.packbits(values).tobytes().hex()
