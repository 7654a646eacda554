"""Small random networks, and what they say in every position that can be reached: slow and obviously right."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludens.circuit.draft import Draft, Gates, MoveSet
from ludens.circuit.network import Circuit, Literal, evaluate, value_of
from ludens.rules.ground_rules import Ground

State = frozenset[Ground]
Joint = tuple[Ground, ...]


@dataclass(frozen=True)
class Answer:
    """What a network says of a position: its end, its legal moves and goals role by role, and what follows on moves."""

    over: bool
    legal: tuple[frozenset[Ground], ...]
    goals: tuple[frozenset[int], ...]
    following: dict[Joint, State]


def random_draft(seed: int) -> Draft:
    """A network of a few fluents, moves and gates, some with loops; every role has a move in the first position."""
    chooser = random.Random(seed)
    fluents, moves = chooser.randint(1, 4), [chooser.randint(1, 3) for _ in range(chooser.randint(1, 2))]
    variables = chooser.choice((0, 0, 0, 1, 2))
    gates = Gates(fluents, moves, variables)
    position = [2 * node for node in range(1, fluents + 1)]
    made = [gates.move(role, number) for role, count in enumerate(moves) for number in range(count)]
    loops = [2 * (1 + fluents + sum(moves) + number) for number in range(variables)]
    on_moves = bool(loops) and chooser.random() < 0.3
    feeds = [_feed(chooser, gates, position + (made if on_moves else []), loops) for _ in loops]
    position += [] if on_moves else loops
    position = _grown(chooser, gates, position, chooser.randint(1, 8))
    asking = [gates.conjunction((chooser.choice(made), _some(chooser, position))) for _ in range(3)]
    after = _grown(chooser, gates, position + made + loops + 3 * asking, chooser.randint(1, 10))
    initial = tuple(chooser.random() < 0.4 for _ in range(fluents))
    return Draft(
        roles=tuple(f"role{role}" for role in range(len(moves))),
        fluents=tuple(f"f{number}" for number in range(fluents)),
        moves=tuple(tuple(f"m{number}" for number in range(count)) for count in moves),
        initial=initial,
        gates=tuple(gates.gates),
        feeds=tuple(feeds),
        terminal=_some(chooser, position),
        legal=tuple((1, *(_some(chooser, position[fluents // 2 :]) for _ in range(count - 1))) for count in moves),
        goals=tuple(((0, _some(chooser, position)), (100, _some(chooser, position))) for _ in moves),
        following=tuple(_some(chooser, after) for _ in range(fluents)),
    )


def _feed(chooser: random.Random, gates: Gates, given: list[Literal], loops: list[Literal]) -> Literal:
    """Something that is monotone in the loop variables."""
    ways = []
    for _ in range(chooser.randint(1, 3)):
        way = [_some(chooser, given) for _ in range(chooser.randint(1, 2))]
        ways.append(gates.conjunction([*way, *([chooser.choice(loops)] if chooser.random() < 0.6 else [])]))
    return gates.disjunction(ways)


def _grown(chooser: random.Random, gates: Gates, pool: list[Literal], number: int) -> list[Literal]:
    """The literals of a pool, and of gates that join some of them."""
    pool = list(pool)
    for _ in range(number):
        if chooser.random() < 0.3:
            few = [_some(chooser, pool) for _ in range(3)]
            cubes = [[literal ^ chooser.randrange(2) for literal in few[: chooser.randint(1, 3)]] for _ in range(3)]
            pool.append(gates.disjunction(map(gates.conjunction, cubes)))
            continue
        parts = [_some(chooser, pool) for _ in range(chooser.randint(2, 4))]
        join = gates.conjunction if chooser.random() < 0.5 else gates.disjunction
        pool.append(join(parts))
    return pool


def _some(chooser: random.Random, pool: Sequence[Literal]) -> Literal:
    return chooser.choice(pool) ^ chooser.randrange(2)


def draft_answer(draft: Draft, state: State) -> Answer:
    """What a draft says, gate by gate; ``state`` may hold fluents that the draft left to the side."""
    bits = [fluent in state for fluent in draft.fluents]
    values = _values(draft, bits, None)
    legal = [
        frozenset(move for move, literal in zip(moves, literals, strict=True) if _value(values, literal))
        for moves, literals in zip(draft.moves, draft.legal, strict=True)
    ]
    following = {}
    for joint in itertools.product(*map(sorted, legal)):
        after = _values(draft, bits, joint)
        true = [f for f, literal in zip(draft.fluents, draft.following, strict=True) if _value(after, literal)]
        following[joint] = _whole(draft, true)
    goals = tuple(frozenset(v for v, literal in listed if _value(values, literal)) for listed in draft.goals)
    return Answer(_value(values, draft.terminal), tuple(legal), goals, following)


def first_state(draft: Draft) -> State:
    return _whole(draft, [fluent for fluent, value in zip(draft.fluents, draft.initial, strict=True) if value])


def circuit_answer(circuit: Circuit, state: State) -> Answer:
    """What a circuit says, by its slow evaluation."""
    bits = [fluent in state for fluent in circuit.fluents]
    values = evaluate(circuit, bits)  # type: ignore[arg-type]
    legal = [
        frozenset(move for move, literal in zip(moves, literals, strict=True) if value_of(values, literal))
        for moves, literals in zip(circuit.moves, circuit.legal, strict=True)
    ]
    following = {}
    for joint in itertools.product(*map(sorted, legal)):
        numbers = [moves.index(move) for moves, move in zip(circuit.moves, joint, strict=True)]
        after = evaluate(circuit, bits, numbers)  # type: ignore[arg-type]
        following[joint] = circuit.state([value_of(after, literal) for literal in circuit.following])  # type: ignore[arg-type]
    goals = tuple(frozenset(v for v, literal in listed if value_of(values, literal)) for listed in circuit.goals)
    return Answer(value_of(values, circuit.terminal), tuple(legal), goals, following)


def reachable(draft: Draft) -> Iterator[tuple[State, Answer]]:
    """Every position that legal moves lead to, with what the draft says of it; none after the end."""
    waiting = [first_state(draft)]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        answer = draft_answer(draft, state)
        yield state, answer
        fresh = set() if answer.over else set(answer.following.values()) - seen
        seen |= fresh
        waiting += sorted(fresh, key=sorted)


def _values(draft: Draft, state: Sequence[bool], joint: Joint | None) -> list[bool]:
    """The value of every node; loop variables start false and are fed until nothing changes."""
    made = [joint is not None and move == joint[role] for role, moves in enumerate(draft.moves) for move in moves]
    variables = [False] * len(draft.feeds)
    while True:
        values = [False, *state, *made, *variables]
        for gate in draft.gates:
            if isinstance(gate, MoveSet):
                moves = draft.moves[gate.role]
                values.append(any(gate.mask >> n & 1 and joint is not None and move == joint[gate.role]
                                  for n, move in enumerate(moves)))  # fmt: skip
            else:
                values.append(all(_value(values, literal) for literal in gate))
        now = [_value(values, literal) for literal in draft.feeds]
        if now == variables:
            return values
        variables = now


def _value(values: Sequence[bool], literal: Literal) -> bool:
    return values[literal >> 1] != bool(literal & 1)


def _whole(draft: Draft, true: Sequence[Ground]) -> State:
    """The position with the fluents that the draft left to the side."""
    values = [False, *(fluent in true for fluent in draft.fluents)]
    return frozenset([*true, *draft.always, *(fluent for fluent, literal in draft.copies if _value(values, literal))])
