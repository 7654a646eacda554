"""A random game written out as text, to be read by people and compared by tests.

The idea is OpenSpiel's (Lanctot et al. 2019): the file of a game changes when, and only when, the game does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludens.game import Game, GameInfo, JointMove, Move, S, observation

WIDTH = 100
"""Characters to a line, as far as the terms of a position allow it."""

MOST_STEPS = 10_000
"""Games that are still not over after this many joint moves are given up."""


def playthrough(game: Game[S], seed: int = 0, max_steps: int = 12) -> str:
    """One game of random moves: each position with its legal moves, and the goals at the end.

    Only the first ``max_steps`` positions are shown, and the last one. The same seed gives the same text on
    every machine and with every version of Python.
    """
    rng = random.Random(seed)
    state = game.initial_state()
    blocks = [_heading(game.info, seed)]
    steps = 0
    while not game.is_terminal(state) and steps < MOST_STEPS:
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        moves = tuple(choices[rng.randrange(len(choices))] for choices in legal)
        if steps < max_steps:
            blocks.append(_position(game, state, steps) + _choice(game.info, legal, moves) + _seen(game, state, moves))
        state = game.next_state(state, moves)
        steps += 1
    if steps > max_steps:
        blocks.append([f"… joint moves not shown: {steps - max_steps}"])
    end = _goals(game, state) if game.is_terminal(state) else [f"given up after {MOST_STEPS} joint moves"]
    blocks.append(_position(game, state, steps) + end)
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _heading(info: GameInfo, seed: int) -> list[str]:
    return [
        f"game: {info.name}",
        f"roles: {', '.join(info.roles)}",
        f"turns: {info.turns.value if info.turns else 'not known'}",
        f"goal sum: {_known(info.goal_sum)}",
        f"max steps: {_known(info.max_steps)}",
        *([] if info.chance_role is None else [f"chance: {info.roles[info.chance_role]}"]),
        f"seed: {seed}",
    ]


def _position(game: Game[S], state: S, steps: int) -> list[str]:
    terminal = "yes" if game.is_terminal(state) else "no"
    return [f"# After {steps}", *_wrapped(game.text(state)), f"terminal: {terminal}"]


def _choice(info: GameInfo, legal: list[tuple[Move, ...]], moves: JointMove) -> list[str]:
    counts = [
        _shortened(f"legal for {role} ({len(choices)}): {', '.join(choices)}")
        for role, choices in zip(info.roles, legal, strict=True)
    ]
    return [*counts, f"moves: {_by_role(info, moves)}"]


def _seen(game: Game[S], state: S, moves: JointMove) -> list[str]:
    """What each role sees of the moves, where that is not everything."""
    if not game.info.hidden:
        return []
    seen = [(role, observation(game, state, moves, role).percepts) for role in game.info.players]
    return [f"seen by {game.info.roles[role]}: {', '.join(percepts) or 'nothing'}" for role, percepts in seen]


def _goals(game: Game[S], state: S) -> list[str]:
    return [f"goals: {_by_role(game.info, game.goals(state))}"]


def _by_role(info: GameInfo, values: tuple[Move, ...] | tuple[int, ...]) -> str:
    return ", ".join(f"{role} {value}" for role, value in zip(info.roles, values, strict=True))


def _known(number: int | None) -> str:
    return "not known" if number is None else str(number)


def _shortened(line: str) -> str:
    """The line, cut after the last comma that leaves room for the dots."""
    if len(line) <= WIDTH:
        return line
    cut = line.rfind(",", 0, WIDTH - 2)
    return line[: cut + 1 if cut >= 0 else WIDTH - 2] + " …"


def _wrapped(text: str) -> Iterator[str]:
    """The lines of a position; those that are too long are broken between terms."""
    for line in text.splitlines():
        filled = ""
        for term in _terms(line) if len(line) > WIDTH else [line]:
            if filled and len(filled) + 1 + len(term) > WIDTH:
                yield filled
                filled = ""
            filled += f" {term}" if filled else term
        yield filled


def _terms(line: str) -> Iterator[str]:
    """The parts of a line between spaces that are not in parentheses."""
    start = depth = 0
    for place, character in enumerate(line):
        depth += (character == "(") - (character == ")")
        if character == " " and depth == 0:
            yield line[start:place]
            start = place + 1
    yield line[start:]
