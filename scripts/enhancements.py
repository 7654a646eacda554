"""Writes docs/enhancements.md: what each option of a search brought in which game, from the table of evidence.

A test compares the page with what this makes of ``src/ludens/players/plans/data/evidence.json`` and of the rounds in
``benchmarks/measured/many_players.jsonl``.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ludens.arena.measuring.measured_pairs import MeasuredPair, read_pairs
from ludens.arena.statistics import estimate, interval_of_mean, pair_interval
from ludens.players.plans.candidates import FAMILIES, REFERENCE
from ludens.players.plans.evidence import Evidence, Result, evidence
from ludens.players.plans.words import plan_in_words

PATH = Path(__file__).parents[1] / "docs" / "enhancements.md"

INTRODUCTION = """\
# What each option brought

Every enhancement of a search is an option, and none helps everywhere. This page reports what was measured, including
options that brought nothing or did harm. `python scripts/enhancements.py` makes it.

A score is the result of the agent with the option against plain `uct` at the same clock, in pairs of games with sides
swapped; 50 means no difference. The parentheses give the 95 % interval and the number of pairs. The interval is
Student's, with a pair as the unit; if all pairs scored the same, it says how far pairs not yet seen could move the
mean. An option helps or harms if the interval does not contain 50. Of a hundred such figures, a few will look
significant by chance.

## Against `uct`
"""

BY_PROOFS, BY_PLAYOUTS = "`benchmarks/tree_proofs.py`", "`benchmarks/playout_strength.py`"
BY_OPTIONS = "`benchmarks/tree_options.py`"
BY_TOURNAMENT = "`ludens tournament`, [see there](simultaneous.md)"

ELSEWHERE = (
    ("`solver=true`, the default", "tic-tac-toe", "solved in 7,000 simulations; in 600,000 not", BY_PROOFS),
    ("`solver=true`, the default", "connect four, 4 × 4", "solved in 135,000; in 600,000 not", BY_PROOFS),
    ("`playout=captures`", "breakthrough, 4,000 playouts", "71 (46 to 96; 12)", BY_PLAYOUTS),
    ("`playout=captures`", "breakthrough, 2,000 playouts", "63 (25 to 100; 8)", BY_PLAYOUTS),
    ("`playout=policy`", "breakthrough, 2,000 playouts", "56 (21 to 91; 8)", BY_PLAYOUTS),
    ("`playout=mast`", "breakthrough, 2,000 playouts", "69 (38 to 100; 8)", BY_PLAYOUTS),
    ("`playout=mast`", "breakthrough, 8,000 playouts", "50 (26 to 74; 10)", BY_PLAYOUTS),
    ("`playout=softmax`", "breakthrough, 8,000 playouts", "50 (26 to 74; 10)", BY_PLAYOUTS),
    (
        "`regret_matching`",
        "`oshi_zumo(coins=12, size=3)`, 4,000 playouts",
        "28 ± 8",
        BY_TOURNAMENT,
    ),
    ("`duct`", "the same", "36 ± 7", BY_TOURNAMENT),
    ("`duct(threshold=0.25)`", "the same", "49 ± 9", BY_TOURNAMENT),
    ("`playout=foresight`", "connect four", "a third of the speed of random games", "`benchmarks/foresight.py`"),
    ("`adapt=tree`", "hex, 20,000 playouts", "45 (14 to 76; 10)", BY_OPTIONS),
    ("`adapt=tree`", "breakthrough, 20,000 playouts", "55 (35 to 75; 10)", BY_OPTIONS),
    ("`adapt=tree`", "reversi, 20,000 playouts", "54 (29 to 79; 12)", BY_OPTIONS),
    ("`adapt=tree`", "checkers_small, 20,000 playouts", "54 (45 to 63; 12)", BY_OPTIONS),
    ("`adapt=tree`", "connect four, 20,000 playouts", "45 (30 to 59; 24)", BY_OPTIONS),
    ("`adapt=tree`", "odd, 20,000 playouts", "25 (0 to 71; 4)", BY_OPTIONS),
    ("`grave(adapt=tree)` against `grave`", "hex, 20,000 playouts", "38 (18 to 57; 8)", BY_OPTIONS),
    (
        "`adapt=leaves`",
        "connect four, 20,000 playouts, whatever time they take",
        "73 (59 to 87; 24)",
        BY_OPTIONS,
    ),
    ("`adapt=leaves`", "hex, 20,000 playouts", "40 (17 to 63; 10)", BY_OPTIONS),
    ("`adapt=leaves`", "breakthrough, 20,000 playouts", "40 (12 to 68; 10)", BY_OPTIONS),
    ("other guides of playouts", "eight games", "[what each costs](playouts.md)", "`benchmarks/guided.py`"),
)
"""Figures that are not in the table of evidence: option, game, figure, and what makes it again."""

MANY_PLAYERS = Path(__file__).parents[1] / "benchmarks" / "measured" / "many_players.jsonl"
"""Rounds against two copies of ``monte_carlo``, as ``benchmarks/many_players.py`` keeps them."""

THREE_PLAYERS = """
## Three players

Percentage of games won against two copies of `monte_carlo` with 0.1 s a move, with 95 % intervals by rounds, in {games}
games each. An agent that plays as well as `monte_carlo` wins a third. Each round begins with other random moves, the
same for all agents. The champion plays as `uct` does here. Fifteen of 16 busy cores played nine tenths of it:

    python benchmarks/many_players.py --seconds 0.1 --rounds {rounds} --agents {agents}

"""

ABOUT_THREE = """
Means over the four games: {means}. Where another agent has the higher mean in a game, this is how many more games in a
hundred it won than the champion, in the same rounds: {differences}. An interval that contains 0 shows no difference.

- Playouts that prefer captures need time: with `--playouts 3000`, whatever time they took, they won 28 (6 to 51) more
  games of `free_for_all(players=3)` than plain ones, on the same 11 openings. They make a quarter as many in the same
  time; with `--seconds 0.02` they won 12 (5 to 18) in 63 games.
- Playouts that see threats won 28 (20 to 35) in `connect_four(players=3, columns=5)`, with 0.02 s in 60 games: harm.
- In 15 to 60 games each with 20,000 playouts a move, nothing was shown to be better than `uct`: `hostility`, other
  exploration, `proving_tree(share=0.05)`. With five columns, `uct` won 60 ± 10 there, `uct(playout=mast)` 39 ± 11, and
  learnt evaluations 41 to 49.
"""

Rounds = dict[int, MeasuredPair]
"""Of an agent in a game, by their number."""


def page(table: Evidence) -> str:
    """The page as it should be."""
    by_plan: dict[str, list[Result]] = defaultdict(list)
    for row in table.results:
        by_plan[row.plan].append(row)
    when = sorted({row.date for row in table.results})
    days = " to ".join(dict.fromkeys((when[0], when[-1]))) if when else "never"
    played = sum(row.pairs for row in table.results)
    text = INTRODUCTION + (
        f"\n{played:,} pairs, the last of {days}, played by `python scripts/evidence.py`. The [champion](champion.md)\n"
        "chooses its plan by the same table.\n"
        "\n| option | in words | helps | no difference shown | harms |\n|---|---|---|---|---|\n"
    )
    for plan in _in_order(by_plan):
        helps, unclear, harms = _sorted_out(table, by_plan[plan])
        text += f"| `{plan}` | {plan_in_words(plan)} | {helps} | {unclear} | {harms} |\n"
    missing = [plan for plan in _in_order(_listed()) if plan not in by_plan and plan != REFERENCE]
    if missing:
        text += "\nListed as candidates, but not measured yet: " + ", ".join(f"`{plan}`" for plan in missing) + ".\n"
    text += _of_three()
    text += "\n## Other figures\n\n| option | where | figure | made by |\n|---|---|---|---|\n"
    return text + "".join(f"| {' | '.join(row)} |\n" for row in ELSEWHERE)


def _of_three() -> str:
    rounds = defaultdict[tuple[str, str], Rounds](dict)
    for played in read_pairs(MANY_PLAYERS):
        if played.goals:
            rounds[played.job.challenger, played.job.game][played.job.number] = played
    agents, games = (list(dict.fromkeys(names)) for names in zip(*rounds, strict=True))
    most = max(map(len, rounds.values()))
    text = THREE_PLAYERS.format(
        games=3 * most, rounds=most, agents=" ".join(f"'{name}'" if "(" in name else name for name in agents)
    )
    text += f"| agent | {' | '.join(f'`{game}`' for game in games)} |\n{'|---' * (len(games) + 1)}|\n"
    for agent in agents:
        cells = [_won(rounds[agent, game]) if rounds[agent, game] else "–" for game in games]
        text += f"| `{agent}` | {' | '.join(cells)} |\n"
    everywhere = [agent for agent in agents if all(rounds[agent, game] for game in games)]
    means = {agent: statistics.fmean(_mean(rounds[agent, game]) for game in games) for agent in everywhere}
    in_order = sorted(means, key=lambda agent: -means[agent])
    return text + ABOUT_THREE.format(
        means=", ".join(f"`{agent}` {100 * means[agent]:.0f}" for agent in in_order),
        differences=", ".join(_differences(rounds, games)),
    )


def _mean(rounds: Rounds) -> float:
    return statistics.fmean(played.won for played in rounds.values())


def _won(rounds: Rounds) -> str:
    found = estimate([played.won for played in rounds.values()])
    return f"{100 * found.mean:.0f} ({100 * found.by_pairs.low:.0f} to {100 * found.by_pairs.high:.0f})"


def _differences(rounds: dict[tuple[str, str], Rounds], games: list[str]) -> Iterator[str]:
    """How much more the best agent of a game wins than the champion, where that is another one."""
    for game in games:
        of_game = {agent: own for (agent, name), own in rounds.items() if name == game and own}
        best = max(of_game, key=lambda agent: _mean(of_game[agent]))
        if best != "champion":
            champion = of_game["champion"]
            more = [played.won - champion[number].won for number, played in of_game[best].items()]
            found = pair_interval([(1 + one) / 2 for one in more])  # which is for scores from 0 to 1
            mean, low, high = (
                100 * number for number in (statistics.fmean(more), 2 * found.low - 1, 2 * found.high - 1)
            )
            yield f"{mean:.1f} ({low:.1f} to {high:.1f}) by `{best}` in `{game}`"


def _listed() -> list[str]:
    return [plan for family in FAMILIES.values() for plan in family.all]


def _in_order(plans: dict[str, list[Result]] | list[str]) -> list[str]:
    """As the candidates are listed; then what is listed no more."""
    listed = list(dict.fromkeys(_listed()))
    return [plan for plan in listed if plan in plans] + sorted(plan for plan in plans if plan not in listed)


def _sorted_out(table: Evidence, rows: list[Result]) -> tuple[str, str, str]:
    """The figures of a plan: where it helps, where nothing is shown, where it harms."""
    cells: tuple[list[str], list[str], list[str]] = [], [], []
    clocks = {row.clock for row in table.results}
    for row in sorted(rows, key=lambda row: (-row.score, table.games[row.rules].name, row.clock)):
        found = interval_of_mean(row.score, row.error, row.pairs)
        low, high = found.low, found.high
        at = f" at {row.clock:g} s" if len(clocks) > 1 else ""
        figure = f"{100 * row.score:.0f} ({100 * low:.0f} to {100 * high:.0f}; {row.pairs})"
        kind = 0 if low > 0.5 else 2 if high < 0.5 else 1
        cells[kind].append(f"{table.games[row.rules].name}{at} {figure}")
    helps, unclear, harms = (", ".join(found) or "–" for found in cells)
    return helps, unclear, harms


if __name__ == "__main__":
    PATH.write_text(page(evidence()), encoding="utf-8", newline="\n")
