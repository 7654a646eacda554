"""What the process does that looks into the store for those who watch: tables, games, replays."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludens.arena.meetings import Meeting
from ludens.arena.session import Session
from ludens.arena.standings import comparisons, standings, table_data
from ludens.arena.statistics import wilson_interval
from ludens.arena.store import Outcome, Store
from ludens.arena.tournament import Contest, Tournament
from ludens.game import LudensError
from ludens.games.endings.margin import margin
from ludens.games.endings.words import Ending, result_text
from ludens.games.loading import load
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames.design import Share
from ludens.studio.frames.questions import (
    COUNT,
    LIST,
    MATCH_FILE,
    REPLAY,
    REPLAY_FILE,
    TABLE,
    Caller,
    MatchFileRequest,
    StoredGameRequest,
    StoredTournamentRequest,
    StoreRequest,
)
from ludens.studio.frames.watch import ListedGame, Replay, StoredTable, StoredTournament
from ludens.studio.games.offered_games import title_of
from ludens.studio.games.opened_games import OpenedGames
from ludens.studio.watch.replay_file import replay_page
from ludens.studio.watch.replays import Told, replay_data, replay_of_record

GAMES_KEPT = 16
LISTED = 500
"""Games of a tournament that a page lists, the latest first."""


class WatchWork:
    """Answers questions about a store."""

    def __init__(self) -> None:
        self._games = OpenedGames(GAMES_KEPT)
        self._tasks = dict(
            (
                LIST.answered_by(_list),
                COUNT.answered_by(_count),
                TABLE.answered_by(_table),
                REPLAY.answered_by(_replay),
                REPLAY_FILE.answered_by(_replay_file),
                MATCH_FILE.answered_by(self._match_file),
            )
        )

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request."""
        return self._tasks[what](request, call)

    def _match_file(self, request: MatchFileRequest, call: Caller[None]) -> str:
        """A match of the studio, finished or not."""
        game = self._games.get(request["spec"])
        session: Session[Any] = Session(game)
        session.replay(tuple(tuple(joint) for joint in request["moves"]))
        result = "not over"
        if session.is_over:
            won_by = margin(game, session.state)
            result = result_text(Ending(game.info.roles, game.info.players, game.goals(session.state), margin=won_by))
        told = Told(
            request["id"], request["title"], request["players"], request["result"] or result,
            request["values"], [""] * len(session.moves),
        )  # fmt: skip
        return replay_page(replay_data(game, session.states, session.moves, told))


def _list(request: StoreRequest, call: Caller[None]) -> list[StoredTournament]:
    with Store(Path(request["store"])) as store:
        return [_entry(store, *each) for each in reversed(store.tournaments())]


def _entry(store: Store, identity: str, about: dict[str, Any], count: int) -> StoredTournament:
    games = list(store.outcomes(identity))
    return {
        "id": identity,
        "kind": about["kind"],
        "games": about["games"],
        "titles": [title_of(game) for game in about["games"]],
        "agents": about["agents"],
        "played": count,
        "size": _size(store, identity, about),
        "latest": games[-1].id if games else None,
    }


def _size(store: Store, identity: str, about: dict[str, Any]) -> int | None:
    try:
        return Contest(Tournament.from_definition(about), store, identity).size
    except LudensError:
        return None


def _count(request: StoredTournamentRequest, call: Caller[None]) -> int:
    with Store(Path(request["store"])) as store:
        identity, _ = store.tournament(request["tournament"])
        return next(count for known, _, count in store.tournaments() if known == identity)


def _table(request: StoredTournamentRequest, call: Caller[None]) -> StoredTable:
    with Store(Path(request["store"])) as store:
        identity, definition = store.tournament(request["tournament"])
        contest = Contest(Tournament.from_definition(definition), store, identity)
        played = [(meeting, contest.played(meeting)) for meeting in contest.meetings()]
        return {
            "id": identity,
            "definition": definition,
            "titles": {game: title_of(game) for game in contest.tournament.games},
            "size": contest.size,
            "roles": {game: list(roles) for game, roles in contest.roles.items()},
            **table_data(standings(contest)),
            "cross": cross_table(contest.tournament.agents, played),
            "listed": [_game(outcome) for outcome in reversed(list(contest.outcomes.values())[-LISTED:])],
        }


def _replay(request: StoredGameRequest, call: Caller[None]) -> Replay:
    with Store(Path(request["store"])) as store:
        record = store.record(request["game"])
    # The store is its owner's, and so are the paths of rulesheets that stand in it.
    return replay_of_record(record, load(record.game))


def _replay_file(request: StoredGameRequest, call: Caller[None]) -> str:
    return replay_page(_replay(request, call))


def cross_table(agents: Sequence[str], played: Sequence[tuple[Meeting, Sequence[Outcome]]]) -> list[list[Share | None]]:
    """For every two agents what the first scored against the second: share of points, interval, games; None alone."""
    points: dict[tuple[str, str], list[float]] = {pair: [] for pair in itertools.permutations(agents, 2)}
    for each in comparisons(played):
        points[each.first, each.second].append(each.result)
        points[each.second, each.first].append(1 - each.result)
    return [[_share(points.get((one, other), [])) for other in agents] for one in agents]


def _share(points: Sequence[float]) -> Share | None:
    if not points:
        return None
    interval = wilson_interval(sum(points) / len(points), len(points))
    return {"share": sum(points) / len(points), "interval": [interval.low, interval.high], "games": len(points)}


def _game(outcome: Outcome) -> ListedGame:
    return {
        "id": outcome.id,
        "game": outcome.game,
        "agents": list(outcome.agents),
        "goals": list(outcome.goals),
        "forfeits": [{"role": role, "cause": cause} for role, cause in outcome.forfeits],
        "seconds": outcome.seconds,
    }
