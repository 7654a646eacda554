"""Matches with chance and hidden information: who is told what, and that they can be played again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.arena.clock import Terms
from ludens.arena.executors import in_this_process
from ludens.arena.knowledge import account, known_position
from ludens.arena.match import MatchConditions, Matches, MatchJob, play_again, with_chance
from ludens.arena.pairs import Conditions, Pairing, even_score
from ludens.arena.record import CHANCE, MatchRecord, replay
from ludens.arena.records.ggp_form import as_ggp
from ludens.arena.referee import Referee
from ludens.arena.seats import TrustedSeat
from ludens.arena.session import Session
from ludens.arena.standings import role_ratings, standings
from ludens.arena.store import Store, outcome_of
from ludens.arena.tournament import Contest, Tournament, check_seats
from ludens.game import Decision, JointMove, Limit, Observation, ParameterError, UnsuitableGameError, View, observations
from ludens.players import AGENTS, make_agent
from ludens.players.kind import AgentKind

FEW = Terms(limit=Limit(playouts=60))


def played(game: str, agents: tuple[str, ...], number: int = 0, **conditions: Any) -> MatchRecord:
    with Matches(MatchConditions(conditions.pop("terms", FEW), **conditions)) as matches:
        return matches.play(MatchJob(f"test{number}", game, agents, number))


class Spy:
    """Plays its first legal move and keeps all it was told."""

    def __init__(self) -> None:
        self.told: list[Any] = []

    def prepare(self, position: Any, limit: Limit) -> None:
        self.told.append(position)

    def decide(self, position: Any, limit: Limit) -> Decision:
        self.told.append(position)
        return Decision(position.legal[0])


class Failing:
    """Has no idea."""

    def __init__(self, game: object, role: int, options: object, seed: int | None = None) -> None:
        pass

    def decide(self, position: Any, limit: Limit) -> Decision:
        raise ZeroDivisionError


class HistoryKeeper(TrustedSeat[Any]):
    """A seat that keeps the moves it was told."""

    histories: list[list[JointMove]]

    def decide(self, state: Any, history: Any, limit: Limit, patience: float) -> Decision:
        self.histories.append(list(history))
        return super().decide(state, history, limit, patience)


@pytest.mark.parametrize("opening", [(), (("noop", "noop", "(deal k j)"), ("check", "noop", "noop"))])
def test_agents_are_told_what_their_role_has_seen_and_nothing_else(opening: tuple[JointMove, ...]) -> None:
    game = ludens.load("kuhn_poker")
    spies = [Spy(), Spy()]
    seats = [*map(HistoryKeeper, spies), TrustedSeat(make_agent("random", game, 2, 1))]
    for seat in seats[:2]:
        seat.histories = []  # type: ignore[attr-defined]
    played = Referee(game, Terms(limit=Limit(playouts=1), start_seconds=0.01)).play(seats, opening)
    for role, spy in enumerate(spies):
        begun = len(opening)
        assert spy.told[0] == View(role, observations(game, opening, role), spy.told[0].legal)
        for steps, told in enumerate(spy.told[1:], start=begun):
            assert isinstance(told, View)
            assert told.observations == observations(game, played.moves[:steps], role)
        assert len(spy.told) == 1 + len(played.moves) - begun
        assert not any(map(any, seats[role].histories))  # type: ignore[attr-defined]


def test_chance_sits_in_its_own_role() -> None:
    info = ludens.load("monty_hall").info
    assert with_chance(info, ("ismcts",)) == ("ismcts", CHANCE)
    assert with_chance(info, ("ismcts", CHANCE)) == ("ismcts", CHANCE)
    assert with_chance(ludens.load("tic_tac_toe").info, ("random", "legal")) == ("random", "legal")
    for wrong in ((), ("ismcts", "random"), (CHANCE,), ("ismcts", CHANCE, CHANCE)):
        with pytest.raises(ParameterError, match="has 1 roles"):
            with_chance(info, wrong)


@pytest.mark.parametrize("game", ["kuhn_poker", "liars_dice", "monty_hall"])
def test_matches_are_recorded_and_played_again(game: str) -> None:
    players = len(ludens.load(game).info.players)
    for number in range(3):
        record = played(game, ("ismcts", "random")[:players], number, seed=4)
        assert MatchRecord.from_json(record.to_json()) == record
        assert record.agents[-1].name == CHANCE
        assert play_again(record).moves == record.moves
        assert not record.forfeits
        replay(record, ludens.load(game))
        assert as_ggp(record, ludens.load(game))["isCompleted"]


def test_chance_follows_the_seed_and_number_alone() -> None:
    deals = {
        (seed, number, agents): played("kuhn_poker", agents, number, seed=seed).moves[0][2]
        for seed in (0, 1)
        for number in range(12)
        for agents in (("random", "legal"), ("legal", "random"))
    }
    for (seed, number, agents), deal in deals.items():
        assert deal == deals[seed, number, agents[::-1]]
    assert len(set(deals.values())) == 6


def test_all_deals_are_alike() -> None:
    with Matches(MatchConditions(FEW)) as matches:
        jobs = [MatchJob(str(number), "kuhn_poker", ("legal", "legal"), number) for number in range(300)]
        deals = Counter(matches.play(job).moves[0][2] for job in jobs)
    assert len(deals) == 6
    assert all(abs(count - 50) < 32 for count in deals.values())


def test_processes_are_told_the_same() -> None:
    inside, outside = (
        played("liars_dice", ("ismcts", "random"), 2, terms=Terms(limit=Limit(playouts=60), own_process=own))
        for own in (False, True)
    )
    assert outside.forfeits == ()
    assert outside.moves == inside.moves


def test_a_forfeit_gives_chance_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = AgentKind(name="failing", summary="", source="", agent=Failing, chance=True, hidden=True)
    monkeypatch.setitem(AGENTS, "failing", kind)
    record = played("kuhn_poker", ("failing", "random"))
    assert [each.role for each in record.forfeits] == [0]
    assert record.goals == (0.0, 100.0, 0.0)
    assert outcome_of(record).forfeits == ((0, "crash"),)


def test_unsuitable_agents_are_refused_before_the_game() -> None:
    with pytest.raises(UnsuitableGameError, match="hides some of it"):
        played("kuhn_poker", ("uct", "random"))


def test_tournaments_leave_chance_out(tmp_path: Path) -> None:
    games = ("kuhn_poker", "monty_hall")
    tournament = Tournament(games=games, agents=("legal", "random"), pairs=4, opening=1, terms=FEW)
    check_seats(tournament)
    with Store(tmp_path / "store") as store:
        contest = Contest(tournament, store)
        outcomes = list(contest.play(in_this_process))
        assert contest.roles == {"kuhn_poker": ("first", "second"), "monty_hall": ("candidate",)}
        assert {len(outcome.goals) for outcome in outcomes} == {1, 2}
        assert {agent for outcome in outcomes for agent in outcome.agents} == {"legal", "random"}
        assert {line.agent for line in standings(contest).standings} == {"legal", "random"}
        assert role_ratings(contest) is not None
        again = Contest(tournament, store)
        assert again.missing() == []
        assert {outcome.agents for outcome in again.outcomes.values()} == {outcome.agents for outcome in outcomes}


def test_pairs_have_a_game_for_every_player() -> None:
    game = ludens.load("kuhn_poker")
    pair = Pairing(game, Conditions(Limit(playouts=20), opening=1)).play("ismcts", "random", 1)
    assert [each.seat for each in pair.games] == [0, 1]
    assert even_score(game) == 0.5


def test_what_a_person_is_shown() -> None:
    session: Session[Any] = Session(ludens.load("kuhn_poker"))
    session.play(("noop", "noop", "(deal q k)"))
    session.play(("bet", "noop", "noop"))
    view = session.view(1)
    assert view == View(1, (Observation("noop", ("(dealt k)",)), Observation("noop", ("(played first bet)",))),
                        ("call", "fold"))  # fmt: skip
    assert session.given(1) == view
    assert session.given(2) == session.state
    assert account(view) == ["1. you play noop and see (dealt k)", "2. you play noop and see (played first bet)"]
    known = known_position(session.game, view)
    assert known is not None
    assert session.game.text(known) == "(bet first) (holds first ?0) (holds second k) (to_act second)"
    open_session: Session[Any] = Session(ludens.load("tic_tac_toe"))
    assert open_session.given(0) == open_session.state
