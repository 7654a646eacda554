"""Puzzles: made in the background when they run short, shown, tried and solved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from ludens.game import ParameterError
from ludens.players import DEFAULT_AGENT
from ludens.studio.frames.positions import View
from ludens.studio.frames.questions import (
    MAKE_PUZZLES,
    PUZZLES_OF_MISTAKES,
    REFUTE,
    MakePuzzlesRequest,
    MistakesRequest,
    PuzzlesMade,
    Refuted,
    RefuteRequest,
)
from ludens.studio.frames.teaching import PuzzleData, PuzzleSolution, ShownPosition, ShownPuzzle, Tried
from ludens.studio.match.match import Match, Turn
from ludens.studio.match.registry import MatchRegistry, MissingError
from ludens.studio.match.seats import PERSON, Seat
from ludens.studio.settings import Caps
from ludens.studio.store.puzzle_table import KeptPuzzle, puzzle_id
from ludens.studio.store.store import AsyncStore
from ludens.studio.teach.teaching_work import new_seed
from ludens.studio.work.drawing import colours
from ludens.studio.work.tables import Tables
from ludens.studio.work.thinkers import Thinkers

MADE_AT_ONCE = 4
RUNNING_SHORT = 3
"""Fewer puzzles of a game than this are waiting: more are made while one is being solved."""

LEAST_LOST = 10.0
"""Points of 100 that a mistake has given away, to become a puzzle."""

MOST_MISTAKES = 12
MISTAKE_SECONDS = 1.0


class PuzzleRoom:
    """All that happens to puzzles."""

    def __init__(
        self, matches: MatchRegistry, tables: Tables, thinkers: Thinkers, store: AsyncStore, caps: Caps
    ) -> None:
        self._matches, self._tables, self._thinkers, self._store, self._caps = matches, tables, thinkers, store, caps
        self._making: dict[str, asyncio.Task[str]] = {}

    async def next(self, game: str | None, *, own: bool, after: str) -> tuple[ShownPuzzle | None, str]:
        """A puzzle to be solved, made if there is none; where there is none to be had, why."""
        found = await self._store.do(lambda store: store.puzzles.next(game, own=own, after=after))
        reason = ""
        if own or game is None:
            return (None if found is None else await self._shown(found)), reason
        if found is None:
            reason = await self._made(game)
            found = await self._store.do(lambda store: store.puzzles.next(game, own=False, after=after))
        elif await self._store.do(lambda store: store.puzzles.waiting(game)) < RUNNING_SHORT:
            self._make(game)
        return (None if found is None else await self._shown(found)), reason

    async def get(self, identity: str) -> KeptPuzzle:
        """A puzzle; raises MissingError."""
        found = await self._store.do(lambda store: store.puzzles.get(identity))
        if found is None:
            raise MissingError("There is no such puzzle. It may have been deleted.")
        return found

    async def attempt(self, identity: str, step: int, move: str) -> Tried:
        """What comes of a move; raises LudensError where it cannot be made."""
        puzzle = await self.get(identity)
        steps = puzzle.data["steps"]
        if not 0 <= step < len(steps):
            raise ParameterError(f"There is no step {step} in this puzzle.")
        so_far = _moves_to(puzzle.data, step)
        refuted = await self._refuted(puzzle, so_far, move)
        right = move in steps[step]["good"]
        if not right:
            await self._store.do(lambda store: store.puzzles.tried(identity))
        main = right and move == steps[step]["good"][0]
        line = steps[step]["line"] if main and steps[step]["line"] else refuted["line"]
        done = right and not (main and step + 1 < len(steps))
        if not right and not puzzle.data["proven"]:
            line = line[:1]  # what the answer would be is not known for certain
        if done:
            line = line[:1]
            await self._store.do(lambda store: store.puzzles.end(identity))
        views = [await self._view(puzzle, [*so_far, *line[: number + 1]]) for number in range(len(line))]
        goes_on = right and not done
        return {
            "right": right,
            "done": done,
            "move": refuted["move"],
            "shown": [_position(view) for view in views],
            "facts": refuted["facts"],
            "step": step + 1 if goes_on else step,
            "legal": views[-1]["legal"][puzzle.data["role"]] if goes_on else [],
        }

    async def solution(self, identity: str, step: int) -> PuzzleSolution:
        """The moves to be found; from now on the puzzle counts as not solved."""
        puzzle = await self.get(identity)
        steps = puzzle.data["steps"]
        if not 0 <= step < len(steps):
            raise ParameterError(f"There is no step {step} in this puzzle.")
        await self._store.do(lambda store: store.puzzles.help(identity))
        so_far = _moves_to(puzzle.data, step)
        told = [await self._refuted(puzzle, so_far, move) for move in steps[step]["good"][:3]]
        line = [joint for one in steps[step:] for joint in one["line"]] or told[0]["line"][:1]
        views = [await self._view(puzzle, [*so_far, *line[: number + 1]]) for number in range(len(line))]
        return {
            "move": told[0]["move"],
            "others": [one["move"] for one in told[1:]],
            "shown": [_position(view) for view in views],
            "facts": told[0]["facts"],
        }

    async def from_match(self, identity: str) -> int:
        """Makes puzzles of the mistakes that people made in a match; answers how many there are."""
        match = (await self._matches.get(identity)).match
        turns = _mistakes(match)
        request: MistakesRequest = {
            "game": match.spec, "seat": f"{match.id} judge", "agent": f"{DEFAULT_AGENT}(plan=proofs)",
            "seed": match.seed, "moves": match.move_lists, "turns": turns,
            "seconds": None if self._caps.judging_playouts else MISTAKE_SECONDS,
            "playouts": self._caps.judging_playouts,
        }  # fmt: skip
        heard: list[PuzzleData] = []
        if turns:
            seconds = 30.0 + 4 * len(turns)
            await self._ask(request["seat"], PUZZLES_OF_MISTAKES.asked(request).request, seconds, heard)
        return await self._keep(match.game, match.title, heard, own=True)

    async def close(self) -> None:
        """Ends what is being made."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _make(self, game: str) -> asyncio.Task[str]:
        """Has puzzles of a game made, unless they are being made; the task says why there are none."""
        if game not in self._making:
            task = self._making[game] = asyncio.ensure_future(self._make_now(game))
            task.add_done_callback(lambda done: (self._making.pop(game, None), done.cancelled() or done.exception()))
        return self._making[game]

    async def _made(self, game: str) -> str:
        return await asyncio.shield(self._make(game))

    async def _make_now(self, game: str) -> str:
        spec, title = await self._matches.spec(game)
        request: MakePuzzlesRequest = {
            "game": spec, "seed": new_seed(), "most": MADE_AT_ONCE, "seconds": self._caps.puzzle_seconds,
        }  # fmt: skip
        heard: list[PuzzleData] = []
        seconds = self._caps.puzzle_seconds + 30.0
        made: PuzzlesMade = await self._ask(f"puzzles {game}", MAKE_PUZZLES.asked(request).request, seconds, heard)
        await self._keep(game, title, heard, own=False)
        return made["reason"]

    async def _ask(self, seat: str, request: dict[str, Any], seconds: float, heard: list[PuzzleData]) -> Any:
        def news(told: Any) -> None:
            if "queued" not in told:
                heard.append(told)

        return await self._thinkers.ask(seat, request, seconds, news, lambda worker: None)

    async def _keep(self, game: str, title: str, found: Sequence[PuzzleData], *, own: bool) -> int:
        kept = [KeptPuzzle(puzzle_id(game, data, own=own), game, title, own, data) for data in found]
        most = self._caps.puzzles_kept
        await self._store.do(lambda store: [store.puzzles.keep(puzzle, most) for puzzle in kept])
        return len(kept)

    async def _refuted(self, puzzle: KeptPuzzle, moves: list[list[str]], move: str) -> Refuted:
        spec, _ = await self._matches.spec(puzzle.game)
        request: RefuteRequest = {"game": spec, "moves": moves, "role": puzzle.data["role"], "move": move}
        found: Refuted = await self._ask(f"puzzles {puzzle.game}", REFUTE.asked(request).request, 30.0, [])
        return found

    async def _view(self, puzzle: KeptPuzzle, moves: list[list[str]]) -> View:
        """A position of a puzzle as pages need it."""
        spec, title = await self._matches.spec(puzzle.game)
        roles = (await self._tables.about(spec))["roles"]
        turns = tuple(Turn(tuple(joint), (None,) * len(roles)) for joint in moves)
        seats = tuple(Seat(PERSON) for _ in roles)
        return await self._tables.view(
            Match(f"puzzle {puzzle.id}", puzzle.game, title, spec, tuple(roles), seats, turns)
        )

    async def _shown(self, puzzle: KeptPuzzle) -> ShownPuzzle:
        data = puzzle.data
        view = await self._view(puzzle, data["moves"])
        return {
            "id": puzzle.id,
            "game": puzzle.game,
            "title": puzzle.title,
            "own": puzzle.own,
            "roles": view["roles"],
            "colours": colours(view["roles"]),
            "role": data["role"],
            "moves": data["moves"],
            "points": data["points"],
            "worse": data["worse"],
            "proven": data["proven"],
            "opposed": data["opposed"],
            "depth": data["depth"],
            "steps": len(data["steps"]),
            "count": len(data["steps"][0]["good"]),
            "svg": view["svg"],
            "legal": view["legal"][data["role"]],
        }


def _moves_to(data: PuzzleData, step: int) -> list[list[str]]:
    """The joint moves up to the position of a step."""
    return [*data["moves"], *(joint for one in data["steps"][:step] for joint in one["line"])]


def _position(view: View) -> ShownPosition:
    return {"svg": view["svg"], "text": view["texts"][-1]}


def _mistakes(match: Match) -> list[list[int]]:
    """The worst mistakes of the people in a match, or of everybody where there are none: ply before, role."""
    people = match.people or range(len(match.roles))
    found = [
        (lost, ply, int(role))
        for ply, turn in enumerate(match.turns)
        for role, lost in (turn.lost or {}).items()
        if int(role) in people and lost >= LEAST_LOST
    ]
    return sorted([ply, role] for _, ply, role in sorted(found, reverse=True)[:MOST_MISTAKES])
