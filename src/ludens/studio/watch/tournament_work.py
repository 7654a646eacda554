"""What the process does that plays a tournament for the studio, game by game into the store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ludens.arena.executors import in_local_processes, in_this_process
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, Tournament, check_seats, tournament_from
from ludens.game import ParameterError
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames.questions import BEGIN, PLAY, Caller, ContestRequest
from ludens.studio.games.offered_games import check_offered_game
from ludens.studio.match.offered import check_offered

MOST_MEETINGS = 2_000
MOST_SECONDS = 60.0
"""Of a move."""


class TournamentWork:
    """Plays one tournament."""

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request."""
        return dict((BEGIN.answered_by(_begin), PLAY.answered_by(_play)))[what](request, call)


def _begin(request: ContestRequest, call: Caller[None]) -> str:
    """Puts a tournament into the store and gives its id."""
    wanted = tournament_of(request["tournament"])
    check_seats(wanted)
    with Store(Path(request["store"])) as store:
        return Contest(wanted, store).id


def _play(request: ContestRequest, call: Caller[None]) -> int:
    """Plays a tournament until it is over or somebody stops it; gives the number of games."""
    with Store(Path(request["store"])) as store:
        contest = Contest(tournament_of(request["tournament"]), store)
        workers = max(1, (os.cpu_count() or 1) - 1)
        for _ in contest.play(in_this_process if workers == 1 else in_local_processes(workers)):
            if call.stopped:
                break
        return len(contest.outcomes)


def tournament_of(data: dict[str, Any]) -> Tournament:
    """What a page asks for; raises LudensError for anything but built-in games and agents of this machine."""
    wanted = tournament_from(data)
    for name in wanted.games:
        check_offered_game(name)
    for name in wanted.agents:
        check_offered(name)
    if wanted.pairs * len(wanted.games) * len(wanted.agents) > MOST_MEETINGS:
        raise ParameterError(f"That is too much for the studio: it plays at most {MOST_MEETINGS:,} meetings.")
    if not wanted.terms.limit.seconds or wanted.terms.limit.seconds > MOST_SECONDS:
        raise ParameterError(f"A move may take up to {MOST_SECONDS:g} seconds, and needs a limit.")
    return wanted
