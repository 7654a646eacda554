"""What the champion would play had a game never been measured, by the table of evidence alone: no game is played.

    python benchmarks/unseen_games.py [--clock S]

Each game of the table, with all its variants, is taken out in turn. A line has the plan that would then be chosen and
what the whole table says of it; the same without what new games tell of the skill of a learnt evaluation; and the plan
that the whole table chooses.
"""

from __future__ import annotations

import argparse
import statistics

from ludens.players.plans.belief import SKILLS, Game, belief_from
from ludens.players.plans.candidates import FAMILIES
from ludens.players.plans.evidence import Evidence, MeasuredGame, evidence


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clock", type=float, default=0.3, help="seconds of a move")
    clock = parser.parse_args().clock
    table, found = evidence(), []
    print("| game | unseen | expected | without skill | expected | measured: chosen | expected |")
    print("|---|---|---|---|---|---|---|")
    for game in table.games.values():
        if not any(row.rules == game.rules for row in table.results):
            continue
        others = table.without(game.name.partition("(")[0])
        plans = [chosen(others, game, clock), chosen(without_skill(others), unskilled(game), clock)]
        plans.append(chosen(table, game, clock))
        scores = [expected(table, game, clock, plan) for plan in plans]
        found.append(scores)
        told = " | ".join(f"`{plan}` | {100 * score:.0f} %" for plan, score in zip(plans, scores, strict=True))
        print(f"| {game.name} | {told} |")
    for name, column in zip(("unseen", "without skill", "measured"), zip(*found, strict=True), strict=True):
        print(f"{name}: mean {100 * statistics.fmean(column):.1f} %, lowest {100 * min(column):.0f} %")


def chosen(table: Evidence, game: MeasuredGame, clock: float) -> str:
    family = FAMILIES[game.family]
    return belief_from(table, family, Game(game.rules, game.features, clock)).ranking(family.default)[0]


def expected(table: Evidence, game: MeasuredGame, clock: float, plan: str) -> float:
    """The score against ``uct`` by the whole table."""
    return belief_from(table, FAMILIES[game.family], Game(game.rules, game.features, clock)).score(plan)[0]


def unskilled(game: MeasuredGame) -> MeasuredGame:
    features = {name: value for name, value in game.features.items() if name not in SKILLS}
    return MeasuredGame(game.rules, game.name, game.family, features)


def without_skill(table: Evidence) -> Evidence:
    return Evidence({rules: unskilled(game) for rules, game in table.games.items()}, table.results)


if __name__ == "__main__":
    main()
