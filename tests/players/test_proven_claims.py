"""What agents call proven, on random small games, against brute force."""

from __future__ import annotations

from typing import Any

import pytest

from ludens.engine.any_game import GameWithEngine
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, MoveReport, UnsuitableGameError
from ludens.players import AGENTS, make_agent
from tests.brute_force import Equilibrium, Paranoid, Rational
from tests.random_games import TableGame, random_table_game

SEEDS = [pytest.param(range(60)), pytest.param(range(60, 1_500), marks=pytest.mark.slow)]
VARIANTS = ("champion(plan=tree, share=0.5)", "scissors(solver=true, coerce=false)", "scissors(draws=true)",
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
                assert not report.proven or is_so(tables, state, role, report), (game.info, state, role, report)


def choosers(game: TableGame, state: int) -> list[int]:
    return [role for role, moves in enumerate(game.legal[state]) if len(moves) > 1]


def is_so(game: TableGame, state: int, role: int, report: MoveReport) -> bool:
    """Whether the move brings the role just this value when all play their best, or 100 whatever the others do.

    Where two choose at once, a move that is made with some chance is worth what the equilibrium is.
    """
    assert report.value is not None
    if Rational(game).after_move(state, role, report.move) == {report.value}:
        return True
    if report.value == 100 == Paranoid(game, role).after_move(state, report.move):
        return True
    if len(game.info.roles) != 2 or len(game.sums) != 1 or not report.chance:
        return False
    (total,) = game.sums
    value = Equilibrium(game).value(state)
    return report.value == pytest.approx(float(value if role == 0 else total - value))
