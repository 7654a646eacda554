"""Measures random games per second of Ludens and OpenSpiel in one run and draws docs/images/speed.svg.

python scripts/speed_picture.py [--seconds 1]      (needs pip install 'ludens[peers]')
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ludens.adapters.open_spiel_speed import OPEN_SPIEL, measure_open_spiel
from ludens.engine.backend import Backend
from ludens.engine.bench import measure
from ludens.games.loading import load_rulesheet
from ludens.plots.bars import Bar, bar, row_name
from ludens.plots.chart import Axis, Box, Symbol, axis_across, document, heading, legend
from ludens.plots.scale import Scale

IMAGE = Path(__file__).parent.parent / "docs" / "images" / "speed.svg"
COLOURS = {
    "Ludens, machine code": "#2563eb",
    "Ludens, from a table": "#93c5fd",
    "OpenSpiel, C++ rollouts": "#f59e0b",
    "OpenSpiel, driven from Python": "#fcd34d",
}
WIDTH, BAR, GAP, LEFT, TOP, RIGHT = 760, 14, 18, 120, 56, 90
RATES = Scale(1e3, 1e9, logarithmic=True)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def measured(seconds: float) -> dict[str, list[float]]:
    """Games per second on one core, by game, in the order of COLOURS."""
    found = {}
    for name in OPEN_SPIEL:
        game = load_rulesheet(name)
        own = [measure(game, backend, 1, seconds, 0).games_per_second for backend in (Backend.LLVM, Backend.TABLE)]
        peer = measure_open_spiel(name, seconds)
        found[name] = [*own, peer.in_cpp, peer.from_python]
        print(name, *(f"{speed:.3g}" for speed in found[name]), flush=True)
    return found


def picture(found: dict[str, list[float]]) -> str:
    """The figures as bars on a logarithmic axis."""
    group = len(COLOURS) * BAR + GAP
    box = Box(LEFT, TOP - GAP / 2, WIDTH - RIGHT, TOP + group * len(found) - GAP / 2)
    axis = Axis(
        "games a second", RATES.place, [(10.0**power, f"10{str(power).translate(RAISED)}") for power in range(3, 10)]
    )
    parts = [
        heading(LEFT, 18, "Random games per second, one core", WIDTH - LEFT),
        *legend(LEFT, 34, [(Symbol.SQUARE, colour, label) for label, colour in COLOURS.items()], WIDTH),
        *axis_across(box, axis),
    ]
    for place, (name, speeds) in enumerate(found.items()):
        top = TOP + place * group
        parts.append(row_name(box, top + (group - GAP) / 2, name))
        for number, (speed, colour) in enumerate(zip(speeds, COLOURS.values(), strict=True)):
            drawn = Bar(value=speed, colour=colour, written=f"{speed:,.0f}")
            parts += bar(box, axis, top + BAR * (number + 0.5), BAR - 2, drawn)
    return document(WIDTH, box.bottom + 46, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    IMAGE.write_text(picture(measured(parser.parse_args().seconds)), encoding="utf-8")


if __name__ == "__main__":
    main()
