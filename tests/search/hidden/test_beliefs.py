"""Beliefs against a twin that lists all games there are."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import ludens
from ludens.game import Game, Observation, View, observation, observations
from ludens.search.hidden import beliefs
from ludens.search.hidden.beliefs import Beliefs, Policy
from ludens.testing import random_game
from tests.clocks import LateAtLook, put_up

SMALL = ("kuhn_poker", "kuhn_poker(cards=4)", "liars_dice(faces=2)", "monty_hall")

Seen = tuple[Observation, ...]


def histories(game: Game[Any], role: int, policy: Policy | None = None) -> dict[Seen, dict[Any, float]]:
    """Every information set of a role, with the weight of each position in it: all games, one by one.

    The role's own moves have no weight; others move by the policy, which is told their role and legal moves.
    """
    found: defaultdict[Seen, defaultdict[Any, float]] = defaultdict(lambda: defaultdict(float))

    def go(state: Any, seen: Seen, weight: float) -> None:
        found[seen][state] += weight
        for joint, chance in weighted(game, state, role, policy):
            following = (*seen, observation(game, state, joint, role))
            go(game.next_state(state, joint), following, weight * chance)

    go(game.initial_state(), (), 1.0)
    return {seen: dict(states) for seen, states in found.items()}


def weighted(game: Game[Any], state: Any, role: int, policy: Policy | None) -> Iterator[tuple[tuple[str, ...], float]]:
    legal = [game.legal_moves(state, number) for number in range(len(game.info.roles))]
    for joint in itertools.product(*legal):
        chance = 1.0
        for number, move in enumerate(joint):
            if number == role:
                continue
            even = policy is None or number == game.info.chance_role
            chances = [1 / len(legal[number])] * len(legal[number]) if even else policy(number, 0, legal[number])  # type: ignore[misc]
            chance *= chances[legal[number].index(move)]
        yield joint, chance


def by_name(role: int, information: int, legal: Sequence[str]) -> Sequence[float]:
    """A policy that prefers what comes first."""
    weights = [1 / (place + 1) for place in range(len(legal))]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize("policy", [None, by_name], ids=["evenly", "by_name"])
@pytest.mark.parametrize("name", SMALL)
def test_all_positions_and_their_probabilities_are_right(name: str, policy: Policy | None) -> None:
    game = ludens.load(name)
    for role in game.info.players:
        believed = Beliefs(game, role, random.Random(1))
        for seen, states in histories(game, role, policy).items():
            going = {state: weight for state, weight in states.items() if not game.is_terminal(state)}
            if not going:
                continue
            found: defaultdict[Any, float] = defaultdict(float)
            for sample in believed.samples(View(role, seen), policy=policy or beliefs.evenly):
                found[sample.state] += sample.weight
            assert believed.complete
            assert set(found) == set(going)
            for state, weight in going.items():
                assert math.isclose(found[state], weight / sum(going.values()))


def views(name: str, games: int, seed: int) -> Iterator[tuple[Game[Any], Any, View]]:
    """Positions of random games with what one of the roles knows of them."""
    game, rng = ludens.load(name), random.Random(seed)
    for _ in range(games):
        states, history = random_game(game, rng)
        for steps in range(len(history)):
            role = rng.choice(game.info.players)
            yield game, states[steps], View(role, observations(game, history[:steps], role))


@pytest.mark.parametrize("most", [1, 3])
def test_few_samples_still_agree_with_all_that_was_seen(most: int) -> None:
    replayed = 0
    for game, state, view in views("liars_dice", 25, most):
        believed = Beliefs(game, view.role, random.Random(2), most=most)
        for steps in range(len(view.observations) + 1):
            part = View(view.role, view.observations[:steps])
            found = believed.samples(part)
            assert found
            assert math.isclose(sum(sample.weight for sample in found), 1.0)
        replayed += not believed.complete
        assert believed.legal(view) == game.legal_moves(state, view.role)
        for sample in found:
            assert game.legal_moves(sample.state, view.role) == game.legal_moves(state, view.role)
    assert replayed > 10


def test_samples_of_a_sample_are_positions_of_the_information_set() -> None:
    game = ludens.load("kuhn_poker(cards=6)")
    for seen, states in histories(game, 1).items():
        if len(seen) != 2 or len(states) < 3:
            continue
        found = Beliefs(game, 1, random.Random(3), most=2).samples(View(1, seen))
        assert {sample.state for sample in found} <= set(states)
        assert 1 <= len(found) <= 2


def test_thinning_keeps_the_probabilities() -> None:
    game = ludens.load("kuhn_poker(cards=6)")
    view = View(0, (Observation("noop", ("(dealt k)",)),))
    counts: defaultdict[Any, float] = defaultdict(float)
    for seed in range(600):
        for sample in Beliefs(game, 0, random.Random(seed), most=2).samples(view):
            counts[sample.state] += sample.weight
    assert len(counts) == 5
    assert all(abs(count - 120) < 45 for count in counts.values())


def test_too_many_joint_moves_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "BRANCHES", 4)
    for game, state, view in views("liars_dice", 15, 7):
        believed = Beliefs(game, view.role, random.Random(4))
        found = believed.samples(view)
        assert found
        assert believed.legal(view) == game.legal_moves(state, view.role)
        assert not view.observations or not believed.complete


def test_percepts_may_come_in_any_order() -> None:
    game = ludens.load("liars_dice")
    seen = (Observation("noop", ("(rolled 2)",)), Observation("(claim 1 2)", ("(played first (claim 1 2))",) * 2))
    assert len(Beliefs(game, 0, random.Random(1)).samples(View(0, seen))) == 4


def test_what_cannot_have_been_seen_has_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is tried, and then there is nothing to wait for, however much time is left."""
    game = ludens.load("kuhn_poker")
    view = View(0, (Observation("noop", ("(dealt ace)",)),))
    believed = Beliefs(game, 0, random.Random(1))
    clock = LateAtLook(100_000)
    put_up(clock, monkeypatch)
    assert believed.samples(view, 1e6) == []
    assert believed.legal(view, 1e6) is None
    assert clock.looks < 100_000
    assert believed.guess(view) in ("bet", "check")
    assert believed.guess(View(0, view.observations * 9)) in ("bet", "check", "call", "fold", "noop")


def test_a_contradiction_is_forgotten() -> None:
    game = ludens.load("kuhn_poker")
    believed = Beliefs(game, 0, random.Random(1))
    assert believed.samples(View(0, (Observation("noop", ("(dealt ace)",)),)), time.perf_counter() + 0.1) == []
    assert len(believed.samples(View(0, (Observation("noop", ("(dealt k)",)),)))) == 2


def test_positions_with_other_legal_moves_are_left_out() -> None:
    game = ludens.load("kuhn_poker")
    seen = (Observation("noop", ("(dealt k)",)),)
    assert Beliefs(game, 0, random.Random(1)).samples(View(0, seen, ("noop",)), time.perf_counter() + 0.1) == []
    assert len(Beliefs(game, 0, random.Random(1)).samples(View(0, seen, ("bet", "check")))) == 2


def test_what_is_new_is_added_to_what_is_known() -> None:
    for game, _, view in views("liars_dice", 10, 3):
        step_by_step, at_once = (Beliefs(game, view.role, random.Random(1)) for _ in range(2))
        for steps in range(len(view.observations)):
            step_by_step.samples(View(view.role, view.observations[:steps]))
        first = {sample.state: sample.weight for sample in step_by_step.samples(view)}
        second = {sample.state: sample.weight for sample in at_once.samples(view)}
        assert first.keys() == second.keys()
        assert all(math.isclose(first[state], second[state]) for state in first)
