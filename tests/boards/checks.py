"""What holds for every picture, whatever the game: checks that tests of built-in games and of public sheets share."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

from ludens.boards import clicks, picture
from ludens.boards.clicks import Clicks, ClickTree
from ludens.boards.picture import Facts, Grid, Hand, Heaps, Item, Outline, Picture, Seats, Stacks, places
from ludens.boards.svg.document import as_svg
from ludens.boards.text import as_text
from ludens.boards.words import role_name
from ludens.game import Game, JointMove
from ludens.rules.ground_rules import ground_text

SVG = "{http://www.w3.org/2000/svg}"


def check_picture(game: Game[Any], state: Any, last: JointMove) -> Picture:
    """The picture of a position, after it has been checked in every form."""
    found = picture(game, state, last)
    for panel in found.panels:
        if isinstance(panel, Grid):
            check_grid(panel)
    check_svg(found)
    text = as_text(found)
    assert text == text.rstrip()
    assert text.startswith(as_text(replace(picture(game, state, hints=False), turn=())))
    return found


def check_grid(grid: Grid) -> None:
    """No two cells overlap or have the same place."""
    assert len({cell.place for cell in grid.cells}) == len(grid.cells)
    by_place = sorted((cell.x, cell.y) for cell in grid.cells)
    for number, (x, y) in enumerate(by_place):
        for other_x, other_y in by_place[number + 1 :]:
            if other_x - x >= 1:
                break
            apart = abs(other_y - y) if grid.outline is Outline.SQUARE else math.hypot(other_x - x, other_y - y)
            assert apart > 0.99, f"{(x, y)} and {(other_x, other_y)} overlap"


def check_svg(found: Picture) -> None:
    """The SVG is well-formed, and has every cell and heap with its place and every piece of the picture."""
    root = ElementTree.fromstring(as_svg(found))
    cells = [cell for panel in found.panels if isinstance(panel, Grid) for cell in panel.cells]
    drawn = [e.attrib for e in root.iter() if "data-column" in e.attrib]
    clicked = {(a["data-board"], a["data-column"], a["data-row"]) for a in drawn}
    assert len(clicked) == len(drawn)
    assert clicked == set(places(found.panels)) - {item.place for item in _over(found)}
    marks = sum(len(list(root.iter(f"{SVG}{name}"))) for name in ("circle", "text", "path", "rect"))
    assert marks >= sum(min(1, len(cell.pieces)) for cell in cells)
    words = {e.text for e in root.iter(f"{SVG}text")}
    assert {role_name(piece.name) for piece in found.turn} <= words


def _over(found: Picture) -> list[Item]:
    """Things that are shown but cannot be chosen: the one in play, and those that were."""
    hands = [panel for panel in found.panels if isinstance(panel, Hand)]
    return [item for hand in hands for item in hand.items if item.now or item.gone]


def check_nothing_is_lost(game: Game[Any], state: frozenset[Any], blank: str) -> None:
    """Every argument of every term can be seen somewhere: as a piece, a coordinate, a fact or a role on turn."""
    seen = set(" ".join(_names(picture(game, state, hints=False))).split()) | {blank}
    for term in state:
        for part in term[1:] if isinstance(term, tuple) else [term]:
            assert ground_text(part) in seen, ground_text(term)


def _names(found: Picture) -> list[str]:
    names = [piece.name for piece in found.turn]
    for panel in found.panels:
        match panel:
            case Grid():
                names += [piece.name for cell in panel.cells for piece in cell.pieces]
                names += [panel.title, *(label.text for label in panel.labels)]
            case Heaps():
                names += [f"{heap.place[1]} {heap.count}" for heap in panel.heaps]
            case Stacks():
                names += [piece.name for stack in panel.stacks for piece in stack]
            case Hand():
                names += [panel.title, *_without_meaning(panel)]
                names += [word for item in panel.items for word in (*item.place, item.label, *item.notes)]
            case Seats():
                for seat in panel.seats:
                    names += [seat.role.name, *(count for _, count in seat.counts), *seat.notes]
                    names += [item.label for item in seat.items]
            case Facts():
                names += [f"{name} {value}".replace(",", " ") for name, value in panel.rows]
    return names


def _without_meaning(panel: Hand) -> list[str]:
    """Numbers that stand for nothing: before the first thing, or after all of them."""
    return [str(len(panel.items) + 1) if panel.items else "0"] if all(item.gone for item in panel.items) else []


def check_clicks(game: Game[Any], state: Any) -> None:
    """Every legal move of every role is reached by exactly one sequence of clicks."""
    for role in range(len(game.info.roles)):
        legal = game.legal_moves(state, role)
        tree = clicks(game, state, role)
        reached = list(_walk(tree, ()))
        assert sorted(move for _, move in reached) == sorted(legal)
        assert {move: sequence for sequence, move in reached} == {move: tree.clicks(move) for move in legal}


def _walk(tree: ClickTree, so_far: Clicks) -> list[tuple[Clicks, str]]:
    """All complete sequences that go on from here, by the options alone."""
    options = tree.options(so_far)
    if not options:
        move = tree.move(so_far)
        return [(so_far, move)] if move is not None else []
    assert tree.move(so_far) is None, "a sequence is the beginning of another"
    return [found for option in options for found in _walk(tree, (*so_far, option))]
