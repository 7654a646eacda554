"""What a shell completes."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from ludens.cli import app
from ludens.cli.group import COMMANDS
from ludens.games import GAMES
from ludens.players import AGENTS


def completed(*words: str) -> list[str]:
    *before, incomplete = words
    found = ShellComplete(app, {}, "ludens", "_LUDENS_COMPLETE").get_completions(list(before), incomplete)
    return [item.value for item in found if item.type == "plain"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tourn"], ["tournament"]),
        (["show", "tic"], ["tic_tac_toe"]),
        (["show", "hex(s"], ["hex(size=9", "hex(swap=false"]),
        (["show", "hex(size=5,s"], ["hex(size=5,swap=false"]),
        (["match", "nim", "ucb"], []),
        (["match", "nim", "uct", "rand"], ["random"]),
        (["suggest", "nim", "--agent", "neg"], ["negamax", "negascout"]),
        (["suggest", "nim", "--agent", "uct(expl"], ["uct(exploration=0.4"]),
        (["tournament", "--agents", "uct,rand"], ["uct,random"]),
        (["tournament", "--agents", "uct(lanes=1),rand"], ["uct(lanes=1),random"]),
        (["tournament", "--agents", "random,uct(lanes=1,expl"], ["random,uct(lanes=1,exploration=0.4"]),
        (["tournament", "--games", "nim,he"], ["nim,hex"]),
        (["play", "reversi", "--seat", "bl"], ["black="]),
        (["play", "reversi", "--seat", "black=y"], ["black=you"]),
        (["play", "reversi", "--seat", "black=grav"], ["black=grave"]),
        (["play", "nothing", "--seat", "bl"], []),
        (["match", "nim", "uct", "random", "--play"], ["--playouts"]),
    ],
)
def test_completion(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_everything_is_offered_at_first() -> None:
    assert completed("") == list(COMMANDS)
    assert completed("show", "") == list(GAMES)
    assert completed("match", "nim", "") == list(AGENTS)
