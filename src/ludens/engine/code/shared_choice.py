"""One choice for roles that take turns: in every lane at most one of them has more than one move to choose from.

The moves of all roles lie side by side, so that two roles have half as much to count and to walk through as when each
chooses by itself. What is drawn is drawn for each role all the same, and each lane uses what is drawn for the role that
it is the turn of: so the moves are those that the roles would choose by themselves.

Often the same makes the moves at one place legal for all roles, such as an empty cell: then that is read, and what
would be legal for each of them need not be worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludens.circuit.taking_turns import waiting_move
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.choice import DRAWS, GROUP, Choice
from ludens.engine.layout import Layout
from ludens.engine.target import Target


def choose_together(layout: Layout, target: Target, draw: Callable[[Function, list[str]], str]) -> str:
    """``choose_together(w)``: the choices of roles that take turns. ``draw``: the next plane of generators."""
    f = Function(target, "choose_together", [("ptr", "w")])
    at = layout.sections["random"]
    state = [f.load("%w", at), f.load("%w", at + 1)]
    _choose(f, layout, lambda: draw(f, state))
    f.store(state[0], "%w", at)
    f.store(state[1], "%w", at + 1)
    f.do("ret void")
    return f.text()


def _choose(f: Function, layout: Layout, draw: Callable[[], str]) -> None:
    """Writes the chosen moves of all roles, and, for each role, the lanes that have chosen and those that cannot."""
    assert layout.turns is not None
    at, circuit = layout.sections, layout.circuit
    turns = [_turn(f, layout, literal) for literal in layout.turns]
    waiting = [waiting_move(circuit, role, literal) for role, literal in enumerate(layout.turns)]
    waits = []
    for role, (turn, move) in enumerate(zip(turns, waiting, strict=True)):
        if move is None:
            waits.append(ZEROS)
            continue
        plane = at["outputs"] + layout.legal_output(role) + move
        legal = f.load("%w", plane)
        f.store(f.both(legal, turn), "%w", plane)
        waits.append(f.without(legal, turn))
    choice = SharedChoice(layout, turns)
    found, none = choice.emit(f, "%w", "%w", f.at("%w", at["scratch"]), _draws(f, layout, turns, draw).__next__)
    for role, (turn, move, wait) in enumerate(zip(turns, waiting, waits, strict=True)):
        if move is not None:
            plane = layout.does[role] + move
            f.store(f.either(f.load("%w", plane), wait), "%w", plane)
        f.store(f.either(f.both(turn, found), wait), "%w", at["chosen"] + role)
        f.store(f.choose(turn, none, f.invert(wait)), "%w", at["none"] + role)


def _turn(f: Function, layout: Layout, literal: int) -> str:
    plane = f.load("%w", int(layout.slots[literal >> 1]))
    return f.invert(plane) if literal & 1 else plane


def _draws(f: Function, layout: Layout, turns: list[str], draw: Callable[[], str]) -> Iterator[str]:
    """Random planes as each role would have drawn them: all of one role before those of the next."""
    widths = [choice.rank_bits[-1] for choice in layout.choices]
    drawn = [[draw() for _ in range(DRAWS * width)] for width in widths]
    for attempt in range(DRAWS):
        for bit in range(max(widths)):
            plane = ZEROS
            for turn, planes, width in zip(turns, drawn, widths, strict=True):
                if bit < width:
                    plane = f.either(plane, f.both(turn, planes[attempt * width + bit]))
            yield plane


class SharedChoice(Choice):
    """Code that chooses among the moves of several roles, which fill equally many groups."""

    def __init__(self, layout: Layout, turns: list[str]) -> None:
        super().__init__(max(map(len, layout.circuit.moves)))
        self._turns, self._layout = turns, layout
        roles = range(len(layout.circuit.roles))
        self._legal = [layout.sections["outputs"] + layout.legal_output(role) for role in roles]

    def _each_group(self, f: Function, body: Callable[[str], None]) -> None:
        if self._layout.places is None:
            super()._each_group(f, body)
            return
        for node in range(self.levels[0]):
            body(str(node))

    def _leaves(self, f: Function, legal: str, node: str) -> list[str]:
        return [self._leaf(f, legal, node, leaf) for leaf in range(GROUP)]

    def _leaf(self, f: Function, legal: str, node: str, leaf: int) -> str:
        places = self._layout.places
        if places is not None:
            place = int(node) * GROUP + leaf
            if place >= len(places):
                return ZEROS
            if places[place]:
                return f.load(legal, int(self._layout.slots[places[place] >> 1]))
        together = ZEROS
        for first in self._legal:
            together = f.either(together, f.load(legal, f.times(node, GROUP, first + leaf)))
        return together

    def _store_leaf(self, f: Function, does: str, node: str, leaf: int, lanes: str) -> None:
        for first, turn in zip(self._layout.does, self._turns, strict=True):
            f.store(f.both(lanes, turn), does, f.times(node, GROUP, first + leaf))
