"""A player over HTTP: scripted conversations, several at once, and everything that can come at the wrong time."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from ludens.ggp.messages import Play, PlayPercepts, Start, Stop, compact, read_move, write_message
from ludens.ggp.player.match_seats import STALE_SECONDS, MatchSeats
from ludens.ggp.player.player import Player
from ludens.ggp.player.player_match import Answer, PlayerMatch, Source
from ludens.ggp.supervisor import Supervisor
from tests.ggp.player_harness import RACE, Referee, Talk, playing, reasoner, run, tic_tac_toe, until

START = f"(START tt.1 xplayer ({tic_tac_toe()}) 30 20)"


def test_the_conversation_of_the_wire_format(tmp_path: Path) -> None:
    """The captured match, with its irregular spacing; the agent takes the first legal move."""
    script = [
        ("( INFO )", "( ( name Ludens ) ( status available ) )"),
        ("(info)", "( ( name Ludens ) ( status available ) )"),
        (f"(PREVIEW ({RACE}) 5)", "done"),
        (START, "ready"),
        (START, "ready"),
        ("( INFO )", "( ( name Ludens ) ( status busy ) )"),
        (START.replace("tt.1", "tt.2"), "busy"),
        ("( PLAY tt.2 NIL )", "busy"),
        ("( PLAY tt.1 NIL )", "( mark 1 1 )"),
        ("(PLAY tt.1 (( mark 2 2 ) noop ) )", "noop"),
        ("( play tt.1 (noop (mark 1 1)))", "( mark 1 2 )"),
        ("( PLAY tt.1 ( ( mark 2 1 ) noop ) )", "noop"),
        ("( PLAY tt.1 ( noop ( mark 1 2 ) ) )", "( mark 1 3 )"),
        ("( STOP tt.1 ( ( mark 2 3 ) noop ) )", "done"),
        ("( STOP tt.1 ( ( mark 2 3 ) noop ) )", "done"),
        ("( INFO )", "( ( name Ludens ) ( status available ) )"),
        ("( PLAY tt.1 NIL )", "nil"),
        ("( ABORT tt.1 )", "aborted"),
    ]

    async def main() -> None:
        async with playing(tmp_path, "legal", matches=1) as (_, talk):
            for text, reply in script:
                assert await talk.say(text) == reply, text

    run(main())


def test_answers_have_the_spelling_of_the_rules_and_several_matches_go_on_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path, "random", matches=3) as (_, talk):
            referees = [Referee(talk, RACE, role, f"race.{role}") for role in (0, 1)]
            referees.append(Referee(talk, tic_tac_toe(), 1, "tt"))
            await asyncio.gather(*(referee.play_all() for referee in referees))
            assert "available" in await talk.say("( INFO )")

    run(main())


def test_what_comes_at_the_wrong_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path, "bad_stall", matches=1, make="tests.arena.misbehaving:make") as (player, talk):
            await abort_during_play(player, talk)
            await repeated_start(talk)
            await moves_that_do_not_fit(talk)
            await stop_in_the_middle(talk)

    run(main())


async def abort_during_play(player: Player, talk: Talk) -> None:
    """The agent stalls, and the clock is far from its end: it is ABORT that ends the waiting."""
    referee = Referee(talk, tic_tac_toe(), 0, "aborted", (30, 3_000))
    await referee.start()
    await referee.play()
    [seat] = player.tables["aborted"].seats
    playing_on = asyncio.ensure_future(talk.say("( PLAY aborted ( ( mark 1 1 ) noop ) )"))
    await until(lambda: len(seat.match.steps) == 1)
    outstanding = asyncio.ensure_future(talk.say("( PLAY aborted ( noop ( mark 3 3 ) ) )"))
    await until(lambda: len(seat.match.steps) == 2)
    assert "busy" in await talk.say("( INFO )")
    assert await talk.say("( ABORT aborted )") == "aborted"
    assert await playing_on
    assert await outstanding
    assert "available" in await talk.say("( INFO )")


async def repeated_start(talk: Talk) -> None:
    """While the first one is not answered, and with other rules."""
    replies = await asyncio.gather(talk.say(START), talk.say(START))
    assert list(replies) == ["ready", "ready"]
    assert await talk.say(f"(START tt.1 Black ({RACE}) 30 20)") == "ready"
    assert await talk.say("( PLAY tt.1 NIL )") == "Noop"
    assert await talk.say("( ABORT tt.1 )") == "aborted"


async def moves_that_do_not_fit(talk: Talk) -> None:
    """They are passed over: the answer is legal in the last position that is known."""
    assert await talk.say(f"(START tt.1 White ({RACE}) 30 2)") == "ready"
    for moves in ("NIL", "( castle Noop )", "( ( Step 7 ) Noop )", "( Noop )", "( ( Step 1 ) Noop Noop )"):
        assert await talk.say(f"( PLAY tt.1 {moves} )") in ("( Step 1 )", "( Jump 2 )"), moves
    assert await talk.say("( PLAY tt.1 ( ( Jump 2 ) Noop ) )") in ("( Step 3 )", "( Jump 4 )")
    assert await talk.say("( PLAY tt.1 ( ( Jump 2 ) Noop ) )") in ("( Step 3 )", "( Jump 4 )")
    assert await talk.say("( PLAY tt.1 NIL )") in ("( Step 1 )", "( Jump 2 )"), "it begins anew"
    assert await talk.say("( ABORT tt.1 )") == "aborted"


async def stop_in_the_middle(talk: Talk) -> None:
    assert await talk.say(START) == "ready"
    assert await talk.say("( STOP tt.1 NIL )") == "done"
    assert "available" in await talk.say("( INFO )")


UNPLAYABLE = (
    "(role a) (role b)",
    "(role a) (legal a x) (<= (next ?x) (true ?y)) (goal a 1) terminal",
    "(role other) (legal other x) (goal other 1) (<= terminal (true z))",
)


def test_rules_with_which_nobody_can_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path) as (_, talk):
            assert "cannot be read" in await talk.say("( START bad.0 a ((foo) 30 5 )")
            for number, rules in enumerate(UNPLAYABLE, start=1):
                assert await talk.say(f"( START bad.{number} a ({rules}) 30 5 )") == "ready"
                assert await talk.say(f"( PLAY bad.{number} NIL )")
                assert await talk.say(f"( STOP bad.{number} NIL )") == "done"
            assert await talk.say(f"( START good.1 White ({RACE}) 30 5 )") == "ready"
            assert await talk.say("( PLAY good.1 NIL )") in ("( Step 1 )", "( Jump 2 )")

    run(main())


def test_a_silent_match_does_not_block_the_next_one(tmp_path: Path) -> None:
    """Its manager is gone without STOP or ABORT: at first there is another table, then the silent ones make room."""

    async def main() -> None:
        async with playing(tmp_path) as (player, talk):
            referees = [Referee(talk, RACE, 0, f"m.{number}") for number in range(4)]
            for referee in referees[:2]:
                assert await referee.start() == "ready"
                await referee.play()
            assert "busy" in await talk.say("( INFO )")
            assert await referees[2].start() == "busy"
            assert await talk.say("( PLAY m.2 NIL )") == "busy"
            for name in ("m.0", "m.1"):
                player.tables[name].heard -= 20 + STALE_SECONDS + (10 if name == "m.0" else 1)
            assert "available" in await talk.say("( INFO )")
            for referee in referees[2:]:
                await referee.play_all()
            assert list(player.tables) == ["m.1"], "the one that was silent longest made room"
            assert await talk.say("( ABORT m.0 )") == "aborted"
            await referees[1].play()

    run(main())


class FakeSeat(Supervisor):
    """A seat that has begun nothing."""

    def __init__(self, start: Start, answered: str = "") -> None:
        self.match = PlayerMatch(start)
        self._answered = Answer(answered, Source.AGENT)


def test_a_match_counts_as_silent_by_the_clock_that_counts() -> None:
    start = Start("m", "white", RACE, 600.0, 4.0)
    table = MatchSeats(heard=time.monotonic() - 60)
    table.add(FakeSeat(start), "")
    assert not table.stale, "others may still be using the start clock"
    table.begun = True
    assert table.stale


def test_two_matches_at_once_are_both_played(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path) as (player, talk):
            first, second = Referee(talk, RACE, 0, "m.1"), Referee(talk, tic_tac_toe(), 1, "m.2")
            assert await first.start() == "ready"
            assert "available" in await talk.say("( INFO )")
            assert await second.start() == "ready"
            assert "busy" in await talk.say("( INFO )")
            assert await Referee(talk, RACE, 0, "m.3").start() == "busy"
            pools = [seat.workers for table in player.tables.values() for seat in table.seats]
            assert len({id(pool.agent) for pool in pools}) == 2
            while not (first.over and second.over):
                await asyncio.gather(*(each.play() for each in (first, second) if not each.over))
            assert await first.stop() == await second.stop() == "done"

    run(main())


SAID = ("( say left )", "( say right )")


def test_sees_and_random(tmp_path: Path) -> None:
    """A game of hidden information: percepts instead of moves. On a busy machine the agent may not be ready in time."""
    rules = """
        (role random) (role guesser) (init deal)
        (<= (legal random (hide ?x)) (true deal) (side ?x)) (side left) (side right)
        (<= (legal random noop) (true guess))
        (<= (legal guesser noop) (true deal))
        (<= (legal guesser (say ?x)) (true guess) (side ?x))
        (<= (sees guesser (looks ?x)) (does random (hide ?x)))
        (<= (next guess) (true deal))
        (<= (next (is ?x)) (does random (hide ?x)))
        (<= (next (is ?x)) (true (is ?x)))
        (<= (next right) (does guesser (say ?x)) (true (is ?x)))
        (<= (next done) (true guess))
        (<= terminal (true done))
        (<= (goal guesser 100) (true right))
        (<= (goal guesser 0) (not (true right)))
    """

    async def main() -> None:
        async with playing(tmp_path, "champion") as (_, talk):
            assert await talk.say(f"( START h.1 guesser ({rules}) 3 5 )") == "ready"
            assert await talk.say("( PLAY h.1 0 NIL NIL )") == "noop"
            assert await talk.say("( PLAY h.1 1 noop ( ( looks right ) ) )") in SAID
            assert await talk.say("( STOP h.1 2 ( say right ) ( ) )") == "done"

    run(main())


def sources(folder: Path) -> list[str]:
    """Whose choices the answers of a match were."""
    [path] = folder.glob("*.jsonl")
    return [json.loads(line)["from"] for line in path.read_text().splitlines() if '"answer"' in line]


def test_somebody_plays_while_the_agent_is_not_ready(tmp_path: Path) -> None:
    """Compiling that outlasts the start clock: moves are chosen from the plain rules, from the first one on."""

    async def main() -> None:
        async with playing(tmp_path, "legal", make="tests.ggp.slow_agents:make") as (_, talk):
            referee = Referee(talk, tic_tac_toe(), 0, "slow", (1, 100))
            assert await referee.start() == "ready"
            for _ in range(2):
                await referee.play()
            assert await referee.stop() == "done"

    run(main())
    assert sources(tmp_path) == [Source.AGENT.value, Source.ONLY.value]


def test_a_stand_in_that_stalls_is_replaced_within_the_next_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended only when that turn has begun, and has been asked by then."""
    monkeypatch.setenv("LUDENS_TEST_STALLED", str(tmp_path / "stalled"))

    async def main() -> None:
        async with playing(tmp_path / "journal", "legal", make="tests.ggp.slow_agents:make_stalling") as (player, talk):
            referee = Referee(talk, tic_tac_toe(), 0, "slow", (1, 1))
            assert await referee.start() == "ready"
            [seat] = player.tables["slow"].seats
            await until(lambda: seat.workers.thinker is not None)
            await referee.play()
            seat.match.start = replace(seat.match.start, play_clock=100)
            for _ in range(2):
                await referee.play()
            assert await referee.stop() == "done"

    run(main())
    assert sources(tmp_path / "journal")[1:] == [Source.ONLY.value, Source.AGENT.value]


ROLES = "(role alpha) (role beta) (init (now 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)"
ALTERNATELY = f"""
{ROLES} (turn 0 alpha) (turn 1 beta) (turn 2 alpha) (turn 3 beta) (base_move left) (base_move right)
(<= (legal ?r (go ?r ?n ?m)) (true (now ?n)) (turn ?n ?r) (base_move ?m))
(<= (legal ?r (wait ?r)) (true (now ?n)) (role ?r) (not (turn ?n ?r)))
(<= (next (now ?m)) (true (now ?n)) (succ ?n ?m))
(<= terminal (true (now 4)))
(goal alpha 50) (goal beta 50)
"""
"""A game of four turns in which no move of one role is ever legal for the other."""


@pytest.mark.parametrize("named", [True, False])
def test_one_player_in_both_seats_plays_both_roles(tmp_path: Path, named: bool) -> None:
    """Managers ask for both moves at once, in the order of the roles; PLAY does not say who is meant."""

    async def main() -> None:
        async with playing(tmp_path, matches=1) as (player, talk):
            game, rules = reasoner(ALTERNATELY), compact(ALTERNATELY)
            names = ("One", "Two") if named else ("", "")
            starts = [write_message(Start("both", role, rules, 30, 20)) for role in ("beta", "alpha")]
            assert await asyncio.gather(*map(talk.say, starts, reversed(names))) == ["ready", "ready"]
            assert "busy" in await talk.say("( INFO )"), "it is one match, in two seats"
            state, moves = game.initial_state(), None
            while not game.is_terminal(state):
                message = write_message(Play("both", moves))
                asked = [asyncio.ensure_future(talk.say(message, name)) for name in names]
                replies = await asyncio.gather(*asked)
                moves = tuple(map(read_move, replies))
                state = game.next_state(state, moves)
            stop = write_message(Stop("both", moves))
            assert {await talk.say(stop), await talk.say(stop)} == {"done"}
            assert not player.tables

    run(main())
    assert len(list(tmp_path.glob("*.jsonl"))) == 2


def test_both_seats_keep_their_roles_when_a_message_was_lost() -> None:
    """Whoever was not asked in this turn is asked next, until another joint move or the clock says it is another."""

    async def main() -> None:
        starts = [Start("m", role, compact(ALTERNATELY), 30, 5) for role in ("alpha", "beta")]
        seats = [FakeSeat(start) for start in starts]
        table = MatchSeats()
        for seat in reversed(seats):
            table.add(seat, "same")

        async def asked(moves: tuple[str, ...] | None, *arrived: float) -> list[int]:
            found = await asyncio.gather(*(table.asked(Play("m", moves), at, "same") for at in arrived))
            return [seats.index(cast("FakeSeat", seat)) for seat in found]

        assert await asked(None, 1.0, 1.1) == [0, 1]
        assert await asked(("a", "b"), 2.1, 2.0) == [1, 0], "in the order of the connections"
        assert await asked(("c", "d"), 3.0) == [0]
        assert await asked(("c", "d"), 3.5) == [1]
        assert await asked(("e", "f"), 4.0) == [0], "and the other one is lost"
        assert await asked(("g", "h"), 5.0, 5.1) == [0, 1]
        assert await asked(("i", "j"), 6.0) == [0]
        assert await asked(("i", "j"), 60.0, 60.1) == [0, 1]

    run(main())


def test_a_match_of_hidden_moves_knows_its_seats_by_what_they_did() -> None:
    async def main() -> None:
        seats = [FakeSeat(Start("m", role, "", 9, 5), made) for role, made in (("a", "left"), ("b", "right"))]
        table = MatchSeats()
        for seat in seats:
            table.add(seat, "")
        messages = [PlayPercepts("m", 1, move, ()) for move in ("right", "left")]
        found = await asyncio.gather(*(table.asked(message, 1.0, "") for message in messages))
        assert list(found) == [seats[1], seats[0]]

    run(main())
