"""What agents call proven, on random small games, against brute force."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

import ludens
from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, MoveReport, UnsuitableGameError
from ludens.players import AGENTS, make_agent
from ludens.testing import random_game
from tests.brute_force import Equilibrium, Paranoid, Rational
from tests.random_games import TableGame, random_parts, random_table_game

SEEDS = [pytest.param(range(40)), pytest.param(range(40, 1_500), marks=pytest.mark.slow)]
VARIANTS = ("proving_tree(share=0.5)", "scissors(solver=true, coerce=false)", "scissors(draws=true)",
            "uct(shared=false, lanes=1)", "sequential_uct(lanes=2)", "zero(candidates=3)")  # fmt: skip
PLAYOUTS = (1, 30, 400)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("agent", [*AGENTS, *VARIANTS])
def test_what_agents_call_proven_is_so(agent: str, seeds: range) -> None:
    for seed in seeds:
        plain = random_table_game(seed)
        tables = plain.declared() if seed % 3 == 0 else plain
        game: LoadedGame[Any] = GameWithEngine(tables) if seed % 11 == 0 else tables
        places = [(state, role) for state in tables.reachable for role in choosers(tables, state)]
        for number, (state, role) in enumerate(places[:: max(1, len(places) // 3)]):
            try:
                player = make_agent(agent, game, role, seed)
            except UnsuitableGameError:
                break
            decision = player.decide(state, Limit(playouts=PLAYOUTS[(seed + number) % 3]))
            assert decision.move in game.legal_moves(state, role)
            for report in decision.moves:
                assert not report.proven or is_so(tables, tables.sums, state, role, report), (game.info, state, report)


READERS = (
    "champion",
    "proving_tree(share=0.5)",
    "scissors(solver=true, coerce=false)",
    "factored",
    "uct",
    "negamax",
)
"""Agents that read the rules, or what is proved from them."""


@pytest.mark.parametrize("seeds", [pytest.param(range(3)), pytest.param(range(3, 150), marks=pytest.mark.slow)])
def test_what_agents_that_read_the_rules_call_proven_is_so(seeds: range) -> None:
    for seed in seeds:
        tables = random_table_game(seed, most_positions=15, open_start=True, deceptive=seed % 4 == 0)
        game = ludens.load(random_parts(seed) if seed % 4 == 1 else tables.rules(latches=seed % 2 == 0))
        states, _ = random_game(game, random.Random(seed))
        sums = set[int]() if seed % 4 == 1 else tables.sums
        for state in states[:-1:2]:
            for role in range(len(game.info.roles)):
                if len(game.legal_moves(state, role)) == 1:
                    continue
                for agent in READERS:
                    with contextlib.suppress(UnsuitableGameError):
                        decision = make_agent(agent, game, role, seed).decide(state, Limit(playouts=200))
                        for report in decision.moves:
                            assert not report.proven or is_so(game, sums, state, role, report), (seed, agent, report)


def choosers(game: TableGame, state: int) -> list[int]:
    return [role for role, moves in enumerate(game.legal[state]) if len(moves) > 1]


def is_so(game: LoadedGame[Any], sums: set[int], state: Any, role: int, report: MoveReport) -> bool:
    """Whether the move brings the role just this value when all play their best, or 100 whatever the others do.

    Where two choose at once, a move that is made with some chance is worth what the equilibrium is.
    """
    assert report.value is not None
    if Rational(game).after_move(state, role, report.move) == {report.value}:
        return True
    if report.value == 100 == Paranoid(game, role).after_move(state, report.move):
        return True
    if len(game.info.roles) != 2 or len(sums) != 1 or not report.chance:
        return False
    (total,) = sums
    value = Equilibrium(game).value(state)
    return report.value == pytest.approx(float(value if role == 0 else total - value))
