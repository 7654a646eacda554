"""The table of evidence: what is committed can be read and used, and a game is known by its rules."""

from __future__ import annotations

from pathlib import Path

import ludens
from ludens.games.loading import find_rulesheet
from ludens.players import check_agent
from ludens.players.plans.belief import SCALES, SKILLS
from ludens.players.plans.candidates import FAMILIES, IN_TURNS, MANY, REFERENCE, family_of
from ludens.players.plans.evidence import Evidence, MeasuredGame, Result, evidence, from_text, to_text
from ludens.search.prospects import prospects
from ludens.search.rules_digest import rules_digest

GAMES = [
    MeasuredGame("r1", "b", IN_TURNS.name, {"moves": 2.5}),
    MeasuredGame("r2", "a(size=3)", IN_TURNS.name, {"moves": 1.0, "draws": 0.25}),
]
RESULTS = [
    Result("r1", 0.3, 1.0, "uct(tuned=true)", 12, 0.55, 0.07, 12345.0, "2026-01-02", "abc"),
    Result("r2", 0.1, 0.5, "grave", 3, 0.25, 0.1, 1.0, "2026-01-03", ""),
]


def test_the_table_is_written_and_read() -> None:
    found = from_text(to_text(GAMES, RESULTS))
    assert found.games == {game.rules: game for game in GAMES}
    assert sorted(found.results, key=lambda row: row.rules) == RESULTS
    assert to_text(found.games.values(), found.results) == to_text(GAMES, RESULTS)
    assert found.without("a") == Evidence({"r1": GAMES[0]}, (RESULTS[0],))
    assert found.of_plan("grave", IN_TURNS.name) == [RESULTS[1]]
    assert found.of_plan("grave", MANY.name) == []


def test_the_table_of_the_package_can_be_used() -> None:
    table = evidence()
    for row in table.results:
        check_agent(row.plan)
        assert 0 <= row.score <= 1
        assert row.pairs > 0
        assert row.clock > 0
        assert 0 < row.share <= 1
        assert row.rules in table.games
    for game in table.games.values():
        assert game.family in FAMILIES
        assert set(game.features) <= {*SCALES, *SKILLS}


def test_every_candidate_is_an_agent_with_options_that_it_has() -> None:
    for family in FAMILIES.values():
        assert family.all[0] == family.default
        assert REFERENCE in family.all
        for plan in family.all:
            check_agent(plan)


def test_families() -> None:
    expected = {
        "connect_four": "two in turns",
        "connect_four(players=3)": "three or more in turns",
        "tron": "two at once",
        "prisoners_dilemma": "at once, no constant sum",
        "eight_puzzle": "one player",
        "free_for_all": "two in turns, no constant sum",
    }
    assert {name: family_of(ludens.load(name)).name for name in expected} == expected


RULES = find_rulesheet("tic_tac_toe").text


def test_a_renamed_sheet_is_the_same_game_and_a_changed_one_is_not(tmp_path: Path) -> None:
    built_in = rules_digest(ludens.load("tic_tac_toe"))
    same = tmp_path / "another_name.kif"
    same.write_text("; a comment\n" + RULES.replace("?x", "?other"), "utf-8")
    assert rules_digest(ludens.load(same)) == built_in
    lines = RULES.splitlines()
    assert rules_digest(ludens.load("\n".join(lines))) == built_in
    changed = tmp_path / "tic_tac_toe.kif"
    changed.write_text(RULES.replace("(goal ?player 50)", "(goal ?player 40)").replace(" 50)", " 40)"), "utf-8")
    assert changed.read_text("utf-8") != RULES
    assert rules_digest(ludens.load(changed)) != built_in
    assert rules_digest(ludens.load("connect_four")) != rules_digest(ludens.load("connect_four(columns=8)"))
    assert rules_digest(ludens.load("odd")) != rules_digest(ludens.load("ropasci"))
    assert rules_digest(ludens.load("odd")) == rules_digest(ludens.load("odd"))


def test_features_tell_games_apart() -> None:
    found = {name: prospects(ludens.load(name)).features for name in ("tic_tac_toe", "hex(size=4)", "odd")}
    assert all(set(features) <= set(SCALES) for features in found.values())
    assert found["hex(size=4)"]["draws"] == 0
    assert found["tic_tac_toe"]["draws"] > 0.05
    assert found["tic_tac_toe"]["open_wins"] > 0.2
    assert found["hex(size=4)"]["length"] > found["tic_tac_toe"]["length"]
