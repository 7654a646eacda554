"""Rules that are shown before a match are compiled by the time it starts, and never in its way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludens.circuit import compiled
from ludens.circuit.stages import CompiledCircuit
from ludens.games.rules_game import RulesGame
from ludens.gdl import Reasoner
from ludens.ggp.messages import Start, read_message
from ludens.ggp.player.preview import Previews
from ludens.ggp.player.server_reading import read_as_server
from ludens.processes.child import Child
from tests.ggp.player_harness import playing, run, tic_tac_toe

LONG = 300.0


def never(*arguments: object, **options: object) -> CompiledCircuit:
    raise AssertionError("the rules are compiled again")


def test_rules_that_were_shown_need_not_be_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))

    async def main() -> None:
        async with playing(tmp_path / "player", "legal", matches=1) as (_, talk):
            assert await talk.say(f"(PREVIEW ({tic_tac_toe()}) {LONG:.0f})") == "done"

    run(main())
    start = read_message(f"(START tt.1 xplayer ({tic_tac_toe()}) 30 20)")
    assert isinstance(start, Start)
    monkeypatch.setattr(compiled, "compile_circuit", never)
    sheet, _, _ = read_as_server(start.rules)
    assert RulesGame(Reasoner(sheet)).compiled.circuit.gates


def test_the_answer_does_not_wait_for_the_end_of_the_clock_or_for_bad_rules() -> None:
    async def main() -> None:
        previews = Previews(1024)
        await previews.show("(role", LONG, 0.0)
        await previews.end()

    asyncio.run(asyncio.wait_for(main(), LONG / 2))


def test_what_is_not_done_when_the_clock_ends_goes_on_until_it_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Child] = []

    def begin(*arguments: object) -> Child:
        begun.append(Child(_sleep))
        return begun[-1]

    monkeypatch.setattr("ludens.ggp.player.preview.Child", begin)

    async def main() -> None:
        previews = Previews(1024)
        await previews.show("rules", 0.05, 0.0)
        await previews.show("rules", 0.05, 0.0)
        assert len(begun) == 1  # the same rules go on
        assert begun[0].alive
        await previews.show("other rules", 0.05, 0.0)
        assert not begun[0].alive
        assert begun[1].alive
        await previews.end()
        assert not begun[1].alive
        await previews.end()

    asyncio.run(main())


def _sleep(line: object) -> None:
    import time  # noqa: PLC0415

    time.sleep(LONG)
