"""``ludens learn GAME``: learns to value positions of a game, keeps it, and says what it found."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import click
from rich.table import Table

from ludens.cli.terminal import console, game_argument, json_option, patience, print_json, print_table, time_option
from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError
from ludens.games.loading import load
from ludens.search.evaluations.features import fit_features
from ludens.search.evaluations.learnt.describing import Telling, most_telling
from ludens.search.evaluations.learnt.games import play_games
from ludens.search.evaluations.learnt.judging import duel, judge, of_engine
from ludens.search.evaluations.learnt.knowledge import knowledge_of
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.evaluations.learnt.skill import PLAYOUTS, Skill, skill_of
from ludens.search.evaluations.learnt.stopping import after
from ludens.search.facts import facts_of

HELD_OUT = 1_000_003
"""Where the random numbers of games begin that nothing was fitted to."""

JUDGING = Manner(games=256)
DUEL = Manner(games=128, noise=0.0, blunders=0.0)

SHOWN = 8
"""Features of the table."""


@dataclass(frozen=True, slots=True)
class Findings:
    """How well won and lost positions are told apart, from 0.5 to 1, by what was learnt and by the simple features that
    random games teach, and what the first scores against the second. ``skill``: the same beside random playouts.
    """

    ranking: float
    simple_ranking: float
    score: float
    skill: Skill


@click.command()
@game_argument()
@time_option("--seconds", 86_400, 600.0, "Stop after this time; an unfinished result is not saved.")
@json_option
def learn(game: str, seconds: float, as_json: bool) -> None:
    """Learn to evaluate positions of GAME by self-play, and save the result.

    Agents use it with the option evaluation=learnt, and the champion uses it in games where it helps.
    """
    loaded = load(game)
    knowledge = knowledge_of(loaded)
    with patience(f"Compiling {loaded.info.name}"):
        loaded.engine.initial()
    was_known, begin = knowledge.known is not None, time.perf_counter()
    with patience(f"Learning {loaded.info.name} by self-play"):
        done = knowledge.learn(after(seconds))
    taken = time.perf_counter() - begin
    if not done:
        raise ParameterError(f"{seconds:g} seconds were too few to learn {loaded.info.name}; nothing was saved.")
    learnt = knowledge.as_it_is()
    with patience("Playing new games to see how good it is"):
        findings = judged(loaded, learnt) if facts_of(loaded).seems_opposed else None
    told = most_telling(learnt, SHOWN)
    if as_json:
        print_json(
            {
                "game": loaded.info.name,
                "was_known": was_known,
                "seconds": taken,
                "features": len(learnt.features.features),
                "weights": int(learnt.model.weights.astype(bool).sum()),
                "findings": findings and asdict(findings),
                "most_telling": [{**asdict(each), "role": loaded.info.roles[each.output]} for each in told],
            }
        )
    else:
        _print(loaded, learnt, findings, told, None if was_known else taken)


def judged(game: LoadedGame[Any], learnt: Learnt) -> Findings:
    """What new games between two opponents show."""
    value, simple = of_engine(game, learnt), of_engine(game, fit_features(game).features)
    played = play_games(game, [value, value], JUDGING, HELD_OUT)
    score = duel(game, value, simple, DUEL, HELD_OUT)
    return Findings(judge(value, played).ranking, judge(simple, played).ranking, score, skill_of(game, learnt))


def _print(
    game: LoadedGame[Any], learnt: Learnt, findings: Findings | None, told: list[Telling], seconds: float | None
) -> None:
    out, name = console(), game.info.name
    how = "was known already" if seconds is None else f"was learnt in {seconds:.0f} s, and saved"
    weights = int(learnt.model.weights.astype(bool).sum())
    out.print(f"{name} {how}: {weights:,} weights of {len(learnt.features.features):,} features")
    if findings is not None:
        out.print(
            f"In {JUDGING.games} new games it values a won position above a lost one in "
            f"{100 * findings.ranking:.0f} % of pairs; simple features do so in {100 * findings.simple_ranking:.0f} %, "
            "chance in 50 %"
        )
        out.print(
            f"Against simple features, both looking at a move and the replies, it scores {100 * findings.score:.0f} % "
            f"in {2 * DUEL.games} games"
        )
        skill = findings.skill
        out.print(
            f"Against {PLAYOUTS} random playouts of each move it scores {100 * skill.duel:.0f} %; in other games it "
            f"finds the winner in {100 * skill.ranking:.0f} % of pairs, and they in {100 * skill.playouts:.0f} %"
        )
    out.print("The features that matter most, in logits (0.4 is a probability of 60 %):")
    print_table(_table(game, told))


def _table(game: LoadedGame[Any], told: list[Telling]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("for", justify="left")
    table.add_column("weight", justify="right")
    table.add_column("where", justify="left", overflow="fold")
    for each in told:
        others = f" (and {each.alike - 1} more of its kind)" if each.alike > 1 else ""
        table.add_row(game.info.roles[each.output], f"{each.weight:+.2f}", f"{each.text}{others}")
    return table
