"""What searches by parts are compared with: plain search of whole games, and classes refined one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.game import Game
from ludens.search.parts.graph import PartGraph


def best_goal(game: Game[Any], state: Any) -> int | None:
    """The highest goal that one role can reach, by looking at every position; ``None`` if there is no end."""
    seen, waiting = {state}, [state]
    found: int | None = None
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            (goal,) = game.goals(state)
            found = goal if found is None else max(found, goal)
            continue
        for move in game.legal_moves(state, 0):
            after = game.next_state(state, (move,))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def fewest_steps(game: Game[Any], state: Any, goal: int) -> int:
    """The number of steps of the shortest way to an end with a goal, which must be there."""
    level, seen, steps = {state}, {state}, 0
    while not any(game.is_terminal(one) and game.goals(one) == (goal,) for one in level):
        going = [one for one in level if not game.is_terminal(one)]
        level = {game.next_state(one, (move,)) for one in going for move in game.legal_moves(one, 0)} - seen
        seen |= level
        steps += 1
    return steps


def slow_classes(graphs: Sequence[PartGraph], kinds: Sequence[object]) -> list[list[int]]:
    """The class of every position of every graph: positions differ when what they show or what follows does."""
    colours: dict[tuple[int, int], object] = {
        (part, place): (kinds[part], tuple(row.tolist()))
        for part, graph in enumerate(graphs)
        for place, row in enumerate(graph.signs)
    }
    while True:
        told: dict[tuple[int, int], object] = {}
        for part, graph in enumerate(graphs):
            for place in range(len(graph.positions)):
                after = []
                for moves in graph.moves:
                    targets = moves.targets[moves.firsts[place] : moves.firsts[place + 1]].tolist()
                    idle = int(moves.idle[place])
                    after.append((colours.get((part, idle)), frozenset(colours[part, one] for one in targets)))
                told[part, place] = (colours[part, place], tuple(after))
        numbers = {what: number for number, what in enumerate(dict.fromkeys(told.values()))}
        done = len(numbers) == len(set(colours.values()))
        colours = {key: numbers[what] for key, what in told.items()}
        if done:
            return [
                [int(str(colours[part, place])) for place in range(len(graph.positions))]
                for part, graph in enumerate(graphs)
            ]
