"""The expander against the engine, child by child and reply by reply, and packed positions against rows."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.expander.expander import Expander, suits
from ludens.engine.expander.packing import packing_of, plain_packing
from ludens.engine.expander.places import BAD, GOALS, OVER, OVER2, SECOND, VALID2
from ludens.engine.rows import Rows, pack_rows
from ludens.search.facts import facts_of

GAMES = [
    "tic_tac_toe",
    "connect_four(columns=4, rows=4)",
    "connect_four",
    "connect_four(suicide=true)",
    "nim(heaps=1-5-4-2)",
    "breakthrough(size=5)",
    "breakthrough",
    "pentago",
    "eight_puzzle",
]


def positions(game: Any, games: int, seed: int) -> Rows:
    """Positions of random games that are not over."""
    rng, found = random.Random(seed), list[Any]()
    for _ in range(games):
        state = game.initial_state()
        while not game.is_terminal(state) and len(found) < 40 * games:
            found.append(state)
            moves = [rng.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles))]
            state = game.next_state(state, moves)
    return np.asarray(game.pack(rng.sample(found, min(len(found), 12))))


def choices(engine: Any, row: Rows) -> tuple[int, list[list[int]]]:
    """Who has a choice, and the joint moves."""
    legal = [np.flatnonzero(table[0]).tolist() for table in engine.legal(row)]
    mover = max(range(len(legal)), key=lambda role: (len(legal[role]) > 1, -role))
    return mover, [list(joint) for joint in itertools.product(*legal)]


@pytest.mark.parametrize("name", GAMES)
def test_children_and_replies_are_those_of_the_engine(name: str) -> None:
    game = ludens.load(name)
    engine = game.engine
    assert engine.circuit is not None
    expander = Expander(engine.circuit, facts_of(game).structure)
    plan, packing = expander.plan, expander.packing
    first = [0, len(engine.circuit.moves[0])]
    for row in positions(game, 2, 1)[:, None]:
        mover, joint = choices(engine, row)
        forced = None if len(engine.roles) == 1 else first[1 - mover] + joint[0][1 - mover]
        record = expander.record(engine, row)
        for chunk in range(0, len(joint), 64):
            here = joint[chunk : chunk + 64]
            found = expander.expand(record, [first[mover] + moves[mover] for moves in here], forced)
            rows, over, goals = engine.follow(np.repeat(row, len(here), axis=0), np.array(here))
            assert found[BAD] == 0
            for lane in range(len(here)):
                child = rows[lane][None]
                bit = np.uint64(1 << lane)
                assert bool(found[OVER] & bit) == over[lane]
                for number, level in enumerate(plan.levels[1:]):
                    assert bool(found[GOALS + number] & bit) == (over[lane] and goals[lane, 0] >= level)
                at = plan.records_at + lane * plan.record_words
                made = found[at : at + plan.record_words]
                assert (packing.unpack(made[None, : plan.key_words]) == child).all()
                at = plan.keys_at + lane * plan.key_words
                assert (found[at : at + plan.key_words] == expander.key(made)).all()
                if not over[lane]:
                    assert (made == expander.record(engine, child)).all()
                    check_replies(expander, engine, found, lane, child)


def check_replies(expander: Expander, engine: Any, found: Rows, lane: int, child: Rows) -> None:
    replier, replies = choices(engine, child)
    if len(replies) > 1:
        assert bool(found[SECOND] & np.uint64(1 << lane)) == (replier == 1)
    if not expander.plan.replies:
        return
    _, over, goals = engine.follow(np.repeat(child, len(replies), axis=0), np.array(replies))
    valid = {(int(bit) // 8) for bit in np.flatnonzero(unpacked(found[VALID2])) if bit % 8 == lane}
    numbers = [joint[replier] if len(replies) > 1 else 0 for joint in replies]
    assert valid == set(numbers)
    levels = expander.plan.levels
    for number, is_over, goal in zip(numbers, over, goals, strict=True):
        bit = np.uint64(1 << (8 * number + lane))
        assert bool(found[OVER2] & bit) == is_over
        for at, level in enumerate(levels[1:]):
            assert bool(found[GOALS + len(levels) - 1 + at] & bit) == (is_over and goal[0] >= level)


def unpacked(word: np.uint64) -> Any:
    return np.unpackbits(np.array([word]).view(np.uint8), bitorder="little")


@pytest.mark.parametrize("name", GAMES)
def test_packing_loses_nothing_and_images_have_the_same_outcomes(name: str) -> None:
    game = ludens.load(name)
    engine = game.engine
    assert engine.circuit is not None
    packing = packing_of(engine.circuit, facts_of(game).structure)
    rows = positions(game, 6, 2)
    assert packing.holds(rows)
    values = np.unpackbits(packing.pack(rows).view(np.uint8), axis=1, bitorder="little", count=packing.bits)
    for image in packing.images:
        images = packing.unpack(pack_rows(values[:, list(image)].astype(np.bool_)))
        assert [table.sum(axis=1).tolist() for table in engine.legal(images)] == [
            table.sum(axis=1).tolist() for table in engine.legal(rows)
        ]


def test_how_few_bits_there_are() -> None:
    game = ludens.load("connect_four")
    assert game.engine.circuit is not None
    found = packing_of(game.engine.circuit, facts_of(game).structure)
    assert (found.bits, len(found.images)) == (85, 1)
    assert packing_of(game.engine.circuit, None) == plain_packing(game.engine.circuit)
    assert len(ludens.load("tic_tac_toe").engine.roles) == 2


def test_what_there_is_no_expander_for() -> None:
    assert not suits(None)
    assert not suits(ludens.load("hex(size=3)").engine.circuit)
    assert not suits(ludens.load("connect_four(players=3)").engine.circuit)
