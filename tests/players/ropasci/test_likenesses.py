"""Likenesses do what the players do whose likenesses they are: nearly always those that play one turn ahead do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from ludens import Limit
from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.rules import RopasciState
from ludens.players import make_agent
from ludens.players.recognition import Chances
from ludens.players.ropasci.likenesses import KINDS, WAYS, known_kinds, likeness

GAME = Ropasci()
LIMIT = Limit(playouts=2000)
CAUTIOUS = "cautious"
"""The kind that is no agent."""


def positions(seed: int, number: int) -> Iterator[RopasciState]:
    """Positions of games between patient players, without the first three turns, which are no turns of theirs."""
    random = np.random.default_rng(seed)
    agents = [make_agent("ropasci_patient", GAME, role, seed + role) for role in (0, 1)]
    while number:
        state = GAME.initial_state()
        while not GAME.is_terminal(state) and number:
            if state.turn > 3 and random.random() < 0.2:
                number -= 1
                yield state
            upper, lower = (agent.decide(state, LIMIT).move for agent in agents)
            if random.random() < 0.1:
                upper = str(random.choice(GAME.legal_moves(state, 0)))
            state = GAME.next_state(state, (upper, lower))


def chances(kind: str, state: RopasciState, role: int) -> Chances:
    """What the player itself says."""
    decision = make_agent(kind, GAME, role, 1).decide(state, LIMIT)
    return {report.move: report.chance for report in decision.moves if report.chance}


@pytest.mark.parametrize("role", [0, 1])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != CAUTIOUS])
def test_a_likeness_makes_legal_moves_that_its_player_makes_too(kind: str, role: int) -> None:
    kinds, alike = known_kinds(GAME, role), []
    for state in positions(7, 20):
        found, expected = kinds[kind](state), chances(kind, state, role)
        assert sum(found.values()) == pytest.approx(1)
        assert set(found) <= set(GAME.legal_moves(state, role))
        alike.append(sum(min(chance, expected.get(move, 0.0)) for move, chance in found.items()))
    least = {"ropasci_greedy": 1.0, "ropasci_steady": 0.6, "ropasci_patient": 0.6, "ropasci_nash": 0.6}
    assert np.mean(alike) > least.get(kind, 0.3) - 1e-9


@pytest.mark.parametrize("role", [0, 1])
def test_a_cautious_player_makes_legal_moves(role: int) -> None:
    cautious = known_kinds(GAME, role)[CAUTIOUS]
    for state in positions(7, 20):
        assert set(cautious(state)) <= set(GAME.legal_moves(state, role))
        assert sum(cautious(state).values()) == pytest.approx(1)


@pytest.mark.parametrize("role", [0, 1])
def test_likenesses_of_other_kinds_do_other_things(role: int) -> None:
    kinds = known_kinds(GAME, role)
    states = list(positions(8, 20))
    for one, other in (
        ("ropasci_steady", "ropasci_nash"),
        ("ropasci_patient", "ropasci_aggressive"),
        (CAUTIOUS, "ropasci_steady"),
    ):
        assert any(kinds[one](state) != kinds[other](state) for state in states)


def test_a_turn_is_the_same_for_both_sides() -> None:
    """Seen from the other side, with symbols as they were, Lower does what Upper did."""
    first, second = (likeness(GAME, role, WAYS["ropasci_steady"]) for role in (0, 1))
    for state in positions(9, 10):
        turned = exchanged(state)
        assert sorted(first(state).values()) == pytest.approx(sorted(second(turned).values()))


def exchanged(state: RopasciState) -> RopasciState:
    """The position turned by half, with sides exchanged, without its past."""
    upper, lower = (
        tuple(sorted(token._replace(r=-token.r, q=-token.q) for token in tokens)) for tokens in state.tokens
    )
    return RopasciState((lower, upper), (state.throws[1], state.throws[0]), state.turn, state.earlier and ())
