"""Writes tests/playthroughs/NAME.txt for every built-in game; the tests compare them with new ones."""

from __future__ import annotations

from pathlib import Path

import ludens
from ludens.games import GAMES
from ludens.playthrough import playthrough

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"


def main() -> None:
    for stale in {path.stem for path in FOLDER.glob("*.txt")} - set(GAMES):
        (FOLDER / f"{stale}.txt").unlink()
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(ludens.load(name)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
