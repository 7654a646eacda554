"""Environments of games with hidden information: a role is shown what it has seen, all of it and nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit, LudensError, ParameterError, View
from ludens.adapters import knowledge
from ludens.adapters.episode import Episode
from ludens.adapters.knowledge import KnowledgeVectors, possible_percepts
from ludens.game import Observation, observation
from ludens.games.rules_game import RulesGame
from ludens.gdl import Source, load_rules
from tests.adapters.dice import Dice

HIDDEN = ["kuhn_poker", "liars_dice", "monty_hall"]

NESTED = """
(role you) (role random)
(<= (legal random (deal ?c)) (card ?c)) (card a) (card b)
(legal you look)
(init (left 1))
(<= terminal (not (true (left 1))))
(<= (sees you (hand (of you ?c) now)) (does random (deal ?c)))
(goal you 100)
"""


def percepts_met(game: Any, state: Any) -> Iterator[str]:
    """All that anybody sees in any course of a small game."""
    if game.is_terminal(state):
        return
    roles = range(len(game.info.roles))
    for joint in itertools.product(*(game.legal_moves(state, role) for role in roles)):
        for role in roles:
            yield from game.percepts(state, joint, role)
        yield from percepts_met(game, game.next_state(state, joint))


@pytest.mark.parametrize("name", ["kuhn_poker", "monty_hall"])
def test_everything_that_is_ever_seen_is_known_beforehand(name: str) -> None:
    game = ludens.load(name)
    known = possible_percepts(game)
    assert known is not None
    assert list(known) == sorted(set(known))
    assert set(percepts_met(game, game.initial_state())) <= set(known)


def test_terms_within_terms_and_what_is_not_known() -> None:
    game: Any = RulesGame(load_rules(Source(NESTED)))
    assert possible_percepts(game) == ("(hand (of you a) now)", "(hand (of you b) now)")
    assert possible_percepts(ludens.load("odd")) is None


def test_too_many_percepts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_PERCEPTS", 5)
    with pytest.raises(
        LudensError, match=r"An environment cannot play kuhn_poker: .*give 'encode', a function of a View"
    ):
        Episode(ludens.load("kuhn_poker"))


@pytest.mark.parametrize("name", HIDDEN)
def test_vectors_are_a_function_of_what_was_seen_and_tell_it_apart(name: str) -> None:
    game: Any = ludens.load(name)
    episode, numbers = Episode(game), np.random.default_rng(1)
    by_view: dict[Any, bytes] = {}
    states: dict[Any, set[Any]] = {}
    for seed in range(60):
        episode.begin(np.random.default_rng(seed))
        state = game.initial_state()
        seen: dict[int, tuple[Observation, ...]] = dict.fromkeys(episode.players, ())
        while True:
            assert episode.state == state
            for role in episode.players:
                view = episode.view(role)
                assert view.observations == seen[role]
                assert view.legal == game.legal_moves(state, role)
                vector = episode.vector(role)
                assert vector.shape == (episode.size,)
                assert set(vector.tolist()) <= {0, 1}
                assert by_view.setdefault((role, view.observations), vector.tobytes()) == vector.tobytes()
                states.setdefault((role, view.observations), set()).add(state)
            if episode.over:
                break
            chosen = {role: int(numbers.choice(np.flatnonzero(episode.mask(role)))) for role in episode.choosing}
            before = state
            episode.advance(chosen)
            state = episode.state
            joint = _joint(game, before, state, chosen, episode)
            seen = {role: (*seen[role], observation(game, before, joint, role)) for role in episode.players}
    assert len({(role, vector) for (role, _), vector in by_view.items()}) == len(by_view)
    assert max(map(len, states.values())) > 1, "there are positions that a role cannot tell apart"


def _joint(game: Any, before: Any, after: Any, chosen: dict[int, int], episode: Episode) -> tuple[str, ...]:
    """The joint move between two positions, found by trying what chance may have drawn."""
    options = [
        (episode.moves[role][chosen[role]],) if role in chosen else game.legal_moves(before, role)
        for role in range(len(game.info.roles))
    ]
    return next(joint for joint in itertools.product(*options) if game.next_state(before, joint) == after)


def test_long_games_keep_the_latest_joint_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_NUMBERS", 12)
    vectors = KnowledgeVectors({0: ("a", "b"), 1: ("a",)}, ("x", "y"), 1_000)
    assert (vectors.width, vectors.steps, vectors.size) == (4, 3, 12)
    seen = [Observation("a", ("x",)), Observation("b"), Observation("b", ("x", "y"))]
    assert vectors.vector(0, seen).tolist() == [1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1]
    assert vectors.vector(0, [*seen, Observation("a")]).tolist() == [0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0]
    assert vectors.vector(1, seen[:1]).tolist() == [1, 0, 1, 0] + [0] * 8


class HiddenDice(Dice):
    """Dice whose falls are not shown, only whether the sum is odd."""

    info = ludens.GameInfo("hidden_dice", Dice.info.roles, Dice.info.moves, chance_role=1, hidden=True)

    def percepts(self, state: Any, moves: Any, role: int) -> tuple[str, ...]:
        following = self.next_state(state, moves)
        return ("odd",) if role == 0 and following[0] % 2 else ()


def test_games_in_python_are_encoded_from_views() -> None:
    with pytest.raises(LudensError, match="much is hidden, and what can be seen is not known beforehand"):
        Episode(ludens.load(HiddenDice()))
    given: list[Any] = []

    def encode(view: Any) -> Any:
        given.append(view)
        return np.array([len(view.observations)], dtype=np.int8)

    episode = Episode(ludens.load(HiddenDice()), encode)
    episode.advance({0: episode.number(0, "throw")})
    assert episode.vector(0).tolist() == [1]
    assert all(isinstance(view, View) for view in given)


def test_pettingzoo_shows_agents_their_own_cards_only() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from ludens.adapters.pettingzoo_env import aec_env  # noqa: PLC0415

    env = aec_env("kuhn_poker")
    shown: dict[tuple[str, str], set[bytes]] = {}
    for seed in range(40):
        env.reset(seed=seed)
        facts = {fact[1]: fact[2] for fact in env._table.episode.state if fact[0] == "holds"}
        for agent in env.possible_agents:
            vector = env.observe(agent)["observation"]
            assert env.observation_space(agent).contains(env.observe(agent))
            shown.setdefault((agent, facts[agent]), set()).add(vector.tobytes())
    assert len(shown) == 6
    assert all(len(vectors) == 1 for vectors in shown.values()), "the other's card makes no difference"
    assert len({(agent, *vectors) for (agent, _), vectors in shown.items()}) == 6


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_tests_of_the_libraries_pass(name: str) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    from gymnasium.utils.env_checker import check_env  # noqa: PLC0415
    from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: PLC0415

    from ludens.adapters.gymnasium_env import GameEnv  # noqa: PLC0415
    from ludens.adapters.pettingzoo_env import aec_env, parallel_env  # noqa: PLC0415

    api_test(aec_env(name), num_cycles=20)
    seed_test(lambda: aec_env(name), num_cycles=20)
    parallel_api_test(parallel_env(name), num_cycles=20)
    check_env(GameEnv(name, 0, "random"), skip_render_check=True)


def test_opponents_are_told_what_they_see_and_drawings_show_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    from ludens.adapters.gymnasium_env import GameEnv  # noqa: PLC0415

    env = GameEnv("kuhn_poker", "second", "ismcts", limit=Limit(playouts=20), render_mode="ansi")
    env.reset(seed=4)
    held = next(fact[2] for fact in env.episode.state if fact[0] == "holds" and fact[1] == "first")
    text = env.render()
    assert text is not None
    assert "(dealt " in text
    assert f"dealt {held}" not in text
    asked: list[Any] = []
    agent = env._agents[0]

    class Listening:
        def decide(self, state: Any, limit: Limit) -> Any:
            asked.append(state)
            return agent.decide(state, limit)

    env._agents[0] = Listening()
    for seed in range(5):
        env._agents = {0: Listening()}
        env.episode.begin(np.random.default_rng(seed))
        env._until_choice()
    assert asked
    assert all(isinstance(view, View) and view.role == 0 for view in asked)
    drawing = GameEnv("kuhn_poker", "second", "random", render_mode="svg")
    drawing.reset(seed=4)
    assert str(drawing.render()).startswith("<svg")
    other = GameEnv(HiddenDice(), 0, (), render_mode="svg", encode=lambda view: np.zeros(1, dtype=np.int8))
    other.reset(seed=1)
    with pytest.raises(ParameterError, match="cannot be drawn for one role"):
        other.render()
