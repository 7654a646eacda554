"""Makes the table of evidence that the champion chooses its plan by: plays plans against UCT, on all cores.

    python scripts/evidence.py [GAME …] [--plans 'PLAN; …'] [--clocks 0.1,0.3] [--minutes M] [--jobs N] [--store FILE]
                               [--with TABLE] [--report]

Every pair is kept in the store (JSON lines) as it is played; a later call goes on from there. At the end, and with
``--report`` without playing, the table is written to ``src/ludens/players/plans/data/evidence.json``, and a report
printed: what is chosen for each game, and what would have been chosen had the game not been measured. Plans may be
listed for single games: ``--plans 'odd: grave; uct_rave | tron: duct'``. Results of an earlier table, whose pairs are
not in the store, count as well with ``--with``.

Which pair is played next: the game and clock that has had least time for what another plan may still gain there; of its
plans the one that looks best in a draw from what is believed of each so far, or the second best (top-two Thompson
sampling, Russo 2016). So hopeless plans get few games, and what is learnt in one game saves games in others.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import math
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ludens.arena.executors import all_cores
from ludens.arena.measuring.measured_pairs import MeasuredPair, PairJob, play_pairs, read_pairs, while_time
from ludens.engine.contract import LoadedGame
from ludens.games.loading import load
from ludens.players.plans.belief import SKILLS, Belief, Game, belief_from
from ludens.players.plans.candidates import FAMILIES, REFERENCE, family_of
from ludens.players.plans.evidence import PATH, Evidence, MeasuredGame, Result, from_text, pooled, to_text
from ludens.players.plans.learning import learning_of
from ludens.search.evaluations.learnt.stopping import never
from ludens.search.prospects import prospects
from ludens.search.rules_digest import rules_digest

GAMES = (
    "breakthrough", "breakthrough(size=6)", "cephalopod", "checkers_small", "checkers_small(size=8)", "connect_four",
    "connect_four(columns=5, rows=5)", "connect_four(columns=9, rows=7)", "connect_four(suicide=true)", "hex",
    "hex(size=6)", "hex(size=11)", "odd", "pentago", "pentago_swap", "reversi", "reversi(size=6)",
    "sheep", "sheep(size=7)", "nim(heaps=9-12-15-7, misere=true)", "free_for_all",
    "connect_four(players=3)", "connect_four(players=3, columns=5)", "connect_four(players=3, suicide=true)",
    "free_for_all(players=3)",
    "oshi_zumo", "oshi_zumo(coins=14, size=3)", "tron", "tron(size=6)", "goofspiel", "goofspiel(cards=6)",
    "bidding_tic_tac_toe(coins=8)", "blocker(size=5)", "ropasci",
)  # fmt: skip

MOST = 150
"""Pairs of a plan in a game at a clock."""

LEAST_WORTH = 0.02
"""What it is worth, in log-odds, to play on where hardly anything can be gained."""

SEED = 1

Key = tuple[str, float, str]
"""Game, clock and plan."""


class Measuring:
    """What has been played, and what is to be played next."""

    def __init__(
        self,
        games: list[MeasuredGame],
        clocks: list[float],
        done: list[MeasuredPair],
        seed: int | None = None,
        earlier: Evidence | None = None,
    ) -> None:
        """``earlier``: results whose pairs are not among those that are ``done``."""
        self.games = {game.name: game for game in games}
        self.cells = [(game.name, clock) for game in games for clock in clocks]
        self.done: list[MeasuredPair] = []
        self.only: dict[str, set[str]] = {}
        self._worth: dict[tuple[str, float], float] = {}
        self._spent: dict[tuple[str, float], float] = collections.defaultdict(float)
        self._numbers: dict[Key, set[int]] = collections.defaultdict(set)
        self._pairs: dict[Key, list[MeasuredPair]] = collections.defaultdict(list)
        self._results: dict[Key, Result] = {}
        self._refused: set[tuple[str, str]] = set()
        self._random = np.random.default_rng(seed)
        self._earlier: dict[Key, Result] = {}
        if earlier is not None:
            for row in earlier.results:
                self._add_earlier(earlier.games[row.rules].name, row)
        for pair in done:
            self.add(pair, handed_out=False)

    def _add_earlier(self, name: str, row: Result) -> None:
        """Takes note of an earlier row, if the game still has these rules; its pairs had the first numbers."""
        if name in self.games and self.games[name].rules == row.rules:
            key = name, row.clock, row.plan
            self._earlier[key] = self._results[key] = row
            self._numbers[key].update(range(row.pairs))

    def add(self, pair: MeasuredPair, *, handed_out: bool = True) -> None:
        """Takes note of a pair, for which time was counted if it was handed out here."""
        job = pair.job
        if job.game not in self.games:
            return
        self.done.append(pair)
        self._spent[job.game, job.clock] += pair.seconds - (self._expected(job) if handed_out else 0.0)
        if pair.refused:
            self._refused.add((job.game, job.challenger))
            return
        key = job.game, job.clock, job.challenger
        self._numbers[key].add(job.number)
        self._pairs[key].append(pair)
        found = _result(self.games[job.game], self._pairs[key])
        self._results[key] = pooled(self._earlier[key], found) if key in self._earlier else found

    def _expected(self, job: PairJob) -> float:
        """Seconds of a pair."""
        return float(job.clock * 2 * 2 ** self.games[job.game].features["length"])

    @property
    def table(self) -> Evidence:
        """What is known so far."""
        return Evidence({game.rules: game for game in self.games.values()}, tuple(self._results.values()))

    def belief(self, name: str, clock: float, table: Evidence | None = None) -> Belief:
        game = self.games[name]
        return belief_from(
            self.table if table is None else table, FAMILIES[game.family], Game(game.rules, game.features, clock)
        )

    def jobs(self) -> Iterator[PairJob]:
        """What to play, without end as long as there is something to learn."""
        while True:
            for name, clock in sorted(self.cells, key=lambda cell: self._spent[cell] / self._worth.get(cell, 1.0)):
                plan = self._drawn(name, clock)
                if plan is not None:
                    numbers = self._numbers[name, clock, plan]
                    job = PairJob(
                        name,
                        clock,
                        plan,
                        REFERENCE,
                        next(number for number in itertools.count() if number not in numbers),
                        SEED,
                    )
                    numbers.add(job.number)
                    self._spent[name, clock] += self._expected(job)
                    yield job
                    break
            else:
                return

    def _drawn(self, name: str, clock: float) -> str | None:
        """The plan that looks best, or second best, in a draw from the belief."""
        belief = self.belief(name, clock)
        drawn = belief.mean + np.sqrt(np.diag(belief.covariance)) * self._random.standard_normal(len(belief.plans))
        open_plans = [
            plan
            for place, plan in sorted(enumerate(belief.plans), key=lambda item: -drawn[item[0]])
            if plan != REFERENCE
            and (not self.only or plan in self.only.get("", set()) | self.only.get(name, set()))
            and (name, plan) not in self._refused
            and len(self._numbers[name, clock, plan]) < MOST
        ]
        if not open_plans:
            return None
        best = belief.ranking(FAMILIES[self.games[name].family].default)[0]
        self._worth[name, clock] = max(LEAST_WORTH, *(belief.gain(plan, best) for plan in open_plans))
        return open_plans[1] if len(open_plans) > 1 and self._random.random() < 0.5 else open_plans[0]


def short_lists(text: str) -> dict[str, set[str]]:
    """The plans of ``GAME: PLAN; PLAN | GAME: PLAN`` by game; those that name no game are for all, under no name."""
    found: dict[str, set[str]] = {}
    for part in text.split("|"):
        name, colon, plans = part.rpartition(":")
        listed = {plan.strip() for plan in plans.split(";") if plan.strip()}
        if listed:
            found.setdefault(name.strip() if colon else "", set()).update(listed)
    return found


def _result(game: MeasuredGame, pairs: list[MeasuredPair]) -> Result:
    """The row of the table that pairs of one plan in one game at one clock make."""
    scores = [pair.score for pair in pairs]
    error = statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.0
    last = max(pairs, key=lambda pair: pair.date)
    return Result(
        game.rules,
        last.job.clock,
        round(statistics.median(pair.share for pair in pairs), 2),
        last.job.challenger,
        len(scores),
        round(statistics.fmean(scores), 4),
        round(error, 4),
        statistics.median(pair.rate for pair in pairs),
        last.date,
        last.commit,
    )


def described(names: list[str]) -> list[MeasuredGame]:
    """What the table says of games themselves: from the table, where they are in it with the same rules."""
    known = from_text(PATH.read_text("utf-8")).games if PATH.exists() else {}
    found = []
    for name in names:
        game = load(name)
        rules = rules_digest(game)
        about = known.get(rules)
        features = prospects(game).features if about is None or about.name != name else about.features
        if not SKILLS.keys() <= features.keys():
            features = {**features, **skills(game)}
        found.append(MeasuredGame(rules, name, family_of(game).name, features))
    return found


def skills(game: LoadedGame[Any]) -> dict[str, float]:
    """How good what was learnt of a game is, if anything was: that is part of what its plans are believed to bring."""
    learning = learning_of(game)
    if learning is None or not learning.is_learnt or not learning.learn(never) or learning.skill is None:
        return {}
    return learning.skill.features


def report(measuring: Measuring) -> None:
    """Prints what is chosen for each game, and what would be had it not been measured."""
    print(
        "| game | clock | chosen | expected | measured | unmeasured: chosen | measured |\n|---|---|---|---|---|---|---|"
    )
    measured = {(row.rules, row.clock, row.plan): row for row in measuring.table.results}
    own, held_out = [], []
    for name, clock in measuring.cells:
        game = measuring.games[name]
        default = FAMILIES[game.family].default
        belief = measuring.belief(name, clock)
        chosen = belief.ranking(default)[0]
        without = measuring.belief(name, clock, measuring.table.without(name.partition("(")[0]))
        unseen = without.ranking(default)[0]
        score, margin = belief.score(chosen)
        cells = [_measured(measured.get((game.rules, clock, plan)), plan) for plan in (chosen, unseen)]
        own.append(score)
        held_out.append(belief.score(unseen)[0])
        print(
            f"| {name} | {clock:g} s | `{chosen}` | {100 * score:.0f} ± {100 * margin:.0f} % | {cells[0]} "
            f"| `{unseen}` | {cells[1]} |"
        )
    print(
        f"\nMean of what is expected: {100 * statistics.fmean(own):.1f} %; of the choice had the game, with whatever "
        f"parameters, not been measured: {100 * statistics.fmean(held_out):.1f} %, lowest {100 * min(held_out):.0f} %."
    )


def _measured(row: Result | None, plan: str) -> str:
    if plan == REFERENCE:
        return "50 by itself"
    return "–" if row is None else f"{100 * row.score:.0f} ± {196 * row.error:.0f} % ({row.pairs} pairs)"


def commit() -> str:
    """The commit of the working tree, if git knows one."""
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument(
        "--plans",
        default="",
        help="only these, with semicolons, or 'GAME: PLAN; PLAN | GAME: PLAN' game by game; otherwise all candidates",
    )
    parser.add_argument("--clocks", default="0.1,0.3", help="seconds of a move, with commas")
    parser.add_argument(
        "--minutes", type=float, default=8.0, help="when no more pairs are begun that would take longer"
    )
    parser.add_argument("--jobs", type=int, default=all_cores(), help="processes")
    parser.add_argument("--store", type=Path, default=Path("evidence.jsonl"), help="JSON lines, one a pair")
    parser.add_argument("--with", dest="earlier", type=Path, help="a table whose results count, too")
    parser.add_argument("--commit", default=commit(), help="noted with each pair")
    parser.add_argument("--report", action="store_true", help="play nothing: write the table and the report")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    clocks = [float(text) for text in given.clocks.split(",")]
    done = read_pairs(given.store)
    earlier = Evidence({}, ()) if given.earlier is None else from_text(given.earlier.read_text("utf-8"))
    names = list(dict.fromkeys([*given.games, *(pair.job.game for pair in done)]))
    games = described(names)
    games += [game for game in earlier.games.values() if game.name not in names]
    if not given.report:
        measuring = Measuring([game for game in games if game.name in given.games], clocks, done, earlier=earlier)
        measuring.only = short_lists(given.plans)
        jobs = while_time(measuring.jobs(), measuring.done, end - time.monotonic())
        for pair in play_pairs(jobs, given.store, given.jobs, given.commit):
            measuring.add(pair)
        done = read_pairs(given.store)
    clocks = sorted({*(pair.job.clock for pair in done), *(row.clock for row in earlier.results)})
    found = Measuring(games, clocks, done, earlier=earlier)
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(to_text(found.games.values(), found.table.results), encoding="utf-8", newline="\n")
    report(found)


if __name__ == "__main__":
    main()
