"""Positions by number: the right ones, for any number of threads, in bounded memory."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import GameInfo
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.numbered import ForgottenPositionError, NumberedPositions
from ludens.testing import random_game


@dataclass(frozen=True)
class Slow:
    """A position in whose comparison other threads get their turn."""

    value: int

    def __hash__(self) -> int:
        time.sleep(0)
        return self.value


class Walk:
    """A walk over the whole numbers, one step to the left or the right at a time; ``made`` counts the steps."""

    info = GameInfo("walk", ("walker",))

    def __init__(self, kind: Any = int) -> None:
        self.kind, self.made = kind, 0

    def initial_state(self) -> Any:
        return self.kind(0)

    def is_terminal(self, state: Any) -> bool:
        return False

    def legal_moves(self, state: Any, role: int) -> tuple[str, ...]:
        return tuple(sorted((f"left of {state}", f"right of {state}")))

    def next_state(self, state: Any, moves: Any) -> Any:
        self.made += 1
        return state + (1 if moves[0].startswith("right") else -1)

    def goals(self, state: Any) -> tuple[int, ...]:
        return (0,)

    def text(self, state: Any) -> str:
        return str(state)


def walked(engine: AnyGameEngine[Any], steps: int) -> list[Any]:
    """The rows of a walk to the right."""
    rows = [engine.initial()]
    for _ in range(steps):
        engine.legal(rows[-1])
        move = [name.startswith("right") for name in engine.moves(0)]
        [legal] = engine.legal(rows[-1])
        rows.append(engine.step(rows[-1], np.flatnonzero(legal[0] & move)[None]))
    return rows


def test_threads_do_not_get_each_others_positions() -> None:
    engine: AnyGameEngine[Any] = AnyGameEngine(Walk(Slow))
    wrong = []

    def pack(thread: int) -> None:
        for first in range(0, 1_000, 10):
            states = [Slow(4 * number + thread) for number in range(first, first + 10)]
            if engine.unpack(engine.pack(states)) != states:
                wrong.append(first)

    threads = [threading.Thread(target=pack, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_threads_do_not_give_two_moves_one_number() -> None:
    class SlowText(str):
        __slots__ = ()

        def __hash__(self) -> int:
            time.sleep(0)
            return super().__hash__()

    positions: NumberedPositions[Any] = NumberedPositions(Walk())
    found: dict[str, int] = {}

    def number(thread: int) -> None:
        for move in range(500):
            text = f"{thread} {move}"
            found[text] = positions.number_moves(0, [SlowText(text)])[0]

    threads = [threading.Thread(target=number, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(positions.moves(0)[place] == text for text, place in found.items())
    assert len(set(found.values())) == 2_000


@pytest.mark.parametrize("kind", [int, lambda value: frozenset({value}), lambda value: b"x" * (value + 50)])
def test_equal_positions_have_equal_numbers(kind: Any) -> None:
    positions: NumberedPositions[Any] = NumberedPositions(Walk())
    states = [kind(value) for value in (3, 1, 3, 2, 1)]
    numbers = positions.give(states)
    assert numbers == [0, 1, 0, 2, 1]
    assert positions.states(numbers) == states


def test_a_set_of_facts_is_not_taken_for_bytes() -> None:
    positions: NumberedPositions[Any] = NumberedPositions(Walk())
    facts = frozenset({("cell", "1")})
    [number] = positions.give([facts])
    states = [b"\0\0\0\0", facts, frozenset({b"\0\0\0\0"}), frozenset(), b"", 0, None]
    assert positions.states(positions.give(states)) == states
    assert positions.states([number]) == [facts]


def test_memory_is_bounded_and_every_row_stays_good() -> None:
    game = Walk()
    engine: AnyGameEngine[Any] = AnyGameEngine(game)
    engine._positions = NumberedPositions(game, kept=10)
    rows = walked(engine, 500)
    assert engine._positions.kept <= 3 * 10
    assert engine.unpack(np.concatenate(rows)) == list(range(501))
    assert engine._positions.kept <= 3 * 10
    for value in (7, 400, 3, 499):
        [legal] = engine.legal(rows[value])
        assert [engine.moves(0)[n] for n in np.flatnonzero(legal[0])] == [f"left of {value}", f"right of {value}"]


def test_positions_in_use_are_not_worked_out_again() -> None:
    game = Walk()
    positions: NumberedPositions[Any] = NumberedPositions(game, kept=10)
    [root] = positions.give([0])
    for value in range(1, 200):
        positions.follow([value], [root], [[0]])
        assert positions.states([root]) == [0]
    assert game.made == 0


def test_what_is_far_too_old_is_refused_and_never_mistaken() -> None:
    game = Walk()
    engine: AnyGameEngine[Any] = AnyGameEngine(game)
    engine._positions = NumberedPositions(game, kept=10, traced=100)
    rows = walked(engine, 500)
    with pytest.raises(ForgottenPositionError, match="pack the position again"):
        engine.legal(rows[250])
    assert engine.unpack(rows[-1]) == [500]
    assert engine.unpack(engine.pack([250])) == [250]


def test_a_number_that_was_never_given_is_refused() -> None:
    engine: AnyGameEngine[Any] = AnyGameEngine(Walk())
    engine.initial()
    for number in (1, 1 << 63):
        with pytest.raises(ValueError, match=f"has not seen a position number {number}"):
            engine.outcome(np.array([[number]], dtype=np.uint64))


def test_rulesheet_positions_are_worked_out_again_from_their_games() -> None:
    game = ludens.load("connect_four")
    engine: AnyGameEngine[Any] = AnyGameEngine(game)
    engine._positions = NumberedPositions(game, kept=3)
    states, joints = random_game(game, random.Random(1))
    rows = [engine.initial()]
    for moves in joints:
        engine.legal(rows[-1])
        rows.append(engine.step(rows[-1], np.array([[engine.moves(r).index(m) for r, m in enumerate(moves)]])))
    assert engine.unpack(np.concatenate(rows)) == list(states)
    assert engine._positions.kept <= 9
