"""``ludens puzzles GAME``: positions with few good moves, to be solved in the terminal."""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from typing import Any

import click

from ludens.arena.session import Session, find_moves
from ludens.boards import picture
from ludens.boards.move_names import MoveNames
from ludens.boards.notation import with_names
from ludens.cli.terminal import echo, game_argument, json_option, patience, print_json, print_picture
from ludens.engine.contract import LoadedGame
from ludens.game import Move, UnsuitableGameError
from ludens.games.loading import load
from ludens.teaching.explaining import explain
from ludens.teaching.puzzles import Puzzle, PuzzleMaker
from ludens.teaching.puzzles import puzzles as made_puzzles
from ludens.teaching.words import sentences, task

HELP = "Type a move, '?' for the solution, or 'quit'."


@click.command()
@game_argument()
@click.option("--count", type=click.IntRange(1, 1000), default=3, show_default=True, help="How many puzzles.")
@click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), default=60.0, show_default=True,
              help="Give up looking for a puzzle after this time.")  # fmt: skip
@click.option("--seed", type=int, help="Make the same puzzles again.")
@click.option("--solutions", is_flag=True, help="Print the solutions instead of asking.")
@json_option
def puzzles(game: str, count: int, seconds: float, seed: int | None, solutions: bool, as_json: bool) -> None:
    """Solve puzzles of GAME: positions in which few moves are good.

    The positions come from games as beginners play them. Every solution is proven: its moves reach the result whatever
    the others do, and after every other move the others can prevent it.
    """
    loaded = load(game)
    with patience(f"Compiling {loaded.info.name}"):
        loaded.engine.initial()
    maker = PuzzleMaker(loaded)
    made = made_puzzles(loaded, random.SystemRandom().getrandbits(31) if seed is None else seed, maker)
    asking = not solutions and not as_json and is_asked()
    solved = 0
    for number in range(1, count + 1):
        puzzle = _next(made, seconds)
        if puzzle is None and maker.reason is not None:
            raise UnsuitableGameError("ludens puzzles", loaded.info.name, maker.reason.text)
        if puzzle is None:
            echo(f"No puzzle was found in {seconds:g} seconds. --seconds allows more.", err=True)
            break
        if as_json:
            print_json(_data(loaded, puzzle))
            continue
        solving = _Solving(loaded, maker, puzzle)
        echo(f"Puzzle {number} of {count}: {solving.task}")
        found = solving.ask() if asking else solving.tell()
        if found is None:
            return
        solved += found
    if asking:
        echo(f"Solved at the first try: {solved}.")


def is_asked() -> bool:
    """Whether there is somebody who can answer."""
    return sys.stdin.isatty()


def _next(made: Any, seconds: float) -> Puzzle | None:
    end = time.perf_counter() + seconds
    for puzzle in made:
        if puzzle is not None:
            found: Puzzle = puzzle
            return found
        if time.perf_counter() > end:
            return None
    return None


def _data(game: LoadedGame[Any], puzzle: Puzzle) -> dict[str, Any]:
    return {
        "game": game.info.name,
        "role": game.info.roles[puzzle.role],
        "moves": [list(joint) for joint in puzzle.moves],
        "good": list(puzzle.steps[0].good),
        "line": [list(joint) for step in puzzle.steps for joint in step.line],
        "points": puzzle.points,
        "worse": puzzle.worse,
        "proven": puzzle.proven,
        "depth": puzzle.depth,
        "task": task(puzzle, game.info),
    }


class _Solving:
    """One puzzle at the terminal."""

    def __init__(self, game: LoadedGame[Any], maker: PuzzleMaker, puzzle: Puzzle) -> None:
        self.game, self.maker, self.puzzle = game, maker, puzzle
        self.session: Session[Any] = Session(game)
        self.session.replay(puzzle.moves)
        self.first_try = True

    @property
    def task(self) -> str:
        role = self.game.info.roles[self.puzzle.role]
        return f"you are {role}. {task(self.puzzle, self.game.info)}"

    def _draw(self) -> None:
        last = self.session.moves[-1] if self.session.moves else ()
        drawn = picture(self.game, self.session.state, last)
        print_picture(replace(drawn, panels=with_names(drawn.panels), turn=()))

    def _name(self, move: Move) -> str:
        return MoveNames(self.game, self.session.state).text(move)

    def _why(self, move: Move, *, secret: bool = False) -> None:
        role = self.puzzle.role
        facts = explain(self.game, self.session.state, role, move, self.maker.proofs(role))
        for text in sentences(facts, self.game.info, lambda _, one: self._name(one), secret=secret):
            echo(f"  {text}")

    def tell(self) -> int:
        """Draws the position and prints the solution."""
        self._draw()
        for step in self.puzzle.steps:
            echo(f"Solution: {' or '.join(map(self._name, step.good))}")
            self._why(step.good[0])
            for joint in step.line:
                self.session.play(joint)
        echo()
        return 0

    def ask(self) -> int | None:
        """Lets a person find the moves: 1 if that took no second try, otherwise 0, and None when it is too much."""
        for step in self.puzzle.steps:
            self._draw()
            while True:
                typed = click.prompt("Your move", prompt_suffix="> ", default="", show_default=False).strip()
                if typed.lower() in ("quit", "exit", "q"):
                    return None
                if typed in ("?", "solution"):
                    self.first_try = False
                    self.tell_rest(step)
                    break
                move = self._read(typed)
                if move is None:
                    continue
                if move in step.good:
                    echo(f"{self._name(move)}: that is it!")
                    self._why(move)
                    if move != step.good[0]:
                        return int(self.first_try)
                    break
                self.first_try = False
                self._refute(move)
            for joint in step.line:
                self.session.play(joint)
        echo()
        return int(self.first_try)

    def tell_rest(self, step: Any) -> None:
        """Says what was to be found."""
        echo(f"Solution: {' or '.join(map(self._name, step.good))}")
        self._why(step.good[0])

    def _read(self, typed: str) -> Move | None:
        legal = self.game.legal_moves(self.session.state, self.puzzle.role)
        found = MoveNames(self.game, self.session.state).find(legal, typed) or find_moves(legal, typed)
        if len(found) == 1:
            return found[0]
        echo(f"Which one? {', '.join(found[:10])}" if found else f"{typed!r} is not a legal move here. {HELP}")
        return None

    def _refute(self, move: Move) -> None:
        echo(f"{self._name(move)} is not it.")
        self._why(move, secret=True)
        state, role = self.session.state, self.puzzle.role
        after = self.game.next_state(state, self.maker.worst_case(state, role, move))
        replies = self.maker.replies(after, role)
        if replies:
            told = [one for one in replies[0] if one not in ("noop", "pass")] or list(replies[0][:1])
            echo(f"  The answer would be {', '.join(map(self._name, told))}.")
