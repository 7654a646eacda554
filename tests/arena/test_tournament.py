"""Tournaments: the same table however they were interrupted, killed at any moment, and by however many played."""

from __future__ import annotations

import dataclasses
import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ludens import Limit
from ludens.arena.clock import Terms
from ludens.arena.executors import in_local_processes, in_this_process
from ludens.arena.meetings import Meeting
from ludens.arena.ratings.sprt import Sprt, Verdict
from ludens.arena.standings import Table, comparisons, role_ratings, standings
from ludens.arena.store import Outcome, Store
from ludens.arena.tournament import Contest, Kind, Tournament, check_seats, check_unchanged, tournament_from
from ludens.game import LudensError, ParameterError, SourceError, UnknownNameError
from ludens.players import AGENTS
from ludens.players.kind import AgentKind
from tests.arena.misbehaving import Misbehaving

FEW = Terms(limit=Limit(playouts=20))
THREE = ("random", "monte_carlo", "legal")
SMALL = Tournament(games=("tic_tac_toe", "nim(heaps=2-3)"), agents=THREE, pairs=2, terms=FEW)


def played(tournament: Tournament, path: Path, executor: Any = in_this_process) -> Table:
    with Store(path) as store:
        contest = Contest(tournament, store)
        for _ in contest.play(executor):
            pass
        return standings(contest)


def kept(path: Path) -> dict[str, tuple[str, str]]:
    """Moves and goals of all games in a store, by id; fails if one is there twice."""
    with Store(path) as store:
        identities = [identity for identity, _, _ in store.tournaments()]
        records = [record for identity in identities for record in store.records(identity)]
    assert len({record.id for record in records}) == len(records)
    return {record.id: (json.dumps(record.moves), json.dumps(record.goals)) for record in records}


KINDS = [
    SMALL,
    Tournament(games=("tic_tac_toe",), agents=THREE, kind=Kind.GAUNTLET, pairs=2, terms=FEW),
    Tournament(games=("tic_tac_toe",), agents=(*THREE, "roulette"), kind=Kind.SWISS, pairs=1, rounds=3, terms=FEW),
    Tournament(games=("tic_tac_toe",), agents=THREE, kind=Kind.KNOCK_OUT, pairs=1, terms=FEW),
    Tournament(games=("tic_tac_toe",), agents=("monte_carlo", "random"), kind=Kind.SPRT, pairs=64, terms=FEW,
               sprt=Sprt(0, 100)),
    Tournament(games=("connect_four(players=3)", "lights_on"), agents=THREE, pairs=1, terms=FEW),
    Tournament(games=("connect_four(players=3)", "prisoners_dilemma"), agents=("random", "legal"), pairs=1, terms=FEW),
]  # fmt: skip


@pytest.mark.parametrize("tournament", KINDS, ids=lambda tournament: f"{tournament.kind.value}-{tournament.games[0]}")
def test_an_interrupted_tournament_goes_on_as_if_nothing_had_happened(tournament: Tournament, tmp_path: Path) -> None:
    whole = played(tournament, tmp_path / "whole")
    path = tmp_path / "broken"
    with Store(path) as store:
        contest = Contest(tournament, store)
        assert Contest(tournament, store).size >= 1
        for done, _ in enumerate(contest.play(in_this_process), start=1):
            if done == 3:
                break
    assert len(kept(path)) == 3
    again = played(tournament, path)
    assert again.standings == whole.standings
    assert (again.games, again.ratio, again.verdict, again.winner) == (
        whole.games, whole.ratio, whole.verdict, whole.winner,
    )  # fmt: skip
    assert kept(path) == kept(tmp_path / "whole")
    before = kept(path)
    assert played(tournament, path).standings == whole.standings
    assert kept(path) == before


def test_several_processes_play_the_same_tournament(tmp_path: Path) -> None:
    one, two = played(SMALL, tmp_path / "one"), played(SMALL, tmp_path / "two", in_local_processes(2))
    assert one.standings == two.standings
    assert kept(tmp_path / "one") == kept(tmp_path / "two")


def test_the_table_counts_what_was_played(tmp_path: Path) -> None:
    table = played(SMALL, tmp_path / "store")
    assert table.games == 2 * 3 * 2 * 2  # pairs, meetings, games, seats
    best = table.standings[0]
    assert best.agent == "monte_carlo"
    assert best.games == 16 == best.wins + best.draws + best.losses
    assert best.score is not None
    assert best.score.pairs == 8
    assert best.score.mean > 0.5
    assert sum(line.wins for line in table.standings) == sum(line.losses for line in table.standings)
    assert sum(line.score.mean for line in table.standings if line.score) == pytest.approx(1.5)
    assert sum(line.elo or 0 for line in table.standings) == pytest.approx(0, abs=1e-6)
    assert best.superiority is not None
    assert best.superiority > 0.5


def test_kinds_end_with_their_verdict(tmp_path: Path) -> None:
    assert played(KINDS[3], tmp_path / "out").winner == "monte_carlo"
    table = played(KINDS[4], tmp_path / "test")
    assert table.verdict is Verdict.H1
    assert table.ratio is not None
    assert table.ratio > 2.94
    assert table.games < 128
    assert table.difference is not None
    assert 0 < table.difference.interval.low < table.difference.elo


def test_roles_are_rated_over_all_games(tmp_path: Path) -> None:
    played(SMALL, tmp_path / "store")
    with Store(tmp_path / "store") as store:
        table = role_ratings(Contest(SMALL, store))
    assert table is not None
    assert [each.name for each in table.roles][:2] == ["tic_tac_toe/xplayer", "tic_tac_toe/oplayer"]
    assert table.agents[0].name == "monte_carlo"


def test_agents_that_play_alone_are_compared_by_their_goals(tmp_path: Path) -> None:
    tournament = Tournament(games=("lights_on",), agents=("random", "legal", "monte_carlo"), pairs=2, terms=FEW)
    with Store(tmp_path / "store") as store:
        contest = Contest(tournament, store)
        assert len(list(contest.play(in_this_process))) == 6
        found = comparisons([(meeting, contest.played(meeting)) for meeting in contest.meetings()])
    assert len(found) == 6
    assert not any(each.seated for each in found)
    assert sum(each.count for each in found) == pytest.approx(3)


def test_of_three_at_a_table_everyone_counts_once() -> None:
    games = [Outcome("1", "g", 0, ("a", "b", "c"), (100, 0, 0)), Outcome("2", "g", 0, ("a", "b", "b"), (0, 60, 40))]
    found = comparisons([(Meeting("g", ("a", "b", "c"), 0), games[:1]), (Meeting("g", ("a", "b"), 0), games[1:])])
    assert [(each.first, each.second, each.result, each.cluster) for each in found] == [
        ("a", "b", 1, 0), ("a", "c", 1, 0), ("b", "c", 0.5, 0), ("a", "b", 0, 1), ("a", "b", 0, 1),
    ]  # fmt: skip
    assert {each.count for each in found} == {0.5}


def test_a_crash_is_one_forfeit_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = AgentKind(
        name="bad_crash", summary="", source="",
        agent=lambda game, role, options, seed: Misbehaving("crash", game, role, seed),
    )  # fmt: skip
    monkeypatch.setitem(AGENTS, "bad_crash", kind)
    table = played(
        Tournament(games=("tic_tac_toe",), agents=("random", "bad_crash"), pairs=3, terms=FEW), tmp_path / "store"
    )
    last = table.standings[-1]
    assert last.agent == "bad_crash"
    assert last.forfeits == {"crash": 6}
    assert last.losses == 6
    assert table.standings[0].forfeits == {}


def test_a_tournament_comes_back_from_its_definition(tmp_path: Path) -> None:
    for tournament in KINDS:
        same = Tournament.from_definition(json.loads(json.dumps(tournament.definition())))
        assert same.id == tournament.id
        assert same.definition() == tournament.definition()
    changed = {**SMALL.definition(), "rules": ["0", "0"]}
    with pytest.raises(SourceError, match="The rules of tic_tac_toe have changed"):
        check_unchanged(changed)
    with pytest.raises(SourceError, match=r"begun with Ludens 0\.0\.1"):
        check_unchanged({**SMALL.definition(), "version": "0.0.1"})
    check_unchanged(SMALL.definition())
    assert len({tournament.id for tournament in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": []}, "needs a game"),
        ({"agents": ["random"]}, "at least two agents"),
        ({"agents": ["random", "random"]}, "random is given twice"),
        ({"kind": "sprt", "agents": ["a", "b", "c"]}, "between two agents, not 3"),
        ({"kind": "league"}, "cannot be a 'league'; it may be round_robin"),
        ({"pairs": 0}, "pairs cannot be 0"),
        ({"pairs": 2.5}, r"pairs cannot be 2\.5"),
        ({"terms": {"second": 1}}, "description of the tournament is wrong"),
        ({"terms": {"seconds": -1}}, "must be more than 0"),
        ({"terms": 5}, "description of the tournament is wrong"),
        ({"sprt": {"elo0": 5, "elo1": 1}}, "elo1 must be more"),
        ({"agent": "x"}, "has no 'agent'"),
        ({"games": 3}, "description of the tournament is wrong"),
    ],
)
def test_what_makes_no_tournament_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        tournament_from({"games": ["tic_tac_toe"], "agents": ["random", "legal"], **change})


def test_agents_and_games_are_checked_before_anything_is_played() -> None:
    with pytest.raises(UnknownNameError, match="There is no agent called 'nobody'"):
        check_seats(Tournament(games=("tic_tac_toe",), agents=("random", "nobody")))
    with pytest.raises(LudensError, match="negamax cannot play"):
        check_seats(Tournament(games=("connect_four(players=3)",), agents=("random", "negamax")))
    check_seats(SMALL)


COMMAND = [sys.executable, "-c", "from ludens.cli import main; main()", "tournament"]
KILLED = Tournament(games=("tic_tac_toe",), agents=THREE, terms=Terms(limit=Limit(playouts=300)))


def begin(path: Path, pairs: int, workers: int) -> subprocess.Popen[bytes]:
    options = {
        "--games": "tic_tac_toe", "--agents": ",".join(THREE), "--pairs": pairs, "--playouts": 300, "--store": path,
        "--workers": workers,
    }  # fmt: skip
    words = [str(word) for option in options.items() for word in option]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*COMMAND, "--resume", *words], stdout=quiet, stderr=quiet)


def count(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as file:
            found: int = file.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.Error:
        return 0
    finally:
        file.close()
    return found


@pytest.mark.parametrize(
    ("kills", "pairs"), [(2, 40), *[pytest.param(*each, marks=pytest.mark.slow) for each in ((3, 60), (200, 4_000))]]
)
def test_killed_at_any_moment_no_game_is_lost_or_doubled(tmp_path: Path, kills: int, pairs: int) -> None:
    """``kill -9`` at random moments: some while it starts, most after a few more games, none when it is over."""
    rng, path, progress = random.Random(kills), tmp_path / "store", 0
    for number in range(kills):
        before = count(path)
        running = begin(path, pairs, workers=1 + number % 2)
        if rng.random() < 0.25:
            time.sleep(rng.uniform(0, 1.2))
        else:
            wanted, deadline = before + rng.randrange(1, 30), time.monotonic() + 120
            while count(path) < wanted and running.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)
            time.sleep(rng.uniform(0, 0.02))
        assert running.poll() is None, "there is nobody left to be killed"
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert count(path) >= before, "a finished game is gone"
        progress += count(path) > before
    assert progress >= kills / 2, "most were killed while they played"
    assert begin(path, pairs, workers=1).wait() == 0
    assert len(kept(path)) == 6 * pairs
    tournament = dataclasses.replace(KILLED, pairs=pairs)
    whole = played(tournament, tmp_path / "whole")
    assert kept(path) == kept(tmp_path / "whole")
    with Store(path) as store:
        assert standings(Contest(tournament, store)).standings == whole.standings
