"""Many games between agents, and their table: who is stronger, and how sure that is."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ludens.api.playing import PlayedGame
from ludens.api.progress import Tell, telling, waiting
from ludens.api.taking import (
    AgentLike,
    GameLike,
    agent_names,
    check_number,
    game_names,
    limit_of,
    store_path,
    terms_of,
)
from ludens.arena.clock import Terms
from ludens.arena.executors import Executor, all_cores, in_local_processes, in_this_process
from ludens.arena.standings import Standing, Table, standings, table_data
from ludens.arena.store import Store
from ludens.arena.table_data import TableData
from ludens.arena.tournament import DEFAULT_TERMS, Contest, Kind, Tournament, check_seats
from ludens.game import LudensError, ParameterError
from ludens.ggp.outside_seat import check_outside, with_network
from ludens.own import known
from ludens.showing import Block, Shown, TextTable, columns

HEADINGS = ("agent", "games", "won-drawn-lost", "score", "95 %", "Elo", "95 %", "ahead")


class TournamentTable(Shown):
    """The table of a tournament, finished or interrupted; print it to see it.

    ``played``: the games, in the order in which they ended, a ``PlayedGame`` each.
    ``size``: how many games there should be.

    >>> table = ludens.match("nim(heaps=3)", ["uct", "random"], pairs=2, playouts=50, workers=1)
    >>> [line.agent for line in table.standings], len(table.played)
    (['uct', 'random'], 4)
    """

    def __init__(
        self, tournament: Tournament, identity: str, table: Table, size: int, played: Sequence[PlayedGame]
    ) -> None:
        self.tournament, self.id, self.table, self.size = tournament, identity, table, size
        self.played = tuple(played)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """A line for each agent, the best first, with the score (0 to 1) and Elo, each with its 95 % interval."""
        return self.table.standings

    @property
    def finished(self) -> bool:
        """Whether all games were played."""
        return self.table.games >= self.size

    def to_dict(self) -> TableData:
        """The table as plain data."""
        return table_data(self.table)

    def to_pandas(self) -> Any:
        """The table as a DataFrame, a row for each agent; raises LudensError if pandas is not installed."""
        try:
            pandas = import_module("pandas")  # Ludens does not need it
        except ImportError:
            raise LudensError("A DataFrame needs pandas: pip install pandas.") from None
        rows = [
            {
                "agent": line.agent,
                "games": line.games,
                "wins": line.wins,
                "draws": line.draws,
                "losses": line.losses,
                "score": None if line.score is None else line.score.mean,
                "score_low": None if line.score is None else line.score.by_pairs.low,
                "score_high": None if line.score is None else line.score.by_pairs.high,
                "elo": line.elo,
                "elo_low": line.elo_low,
                "elo_high": line.elo_high,
            }
            for line in self.standings
        ]
        return pandas.DataFrame(rows).set_index("agent")

    def blocks(self) -> Sequence[Block]:
        return standings_blocks(self.tournament, self.id, self.table, self.size)


def match(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    pairs: int = 10,
    seconds: float | None = None,
    playouts: int | None = None,
    opening: int = 2,
    seed: int = 0,
    workers: int | None = None,
    store: str | os.PathLike[str] | None = None,
    own_process: bool = False,
    terms: Terms | None = None,
) -> TournamentTable:
    """Lets agents play each other in one game.

    ``game``: the game, as ``load`` takes it.
    ``agents``: two or more, as ``play`` takes them.
    ``pairs``: how many openings any two agents play, each twice with seats swapped.
    ``opening``: how many random joint moves an opening has.
    ``seconds``, ``playouts``, ``seed``, ``workers``, ``store``, ``own_process``, ``terms``: as in ``tournament``.

    Returns the table, with intervals.

    >>> table = ludens.match("tic_tac_toe", ["uct", "random"], pairs=3, playouts=100, workers=1)
    >>> table.standings[0].agent, table.standings[0].score.mean > 0.5
    ('uct', True)
    """
    return tournament(
        [game], agents, pairs=pairs, seconds=seconds, playouts=playouts, opening=opening, seed=seed, workers=workers,
        store=store, own_process=own_process, terms=terms,
    )  # fmt: skip


def tournament(
    games: GameLike | Sequence[GameLike],
    agents: Sequence[AgentLike],
    *,
    kind: str = "round_robin",
    pairs: int = 10,
    rounds: int = 5,
    seconds: float | None = None,
    playouts: int | None = None,
    opening: int = 2,
    seed: int = 0,
    workers: int | None = None,
    store: str | os.PathLike[str] | None = None,
    own_process: bool = False,
    terms: Terms | None = None,
) -> TournamentTable:
    """Plays a tournament.

    ``games``: one game or several, as ``load`` takes them.
    ``agents``: two or more, as ``play`` takes them.
    ``kind``: ``"round_robin"``, ``"gauntlet"`` (the first against all others), ``"swiss"`` or ``"knock_out"``.
    ``pairs``: how many openings any two agents play in each game, each twice with seats swapped.
    ``rounds``: how many rounds a Swiss tournament has.
    ``seconds``: how long an agent may think about a move, by default a tenth of a second.
    ``playouts``: how many playouts it may make for a move. Without ``seconds`` the same seed gives the same games.
    ``opening``: how many random joint moves an opening has.
    ``seed``: the seed of the random numbers.
    ``workers``: how many processes play, by default one for each core. Classes of a notebook, which other processes do
    not find, are played in this one.
    ``store``: a file that keeps every game; the same call continues from it.
    ``own_process``: runs every agent in a separate process, which can be killed.
    ``terms``: all clocks at once, instead of ``seconds`` and ``playouts``.

    Returns the table, with intervals. Ctrl-C ends a tournament early: you get the table of the games so far.

    >>> table = ludens.tournament(["nim", "tic_tac_toe"], ["uct", "random"], pairs=1, playouts=50, workers=1)
    >>> table.size, table.finished
    (4, True)
    """
    asked = Tournament(
        games=game_names(games),
        agents=_competitors(agents),
        kind=_kind(kind),
        pairs=pairs,
        rounds=rounds,
        opening=opening,
        seed=seed,
        terms=terms_of(terms, limit_of(seconds, playouts, DEFAULT_TERMS.limit), own_process),
    )
    executor = _executor(asked, workers)
    check_outside(asked.agents, asked.terms)
    with waiting("Preparing the games"):
        check_seats(asked)
    with _open(store) as opened:
        contest = Contest(asked, opened)
        try:
            with telling() as tell:
                _play(contest, with_network(executor), tell)
        except KeyboardInterrupt:
            _interrupted(contest, store)
        records = [PlayedGame(opened.record(outcome)) for outcome in contest.outcomes]
        return TournamentTable(asked, contest.id, standings(contest), contest.size, records)


def standings_blocks(tournament: Tournament, identity: str, table: Table, size: int) -> list[Block]:
    """The standings for people."""
    played = f"{table.games:,} of {size:,} games"
    heading = f"{tournament.kind.value} {identity}: {', '.join(tournament.games)}; {played}"
    return [heading, standings_table(table), *verdicts(table)]


def standings_table(table: Table) -> TextTable:
    """The standings in columns. A score of 0.875 (0.68 to 1.00) is a mean with its 95 % interval."""
    broken = any(line.forfeits for line in table.standings)
    rows = []
    for line in table.standings:
        likely = "" if line.superiority is None else f"{line.superiority:.1%}"
        forfeits = ", ".join(f"{count} {cause}" for cause, count in sorted(line.forfeits.items()))
        cells = (line.agent, f"{line.games}", f"{line.wins}-{line.draws}-{line.losses}", *_figures(line), likely)
        rows.append((*cells, *([forfeits] if broken else [])))
    return columns((*HEADINGS, *(["forfeits"] if broken else [])), rows, range(1, len(HEADINGS)))


def verdicts(table: Table) -> list[str]:
    """What only some kinds of tournament have to say, in sentences."""
    found = []
    if table.ratio is not None and table.verdict is not None:
        found.append(f"The test: {table.verdict.value}, with a log-likelihood ratio of {table.ratio:.2f}.")
    if table.difference is not None:
        elo, interval = table.difference.elo, table.difference.interval
        found.append(
            f"The first agent is ahead by {_points(elo)} Elo ({_points(interval.low)} to {_points(interval.high)}); "
            f"it is the stronger one with a likelihood of {table.difference.superiority:.1%}."
        )
    if table.winner is not None:
        found.append(f"The winner: {table.winner}.")
    return found


def _figures(line: Standing) -> tuple[str, str, str, str]:
    score = interval = elo = margin = ""
    if line.score is not None:
        score = f"{line.score.mean:.3f}"
        interval = f"{line.score.by_pairs.low:.2f} to {line.score.by_pairs.high:.2f}"
    if line.elo is not None and line.elo_high is not None:
        elo = f"{line.elo:+.0f}"
        margin = f"± {line.elo_high - line.elo:.0f}"
    return score, interval, elo, margin


def _points(elo: float) -> str:
    return f"{elo:+.0f}".replace("inf", "∞")


def _competitors(agents: Sequence[AgentLike]) -> tuple[str, ...]:
    if not isinstance(agents, (list, tuple)):
        raise ParameterError("The agents must be a list, such as ['uct', 'random'].")
    for agent in agents:
        if known.is_made(agent) and hasattr(agent, "decide"):
            what = type(agent).__name__
            raise ParameterError(f"Give the class, {what}, not an object of it: every game needs a new object.")
    return agent_names(agents)


def _kind(name: str) -> Kind:
    kinds = [kind.value for kind in Kind if kind not in (Kind.MANAGED, Kind.SPRT)]
    if name not in kinds:
        raise ParameterError(f"kind cannot be {name!r}; it may be {', '.join(kinds)}.")
    return Kind(name)


def _executor(asked: Tournament, workers: int | None) -> Executor:
    """Who plays; raises ParameterError where others are asked for and would not find what is to be played."""
    if workers is not None:
        check_number("workers", workers, 1)
    here = [agent for agent in asked.agents if known.in_this_process_only(known.AGENTS, agent)]
    here += [game for game in asked.games if known.in_this_process_only(known.GAMES, game)]
    if here and ((workers or 1) > 1 or asked.terms.own_process):
        raise ParameterError(
            f"Other processes do not find {here[0]}: write it to a file, and give it as 'my_file.py:{here[0]}'."
        )
    processes = 1 if here else workers or all_cores()
    return in_this_process if processes == 1 else in_local_processes(processes)


def _play(contest: Contest, executor: Executor, tell: Tell) -> None:
    begin, before = time.monotonic(), len(contest.outcomes)
    tell(f"0 of {contest.size:,} games …")
    for _ in contest.play(executor):
        done, size, spent = len(contest.outcomes), contest.size, time.monotonic() - begin
        left = spent / (done - before) * max(0, size - done)
        tell(f"{done:,} of {size:,} games, {spent:.0f} s; about {left:.0f} s left")


def _interrupted(contest: Contest, store: str | os.PathLike[str] | None) -> None:
    kept = "" if store is None else f" They are kept in {os.fspath(store)}: the same call continues from there."
    print(f"Interrupted after {len(contest.outcomes):,} of {contest.size:,} games.{kept}", file=sys.stderr)


@contextlib.contextmanager
def _open(store: str | os.PathLike[str] | None) -> Iterator[Store]:
    if store is not None:
        with Store(store_path(store)) as opened:
            yield opened
        return
    with tempfile.TemporaryDirectory(prefix="ludens-") as folder, Store(Path(folder) / "arena.sqlite") as opened:
        yield opened
