"""The referee: clocks, forfeits by cause, in this process and in others, and what it costs."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit
from ludens.arena import process_seats
from ludens.arena.clock import Clock, Terms
from ludens.arena.process_seats import ProcessSeats
from ludens.arena.record import Cause
from ludens.arena.referee import Played, Referee, forfeited_goals
from ludens.arena.seats import BrokenOffError, EmptySeat, GuardedSeat, Seat, failure
from ludens.game import LudensError, ParameterError
from ludens.players import make_agent
from ludens.players.game_lengths import GameLengths, lengths_of
from tests.arena.misbehaving import CLOCK, NOTE, make
from tests.process_table import alive

GAME = "tic_tac_toe"
LONG = Terms(limit=Limit(seconds=60.0))
SHORT = Terms(limit=Limit(seconds=0.2), grace_seconds=0.1)


def play(name: str, terms: Terms, bad_role: int = 1, game: str = GAME) -> Played:
    """A game in this process between random players, one of which misbehaves."""
    loaded = ludens.load(game)
    seats: list[Seat[Any]] = []
    for role in range(len(loaded.info.roles)):
        try:
            seats.append(GuardedSeat(make(name if role == bad_role else "random", loaded, role, role)))
        except Exception as error:
            seats.append(EmptySeat(failure(error)))
    return Referee(loaded, terms, CLOCK).play(seats)


@pytest.mark.parametrize(
    ("how", "cause"),
    [
        ("crash", Cause.CRASH),
        ("illegal", Cause.ILLEGAL),
        ("nonsense", Cause.ILLEGAL),
        ("over_run", Cause.OVERRUN),
        ("unmade", Cause.CRASH),
    ],
)
@pytest.mark.parametrize("role", [0, 1])
def test_whoever_breaks_off_forfeits_and_nobody_else_does(how: str, cause: Cause, role: int) -> None:
    played = play(f"bad_{how}", SHORT, role)
    assert [(forfeit.role, forfeit.cause) for forfeit in played.forfeits] == [(role, cause)]
    assert played.goals == ((0, 100) if role == 0 else (100, 0))
    assert played.forfeits[0].step == len(played.moves) == len(played.thoughts)


def test_the_cause_is_told_in_detail() -> None:
    assert play("bad_crash", SHORT).forfeits[0].detail == "ZeroDivisionError: of its own making"
    assert play("bad_illegal", SHORT).forfeits[0].detail == "(castle)"
    assert "where 0.300 s were allowed" in play("bad_over_run", SHORT).forfeits[0].detail


def test_the_start_clock_is_for_those_who_prepare() -> None:
    terms = Terms(limit=Limit(playouts=5), start_seconds=0.1, grace_seconds=0.1)
    assert play("bad_unprepared", terms).forfeits[0].cause is Cause.CRASH
    assert play("bad_slow_start", terms).forfeits[0].cause is Cause.OVERRUN
    assert play("bad_slow_start", terms).moves == ()
    assert play("bad_well_behaved", terms).forfeits == ()
    assert play("bad_slow_start", Terms(limit=Limit(playouts=5))).forfeits == ()


def test_of_three_the_others_share_and_all_who_fail_at_once_forfeit() -> None:
    played = play("bad_crash", SHORT, 2, "connect_four(players=3)")
    assert played.goals == (50, 50, 0)
    assert forfeited_goals(3, {0, 1}) == (0, 0, 100)
    assert forfeited_goals(2, {0, 1}) == (0, 0)
    assert forfeited_goals(1, {0}) == (0,)


def test_both_may_fail_in_one_move() -> None:
    game = ludens.load("rock_paper_scissors")

    class Wrong:
        def decide(self, state: Any, limit: Limit) -> Decision:
            return Decision("lizard")

    played = Referee(game, SHORT).play([GuardedSeat(Wrong()), GuardedSeat(Wrong())])
    assert [forfeit.role for forfeit in played.forfeits] == [0, 1]
    assert played.goals == (0, 0)


def test_a_bank_is_taken_when_the_play_clock_is_over() -> None:
    clock = Clock(Terms(limit=Limit(seconds=1.0), bank_seconds=5.0, grace_seconds=0.5))
    assert clock.limit() == Limit(seconds=1.0)
    assert clock.allowed() == 6.5
    assert clock.spend(1.4)  # within the grace
    assert clock.bank == 5.0
    assert clock.spend(4.0)
    assert clock.bank == pytest.approx(2.5)
    assert not clock.spend(4.1)
    assert clock.bank == 0


def test_a_bank_alone_is_shared_among_the_moves() -> None:
    clock = Clock(Terms(limit=Limit(), bank_seconds=80.0, grace_seconds=0.5), GameLengths([40] * 10, 100))
    shares = []
    for _ in range(80):
        shares.append(clock.limit().seconds or 0.0)
        assert clock.spend(shares[-1])
    assert shares[:40] == pytest.approx([shares[0]] * 40)
    assert min(shares) > 0
    assert 0 < clock.bank < 20
    assert not clock.spend(clock.bank + 0.6)


def test_games_that_were_played_tell_how_long_games_are() -> None:
    game = ludens.load(GAME)
    before = lengths_of(game).remaining(0)
    for _ in range(64):
        seats = [GuardedSeat(make_agent("legal", game, role, 1)) for role in (0, 1)]
        turns = len(Referee(game, Terms(limit=Limit(), bank_seconds=90.0)).play(seats).moves)
    assert turns < before
    assert set(lengths_of(game).known) == {turns}


def test_without_a_clock_nothing_over_runs() -> None:
    clock = Clock(Terms(limit=Limit(playouts=10)))
    assert clock.allowed() == math.inf
    assert clock.spend(1e9)
    assert clock.limit() == Limit(playouts=10)


@pytest.mark.parametrize(
    "terms",
    [
        {"start_seconds": -1},
        {"bank_seconds": math.nan},
        {"limit": Limit(seconds=0)},
        {"limit": Limit(seconds=math.nan)},
        {"memory_mib": 100},
    ],
)
def test_terms_that_cannot_be_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        Terms(**terms)


def test_terms_come_back_from_plain_data() -> None:
    for terms in (SHORT, Terms(), Terms(limit=Limit(playouts=3, depth=2), grace_seconds=math.inf, own_process=True)):
        assert Terms.from_data(terms.as_data()) == terms


@pytest.fixture(scope="module")
def processes() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process_seats, "STALL_SECONDS", 5.0)
        yield from _processes()


def _processes() -> Any:
    with ProcessSeats(Terms(limit=Limit(seconds=0.2), grace_seconds=0.3, own_process=True), make) as seats:
        yield seats


def play_in_processes(processes: ProcessSeats, *agents: str, terms: Terms | None = None) -> Played:
    seats = [processes.seat(GAME, agent, role, role) for role, agent in enumerate(agents)]
    terms = terms or Terms(limit=Limit(seconds=0.2), grace_seconds=0.3, own_process=True)
    return Referee(ludens.load(GAME), terms, CLOCK).play(seats, [("(mark 2 2)", "noop")])


@pytest.mark.parametrize(
    ("how", "cause", "detail"),
    [
        ("crash", Cause.CRASH, "ZeroDivisionError"),
        ("killed", Cause.CRASH, "its process ended with signal 9"),
        ("exit", Cause.CRASH, "its process ended with status 7"),
        ("stall", Cause.STALL, "no answer within 5.500 s"),
        ("illegal", Cause.ILLEGAL, "(castle)"),
        pytest.param("half_a_message", Cause.STALL, "no answer within 5.500 s", marks=pytest.mark.slow),
        ("flood", Cause.CRASH, "it answered with more than 1,048,576 bytes"),
        ("unasked", Cause.CRASH, "it answered what it was not asked"),
    ],
)
def test_what_happens_in_another_process_stays_there(
    processes: ProcessSeats, how: str, cause: Cause, detail: str
) -> None:
    played = play_in_processes(processes, "random", f"bad_{how}")
    assert [(forfeit.role, forfeit.cause) for forfeit in played.forfeits] == [(1, cause)]
    assert detail in played.forfeits[0].detail
    assert played.goals == (100, 0)
    # The next game is as if nothing had been.
    assert play_in_processes(processes, "random", "random").forfeits == ()


def test_an_answer_that_is_late_is_waited_for(processes: ProcessSeats) -> None:
    """That it is late is for the referee to say."""
    seat = processes.seat(GAME, "bad_well_behaved", 0, 0)
    assert seat.decide(None, (), Limit(seconds=0.2), patience=0.0).move.startswith("(mark")
    seat.leave()


def test_a_game_in_other_processes_is_the_same_game(processes: ProcessSeats) -> None:
    terms = Terms(limit=Limit(playouts=40), own_process=True)
    there = play_in_processes(processes, "monte_carlo", "random", terms=terms)
    game = ludens.load(GAME)
    seats = [GuardedSeat(make_agent(name, game, role, role)) for role, name in enumerate(("monte_carlo", "random"))]
    here = Referee(game, terms).play(seats, [("(mark 2 2)", "noop")])
    assert there.moves == here.moves
    assert there.goals == here.goals


def test_memory_is_limited() -> None:
    """The agent takes 256 MiB: too much of 128, and little of 2048."""
    for memory_mib, causes in ((128, [Cause.MEMORY]), (2048, [])):
        terms = Terms(limit=Limit(seconds=30.0), memory_mib=memory_mib, own_process=True)
        with ProcessSeats(terms, make) as seats:
            played = play_in_processes(seats, "random", "bad_memory", terms=terms)
        assert [forfeit.cause for forfeit in played.forfeits] == causes


def test_bad_input_is_no_forfeit(processes: ProcessSeats) -> None:
    with pytest.raises(LudensError, match="There is no agent called 'nobody'"):
        processes.seat(GAME, "nobody", 0, 0)
    with pytest.raises(LudensError, match="There is no game called 'nothing'"):
        processes.seat("nothing", "random", 0, 0)
    with pytest.raises(BrokenOffError, match="cannot even be made"):
        processes.seat(GAME, "bad_unmade", 0, 0)


def test_what_an_agent_answers_is_not_unpickled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NOTE, str(tmp_path / "note"))
    with ProcessSeats(Terms(limit=Limit(seconds=60.0), own_process=True), make) as seats:
        played = play_in_processes(seats, "random", "bad_pickle", terms=LONG)
    assert [forfeit.cause for forfeit in played.forfeits] == [Cause.CRASH]
    assert played.forfeits[0].detail == "it answered with what is no answer"
    assert not (tmp_path / "note").exists()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("role", [0, 1], ids=["at_the_end", "after_a_crash_in_a_session_of_its_own"])
def test_grandchildren_of_an_agent_end_with_it(role: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "note"
    monkeypatch.setenv(NOTE, str(note))
    agents = ("bad_parent", "random") if role == 0 else ("random", "bad_parent")
    with ProcessSeats(Terms(limit=Limit(seconds=60.0), own_process=True), make) as seats:
        play_in_processes(seats, *agents, terms=LONG)
    assert not alive(int(note.read_text()))


def test_half_a_character_in_a_note_can_be_kept() -> None:
    notes = play("bad_half_a_character", LONG).thoughts[0][1].notes
    assert notes == {"said": "?"}
