"""A player over HTTP: scripted conversations, several at once, and everything that can come at the wrong time."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

from ludens.ggp.crew import INTERIM_SECONDS
from ludens.ggp.player_match import Source
from tests.ggp.player_harness import RACE, Referee, Talk, playing, run, tic_tac_toe

START = f"(START tt.1 xplayer ({tic_tac_toe()}) 6 1)"


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
        async with playing(tmp_path, "legal") as (_, talk):
            for text, reply in script:
                assert await talk.say(text) == reply, text

    run(main())


def test_answers_have_the_spelling_of_the_rules_and_several_matches_go_on_at_once(tmp_path: Path) -> None:
    async def main() -> list[Referee]:
        async with playing(tmp_path, "random", matches=3) as (_, talk):
            referees = [Referee(talk, RACE, role, f"race.{role}") for role in (0, 1)]
            referees.append(Referee(talk, tic_tac_toe(), 1, "tt"))
            await asyncio.gather(*(referee.play_all() for referee in referees))
            assert "available" in await talk.say("( INFO )")
            return referees

    for referee in run(main()):
        assert max(referee.times) < 1.0


def test_what_comes_at_the_wrong_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path, "bad_stall", make="tests.arena.misbehaving:make") as (_, talk):
            await abort_during_play(talk)
            await repeated_start(talk)
            await moves_that_do_not_fit(talk)
            await stop_in_the_middle(talk)

    run(main())


async def abort_during_play(talk: Talk) -> None:
    referee = Referee(talk, tic_tac_toe(), 0, "aborted", (6, 20))
    await referee.start()
    await referee.play()
    referee.moves = ("(mark 1 1)", "noop")
    playing_on = asyncio.ensure_future(talk.say("( PLAY aborted ( ( mark 1 1 ) noop ) )"))
    await asyncio.sleep(0.1)
    outstanding = asyncio.ensure_future(talk.say("( PLAY aborted ( noop ( mark 3 3 ) ) )"))
    await asyncio.sleep(0.2)
    begin = time.monotonic()
    assert "busy" in await talk.say("( INFO )")
    assert await talk.say("( ABORT aborted )") == "aborted"
    assert time.monotonic() - begin < 1.0
    assert await playing_on
    assert await outstanding
    assert time.monotonic() - begin < 3.0
    assert "available" in await talk.say("( INFO )")


async def repeated_start(talk: Talk) -> None:
    """While the first one is not answered, and with other rules."""
    replies = await asyncio.gather(talk.say(START), talk.say(START))
    assert list(replies) == ["ready", "ready"]
    assert await talk.say(f"(START tt.1 Black ({RACE}) 6 1)") == "ready"
    assert await talk.say("( PLAY tt.1 NIL )") == "Noop"
    assert await talk.say("( ABORT tt.1 )") == "aborted"


async def moves_that_do_not_fit(talk: Talk) -> None:
    """They are passed over: the answer is legal in the last position that is known."""
    assert await talk.say(f"(START tt.1 White ({RACE}) 6 1)") == "ready"
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
            assert "cannot be read" in await talk.say("( START bad.0 a ((foo) 3 1 )")
            for number, rules in enumerate(UNPLAYABLE, start=1):
                assert await talk.say(f"( START bad.{number} a ({rules}) 3 1 )") == "ready"
                assert await talk.say(f"( PLAY bad.{number} NIL )")
                assert await talk.say(f"( STOP bad.{number} NIL )") == "done"
            assert await talk.say(f"( START good.1 White ({RACE}) 3 1 )") == "ready"
            assert await talk.say("( PLAY good.1 NIL )") in ("( Step 1 )", "( Jump 2 )")

    run(main())


def test_a_stale_match_makes_room(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path) as (player, talk):
            assert await talk.say(START) == "ready"
            other = START.replace("tt.1", "tt.2")
            assert await talk.say(other) == "busy"
            player.tables["tt.1"].heard -= 100
            assert "available" in await talk.say("( INFO )")
            assert await talk.say(other) == "ready"
            assert list(player.tables) == ["tt.2"]
            assert await talk.say("( ABORT tt.1 )") == "aborted"
            assert await talk.say("( PLAY tt.2 NIL )") != "nil"

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
            assert await talk.say(f"( START h.1 guesser ({rules}) 3 1 )") == "ready"
            assert await talk.say("( PLAY h.1 0 NIL NIL )") == "noop"
            assert await talk.say("( PLAY h.1 1 noop ( ( looks right ) ) )") in SAID
            assert await talk.say("( STOP h.1 2 ( say right ) ( ) )") == "done"

    run(main())


def test_somebody_plays_while_the_agent_is_not_ready(tmp_path: Path) -> None:
    """Compiling that outlasts the start clock: at first any legal move, then moves chosen from the plain rules."""

    async def main() -> None:
        async with playing(tmp_path, "legal", make="tests.ggp.slow_agents:make") as (_, talk):
            referee = Referee(talk, tic_tac_toe(), 0, "slow", (2, 2))
            assert await referee.start() == "ready"
            await referee.play()
            await asyncio.sleep(INTERIM_SECONDS)
            while not referee.over:
                await referee.play()
                await asyncio.sleep(0.5)
            assert await referee.stop() == "done"

    run(main())
    [path] = tmp_path.glob("*.jsonl")
    sources = [json.loads(line)["from"] for line in path.read_text().splitlines() if '"answer"' in line]
    assert sources[0] == Source.ANY.value
    assert Source.AGENT.value in sources
