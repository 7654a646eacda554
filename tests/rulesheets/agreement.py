"""One game, many ways to play it: whatever the reasoner says of some positions, all others must say too."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import clingo
import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.circuit.planes import Looking
from ludens.engine.engine import Engine
from ludens.engine.rows import pack_rows, unpack_rows
from ludens.gdl import Reasoner
from ludens.gdl.terms import GOAL, LEGAL, SEES, Relation
from ludens.rules.goals import goal_value
from ludens.rules.ground_rules import Ground, GroundingBudget, State
from tests.clingo_oracle import Oracle
from tests.naive import consequences

Facts = frozenset[tuple[Ground, ...]]


@dataclass(frozen=True)
class Seen:
    """A position, all that holds in it, and what a joint move, if there is one, leads to and shows."""

    state: State
    over: bool
    legal: Facts
    goals: Facts
    moves: tuple[Ground, ...] | None = None
    after: State | None = None
    sees: Facts = frozenset()


def seen_by_reasoner(game: Reasoner, positions: int, seed: int = 0) -> list[Seen]:
    """Positions of random games; a game in which somebody cannot move counts as over."""
    chooser, roles = random.Random(seed), game._roles
    found: list[Seen] = []
    state = game.initial_state()
    while len(found) < positions:
        legal = frozenset(fact for fact in game._facts(state, LEGAL) if fact[0] in roles)
        goals = frozenset(fact for fact in game._facts(state, GOAL) if fact[0] in roles)
        own = [sorted((move for who, move in legal if who == role), key=str) for role in roles]
        over = game.is_terminal(state)
        if over or not all(own):
            found.append(Seen(state, over, legal, goals))
            if len(found) > positions // 2:
                break
            state = game.initial_state()
            continue
        moves = tuple(map(chooser.choice, own))
        does = set[Ground](zip(roles, moves, strict=True))
        position = game._position(state)
        after = game._program.successor(position, does, game._question_budget().check)
        sees = frozenset(game._program.seen(position, does, game._question_budget().check))
        found.append(Seen(state, over, legal, goals, moves, after, sees))
        state = after
    return found


def seen_by_twin(game: Reasoner, asked: Seen) -> Seen:
    """The same position according to the slow twin."""
    given = [("true", fluent) for fluent in asked.state]
    given += [("does", *fact) for fact in zip(game._roles, asked.moves or (), strict=False)]  # type: ignore[misc]
    facts = consequences(game.sheet.rules, given)
    by_relation: dict[Relation, set[tuple[Ground, ...]]] = {}
    for name, *args in facts:
        by_relation.setdefault((str(name), len(args)), set()).add(tuple(args))  # type: ignore[arg-type]
    return _seen(game, asked, by_relation)


def seen_by_clingo(game: Reasoner, oracle: Oracle, asked: Seen) -> Seen:
    """The same position according to clingo."""
    given: list[tuple[str, tuple[Ground, ...]]] = [("true", (fluent,)) for fluent in asked.state]
    given += [("does", fact) for fact in zip(game._roles, asked.moves or (), strict=False)]
    return _seen(game, asked, oracle.facts(given))


def _seen(game: Reasoner, asked: Seen, facts: dict[Relation, set[tuple[Ground, ...]]]) -> Seen:
    def of_roles(relation: Relation) -> Facts:
        return frozenset(fact for fact in facts.get(relation, ()) if fact[0] in game._roles)

    assert {fact[0] for fact in facts.get(("init", 1), ())} == game.initial_state()
    assert {fact[0] for fact in facts.get(("role", 1), ())} == set(game._roles)
    after = None if asked.moves is None else frozenset(fact[0] for fact in facts.get(("next", 1), ()))
    sees = frozenset(facts.get(SEES, ())) if asked.moves is not None else frozenset[tuple[Ground, ...]]()
    return Seen(asked.state, ("terminal", 0) in facts, of_roles(LEGAL), of_roles(GOAL), asked.moves, after, sees)


def assert_circuit_agrees(game: Reasoner, circuit: Circuit, record: Sequence[Seen]) -> None:
    """Compares a circuit with what the reasoner saw, in all positions at once."""
    assert circuit.state(circuit.initial) == game.initial_state()
    looking = Looking(circuit, _states(circuit, record))
    assert looking.values([circuit.terminal])[:, 0].tolist() == [seen.over for seen in record]
    for role, literals in enumerate(circuit.legal):
        assert_same_legal(game, circuit, role, looking.values(literals), record)
    for role, listed in enumerate(circuit.goals):
        holds = looking.values([literal for _, literal in listed])
        for seen, row in zip(record, holds, strict=True):
            found = {value for (value, _), holds_now in zip(listed, row, strict=True) if holds_now}
            assert found == right_goals(seen, game._roles[role])
    moving = [seen for seen in record if seen.moves is not None]
    following = Looking(circuit, _states(circuit, moving), _joint(circuit, moving)).values(circuit.following)
    assert [circuit.state(row) for row in following] == [seen.after for seen in moving]


def assert_engine_agrees(game: Reasoner, engine: Engine, record: Sequence[Seen]) -> None:
    """Compares an engine with what the reasoner saw, in all positions at once."""
    circuit = engine.circuit
    rows = pack_rows(_states(circuit, record))
    over, goals = engine.outcome(rows)
    assert over.tolist() == [seen.over for seen in record]
    for role, table in enumerate(engine.legal(rows)):
        assert_same_legal(game, circuit, role, table, record)
        wanted = [right_goals(seen, game._roles[role]) for seen in record]
        assert goals[:, role].tolist() == [next(iter(values)) if len(values) == 1 else -1 for values in wanted]
    moving = [seen for seen in record if seen.moves is not None]
    after = engine.step(pack_rows(_states(circuit, moving)), _joint(circuit, moving))
    found = [circuit.state(row) for row in unpack_rows(after, len(circuit.fluents))]
    assert found == [seen.after for seen in moving]


def assert_same_legal(
    game: Reasoner, circuit: Circuit, role: int, table: NDArray[np.bool_], record: Sequence[Seen]
) -> None:
    for seen, row in zip(record, table, strict=True):
        found = {move for move, legal in zip(circuit.moves[role], row, strict=True) if legal}
        assert found == {move for who, move in seen.legal if who == game._roles[role]}


def right_goals(seen: Seen, role: Ground) -> set[int]:
    """The goals of a role; none where something that is no goal holds too."""
    values = [goal_value(value) for who, value in seen.goals if who == role]
    return set() if None in values else {value for value in values if value is not None}


def _states(circuit: Circuit, record: Sequence[Seen]) -> NDArray[np.bool_]:
    bits = [[fluent in seen.state for fluent in circuit.fluents] for seen in record]
    return np.array(bits, dtype=np.bool_).reshape(len(record), len(circuit.fluents))


def _joint(circuit: Circuit, record: Sequence[Seen]) -> NDArray[np.int64]:
    numbers = [{move: number for number, move in enumerate(moves)} for moves in circuit.moves]
    found = [[table[move] for table, move in zip(numbers, seen.moves or (), strict=True)] for seen in record]
    return np.array(found, dtype=np.int64).reshape(len(record), len(circuit.moves))


class Program(clingo.Observer):
    """A ground program as the grounder's own process writes it, without that process."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        parts = [1, int(choice), len(head), *head, 0, len(body), *body]
        self.lines.append(" ".join(map(str, parts)))

    def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
        text = str(symbol)
        self.lines.append(f"4 {len(text)} {text} {f'1 {atom}' if atom else '0'}")


def ground_at_once(program: str, budget: GroundingBudget) -> bytes:
    """What ``run_clingo`` gives, in this process: for hundreds of small programs."""
    control, written = clingo.Control(["--warn=none"]), Program()
    control.register_observer(written)
    control.add("base", [], program)
    control.ground([("base", [])])
    return "".join(f"{line}\n" for line in written.lines).encode()
