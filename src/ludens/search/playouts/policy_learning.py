"""A policy for playouts that imitates the search: learnt from what trees chose, at their roots and below."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludens.circuit.network import Literal
from ludens.engine.backend import Backend
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.engine import Engine
from ludens.engine.preference import FLUENT, MARK, Levels, Numbers, Preference
from ludens.engine.rows import Rows, unpack_rows
from ludens.game import Limit
from ludens.search.facts import facts_of
from ludens.search.playouts.captures import engine_with_captures
from ludens.search.playouts.on_lanes import LanePlayouts
from ludens.search.playouts.policy_fit import Choices, LinearPolicy, fitted
from ludens.search.playouts.preferences.guide import Floats, Watched, epsilon_greedy
from ludens.search.playouts.preferences.mast import BestQuarter
from ludens.search.random_games import cut_after
from ludens.search.tree.arrays import NODES, NOT_EXPANDED, Tree, moves_of_edges
from ludens.search.tree.policy import UCB1, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.search import SearchSettings, TreeSearch

ROUNDS = 2
"""Times that searches are made, the later ones with the policy learnt before."""

SEARCHES, PLAYOUTS, EACH = 32, 16_384, 8
"""Searches of a round, their playouts, and how many of these from one leaf."""

FEWEST_VISITS = 32 * EACH
"""Playouts that must have passed through a position before its choices count."""

MOST_POSITIONS = 4_000
"""Of one role and round: those with most visits."""

PAIRS_PER_MOVE = 1
"""Pairs of a move and a fluent for each move, on average."""

SHARPNESS = 2
"""The power of visits that a policy is to imitate: higher than 1, because a search explores more than it believes."""

EPSILON = 0.2
SCALE = 1000
"""Scores are kept as whole numbers, so many to one."""


@dataclass(frozen=True, slots=True)
class LearntPolicy:
    """A guide that has learnt before: with ``epsilon`` any move, otherwise one of the highest score.

    ``marks``: those of the circuit, class by class and role by role.
    """

    policies: tuple[LinearPolicy, ...]
    marks: tuple[tuple[tuple[Literal, ...], ...], ...] = ()
    epsilon: float = EPSILON
    learns: bool = False

    def learn(self, watched: Watched) -> None:
        pass

    def preference(self) -> Preference:
        able = [[np.flatnonzero(marks[role]) for marks in self.marks] for role in range(len(self.policies))]
        return Preference(tuple(_levels(*each, self.epsilon) for each in zip(self.policies, able, strict=True)))


def _levels(policy: LinearPolicy, able: list[Numbers], epsilon: float) -> Levels:
    """Levels by score, of moves alone and with one mark or fluent that makes them better."""
    better = policy.pair_weights > 0
    own, fluents = policy.pairs[better].T
    conditions = [np.stack([own, FLUENT + fluents, FLUENT + fluents], axis=1)]
    scores = [policy.moves[own] + policy.pair_weights[better]]
    for mark, (weight, moves) in enumerate(zip(policy.marks, able, strict=True)):
        condition = np.full(len(moves), MARK + mark)
        conditions.append(np.stack([moves, condition, condition], axis=1))
        scores.append(policy.moves[moves] + weight)
    return epsilon_greedy(policy.moves, epsilon, np.concatenate(conditions), np.concatenate(scores))


def learnt_policy(game: LoadedGame[Any]) -> tuple[BatchEngine, LearntPolicy]:
    """A policy for a game, and the engine to play by it; learnt once and kept. Raises ValueError without a circuit."""
    engine = engine_with_captures(game) or game.engine
    if engine.circuit is None:
        raise ValueError("its engine runs no circuit")
    words = facts_of(game).kept("playout policy", lambda: _written(_learnt(game, engine)))
    return engine, LearntPolicy(_read(words), engine.circuit.marks)


def _moves(engine: BatchEngine) -> list[int]:
    return [len(engine.moves(role)) for role in range(len(engine.roles))]


def _learnt(game: LoadedGame[Any], engine: BatchEngine) -> tuple[LinearPolicy, ...]:
    most, random, circuit = cut_after(game.info), np.random.default_rng(1), engine.circuit
    assert circuit is not None
    engine.wait()
    evaluation = LanePlayouts(engine, BestQuarter(_moves(engine)), most)
    policies: tuple[LinearPolicy, ...] = ()
    found: list[list[Choices]] = [[] for _ in engine.roles]
    for _ in range(ROUNDS):
        for role, choices in enumerate(_searched(engine, evaluation, random)):
            found[role] = [*found[role], choices][-2:]
        policies = tuple(fitted(_joined(own), PAIRS_PER_MOVE * own[0].legal.shape[1]) for own in found)
        evaluation = LanePlayouts(engine, LearntPolicy(policies, circuit.marks), most)
    return policies


def _searched(engine: BatchEngine, evaluation: LanePlayouts, random: np.random.Generator) -> list[Choices]:
    """What searches from positions along games chose, by role."""
    rows = _positions(engine, evaluation, random)
    settings = SearchSettings(
        Policy(UCB1, exploration=0.4, certain=False), playouts=EACH, shared=True, evaluation=evaluation
    )
    states: list[list[Rows]] = [[] for _ in engine.roles]
    chosen: list[list[Floats]] = [[] for _ in engine.roles]
    for row in rows:
        search = TreeSearch(engine, settings, int(random.integers(1 << 62)))
        search.start(row[None])
        search.think(Limit(playouts=PLAYOUTS))
        for role, (where, parts) in enumerate(_visits(search.tree, engine)):
            states[role].append(where)
            chosen[role].append(parts)
    return [
        _choices(engine, role, np.concatenate(states[role]), np.concatenate(chosen[role]))
        for role in range(len(engine.roles))
    ]


def _positions(engine: BatchEngine, evaluation: LanePlayouts, random: np.random.Generator) -> Rows:
    """One position of each of some games that the playouts of an evaluation make."""
    start = engine.initial()
    seed = int(random.integers(1 << 62))
    assert engine.telling is not None
    games = engine.telling(start, SEARCHES, seed, max_steps=evaluation.max_steps, preference=evaluation.preference)
    found = []
    for moves in games.moves.astype(np.int64):
        steps = moves[moves[:, 0] >= 0]
        row = start
        for joint in steps[: int(random.integers(max(1, len(steps) - 2)))]:
            row = engine.step(row, joint[None])
        found.append(row)
    return np.concatenate(found)


def _visits(tree: Tree, engine: BatchEngine) -> list[tuple[Rows, Floats]]:
    """For each role: the positions of a tree that were visited often and in which it chose, and its parts of visits."""
    roles, size = len(engine.roles), int(tree.sizes[NODES])
    nodes = tree.nodes[:size]
    often = np.flatnonzero((nodes["visits"] >= FEWEST_VISITS) & (nodes["first_edge"] != NOT_EXPANDED))
    found = []
    for role in range(roles):
        before = tree.counts[often, :role].sum(axis=1)
        count = tree.counts[often, role]
        choosing = count > 1
        places, own = often[choosing], count[choosing].astype(np.int64)
        first = nodes["first_edge"][places] + before[choosing]
        edges = np.repeat(first - np.cumsum(own) + own, own) + np.arange(own.sum())
        parts = np.zeros((len(places), len(engine.moves(role))))
        owner = np.repeat(np.arange(len(places)), own)
        parts[owner, moves_of_edges(tree, edges) // roles] = tree.edges["visits"][edges]
        found.append((rows_of(tree, places), parts))
    return found


def _choices(engine: BatchEngine, role: int, rows: Rows, visits: Floats) -> Choices:
    """The positions with most visits, and all that a policy looks at."""
    some = visits.sum(axis=1) > 0
    rows, visits = rows[some], visits[some]
    order = np.argsort(-visits.sum(axis=1), kind="stable")[:MOST_POSITIONS]
    rows, visits = np.ascontiguousarray(rows[order]), visits[order] ** SHARPNESS
    circuit = engine.circuit
    assert circuit is not None
    tables = tuple(Engine(replace(circuit, legal=marks), Backend.TABLE).legal(rows)[role] for marks in circuit.marks)
    return Choices(
        unpack_rows(rows, len(circuit.fluents)),
        engine.legal(rows)[role],
        visits / visits.sum(axis=1, keepdims=True),
        tables,
    )


def _joined(parts: list[Choices]) -> Choices:
    marks = tuple(np.concatenate(tables) for tables in zip(*(part.marks for part in parts), strict=True))
    fluents, legal, chosen = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("fluents", "legal", "chosen")
    )
    return Choices(fluents, legal, chosen, marks)


def _written(policies: tuple[LinearPolicy, ...]) -> list[int]:
    """Policies as whole numbers, each part after its length."""
    words: list[int] = [len(policies)]
    for policy in policies:
        for part in (policy.moves * SCALE, policy.marks * SCALE, policy.pairs.ravel(), policy.pair_weights * SCALE):
            words += [len(part), *np.rint(part).astype(np.int64).tolist()]
    return words


def _read(words: list[int]) -> tuple[LinearPolicy, ...]:
    """Policies from what ``_written`` made of them."""
    numbers = np.array(words, dtype=np.int64)
    place, policies = 1, []
    for _ in range(int(numbers[0])):
        parts: list[Numbers] = []
        for _ in range(4):
            length = int(numbers[place])
            parts.append(numbers[place + 1 : place + 1 + length])
            place += 1 + length
        moves, marks, pairs, weights = parts
        policies.append(LinearPolicy(moves / SCALE, marks / SCALE, pairs.reshape(-1, 2), weights / SCALE))
    return tuple(policies)
