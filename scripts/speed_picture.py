"""Measures random games per second of Ludens and OpenSpiel in one run and draws docs/images/speed.svg.

python scripts/speed_picture.py [--seconds 1]      (needs pip install 'ludens[peers]')
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from ludens.adapters.open_spiel_speed import OPEN_SPIEL, measure_open_spiel
from ludens.engine.backend import Backend
from ludens.engine.bench import measure
from ludens.games.loading import load_rulesheet

IMAGE = Path(__file__).parent.parent / "docs" / "images" / "speed.svg"
COLOURS = {
    "Ludens, machine code": "#2563eb",
    "Ludens, from a table": "#93c5fd",
    "OpenSpiel, C++ rollouts": "#f59e0b",
    "OpenSpiel, driven from Python": "#fcd34d",
}
WIDTH, BAR, GAP, LEFT, TOP = 760, 14, 18, 120, 56
FONT = 'font-family="sans-serif" font-size="12"'
FIRST, LAST = 3, 9  # powers of ten on the axis


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
    height = TOP + len(found) * (len(COLOURS) * BAR + GAP) + 30
    scale = (WIDTH - LEFT - 90) / (LAST - FIRST)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="18" font-size="14" font-weight="bold">Random games per second, one core</text>',
    ]
    for number, (label, colour) in enumerate(COLOURS.items()):
        left = LEFT + number * 160
        parts.append(f'<rect x="{left}" y="28" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{left + 14}" y="37" font-size="10">{label}</text>')
    for power in range(FIRST, LAST + 1):
        x = LEFT + (power - FIRST) * scale
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 24}" stroke="#e5e7eb"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">10'
            f'<tspan dy="-4" font-size="9">{power}</tspan></text>'
        )
    for row, (name, speeds) in enumerate(found.items()):
        y = TOP + row * (len(COLOURS) * BAR + GAP)
        middle = y + len(COLOURS) * BAR / 2 + 4
        parts.append(f'<text x="{LEFT - 8}" y="{middle:.1f}" text-anchor="end">{name}</text>')
        for bar, (speed, colour) in enumerate(zip(speeds, COLOURS.values(), strict=True)):
            width = max(1.0, (math.log10(speed) - FIRST) * scale)
            top = y + bar * BAR
            parts.append(f'<rect x="{LEFT}" y="{top}" width="{width:.1f}" height="{BAR - 2}" fill="{colour}"/>')
            parts.append(f'<text x="{LEFT + width + 4:.1f}" y="{top + 10}" font-size="10">{speed:,.0f}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    IMAGE.write_text(picture(measured(parser.parse_args().seconds)), encoding="utf-8")


if __name__ == "__main__":
    main()
