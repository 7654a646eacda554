"""Where games of RoPaSci 360 were lost: every turn in which a side lost a token, beside what the turn was worth.

    python benchmarks/ropasci_losses.py FOLDER [--turns-back 4] [--all]

``FOLDER/games.jsonl`` has a game a line: ``opponent``, ``result``, ``turns`` (both sides' moves of each turn, Upper's
first) and, under the name of our player (``--player``), the side that it had.

A turn is a matrix game of all legal moves of both sides, an entry being how many tokens, on the board or still to be
thrown, we gain on the other side. Its value is what the best chances make sure of; ``risk`` is what the other side's
best answer does to the move that was played. Where the value is below 0 nothing in that turn was good, and the table
goes back to the last turn that was not lost yet.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.rows import Rows
from ludens.games.hexagon.cells import NUMBERS, distance
from ludens.games.ropasci import Ropasci, RopasciState, Token, layout
from ludens.search.matrix.game import solve

GAME = Ropasci()
NUMBER_OF = {text: number for number, text in enumerate(layout.MOVE_TEXTS)}
NEARLY = 1e-6


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as played, from our side: the position, both moves, and the position that followed."""

    number: int
    side: int
    before: RopasciState
    own: str
    other: str
    after: RopasciState

    @property
    def lost(self) -> int:
        return tokens_of(self.before, self.side) - tokens_of(self.after, self.side)

    @property
    def taken(self) -> int:
        return tokens_of(self.before, 1 - self.side) - tokens_of(self.after, 1 - self.side)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a turn was worth, in tokens: its value, the risk of the move played, and a better move with its own risk."""

    value: float
    risk: float
    better: str
    better_risk: float


def tokens_of(state: RopasciState, side: int) -> int:
    """On the board and still to be thrown."""
    return len(state.tokens[side]) + state.throws_left[side]


def replayed(game: dict[str, Any], player: str) -> Iterator[Turn]:
    """The turns of a game."""
    side, state = layout.ROLES.index(game[player]), GAME.initial_state()
    for number, moves in enumerate(game["turns"], start=1):
        following = GAME.next_state(state, moves)
        yield Turn(number, side, state, moves[side], moves[1 - side], following)
        state = following


def material(rows: Rows) -> NDArray[np.int64]:
    """Upper's tokens, on the board or not, less Lower's."""
    tokens = np.ascontiguousarray(rows[:, :4]).view(np.uint8).reshape(len(rows), 2, 16)
    numbers = rows[:, layout.NUMBERS]
    throws = [(numbers >> np.uint64(place) & np.uint64(0xFF)).astype(np.int64) for place in (0, 8)]
    on_board = np.count_nonzero(tokens, axis=2)
    return np.asarray(on_board[:, 0] - on_board[:, 1] - throws[0] + throws[1])


def swings(turn: Turn) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Our legal moves by number, and what each gains against each of the other side's, in tokens."""
    row = GAME.pack([turn.before])
    legal = [np.flatnonzero(table[0]) for table in GAME.engine.legal(row)]
    own, other = legal[turn.side], legal[1 - turn.side]
    table = np.empty((len(own), len(other)))
    sign, start = 1 - 2 * turn.side, material(row)[0]
    for place, move in enumerate(own):
        joint = np.empty((len(other), 2), dtype=np.int64)
        joint[:, turn.side], joint[:, 1 - turn.side] = move, other
        table[place] = sign * (material(GAME.engine.step(np.repeat(row, len(other), axis=0), joint)) - start)
    return own, table


def judged(turn: Turn) -> Judged:
    """The turn as a matrix game of one turn; the better move is the safest, then the one that gains most on average."""
    own, table = swings(turn)
    found = solve(table)
    place = int(np.flatnonzero(own == NUMBER_OF[turn.own])[0])
    risks, gains = table.min(axis=1), table @ found.column
    best = max(range(len(own)), key=lambda move: (round(risks[move], 6), found.row[move], gains[move]))
    return Judged(found.value, float(risks[place]), layout.MOVE_TEXTS[own[best]], float(risks[best]))


def reason(turn: Turn) -> str:
    """How the token was lost."""
    cell = NUMBERS[_target(turn.own)]
    dead = list(turn.before.tokens[turn.side])
    for token in turn.after.tokens[turn.side]:
        if token in dead:
            dead.remove(token)
    how = "a throw" if turn.other.startswith("(throw") else "a walk"
    met = NUMBERS[_target(turn.other)] == cell
    moved = any(_at(token) == cell for token in turn.after.tokens[turn.side])
    if not moved:
        return f"went where {how} met it" if met else "went onto its beater"
    hunters = [_at(token) for token in turn.before.tokens[1 - turn.side]]
    near = min((distance(_at(token), hunter) for token in dead for hunter in hunters), default=9)
    return f"stood still in reach of {how}, nearest enemy at {near}"


def _at(token: Token) -> int:
    return NUMBERS[token.r, token.q]


def _target(move: str) -> tuple[int, int]:
    words = move.strip("()").split()
    return int(words[-2]), int(words[-1])


def told(state: RopasciState, side: int) -> str:
    """Both sides' tokens and throws, ours first, such as ``rs+7 v prs+6``."""
    sides = []
    for number in (side, 1 - side):
        symbols = "".join(sorted(token.symbol for token in state.tokens[number]))
        sides.append(f"{symbols}+{state.throws_left[number]}")
    return " v ".join(sides)


def table_of(turns: list[Turn], back: int) -> Iterator[str]:
    """A line for each turn that lost more than it took."""
    for place, turn in enumerate(turns):
        if turn.lost <= turn.taken:
            continue
        found, why = judged(turn), reason(turn)
        shown = turn
        for earlier in reversed(turns[max(0, place - back) : place]):
            if found.value > -NEARLY or earlier.lost or earlier.taken:
                break
            shown, found = earlier, judged(earlier)
        if shown is not turn:
            why = f"{why} at turn {turn.number}; by then no move was safe"
        better = f"{found.better} (risk {found.better_risk:+.0f})" if found.better_risk > found.risk else "–"
        yield (
            f"| {shown.number} | {told(shown.before, shown.side)} | {shown.own} (risk {found.risk:+.0f}) | {better} "
            f"| {found.value:+.2f} | {why} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds games.jsonl")
    parser.add_argument("--player", default="ropasci_best", help="whose losses, by the name that the file gives it")
    parser.add_argument("--turns-back", type=int, default=4, help="how far to look back from a turn that was lost")
    parser.add_argument("--all", action="store_true", help="also games that were not lost")
    given = parser.parse_args()
    for number, line in enumerate((given.folder / "games.jsonl").read_text("utf-8").splitlines()):
        game = json.loads(line)
        if game["result"] != "lost" and not given.all:
            continue
        turns = list(replayed(game, given.player))
        alone = sum(len(turn.before.tokens[turn.side]) <= 1 for turn in turns)
        own_throws, others = (sum(m.startswith("(throw") for m in moves) for moves in _moves_of(turns))
        print(f"\n## Game {number}: {game[given.player]} against {game['opponent']}, {game['result']}\n")
        print(f"{len(turns)} turns, {alone} of them with at most one token; {own_throws} throws to {others}.\n")
        print("| turn | tokens + throws left | played | better | value of the turn | how it was lost |")
        print("|---|---|---|---|---|---|")
        for row in table_of(turns, given.turns_back):
            print(row, flush=True)


def _moves_of(turns: list[Turn]) -> tuple[list[str], list[str]]:
    return [turn.own for turn in turns], [turn.other for turn in turns]


if __name__ == "__main__":
    main()
