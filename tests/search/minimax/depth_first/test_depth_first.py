"""Depth-first search against plain minimax, against the search on batches, and against known values."""

from __future__ import annotations

import errno
import itertools
import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.game import GameInfo, ParameterError
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.kept_table import KeptTable, is_kept_table
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.table import is_exact, new_table
from ludens.search.minimax.solve import Effort, solve
from tests.random_games import TableGame, random_table_game
from tests.search.minimax.plain_minimax import minimax

SHARED = Path(os.environ.get("LUDENS_CONNECT_FOUR") or Path(__file__).parents[5] / "shared" / "connect_four")


def search_of(game: Any, *, memory: int = 1 << 20, threads: int = 1, **options: bool) -> DepthFirst:
    expander = expander_of(game, **options)
    assert expander is not None
    return DepthFirst(game.engine, expander, new_table(memory), longest=longest_path(game), threads=threads)


def reached(game: Any, rng: random.Random, moves: int) -> Any:
    """The position after so many random moves, or the last before the end."""
    state = game.initial_state()
    for _ in range(moves):
        joint = [rng.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles))]
        after = game.next_state(state, joint)
        if game.is_terminal(after):
            break
        state = after
    return state


def lively_game(seed: int) -> TableGame:
    """A random game with ends of all kinds, in which who moves is as random as where to; now and then both do."""
    rng = random.Random(seed)
    positions, most = rng.randint(12, 40), rng.choice((3, 5, 9))
    ends: dict[int, tuple[int, ...]] = {
        end: (goal, 100 - goal) for end in range(positions // 2, positions) for goal in [rng.choice((0, 30, 50, 100))]
    }
    legal: list[tuple[tuple[int, ...], ...]] = []
    after: dict[tuple[int, tuple[int, ...]], int] = {}
    for position in range(positions):
        if position in ends:
            legal.append(((), ()))
            continue
        counts = [1, 1]
        counts[rng.randrange(2)] = rng.randint(1, most)
        if rng.random() < 0.01:
            counts = [2, 2]
        legal.append(tuple(tuple(sorted(rng.sample(range(most), min(count, most)))) for count in counts))
        far = rng.choice((4, positions))
        for joint in itertools.product(*legal[-1]):
            after[position, joint] = min(positions - 1, rng.randrange(position + 1, position + 1 + far))
    return TableGame(GameInfo(f"lively {seed}", ("a", "b")), tuple(legal), after, ends)


@pytest.mark.parametrize("part", range(2))
def test_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(lively_game(seed), seed) for seed in range(100 * part, 100 * part + 6)) > 1


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(lively_game(seed), seed) for seed in range(1000 + 100 * part, 1060 + 100 * part)) > 30


def compare(tables: TableGame, seed: int) -> bool:
    """Compares the value of one game with that of plain minimax; whether it was searched."""
    game: Any = ludens.load(tables.rules())
    if expander_of(game) is None:
        return False
    try:
        found = search_of(game, replies=seed % 2 == 0).value(game.engine.initial())
    except UnsuitedError:
        assert not tables.in_turns
        return False
    assert found == minimax(tables, 0, 0, 60), seed
    return True


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four(columns=4, rows=4)", "connect_four(suicide=true)"])
def test_depths_are_those_of_plain_minimax(name: str) -> None:
    """In these games a position has one depth, so that nothing better is known from elsewhere."""
    game: Any = ludens.load(name)
    rng = random.Random(name)
    seen = set()
    for _ in range(12):
        state = reached(game, rng, rng.randrange(2, 14))
        search = search_of(game, replies=False)
        for depth in range(1, 4):
            value = minimax(game, state, 0, depth)
            for level in (1, 2):
                answer = search.ask(game.pack([state]), level, depth)
                assert answer.holds == (value >= search.levels[level])
                seen.add(answer)
    assert len(seen) > 1


@pytest.mark.parametrize("replies", [False, True])
@pytest.mark.parametrize("symmetries", [False, True])
def test_positions_have_the_values_of_the_search_on_batches(symmetries: bool, replies: bool) -> None:
    game: Any = ludens.load("connect_four(columns=4, rows=5)")
    rng, seen = random.Random(7), set()
    search = search_of(game, symmetries=symmetries, replies=replies)
    for _ in range(12):
        state = reached(game, rng, rng.randrange(5, 16))
        goal = solve(game, state, Effort(depth_first=False, first_moves=False)).goals[0]
        assert search.value(game.pack([state]), guess=rng.choice([None, 1, 2])) == goal
        seen.add(goal)
    assert len(seen) > 1


def test_a_tiny_table_and_two_threads_change_nothing() -> None:
    game: Any = ludens.load("connect_four(columns=4, rows=5)")
    row = game.engine.initial()
    assert search_of(game, memory=1).value(row) == 50
    assert search_of(game, threads=2).value(row) == 50
    suicidal: Any = ludens.load("connect_four(columns=4, rows=4, suicide=true)")
    assert search_of(suicidal, threads=2).value(row := suicidal.engine.initial()) == search_of(suicidal).value(row)


def test_mirror_images_are_one_position() -> None:
    game: Any = ludens.load("connect_four(columns=4, rows=4)")
    state, mirrored = game.initial_state(), game.initial_state()
    for number, column in enumerate([1, 2, 2, 4, 4, 4]):
        mover = number % 2
        for which, drop in ((0, column), (1, 5 - column)):
            joint = ["noop", "noop"]
            joint[mover] = f"(drop {drop})"
            if which:
                mirrored = game.next_state(mirrored, joint)
            else:
                state = game.next_state(state, joint)
    search = search_of(game)
    found = search.value(game.pack([state]))
    before = search.nodes
    assert search.value(game.pack([mirrored])) == found
    assert search.nodes == before


@pytest.mark.parametrize("seeds", [range(12, 26), pytest.param(range(80), marks=pytest.mark.slow)], ids=len)
def test_play_that_goes_on_for_ever_is_refused(seeds: range) -> None:
    found = 0
    for seed in seeds:
        tables = random_table_game(seed, roles=2, cyclic=True, open_start=True)
        game: Any = ludens.load(tables.rules())
        if expander_of(game) is None:
            continue
        try:
            value = search_of(game).value(game.engine.initial())
        except UnsuitedError:
            found += 1
        else:  # where no circle matters the value is that of all positions
            if tables.sums == {100} and tables.in_turns:
                assert value == solve(game, game.initial_state(), Effort(positions=1000)).goals[0]
    assert found > 0


@pytest.mark.parametrize("most_bytes", [0, 1 << 30])
def test_a_search_stops_in_time_and_goes_on_from_its_table(tmp_path: Path, most_bytes: int) -> None:
    """A table that is mapped, and one in memory that is copied to its file."""
    game: Any = ludens.load("connect_four(columns=5, rows=4)")
    expander = expander_of(game)
    assert expander is not None
    path = tmp_path / "table"
    row, nodes = game.engine.initial(), list[int]()
    for most in (2_000, 1 << 30, 1 << 30):
        kept = KeptTable(path, expander.plan, 1 << 20, most_bytes=most_bytes)
        search = DepthFirst(game.engine, expander, kept.table, longest=20)
        if most == 2_000:
            with pytest.raises(StoppedError):
                search.value(row, Patience(nodes=most))
        else:
            assert search.value(row, Patience(nodes=most)) == 50
        nodes.append(search.nodes)
        kept.save(now=True)
    assert nodes[0] == 2_000
    assert nodes[2] == 0
    assert is_kept_table(path)
    other: Any = expander_of(ludens.load("tic_tac_toe"))
    with pytest.raises(ParameterError, match="another game"):
        KeptTable(path, other.plan, 1 << 20)


def test_a_full_disk_leaves_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expander = expander_of(ludens.load("tic_tac_toe"))
    assert expander is not None
    path = tmp_path / "table"

    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(ParameterError, match="no space left"):
        KeptTable(path, expander.plan, 1 << 20)
    assert not path.exists()


def test_which_positions_are_told_apart_for_certain() -> None:
    table = new_table(1 << 30)
    assert is_exact(64, table)
    assert is_exact(85, table)
    assert not is_exact(129, table)


def known_values(name: str) -> list[tuple[list[int], int]]:
    path = SHARED / f"{name}.txt"
    if not path.exists():
        pytest.skip("the positions are not here")
    pairs = [line.split() for line in path.read_text().splitlines() if line.strip()]
    return [([int(digit) for digit in moves], int(score)) for moves, score in pairs if moves.isdigit()]


@pytest.mark.parametrize(("name", "step"), [("L3_R1", 10), ("L2_R1", 25)])
def test_known_positions_of_connect_four(name: str, step: int) -> None:
    game: Any = ludens.load("connect_four")
    search, seen = search_of(game, memory=64 << 20), set()
    for columns, score in known_values(name)[::step]:
        state = game.initial_state()
        for number, column in enumerate(columns):
            drop = f"(drop {column})"
            state = game.next_state(state, (drop, "noop") if number % 2 == 0 else ("noop", drop))
        if game.is_terminal(state):
            continue
        sign = int(np.sign(score)) * (1 if len(columns) % 2 == 0 else -1)
        assert search.value(game.pack([state])) == 50 + 50 * sign
        seen.add(sign)
    assert len(seen) == 3
