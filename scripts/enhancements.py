"""Writes docs/enhancements.md: what each option of a search brought in which game, from the table of evidence.

A test compares the page with what this makes of ``src/ludens/players/plans/data/evidence.json``.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from ludens.arena.statistics import interval_of_mean
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

FIVE, SEVEN = "connect_four(players=3, columns=5)", "connect_four(players=3)"
LOSING, FREE = "connect_four(players=3, suicide=true)", "free_for_all(players=3)"

OF_THREE = {
    "uct": {FIVE: "60 ± 10 (60)", SEVEN: "43 ± 15", LOSING: "36 ± 3", FREE: "17 ± 16 (15)"},
    "uct(exploration=0.7)": {FIVE: "54 ± 13", SEVEN: "48 ± 16", LOSING: "33 ± 3"},
    "uct(exploration=1.2)": {FREE: "27 ± 19 (15)"},
    "uct(hostility=0.5)": {FIVE: "44 ± 13", SEVEN: "43 ± 14", LOSING: "34 ± 2", FREE: "49 ± 24 (15)"},
    "uct(hostility=1)": {FIVE: "53 ± 15", SEVEN: "31 ± 16", LOSING: "34 ± 1", FREE: "38 ± 20 (15)"},
    "grave": {FIVE: "54 ± 9 (60)", SEVEN: "52 ± 17", LOSING: "30 ± 5", FREE: "40 ± 26 (15)"},
    "proving_tree(share=0.05)": {FIVE: "52 ± 13", SEVEN: "42 ± 16", LOSING: "36 ± 3"},
    "uct(playout=mast)": {FIVE: "39 ± 11", SEVEN: "36 ± 14", LOSING: "30 ± 5"},
    "uct(implicit=0.4, heuristic=learnt)": {FIVE: "49 ± 13"},
    "uct(evaluation=learnt)": {FIVE: "41 ± 14"},
    "uct(evaluation=learnt, cut=4)": {FIVE: "42 ± 14"},
    "maxn(evaluation=learnt)": {FIVE: "18 ± 6"},
    "monte_carlo": {FIVE: "33 ± 13", SEVEN: "33 ± 17", LOSING: "33 ± 0", FREE: "33 ± 25 (15)"},
}
"""Wins against two of ``monte_carlo``, of 30 games where nothing else is said."""


THREE_PLAYERS = """
## Three players

Percentage of games won against two copies of `monte_carlo`, with 95 % intervals and the number of games. Who plays as
well as `monte_carlo` wins a third. To repeat:
`python benchmarks/many_players.py GAME --agents AGENT … --seconds 0.1 --rounds N`, or with `--playouts`. It was a busy
machine of two cores. About twenty settings were tried in `free_for_all`, so the best of them look better than they are.

- `uct` is not weaker than `monte_carlo` in `free_for_all`, as 15 games had made it seem: with 10,000 playouts it won 38
  (28 to 47; 78). Hostility and `grave`, which had seemed better, were not: 39 ± 12 and 31 ± 12, `uct` 43 ± 12, 51 games
  each with 10,000 playouts, before the benchmark had openings.
- Playouts that prefer captures are the only large difference there with equal numbers of playouts: 28 (6 to 51) more
  than without, on the same 11 openings. They make a quarter as many in the same time: with 0.02 s they do harm, with
  0.1 s nothing was shown.
- Smaller exploration may help a little there. On the same openings `scaled=true` won 8 (-8 to 24) more than `uct` with
  3,000 playouts and 20 (2 to 37) with 0.1 s, `exploration=0.1` 9 (-8 to 26) with 10,000 playouts. Against `uct` itself
  nothing is shown (table above). In connect four with five columns it did harm: 6 (1 to 10) fewer.
- In 0.02 s a tree makes 530 playouts from a middle position, `monte_carlo` 7,600, because trees begin with small
  batches. This is not shown to matter: larger ones (`growth=1`) won 33 (21 to 45), `uct` 29 (18 to 39).
- In connect four nothing was shown to be better than `uct`; playouts that see threats do harm with five columns.

"""

THREE_BY_PLAYOUTS = """
Earlier figures, before the benchmark had openings, with 20,000 playouts a move, ± 95 %, in 30 games or the number in
parentheses:

"""

COLUMNS_OF_THREE = (
    f"`{FREE}`, 0.1 s", f"`{FREE}`, 3,000 playouts", f"`{FREE}`, 0.02 s", f"`{SEVEN}`, 0.02 s", f"`{FIVE}`, 0.02 s"
)  # fmt: skip

BY_CLOCK = {
    "uct": (
        "50 (33 to 67; 33)", "37 (28 to 46; 72)", "29 (18 to 39; 63)", "43 (33 to 54; 63)", "48 (42 to 54; 60)"
    ),
    "uct(scaled=true)": (
        "70 (60 to 79; 33)", "45 (33 to 58; 72)", "37 (24 to 50; 63)", "54 (41 to 67; 60)", "42 (36 to 48; 60)"
    ),
    "uct(playout=captures)": ("–", "65 (50 to 81; 33)", "–", "–", "–"),
    "uct(playout=captures, scaled=true)": (
        "66 (51 to 82; 33)", "77 (60 to 94; 33)", "12 (5 to 18; 63)", "–", "–"
    ),
    "uct(playout=captures, scaled=true, growth=1)": ("61 (44 to 77; 33)", "–", "–", "–", "–"),
    "uct(growth=1)": ("–", "–", "33 (21 to 45; 63)", "–", "–"),
    "uct(playout=decisive)": ("–", "–", "–", "47 (34 to 59; 60)", "47 (38 to 56; 60)"),
    "uct(playout=foresight)": ("–", "–", "–", "41 (31 to 50; 63)", "28 (21 to 35; 60)"),
}  # fmt: skip
"""The same by clocks and playouts, in the order of the columns."""


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
    games = (FIVE, SEVEN, LOSING, FREE)
    text = THREE_PLAYERS + f"| agent | {' | '.join(COLUMNS_OF_THREE)} |\n|---|---|---|---|---|---|\n"
    text += "".join(f"| `{agent}` | {' | '.join(found)} |\n" for agent, found in BY_CLOCK.items())
    text += THREE_BY_PLAYOUTS + f"| agent | {' | '.join(f'`{game}`' for game in games)} |\n|---|---|---|---|---|\n"
    for agent, found in OF_THREE.items():
        text += f"| `{agent}` | {' | '.join(found.get(game, '–') for game in games)} |\n"
    return text


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
