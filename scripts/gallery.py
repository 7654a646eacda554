"""Draws galleries: of the built-in games into docs/images/gallery.svg, or of a folder of rulesheets.

python scripts/gallery.py                         the picture of the documentation
python scripts/gallery.py FOLDER OUTPUT [STEPS]   a picture of every rulesheet after some random moves, and a list
                                                  of what each is drawn as
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ludens
from ludens.boards import picture
from ludens.boards.notation import with_names
from ludens.boards.paint import PAPER, element, text
from ludens.boards.picture import Facts, Grid, Heaps, Picture, Stacks
from ludens.boards.svg.document import FONT, as_part, as_svg
from ludens.boards.svg.layout import Part, at
from ludens.game import JointMove, LudensError, random_joint_move
from ludens.games import GAMES
from ludens.games.loading import read_source
from ludens.gdl import load_rules

IMAGES = Path(__file__).parents[1] / "docs" / "images"
STEPS = {
    "breakthrough": 20, "checkers_small": 9, "connect_four": 14, "eight_puzzle": 5, "free_for_all": 12, "hex": 36,
    "lights_on": 3, "nim": 1, "odd": 30, "pentago": 15, "reversi": 20, "ropasci": 12, "sheep": 4, "tron": 18,
}  # fmt: skip
"""Random moves before a built-in game is shown; otherwise 6, or fewer where it would be over."""

BOX, GAP, ACROSS = 210.0, 28.0, 6


def position(game: Any, steps: int, seed: int = 3, hints: bool = True) -> Picture:
    """The picture of a game after some random moves, without those that end it."""
    rng, state = random.Random(seed), game.initial_state()
    last: JointMove = ()
    for _ in range(steps):
        moves = random_joint_move(game, state, rng)
        after = game.next_state(state, moves)
        if game.is_terminal(after):
            break
        state, last = after, moves
    return picture(game, state, last, hints)


def gallery(parts: Sequence[tuple[str, Part]]) -> str:
    """Parts in rows of equal boxes, each made to fit, with its name below."""
    content = ""
    for number, (name, part) in enumerate(parts):
        scale = min(1.3, BOX / part.width, BOX / part.height)
        x = GAP + number % ACROSS * (BOX + GAP)
        y = GAP + number // ACROSS * (BOX + GAP + 24)
        inner = element("g", part.content, transform=f"scale({scale:.3f})")
        content += at(inner, x + (BOX - part.width * scale) / 2, y + (BOX - part.height * scale) / 2)
        content += text(x + BOX / 2, y + BOX + 16, name, 13)
    rows = math.ceil(len(parts) / ACROSS)
    width, height = round(GAP + ACROSS * (BOX + GAP)), round(GAP + rows * (BOX + GAP + 24))
    paper = element("rect", width=width, height=height, rx=8, fill=PAPER)
    return element(
        "svg", paper + content, xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {width} {height}", font_family=FONT,
    )  # fmt: skip


def kind(found: Picture) -> str:
    """What a position is drawn as, in a word."""
    for panel, word in ((Grid, "board"), (Heaps, "heaps"), (Stacks, "stacks")):
        if any(isinstance(one, panel) for one in found.panels):
            return word
    return "table"


def built_in() -> None:
    """Writes the picture of all built-in games."""
    parts = []
    for name in GAMES:
        found = position(ludens.load(name), STEPS.get(name, 6), hints=False)
        boards = tuple(panel for panel in found.panels if not isinstance(panel, Facts)) or found.panels
        parts.append((GAMES[name].title, as_part(Picture(with_names(boards)))))
    (IMAGES / "gallery.svg").write_text(gallery(parts) + "\n", encoding="utf-8")


def folder(source: Path, output: Path, steps: int) -> None:
    """Writes a picture for each rulesheet and prints what it is drawn as."""
    output.mkdir(parents=True, exist_ok=True)
    kinds = []
    for path in sorted(source.glob("*.kif")):
        game = load_rules(read_source(path))
        started = time.perf_counter()
        try:
            found = position(game, steps)
        except LudensError as error:
            print(f"{path.stem}: {error}", file=sys.stderr)
            found = picture(game, game.initial_state(), hints=False)
        kinds.append(kind(found))
        print(f"{path.stem:40} {kinds[-1]:8} {time.perf_counter() - started:6.2f} s")
        (output / f"{path.stem}.svg").write_text(as_svg(found, path.stem), encoding="utf-8")
    drawn = sum(word != "table" for word in kinds)
    print(f"{drawn} of {len(kinds)} as boards, heaps or stacks: {drawn / max(1, len(kinds)):.0%}")


def main(arguments: Sequence[str]) -> None:
    if not arguments:
        built_in()
    else:
        folder(Path(arguments[0]), Path(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 6)


if __name__ == "__main__":
    main(sys.argv[1:])
