"""What kind of game it is: a verdict with its certainty, and the figures that it rests on."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludens.api.progress import waiting
from ludens.api.taking import GameLike, check_number, take_game
from ludens.engine.contract import LoadedGame
from ludens.games.rules_game import RulesGame
from ludens.players.on_device import USUAL, counting_engine
from ludens.quality.as_data import analysis_data
from ludens.quality.figures import Estimate, Figures
from ludens.quality.report import BRIEF, Effort, Reporting
from ludens.quality.sentences.play import traps
from ludens.quality.sentences.statement import Statement, Topic, figure, label
from ludens.quality.statements import statements
from ludens.quality.variants import game_with, values_of
from ludens.quality.whole import Room
from ludens.showing import Block, Shown, columns

BARS = 12
LONGEST = 10_000
"""Joint moves after which a game of unknown length counts as endless."""

MOST_FOLLOWED = 1_000_000
"""Games whose single results are looked at where more are played elsewhere."""

MOVES_SHOWN = 10
TITLES = {
    Topic.FLAWS: "Soundness",
    Topic.BALANCE: "Random play",
    Topic.FIRST_MOVE: "First move",
    Topic.SWAP: "Swap rule",
    Topic.LENGTH: "Length",
    Topic.CHOICES: "Choices",
    Topic.COURSE: "Course",
    Topic.SKILL: "Skill",
    Topic.IDLE: "Idle rules",
}


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Shown):
    """The results of an analysis, the verdict first; print it to see them.

    ``figures``: everything that was measured or proven.
    ``statements``: the sentences that follow from the figures.
    """

    figures: Figures
    statements: tuple[Statement, ...]

    @property
    def verdict(self) -> Statement | None:
        """The first sentence."""
        return next((each for each in self.statements if each.topic is Topic.VERDICT), None)

    def to_dict(self) -> dict[str, object]:
        """The analysis as plain data."""
        return analysis_data(self.figures, self.statements)

    def blocks(self) -> Sequence[Block]:
        figures = self.figures
        found: list[Block] = []
        if self.verdict is not None:
            found += [f"{figures.info.name}: {self.verdict.text}", f"  {_certainty(self.verdict)}", ""]
        rows = [(TITLES[each.topic], each.text, _certainty(each)) for each in self.statements if each.topic in TITLES]
        found.append(columns(("", "what is found", "how sure"), rows))
        if figures.first is not None and len(figures.first.worth) > 1:
            found += ["", self._first_moves()]
        return [*found, *_histogram(figures)]

    def _first_moves(self) -> Block:
        """The best and the worst first moves for the first role that has a choice."""
        figures, first = self.figures, self.figures.first
        assert first is not None
        known = figures.proof.moves if figures.proof is not None and figures.proof.mover == first.role else {}
        bad = set(traps(figures))
        ranked = sorted(first.worth, key=lambda move: (-known.get(move, 0), -first.worth[move].mean))
        half = MOVES_SHOWN // 2
        shown = ranked if len(ranked) <= MOVES_SHOWN else [*ranked[:half], *ranked[-half:]]
        heading = "first move" if shown is ranked else f"first moves, the best and worst of {len(ranked)}"
        rows = [
            (
                label(move),
                *([f"{known[move]:g}{'  trap' if move in bad else ''}"] if known else []),
                _exact_or_interval(first.worth[move]),
            )
            for move in shown
        ]
        role = figures.info.roles[first.role]
        if known:
            return columns((heading, f"{role} with best play", "at random"), rows, [1, 2])
        return columns((heading, f"{role} at random"), rows, [1])


@dataclass(frozen=True, slots=True, repr=False)
class Variants(Shown):
    """One game with several values of a parameter, in one table.

    ``parameter``: its name.
    ``analyses``: pairs of a value and its ``Analysis``.
    """

    parameter: str
    analyses: tuple[tuple[int, Analysis], ...]

    def to_dict(self) -> dict[str, object]:
        """All analyses as plain data."""
        return {
            "parameter": self.parameter,
            "variants": [{"value": value, **analysis.to_dict()} for value, analysis in self.analyses],
        }

    def blocks(self) -> Sequence[Block]:
        rows = []
        for value, analysis in self.analyses:
            figures, verdict = analysis.figures, analysis.verdict
            length = f"{figures.lengths.mean:.1f}" if figures.lengths is not None and figures.lengths.ended else ""
            by_step = figures.choices.by_step if figures.choices is not None else ()
            random = figures.random.goals if figures.random is not None else ()
            rows.append(
                (
                    str(value),
                    " ".join(figure(goal) for goal in random),
                    length,
                    f"{sum(by_step) / len(by_step):.1f}" if by_step else "",
                    f"{verdict.text} [{_certainty(verdict)}]" if verdict is not None else "",
                )
            )
        return [columns((self.parameter, "at random", "length", "choices", "verdict"), rows, [0, 2, 3])]


def analyse(
    game: GameLike,
    *,
    games: int | None = None,
    max_steps: int = LONGEST,
    seed: int = 0,
    threads: int | None = None,
    skill: bool = False,
    device: str = USUAL,
) -> Analysis:
    """Finds out what kind of game it is: who wins, with a proof if the game is small, and how it is played.

    ``game``: the game, as ``load`` takes it.
    ``games``: how many random games, by default a million; fewer for a game that is played by Python code.
    ``max_steps``: the length at which a game counts as endless, if it does not declare its own.
    ``seed``: the seed of the random numbers. The same seed gives the same random games.
    ``threads``: how many threads play, by default one for each core.
    ``device``: where they are played: ``cpu`` or ``cuda``, by default what ``LUDENS_DEVICE`` says. A graphics
    processor plays 10^8 games and more; the first million show how long games are.
    ``skill``: also let players who think more play against players who think less, which takes a quarter of a minute.

    Returns the figures, with 95 % intervals, and a verdict.

    >>> found = ludens.analyse("tic_tac_toe", games=6400)
    >>> found.verdict.proven, found.figures.random.goals[0].mean > 60
    (True, True)
    """
    loaded: LoadedGame[Any] = take_game(game)
    for name, value, least in (("games", games, 64), ("max_steps", max_steps, 1), ("threads", threads, 1)):
        if value is not None:
            check_number(name, value, least)
    with waiting(f"Compiling {loaded.info.name}"):
        count = games or usual_games(loaded)
    effort = Effort(
        first=min(count, MOST_FOLLOWED) if counting_engine(loaded, device) is not None else count,
        most=0,
        followed=64 if not loaded.engine.batch else 1024 if isinstance(loaded, RulesGame) else 256,
        each=(max(64, count // 100), max(64, min(1 << 17, count // 8))),
        each_seconds=5.0,
        counted=count,
        counted_seconds=math.inf,
        cut=loaded.info.max_steps or max_steps,
        room=Room(seconds=5.0),
        proof_seconds=5.0,
        thinking_seconds=5.0,
        idle_seconds=2.0,
        skill_seconds=15.0 if skill else 0.0,
    )
    with waiting(f"Analysing {loaded.info.name}"):
        return _analysis(loaded, effort, seed, threads or os.cpu_count() or 1, device)


def variants(game: str, parameter: str, values: Iterable[int] | None = None, *, seed: int = 0) -> Variants:
    """Analyses one game with several values of a parameter.

    ``game``: the name of a built-in game, or the path of a rulesheet with sliders.
    ``parameter``: the name of a parameter that is a number, or of a slider.
    ``values``: by default those that the rulesheet allows, or some around the usual one.
    ``seed``: the seed of the random numbers.

    Returns the analyses, which print as one table.

    >>> found = ludens.variants("hex", "size", [3])
    >>> [(value, analysis.verdict.proven) for value, analysis in found.analyses]
    [(3, True)]
    """
    found = []
    for value in values_of(game, parameter) if values is None else values:
        loaded = game_with(game, parameter, value)
        with waiting(f"Analysing {loaded.info.name} with {parameter}={value}"):
            found.append((value, _analysis(loaded, replace(BRIEF, proof_seconds=5.0), seed, os.cpu_count() or 1)))
    return Variants(parameter, tuple(found))


def _analysis(game: LoadedGame[Any], effort: Effort, seed: int, threads: int, device: str = USUAL) -> Analysis:
    reporting = Reporting(game, effort, seed=seed, threads=threads, device=device)
    for _ in reporting.parts():
        pass
    return Analysis(reporting.figures, tuple(statements(reporting.figures)))


def usual_games(game: LoadedGame[Any]) -> int:
    """How many random games are played where nobody says."""
    if not game.engine.batch:
        return 100
    return 1_000_000 if isinstance(game, RulesGame) else 100_000


def _certainty(statement: Statement) -> str:
    return f"{'proven' if statement.proven else 'measured'}: {statement.basis}"


def _exact_or_interval(estimate: Estimate) -> str:
    if estimate.exact:
        return f"{estimate.mean:.2f}"
    return f"{estimate.mean:.2f} ({estimate.low:.1f}–{estimate.high:.1f})"


def _histogram(figures: Figures) -> list[str]:
    """How long random games are, in at most BARS bars."""
    lengths = figures.lengths
    if lengths is None:
        return []
    ended = "all ended" if lengths.ended == lengths.games else f"{lengths.ended:,} ended"
    found = ["", f"{lengths.games:,} random games, {ended}"]
    if not lengths.ended:
        return found
    first, last = min(lengths.counts), max(lengths.counts)
    width = max(1, -(-(last - first + 1) // BARS))
    starts = range(first, last + 1, width)
    bars = [sum(lengths.counts.get(length, 0) for length in range(start, start + width)) for start in starts]
    found.append(f"length: {first} to {last} joint moves, {lengths.mean:.1f} on average")
    for start, count in zip(starts, bars, strict=True):
        name = str(start) if width == 1 else f"{start}–{min(last, start + width - 1)}"
        found.append(f"  {name:>9}  {'█' * round(40 * count / max(bars)):40} {100 * count / lengths.ended:5.1f} %")
    return found
