"""Three who choose at once: the champion makes the move that it has looked at most."""

from __future__ import annotations

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent

SHARES = """
(role a) (role b) (role c) (init open)
(<= (legal ?r (take ?n)) (role ?r) (true open) (worth ?n ?v)) (worth 1 10) (worth 2 40) (worth 3 70)
(<= (next (took ?r ?n)) (does ?r (take ?n)))
(<= terminal (not (true open)))
(<= (goal ?r ?v) (true (took ?r ?n)) (worth ?n ?v))
"""


def test_the_move_visited_most_is_made() -> None:
    game = ludens.load(SHARES)
    for seed in range(8):
        agent = make_agent("champion", game, 1, seed)
        assert isinstance(agent, ChampionAgent)
        assert agent.plan == "duct(choice=visits)"
        assert agent.decide(game.initial_state(), Limit(playouts=2_000)).move == "(take 3)"
