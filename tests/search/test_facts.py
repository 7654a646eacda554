"""What is known of a game: found once, kept where that is sound, and what is certain never mixed with what is seen."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.circuit import findings, kept_findings
from ludens.engine.any_game import GameWithEngine
from ludens.game import Limit
from ludens.games.loading import built_in_source
from ludens.players import make_agent
from ludens.search import facts as facts_module
from ludens.search.certainty import Certain
from ludens.search.facts import facts_of
from ludens.search.once import once

UNEQUAL = """
    (role a) (role b) (init (left 40)) (succ 0 1)
    {steps}
    (legal a go) (legal a stop) (legal b wait)
    (<= (next (left ?n)) (true (left ?m)) (succ ?n ?m) (does a go))
    (<= (next stopped) (does a stop))
    (<= terminal (true stopped)) (<= terminal (true (left 0)))
    (<= (goal a 100) (not (true (left 0)))) (<= (goal b 0) (not (true (left 0))))
    (<= (goal a 50) (true (left 0))) (<= (goal b 10) (true (left 0)))
""".format(steps=" ".join(f"(succ {n} {n + 1})" for n in range(1, 40)))
"""Goals add up to 100 unless a goes on forty times, which no random game does."""


def undeclared(name: str) -> Any:
    """A built-in game of which only the rules are known."""
    return ludens.load(built_in_source(name, {}).text)


def test_everybody_gets_the_same_facts() -> None:
    game = ludens.load("tic_tac_toe")
    assert facts_of(game) is facts_of(game)
    assert facts_of(game) is not facts_of(ludens.load("tic_tac_toe"))
    assert facts_of(game).structure is facts_of(game).structure


def test_facts_go_with_the_game() -> None:
    game = ludens.load("tic_tac_toe")
    facts_of(game).random_games.length  # noqa: B018
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_something_is_made_once_for_each_name() -> None:
    game = ludens.load("tic_tac_toe")
    assert once(game, "one", list) is once(game, "one", list)
    assert once(game, "one", list) is not once(game, "other", list)


def test_a_game_without_attributes_has_it_made_each_time() -> None:
    class Bare:
        __slots__ = ()

    bare: Any = Bare()
    assert once(bare, "one", list) is not once(bare, "one", list)


def test_what_is_not_declared_is_proved() -> None:
    game = undeclared("tic_tac_toe")
    assert (game.info.turns, game.info.goal_sum) == (None, None)
    assert facts_of(game).certain == Certain(2, True, 100) == facts_of(ludens.load("tic_tac_toe")).certain


def test_what_random_games_do_not_refute_seems_so_and_is_not_certain() -> None:
    facts = facts_of(ludens.load(UNEQUAL))
    assert facts.random_games.sums == {100}
    assert facts.seems_constant_sum
    assert facts.certain.goal_sum is None
    assert facts.structure is not None
    assert facts.structure.constant_sum is not None
    assert not facts.structure.constant_sum.evidence.certain


def test_what_random_games_refute_does_not_seem_so() -> None:
    facts = facts_of(undeclared("rock_paper_scissors"))
    assert not facts.seems_in_turns
    assert not facts.certain.in_turns
    assert not facts_of(undeclared("prisoners_dilemma")).seems_constant_sum


def test_a_game_without_rules_has_no_proofs() -> None:
    facts = facts_of(GameWithEngine(undeclared("tic_tac_toe")))
    assert facts.structure is None
    assert facts.certain == Certain(2, False, None)
    assert facts.seems_in_turns
    assert facts.seems_constant_sum


def test_in_a_huge_network_nothing_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MOST_GATES", 0)
    for module in (kept_findings, facts_module):  # other tests may have kept what they found
        monkeypatch.setattr(module, "kept_structure", lambda circuit: None)
    game = undeclared("connect_four")
    facts = facts_of(game)
    assert facts.circuit is not None
    assert facts.structure == findings.NOTHING_FOUND
    assert facts.seems_in_turns
    assert facts.certain == Certain(2, in_turns=False, goal_sum=None)
    champion = make_agent("champion", game, 0, seed=1)
    assert champion.decide(game.initial_state(), Limit(playouts=50)).move in game.legal_moves(game.initial_state(), 0)


def test_what_is_found_from_the_rules_alone_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    asked: list[str] = []

    def ask(game: Any, what: str) -> int:
        return facts_of(game).kept(what, lambda: asked.append(what) or len(asked))  # type: ignore[func-returns-value]

    assert ask(ludens.load("tic_tac_toe"), "one") == ask(ludens.load("tic_tac_toe"), "one") == 1
    assert ask(ludens.load("tic_tac_toe"), "other") == 2
    assert ask(undeclared("tic_tac_toe"), "one") == 3, "what a game declares may matter"
    assert ask(ludens.load("nim"), "one") == 4
    plain: Any = GameWithEngine(ludens.load("tic_tac_toe"))
    assert (ask(plain, "one"), ask(plain, "one")) == (5, 6), "without rules nobody knows what was asked about"


ASKING = """
import sys, ludens
from ludens.search.facts import facts_of
facts = facts_of(ludens.load(sys.argv[1]))
assert facts.structure.turns.turns is facts.structure.turns.turns.SEQUENTIAL
assert facts.certain.goal_sum == 100
print("clingo" in sys.modules, "ludens.circuit.compiled" in sys.modules)
"""


def test_a_second_start_needs_neither_solver_nor_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    command = [sys.executable, "-c", ASKING, built_in_source("tic_tac_toe", {}).text]
    found = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(2)]
    assert found == [["True", "True"], ["False", "False"]]
