"""Who meets whom in each kind of tournament, and in which seats."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Mapping

import pytest

from ludens.arena.meetings import Meeting, scores, seatings
from ludens.arena.ratings.sprt import Sprt, Verdict
from ludens.arena.schedules import (
    BATCH,
    EXTRA,
    Plan,
    bracket,
    gauntlet,
    knock_out,
    likelihood_ratio,
    round_robin,
    sequential_test,
    share,
    swiss,
    swiss_rounds,
)
from ludens.arena.store import Outcome

AGENTS = tuple("abcdefgh")


def plan(agents: int, *, pairs: int = 2, rounds: int = 3, games: tuple[tuple[str, int], ...] = (("g", 2),)) -> Plan:
    return Plan(games, AGENTS[:agents], pairs, rounds, Sprt(0, 100))


def scored(meeting: Meeting, strength: Mapping[str, float]) -> dict[str, float]:
    """The stronger one of two wins everything; equals draw."""
    one, other = meeting.agents
    lead = strength[one] - strength[other]
    first = 0.5 if lead == 0 else float(lead > 0)
    return {one: first, other: 1 - first}


def play_out(schedule: object, of: Plan, strength: Mapping[str, float]) -> dict[Meeting, dict[str, float]]:
    """All meetings of a tournament whose results follow from strengths."""
    assert callable(schedule)
    played: dict[Meeting, dict[str, float]] = {}
    while missing := [meeting for meeting in schedule(of, played) if meeting not in played]:
        # One at a time, in any order: what is needed must not depend on it.
        meeting = random.Random(len(played)).choice(missing)
        played[meeting] = scored(meeting, strength)
    return played


@pytest.mark.parametrize("roles", [2, 3, 4])
def test_as_many_agents_as_roles_sit_in_all_orders(roles: int) -> None:
    found = seatings(AGENTS[:roles], roles)
    assert sorted(found) == sorted(itertools.permutations(AGENTS[:roles]))


def test_other_seatings_are_fair() -> None:
    assert seatings("ab", 3) == tuple(map(tuple, ("abb", "bab", "bba", "baa", "aba", "aab")))
    assert seatings("abc", 1) == (("a",), ("b",), ("c",))
    rotations = seatings("abcde", 5)
    assert len(rotations) == 5
    for agents, roles in (("ab", 2), ("ab", 3), ("abc", 3), ("ab", 6), ("abcde", 5)):
        seats = Counter((role, agent) for seated in seatings(agents, roles) for role, agent in enumerate(seated))
        assert len(set(seats.values())) == 1, "everyone sits in every seat equally often"
    with pytest.raises(ValueError, match="3 agents cannot meet"):
        seatings("abc", 2)


def test_scores_are_mean_goals_over_all_seats() -> None:
    games = [
        Outcome("1", "g", 0, ("a", "b", "b"), (100, 30, 10)),
        Outcome("2", "g", 0, ("b", "a", "b"), (0, 50, 20)),
    ]
    assert scores(("a", "b"), games) == pytest.approx({"a": 0.75, "b": 0.15})
    assert share({"a": 0.75, "b": 0.15}, "ab") == pytest.approx(0.8)
    assert share({"a": 0.1 + 0.2, "b": 0.3}, "ab") == 0.5


def test_round_robin_everybody_meets_everybody() -> None:
    of = plan(4, games=(("g", 2), ("three", 3), ("alone", 1)))
    found = round_robin(of, {})
    assert len(found) == len(set(found)) == 2 * (6 + 4 + 1)
    assert {meeting.agents for meeting in found if meeting.game == "g"} == set(itertools.combinations("abcd", 2))
    assert {meeting.agents for meeting in found if meeting.game == "three"} == set(itertools.combinations("abcd", 3))
    assert {meeting.agents for meeting in found if meeting.game == "alone"} == {tuple("abcd")}
    assert [meeting.number for meeting in found] == [0] * 11 + [1] * 11
    assert {meeting.agents for meeting in round_robin(plan(2, games=(("three", 3),)), {})} == {("a", "b")}


def test_gauntlet_the_first_meets_the_others() -> None:
    found = gauntlet(plan(4), {})
    assert Counter(meeting.agents for meeting in found) == {("a", "b"): 2, ("a", "c"): 2, ("a", "d"): 2}


@pytest.mark.parametrize("agents", [2, 3, 4, 5, 7, 8])
def test_swiss_nobody_meets_twice_and_the_strong_meet_the_strong(agents: int) -> None:
    rounds = min(3, agents - 1)
    of = plan(agents, pairs=1, rounds=rounds)
    strength = dict(zip(AGENTS, random.Random(agents).sample(range(100), 8), strict=True))
    played = play_out(swiss, of, strength)
    assert len(played) == rounds * (agents // 2)
    met = Counter(frozenset(meeting.agents) for meeting in played)
    assert max(met.values()) == 1
    listed = list(swiss_rounds(of, played))
    assert len(listed) == rounds
    for pairs in listed:
        present = [agent for pair, _ in pairs for agent in pair]
        assert len(set(present)) == len(present) == agents - agents % 2
    if agents % 2:
        idle = [({*of.agents} - {agent for pair, _ in pairs for agent in pair}).pop() for pairs in listed]
        assert len(set(idle)) == rounds, "nobody has two byes"


def test_swiss_pairs_by_points() -> None:
    """With strengths by seed, of eight: winners of round one are a c e g, of round two those of a-c and e-g."""
    strength = {agent: -number for number, agent in enumerate(AGENTS)}
    of = plan(8, pairs=1)
    listed = list(swiss_rounds(of, play_out(swiss, of, strength)))
    assert [[pair for pair, _ in pairs] for pairs in listed[:2]] == [
        [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")],
        [("a", "c"), ("e", "g"), ("b", "d"), ("f", "h")],
    ]
    assert listed[2][0][0] == ("a", "e")


def test_swiss_goes_on_when_all_have_met() -> None:
    of = plan(2, pairs=1, rounds=4)
    played = play_out(swiss, of, {"a": 1, "b": 0})
    assert sorted(meeting.number for meeting in played) == [0, 1, 2, 3]


def test_swiss_rounds_are_found_in_reasonable_time() -> None:
    """Late rounds of many agents, when most have met, are where looking for fresh opponents could take for ever."""
    agents = tuple(f"agent{number:02}" for number in range(24))
    of = Plan((("g", 2),), agents, 1, 22, Sprt())
    strength = {agent: float(number) for number, agent in enumerate(agents)}
    played: dict[Meeting, dict[str, float]] = {}
    begin = time.process_time()
    while missing := [meeting for meeting in swiss(of, played) if meeting not in played]:
        played |= {meeting: scored(meeting, strength) for meeting in missing}
    assert len(played) == 22 * 12
    assert time.process_time() - begin < 30


@pytest.mark.parametrize("agents", range(2, 9))
def test_knock_out_the_strongest_wins(agents: int) -> None:
    of = plan(agents)
    strength = dict(zip(AGENTS, random.Random(agents).sample(range(100), 8), strict=True))
    played = play_out(knock_out, of, strength)
    rounds, winner = bracket(of, played)
    assert winner == max(of.agents, key=lambda agent: strength[agent])
    assert sum(map(len, rounds)) == agents - 1
    assert len(played) == 2 * (agents - 1)
    assert bracket(of, {})[1] is None


def test_knock_out_the_first_seeds_meet_last() -> None:
    strength = {agent: -number for number, agent in enumerate(AGENTS)}
    of = plan(8)
    rounds, winner = bracket(of, play_out(knock_out, of, strength))
    assert [pair for pair, _ in rounds[0]] == [("a", "h"), ("d", "e"), ("b", "g"), ("c", "f")]
    assert [pair for pair, _ in rounds[2]] == [("a", "b")]
    assert winner == "a"


def test_knock_out_ties_are_prolonged_and_then_fall_to_the_earlier_seed() -> None:
    of = plan(2)
    played = play_out(knock_out, of, {"a": 0, "b": 0})
    assert len(played) == 2 + EXTRA
    assert bracket(of, played)[1] == "a"
    late = {**{meeting: {"a": 0.5, "b": 0.5} for meeting in of.between("ab", 0, 2)},
            of.between("ab", 2, 1)[0]: {"a": 0.25, "b": 0.75}}  # fmt: skip
    assert bracket(of, late)[1] == "b"


def test_a_sequential_test_ends_when_it_is_decided() -> None:
    of = plan(2, pairs=500)
    won = play_out(sequential_test, of, {"a": 1, "b": 0})
    assert BATCH <= len(won) < 100
    assert len(won) % BATCH == 0
    even = play_out(sequential_test, of, {"a": 0, "b": 0})
    assert len(even) < 500
    ratios = [likelihood_ratio(of, list(scored.values())) for scored in (won, even)]
    assert [of.sprt.verdict(ratio) for ratio in ratios] == [Verdict.H1, Verdict.H0]


def test_a_sequential_test_that_stays_open_ends_as_planned() -> None:
    of = Plan((("g", 2), ("h", 2)), ("a", "b"), 21, 1, Sprt(-1, 1))
    rng = random.Random(1)
    played: dict[Meeting, dict[str, float]] = {}
    while missing := [meeting for meeting in sequential_test(of, played) if meeting not in played]:
        for meeting in missing:
            first = rng.choice((0.0, 0.25, 0.5, 0.75, 1.0))
            played[meeting] = {"a": first, "b": 1 - first}
    assert len(played) == 42
