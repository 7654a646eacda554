"""Playouts that prefer moves: how often each move is made, by the slow twin and in machine code."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.circuit.network import TRUE
from ludens.engine.backend import Backend
from ludens.engine.code.choice import MOST_SHIFT
from ludens.engine.engine import Engine
from ludens.engine.preference import (
    BEFORE,
    FEATURE,
    FLUENT,
    KIND,
    MADE,
    MARK,
    NEW,
    NO_LEVEL,
    Levels,
    Preference,
    no_cases,
    preferred,
)
from ludens.engine.rows import unpack_rows
from ludens.games.loading import load_rulesheet
from tests.engine.slow_preference import move_chances, remembered
from tests.engine.targets import EVERY_TARGET

GAMES = 100_000
GAMES_FOLLOWED = 48
DEVIATIONS = 4.5


def engine_of(name: str, backend: Backend = Backend.LLVM) -> Engine:
    return Engine(load_rulesheet(name).compiled.circuit, backend)


def marked(name: str, target: str = "8 x 64") -> Engine:
    """An engine with two classes of marks that rest on what is true, whatever that means."""
    circuit, random = load_rulesheet(name).compiled.circuit, np.random.default_rng(8)
    classes = []
    for _ in range(2):
        tables = []
        for moves in circuit.moves:
            fluents = 1 + random.integers(len(circuit.fluents), size=len(moves))
            tables.append(tuple(int(literal) for literal in 2 * fluents + random.integers(2, size=len(moves))))
        classes.append(tuple(tables))
    changed = type(circuit)(**{**vars(circuit), "marks": tuple(classes)})
    return Engine(changed, Backend.TABLE, EVERY_TARGET.get(target, next(iter(EVERY_TARGET.values()))))


def random_preference(engine: Engine, seed: int, *, weighted: bool, marks: int = 0) -> Preference:
    """Any preference: some levels, some cases with all kinds of conditions, features of the last two moves."""
    random = np.random.default_rng(seed)
    counts = [len(engine.moves(role)) for role in range(len(engine.roles))]
    total = sum(counts)
    # The first features are moves just made, the next those of the step before, the last two sums of others.
    sources = [(move, MADE + move) for move in range(total)]
    sources += [(total + move, BEFORE + move) for move in range(total)]
    sources += [(2 * total + number % 2, NEW + int(random.integers(2 * total))) for number in range(6)]
    roles = []
    for moves in counts:
        levels = int(random.integers(2, 7))
        kinds = [(FEATURE, 2 * total + 2), (FLUENT, len(engine.circuit.fluents))]
        kinds += [(MARK, marks)] if marks else []
        cases = []
        for _ in range(3 * moves):
            pair = [kinds[int(random.integers(len(kinds)))] for _ in range(2)]
            one, other = (kind + int(random.integers(size)) for kind, size in pair)
            cases.append((int(random.integers(moves)), one, one if random.random() < 0.7 else other, levels - 1))
        table = np.array(cases)
        table[:, 3] = random.integers(levels, size=len(table))
        chances = np.where(random.random(levels) < 0.4, 1.0, random.random(levels))
        free = np.arange(levels) == random.integers(levels)
        some = np.unique(random.integers(MOST_SHIFT + 1, size=4))
        weights = some[random.integers(len(some), size=moves)] if weighted else None
        roles.append(Levels(chances, free, random.integers(NO_LEVEL, levels, size=moves), table, weights))
    return Preference(tuple(roles), 2 * total + 2, np.array(sources))


def first_moves(engine: Engine, preference: Preference, role: int = 0) -> NDArray[np.float64]:
    """How often a role makes each move first."""
    found = engine.playouts(engine.initial(), GAMES, 3, max_steps=1, amaf=True, preference=preference)
    assert found.played is not None
    return np.asarray(found.played[role][0][0] / GAMES)


def by_twin(engine: Engine, preference: Preference) -> NDArray[np.float64]:
    legal, nothing = engine.legal(engine.initial())[0][0], np.zeros(preference.features, dtype=np.bool_)
    return move_chances(preference.roles[0], legal, engine.circuit.initial, nothing, [])


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("chance", [0.25, 0.6, 1.0])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
def test_preferred_moves_are_made_as_often_as_they_should(name: str, chance: float, backend: Backend) -> None:
    engine, random = engine_of(name, backend), np.random.default_rng(2)
    tables = [random.random(len(engine.moves(role))) < 0.3 for role in range(2)]
    legal = engine.legal(engine.initial())[0][0]
    assert 0 < (legal & tables[0]).sum() < legal.sum()
    found, chances = first_moves(engine, preferred(tables, chance)), by_twin(engine, preferred(tables, chance))
    assert np.abs(found - chances).max() < DEVIATIONS * np.sqrt(0.25 / GAMES)
    assert abs((found - chances)[tables[0]].sum()) < DEVIATIONS * np.sqrt(0.25 / GAMES)


@pytest.mark.parametrize("moves", [2, 9, 41, 155])
def test_weights_of_any_kind_are_kept(moves: int) -> None:
    name = {2: "kuhn_poker", 9: "tic_tac_toe", 41: "cephalopod", 155: "breakthrough"}[moves]
    engine, random = engine_of(name), np.random.default_rng(moves)
    roles = []
    for role in range(len(engine.roles)):
        own = len(engine.moves(role))
        weights = random.choice([0, 1, 5, 7], size=own)
        roles.append(Levels(np.zeros(0), np.zeros(0, dtype=np.bool_), np.full(own, NO_LEVEL), no_cases(), weights))
    preference = Preference(tuple(roles))
    found, chances = first_moves(engine, preference), by_twin(engine, preference)
    assert np.abs(found - chances).max() < DEVIATIONS * np.sqrt(0.25 / GAMES)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "goofspiel"])
def test_whole_games_follow_the_twin(name: str, weighted: bool) -> None:
    """Along each game the twin says how likely every move was; sums of labels of moves must be what it expects."""
    engine = marked(name)
    preference = random_preference(engine, 5, weighted=weighted, marks=2)
    history = engine.histories(engine.initial(), GAMES_FOLLOWED, 4, max_steps=60, preference=preference)
    labels = [
        np.random.default_rng(role).normal(size=(6, len(engine.moves(role)))) for role in range(len(engine.roles))
    ]
    excess, variance = np.zeros(6), np.zeros(6)
    for game in history.moves:
        row, features = engine.initial(), np.zeros(preference.features, dtype=np.bool_)
        for joint in game[game[:, 0] >= 0]:
            made, first = set[int](), 0
            fluents = unpack_rows(row, len(engine.circuit.fluents))[0]
            for role, table in enumerate(engine.legal(row)):
                marks = [np.array([truth(fluents, x) for x in tables[role]]) for tables in engine.circuit.marks]
                chances = move_chances(preference.roles[role], table[0], fluents, features, marks)
                assert chances[joint[role]] > 0
                means = labels[role] @ chances
                excess += labels[role][:, joint[role]] - means
                variance += labels[role] ** 2 @ chances - means**2
                made.add(first + int(joint[role]))
                first += len(chances)
            features = remembered(preference, features, made)
            row = engine.step(row, joint[None].astype(np.int64))
    assert (np.abs(excess) < DEVIATIONS * np.sqrt(variance)).all()


def truth(fluents: NDArray[np.bool_], literal: int) -> bool:
    return bool(fluents[(literal >> 1) - 1]) != (literal & TRUE == 1)


def test_nothing_is_remembered_of_the_game_before() -> None:
    """A lane plays several games: their first moves are made as if nothing had been played."""
    engine = engine_of("tic_tac_toe")
    edge, first = engine.moves(0).index("(mark 1 2)"), len(engine.moves(0))
    answered = np.array([[0, MADE + first + move] for move in range(len(engine.moves(1)))])
    levels = Levels(
        np.ones(1), np.zeros(1, dtype=np.bool_), np.full(first, NO_LEVEL), np.array([[edge, FEATURE, FEATURE, 0]])
    )
    preference = Preference((levels, None), 1, answered)
    several = engine.playouts(engine.initial(), GAMES, 1, preference=preference)
    alone = engine.playouts(engine.initial(), GAMES, 2, amaf=True, preference=preference)
    assert abs(several.goals[0, 0] - alone.goals[0, 0]) / GAMES < DEVIATIONS * 100 * np.sqrt(0.5 / GAMES)


def test_histories_are_games_by_the_rules() -> None:
    engine = engine_of("connect_four")
    rows = engine.step(engine.initial(2), np.array([[0, 7], [3, 7]]))
    history = engine.histories(rows, 40, 9)
    assert history.moves.shape[0] == 80
    for number, game in enumerate(history.moves):
        row = rows[number // 40][None]
        played = game[game[:, 0] >= 0]
        for joint in played:
            assert all(table[0, move] for table, move in zip(engine.legal(row), joint, strict=True))
            row = engine.step(row, joint[None].astype(np.int64))
        over, goals = engine.outcome(row)
        place = divmod(number, 40)
        assert over[0]
        assert len(played) == history.games.lengths[place]
        assert (goals[0] == history.games.goals[place]).all()


def test_the_same_numbers_on_every_target_and_from_the_table() -> None:
    circuit = load_rulesheet("connect_four").compiled.circuit
    made = [Engine(circuit, Backend.TABLE, target) for target in EVERY_TARGET.values()]
    made.append(Engine(circuit, Backend.LLVM))
    for weighted in (False, True):
        preference = random_preference(made[0], 6, weighted=weighted)
        play = functools.partial(Engine.playouts, per_state=300, seed=5, preference=preference)
        found = [play(engine, engine.initial(3)) for engine in made]
        games = [engine.histories(engine.initial(3), 70, 5, preference=preference).moves for engine in made]
        assert all((other.reached[0] == found[0].reached[0]).all() for other in found)
        assert all((other == games[0]).all() for other in games)
        threads = play(made[0], made[0].initial(3), threads=2)
        assert (threads.goals == found[0].goals).all()
        assert (threads.steps == found[0].steps).all()


def test_without_a_preferred_legal_move_all_are_equally_likely() -> None:
    engine = engine_of("connect_four")
    tables = [np.zeros(len(engine.moves(role)), dtype=np.bool_) for role in range(2)]
    legal = engine.legal(engine.initial())[0][0]
    found = first_moves(engine, preferred(tables))
    assert np.abs(found - legal / legal.sum()).max() < DEVIATIONS * np.sqrt(0.25 / GAMES)


def test_who_prefers_good_moves_wins_more_often() -> None:
    game = ludens.load("reversi")
    engine = game.engine
    assert isinstance(engine, Engine)
    seen = engine.playouts(engine.initial(64), 64, 1, amaf=True)
    assert seen.played is not None
    averages = [sums.sum(axis=0) / np.maximum(1, counts.sum(axis=0)) for counts, sums in seen.played]
    tables = (averages[0] > np.quantile(averages[0], 0.75), np.zeros(len(averages[1]), dtype=np.bool_))
    found = engine.playouts(engine.initial(64), 64, 2, preference=preferred(tables))
    assert found.goals[:, 0].sum() > 1.2 * seen.goals[:, 0].sum()


def test_what_cannot_be_meant_is_refused() -> None:
    engine = engine_of("tic_tac_toe", Backend.TABLE)
    moves = len(engine.moves(0))
    one, none = np.ones(1), np.zeros(1, dtype=np.bool_)
    level = np.zeros(moves, dtype=np.int64)
    wrong = {
        "shape": Levels(one, none, level[1:]),
        "chances": Levels(2 * one, none, level),
        "no level 1": Levels(one, none, level, np.array([[0, 0, 0, 1]])),
        "no move 10": Levels(one, none, level, np.array([[moves, 0, 0, 0]])),
        "no condition": Levels(one, none, level, np.array([[0, FEATURE, FLUENT, 0]])),
        "nothing is meant": Levels(one, none, level, np.array([[0, 7 * KIND, FLUENT, 0]])),
        "no weight": Levels(one, none, level, weights=np.full(moves, MOST_SHIFT + 1)),
        "different values": Levels(one, none, level, weights=np.arange(moves) % 8),
        "can be 32": Levels(np.ones(33), np.zeros(33, dtype=np.bool_), level),
    }
    for message, levels in wrong.items():
        with pytest.raises(ValueError, match=message):
            engine.playouts(engine.initial(), 1, 1, preference=Preference((levels, None)))
    with pytest.raises(ValueError, match="1 roles"):
        engine.playouts(engine.initial(), 1, 1, preference=Preference((None,)))
    with pytest.raises(ValueError, match="features"):
        engine.playouts(engine.initial(), 1, 1, preference=Preference((None, None), 10_000))
