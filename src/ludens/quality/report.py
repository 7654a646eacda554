"""The report on a game: figure after figure, the quick ones first; what is exact replaces what was measured."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ludens.circuit.analysis import structure
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import IllFormedGameError, JointMove, LudensError, UnsuitableGameError
from ludens.games.rules_game import RulesGame
from ludens.gdl.playtest import playtest
from ludens.players.on_device import USUAL, counting_engine
from ludens.quality.figures import Figures, WrongGame
from ludens.quality.first_moves import MOST as MOST_FIRST_MOVES
from ludens.quality.first_moves import FirstMoveGames, alike, exact_first_moves
from ludens.quality.idle import idle_rules
from ludens.quality.proof import proof
from ludens.quality.sampling import choices, lengths, random_play
from ludens.quality.skill import Ladder
from ludens.quality.thinking import ThinkingGames
from ludens.quality.whole import Room, whole_game
from ludens.search.playouts.statistics import counted_results, results, walks

Part = Literal[
    "balance", "length", "branching", "first_move", "speed", "flaws", "structure", "proof", "thinking", "idle", "skill",
]  # fmt: skip

ENDLESS = "The game has not ended"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done. Random games: at first, at most, and in about so many seconds; each is cut after ``cut`` moves.

    ``each``: games for a first move, at first and at most, in about so many seconds. ``counted``: games on a graphics
    processor, where there is one to be used, in about so many seconds. The others: seconds for a part, 0: it is left
    out.
    """

    first: int = 512
    most: int = 1 << 17
    seconds: float = 0.15
    followed: int = 128
    each: tuple[int, int] = (512, 1 << 17)
    each_seconds: float = 0.7
    counted: int = 1 << 34
    counted_seconds: float = 1.0
    cut: int = 1_000
    room: Room = field(default_factory=Room)
    flaws_seconds: float = 0.3
    structure_seconds: float = 4.0
    proof_seconds: float = 2.0
    thinking_seconds: float = 2.0
    thinking_games: int = 128
    idle_seconds: float = 0.6
    skill_seconds: float = 6.0

    def for_game(self, game: LoadedGame[Any]) -> Effort:
        """What can be afforded: games that are not compiled are thousands of times slower."""
        if game.engine.batch:
            return self
        return replace(
            self, first=4, most=64, seconds=1.5, followed=4, each=(0, 0), cut=min(self.cut, 200), proof_seconds=0.0,
            thinking_seconds=0.0, structure_seconds=0.0, room=Room(200, 2_000, 0.3),
        )  # fmt: skip


BRIEF = Effort(each_seconds=0.3, structure_seconds=1.0, thinking_seconds=0.7, idle_seconds=0.0, skill_seconds=0.0)
"""For one of many variants."""

TOO_LARGE = "The rules are too large to compile in a few seconds, so this is left out."
WRONG = "Games go wrong (see above), so this is left out."


class Reporting:
    """Finds out about one game; ``figures`` has what is known so far."""

    def __init__(
        self,
        game: LoadedGame[Any],
        effort: Effort,
        stopped: Callable[[], bool] = lambda: False,
        seed: int = 0,
        threads: int = 1,
        *,
        device: str = USUAL,
    ) -> None:
        self.game, self.effort, self.seed = game, effort.for_game(game), seed
        self.figures = Figures(game.info)
        self._stopped, self._threads = stopped, threads
        self._groups: Mapping[JointMove, int] = {}
        self._firsts: FirstMoveGames | None = None
        self._counting = counting_engine(game, device)

    def parts(self) -> Iterator[tuple[Part, bool]]:
        """Names each part as it becomes known, or better known, and whether that is final."""
        with contextlib.suppress(IllFormedGameError):  # the next part finds what is wrong, and the way there
            yield from self._quick_parts()
        if self.effort.flaws_seconds:
            self.figures.wrong = self._wrong_games()
            yield "flaws", True
        yield from self._slow_parts()
        if self._counting is not None and not self.figures.wrong and not self._is_exact:
            yield from self._counted(self._counting)

    @property
    def _is_exact(self) -> bool:
        """Whether it is known what random games come to."""
        return self.figures.whole is not None and self.figures.whole.random is not None

    def _counted(self, engine: BatchEngine) -> Iterator[tuple[Part, bool]]:
        """Very many games on a graphics processor, the last of all: by then its code has been made."""
        effort, figures, begin = self.effort, self.figures, time.perf_counter()
        end, limit = begin + effort.counted_seconds, 0 if self.game.info.max_steps else effort.cut

        def enough() -> bool:
            return self._stopped() or time.perf_counter() > end

        found = counted_results(engine, effort.counted, self.seed + 2, max_steps=limit, enough=enough)
        figures.random = random_play(figures.info, found, effort.cut)
        figures.speed = found.games / max(1e-4, time.perf_counter() - begin)
        yield "balance", True
        yield "speed", True
        if self._firsts is not None and figures.first is not None:
            self._firsts.play(max(effort.each[0], found.games // len(set(self._firsts.groups))), self.seed + 3, engine)
            figures.first = self._firsts.found()
            yield "first_move", True

    def _quick_parts(self) -> Iterator[tuple[Part, bool]]:
        effort, figures, engine = self.effort, self.figures, self.game.engine
        begin = time.perf_counter()
        found = results(engine, effort.first, self.seed, max_steps=effort.cut, threads=self._threads)
        seconds = max(1e-4, time.perf_counter() - begin)
        figures.random, figures.lengths = random_play(figures.info, found, effort.cut), lengths(found, effort.cut)
        yield "balance", False
        yield "length", False
        figures.choices = choices(walks(engine, effort.followed, self.seed, max_steps=effort.cut))
        yield "branching", True
        firsts = self._firsts = self._first_move_games()
        if firsts is not None:
            firsts.play(effort.each[0], self.seed)
            figures.first = firsts.found()
            yield "first_move", False
        yield from self._exact_parts()
        if figures.random.games:
            more = min(effort.most, int(effort.first * effort.seconds / seconds))
            if more > 2 * effort.first:
                begin = time.perf_counter()
                found = results(engine, more, self.seed + 1, max_steps=effort.cut, threads=self._threads)
                seconds = max(1e-4, time.perf_counter() - begin)
                figures.random = random_play(figures.info, found, effort.cut)
                figures.lengths = replace(lengths(found, effort.cut), bounds=figures.lengths.bounds)
        yield "balance", True
        yield "length", True
        figures.speed = found.games / seconds
        yield "speed", True
        if effort.structure_seconds and engine.batch:
            yield from self._structure()
        if firsts is not None and figures.whole is None:
            yield from self._more_first_moves(firsts)
        if figures.first is not None:
            yield "first_move", True

    def _first_move_games(self) -> FirstMoveGames | None:
        game, start = self.game, self.game.initial_state()
        if not self.effort.each[0] or game.is_terminal(start):
            return None
        count = math.prod(len(game.legal_moves(start, role)) for role in range(len(game.info.roles)))
        if not 1 < count <= MOST_FIRST_MOVES:
            return None
        found = FirstMoveGames(game, max_steps=self.effort.cut)
        return None if found.role is None else found

    def _exact_parts(self) -> Iterator[tuple[Part, bool]]:
        """What all positions of a small game tell."""
        figures = self.figures
        found = figures.whole = whole_game(self.game, self.effort.room)
        assert figures.lengths is not None
        assert figures.choices is not None
        if found is None or found.stuck:
            return
        if found.shortest is not None:
            figures.lengths = replace(figures.lengths, bounds=(found.shortest, found.longest))
        figures.choices = replace(figures.choices, most=found.most, exact=True)
        if found.random is not None:
            figures.random = found.random
            figures.first = exact_first_moves(figures.info, found.first, {})
        yield "balance", False
        yield "branching", True

    def _structure(self) -> Iterator[tuple[Part, bool]]:
        circuit = self.game.engine.circuit
        if circuit is None:
            return
        figures = self.figures
        figures.structure = structure(circuit, seconds=self.effort.structure_seconds)
        yield "structure", True
        if figures.first is not None:
            from ludens.search.perft import joint_moves  # noqa: PLC0415

            joints = list(joint_moves(self.game, self.game.initial_state()))
            if len(joints) <= MOST_FIRST_MOVES:
                self._groups = dict(zip(joints, alike(circuit, figures.structure, joints), strict=True))
                if figures.whole is not None and figures.whole.first:
                    figures.first = exact_first_moves(figures.info, figures.whole.first, self._groups)

    def _more_first_moves(self, firsts: FirstMoveGames) -> Iterator[tuple[Part, bool]]:
        """More games for each first move, twice as many each time, as long as there is time."""
        effort, seed = self.effort, self.seed + 1
        if self._groups:
            firsts.join([self._groups[joint] for joint in firsts.joints])
        end, games = time.perf_counter() + effort.each_seconds, effort.each[0]
        while firsts.least < effort.each[1] and not self._stopped():
            begin = time.perf_counter()
            games = min(2 * games, effort.each[1])
            if begin >= end:
                break
            firsts.play(games, seed)
            seed += 1
            took = time.perf_counter() - begin
            if time.perf_counter() + took > end:  # the next round would take twice as long
                games //= 2
        self.figures.first = firsts.found()
        yield "first_move", False

    def _wrong_games(self) -> tuple[WrongGame, ...]:
        """What goes wrong in games played one by one for a moment: nobody can move, goals are missing or differ."""
        end = time.perf_counter() + self.effort.flaws_seconds
        found: dict[str, WrongGame] = {}
        for number in range(20):
            for flaw in playtest(self.game, 1, self.seed + number, self.game.info.max_steps or 200).flaws:
                if not flaw.message.startswith(ENDLESS):  # its length tells that better
                    found.setdefault(flaw.message, WrongGame(flaw.message, flaw.moves))
            if time.perf_counter() > end or self._stopped():
                break
        return tuple(found.values())

    def _slow_parts(self) -> Iterator[tuple[Part, bool]]:
        """The parts that take seconds: proofs, thinking players, rules that never apply, skill."""
        effort, figures, game = self.effort, self.figures, self.game
        reason = TOO_LARGE if not game.engine.batch else WRONG if figures.wrong else ""
        if figures.structure is None and not game.engine.batch:
            figures.left_out["structure"] = TOO_LARGE
            yield "structure", True
        if effort.proof_seconds and not reason:
            found = proof(game, effort.proof_seconds)
            figures.proof, figures.unproven = (None, found) if isinstance(found, str) else (found, "")
        elif reason:
            figures.unproven = reason
        yield "proof", True
        if effort.thinking_seconds and not reason and len(figures.players) > 1:
            games = ThinkingGames(game, self._groups, max_steps=effort.cut)
            figures.thinking = games.play(effort.thinking_seconds, self._stopped, self.seed, effort.thinking_games)
            if figures.thinking is not None:
                yield "thinking", True
        if effort.idle_seconds and isinstance(game, RulesGame):
            figures.idle = idle_rules(game, effort.idle_seconds, self._stopped, self.seed)
            if figures.idle is not None:
                yield "idle", True
        if effort.skill_seconds:
            yield from self._skill(reason)

    def _skill(self, reason: str) -> Iterator[tuple[Part, bool]]:
        figures = self.figures
        if reason:
            figures.left_out["skill"] = reason
            yield "skill", True
            return
        try:
            for found in Ladder(self.game, self.seed).play(self.effort.skill_seconds, self._stopped):
                figures.skill = found
                yield "skill", found.final
        except UnsuitableGameError as error:
            figures.left_out["skill"] = str(error)
            yield "skill", True
        except LudensError as error:
            figures.left_out["skill"] = f"This could not be measured: {error}"
            yield "skill", True
