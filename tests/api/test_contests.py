"""Many games between agents, from Python: the table, its intervals, and what an interrupt leaves."""

from __future__ import annotations

import functools
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.arena.match import play_again
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, check_unchanged
from ludens.game import LudensError, ParameterError
from tests.api.own_things import Countdown, Finisher

STUDENT = '''
import random
import ludens

class Careful:
    """Never leaves a win, otherwise plays at random."""
    def __init__(self, game, role, seed=None):
        self.game, self.role, self.random = game, role, random.Random(seed)
    def decide(self, state, limit):
        moves = self.game.legal_moves(state, self.role)
        return ludens.Decision(self.random.choice(moves))

print(ludens.tournament("tic_tac_toe", [Careful, "uct"], pairs=6, playouts=50))
'''


def test_a_student_lets_an_agent_of_ten_lines_play_uct_and_sees_the_table(tmp_path: Path) -> None:
    (tmp_path / "student.py").write_text(STUDENT, "utf-8")
    done = subprocess.run([sys.executable, "student.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    heading, columns, first, second = done.stdout.splitlines()
    assert heading.endswith(": tic_tac_toe; 12 of 12 games")
    assert columns.split() == ["agent", "games", "won-drawn-lost", "score", "95", "%", "Elo", "95", "%", "ahead"]
    assert first.split()[0] == "uct"
    assert second.split()[0] == "Careful"
    assert " to 1.00" in first  # the interval of the score
    assert not done.stderr  # progress is for terminals and notebooks


def test_the_table_is_the_same_here_and_in_other_processes() -> None:
    here = ludens.tournament(["nim(heaps=2)", Countdown], [Finisher, "random"], pairs=2, playouts=1, workers=1)
    there = ludens.tournament(["nim(heaps=2)", Countdown], [Finisher, "random"], pairs=2, playouts=1, workers=2)
    assert here.to_dict() == there.to_dict()
    assert here.finished
    assert here.size == len(here.played) == 8
    assert {game.record.id for game in here.played} == {game.record.id for game in there.played}
    assert [line.agent for line in here.standings] == ["tests.api.own_things:Finisher", "random"]


def test_a_match_is_a_tournament_of_one_game() -> None:
    found = ludens.match("nim(heaps=2)", ["legal", "random"], pairs=3, playouts=1, workers=1)
    assert found.to_dict() == ludens.tournament("nim(heaps=2)", ["legal", "random"], pairs=3, playouts=1).to_dict()
    assert "<td" in found._repr_html_()


def test_a_store_is_gone_on_from(tmp_path: Path) -> None:
    options: Any = {"pairs": 2, "playouts": 1, "workers": 1, "store": tmp_path / "arena.sqlite"}
    first = ludens.tournament("nim(heaps=2)", ["legal", "random"], **options)
    again = ludens.tournament("nim(heaps=2)", ["legal", "random"], **options)
    assert first.to_dict() == again.to_dict()
    with Store(tmp_path / "arena.sqlite") as store:
        assert [count for _, _, count in store.tournaments()] == [4]


def test_an_interrupt_leaves_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = Contest.play

    def interrupted(self: Any, executor: Any) -> Iterator[Any]:
        for number, outcome in enumerate(play(self, executor), start=1):
            yield outcome
            if number == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(Contest, "play", interrupted)
    table = ludens.tournament("nim(heaps=2)", ["legal", "random"], pairs=4, playouts=1, workers=1)
    assert not table.finished
    assert (table.table.games, table.size, len(table.played)) == (3, 8, 3)
    assert capsys.readouterr().err == "Interrupted after 3 of 8 games.\n"


def test_ctrl_c_in_the_middle_of_a_game_leaves_the_games_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupts(Finisher):
        made = 0

        def __init__(self, game: Any, role: int, seed: int | None = None) -> None:
            super().__init__(game, role, seed)
            type(self).made += 1

        def decide(self, state: Any, limit: ludens.Limit) -> ludens.Decision:
            if self.made == 2 + 3:  # it is made twice to see whether it can be
                signal.raise_signal(signal.SIGINT)
            return super().decide(state, limit)

    table = ludens.match("nim(heaps=2)", [Interrupts, "random"], pairs=4, playouts=1)
    assert (table.table.games, table.size) == (2, 8)
    assert capsys.readouterr().err == "Interrupted after 2 of 8 games.\n"


def test_a_data_frame_where_pandas_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ludens.match("nim(heaps=2)", ["legal", "random"], pairs=2, playouts=1, workers=1)

    class Pandas:
        """What is used of pandas, which need not be installed."""

        class DataFrame:
            def __init__(self, rows: list[dict[str, Any]]) -> None:
                self.rows = rows

            def set_index(self, name: str) -> dict[str, dict[str, Any]]:
                return {row[name]: row for row in self.rows}

    monkeypatch.setitem(sys.modules, "pandas", Pandas)
    frame: Any = table.to_pandas()
    line = table.standings[0]
    assert line.score is not None
    assert frame[line.agent]["score_low"] == line.score.by_pairs.low
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(LudensError, match="pip install pandas"):
        table.to_pandas()


def test_agents_of_one_name_are_told_apart() -> None:
    careful, wild = functools.partial(Finisher, wild=False), functools.partial(Finisher, wild=True)
    table = ludens.match("nim(heaps=2)", [careful, wild], pairs=5, playouts=1)
    assert {line.agent for line in table.standings} == {"Finisher", "Finisher_2"}
    assert table.standings[0].agent == "Finisher"


def test_games_of_one_name_are_told_apart() -> None:
    games = [Countdown(), type("Countdown", (Countdown,), {})()]
    table = ludens.tournament(games, ["legal", "random"], pairs=1, playouts=1)
    assert {played.record.game for played in table.played} == {"Countdown", "Countdown_2"}


def test_a_tournament_is_another_one_when_the_code_of_an_agent_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options: Any = {"pairs": 1, "playouts": 1, "workers": 1, "store": "arena.sqlite"}
    code = "from tests.api.own_things import Finisher\n"
    (tmp_path / "mine_changing.py").write_text(code, "utf-8")
    before = ludens.match("nim(heaps=2)", ["mine_changing.py:Finisher", "random"], **options)
    versions = {card.name: card.version for card in before.played[0].record.agents}
    assert "+" in versions["mine_changing.py:Finisher"]
    assert "+" not in versions["random"]
    definition = before.tournament.definition()
    check_unchanged(definition)
    (tmp_path / "mine_changing.py").write_text(code + "# changed\n", "utf-8")
    after = ludens.match("nim(heaps=2)", ["mine_changing.py:Finisher", "random"], **options)
    assert after.id != before.id
    with pytest.raises(LudensError, match=r"The code of mine_changing.py:Finisher has changed"):
        check_unchanged(definition)
    with pytest.raises(LudensError, match="is not the same agent"):
        play_again(before.played[0].record)


def test_a_class_that_is_defined_anew_takes_its_place() -> None:
    def before() -> type:
        class Anew(Finisher):
            def __init__(self, game: Any, role: int, one: int = 1) -> None:
                super().__init__(game, role)

        return Anew

    def after() -> type:
        class Anew(Finisher):
            def __init__(self, game: Any, role: int, two: int = 2) -> None:
                super().__init__(game, role)

        return Anew

    assert dict(ludens.play("nim", before(), playouts=1).record.agents[0].options) == {"one": 1}
    assert dict(ludens.play("nim", after(), playouts=1).record.agents[0].options) == {"two": 2}


def local_agent() -> type:
    class Local(Finisher):
        """Not to be found by other processes."""

    return Local


@pytest.mark.parametrize(
    ("agents", "options", "message"),
    [
        ("uct", {}, "must be a list"),
        (["uct"], {}, "at least two agents"),
        (["random", "random"], {}, "given twice"),
        (
            ["random", "legal"],
            {"kind": "cup"},
            "kind cannot be 'cup'; it may be round_robin, gauntlet, swiss",
        ),
        (["random", "legal"], {"pairs": 0}, "pairs cannot be 0"),
        (["random", "legal"], {"workers": 0}, "workers cannot be 0"),
        (["random", Finisher(None, 0)], {}, "Give the class, Finisher, not an object"),
        (["random", local_agent()], {"workers": 2}, "Other processes do not find Local: write it to a file"),
        (["random", type("Uct", (Finisher,), {})], {}, "Ludens already has an agent called uct"),
    ],
)
def test_mistakes_are_told_in_a_sentence(agents: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        ludens.tournament("nim", agents, **options)
