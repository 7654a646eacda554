"""What a process does that reports on rules while they are written: mistakes, the board, then figure after figure."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from ludens.circuit.analysis import structure
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.stages import CompiledCircuit
from ludens.engine.backend import Backend
from ludens.game import IllFormedGameError, LudensError, UnsuitableGameError
from ludens.games.rules_game import RulesGame
from ludens.gdl import Source, load_rules
from ludens.gdl.playtest import playtest
from ludens.gdl.terms import RuleSheet
from ludens.players import make_agent
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.design.random_report import Effort, random_parts
from ludens.studio.design.skill_report import Ladder
from ludens.studio.design.structure_report import findings
from ludens.studio.frames.design import FirstPosition, Flaw, PartData, PartName, ReportNews, ShownMove, Speed
from ludens.studio.frames.questions import REPORT, WARM, Caller, NoRequest, Seconds, TextRequest
from ludens.studio.games.opened_games import UPLOADED, open_game
from ludens.studio.work.drawing import MovePlaces, board, colours, label
from ludens.studio.work.table_work import check, turns_of

COMPILING_SECONDS, COMPILING_BYTES = 8.0, 1 << 30
STRUCTURE_SECONDS = 4.0
SKILL_SECONDS = 6.0
PLAYTEST_SECONDS = 0.3
PLAYTEST_GAMES = 20
GAMES_KEPT = 4
MOVES_SHOWN = 300
MISTAKES_SHOWN = 500

WARMING = "tic_tac_toe"

Part = tuple[PartName, PartData, bool]
"""A part of the report, and whether it is final."""


class DesignWork:
    """Reports on rules."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, RulesGame[RuleSheet]] = OrderedDict()
        self._tasks = dict((WARM.answered_by(_warm), REPORT.answered_by(self._report)))

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request: ``warm`` gets everything ready, ``report`` tells the news of a report."""
        return self._tasks[what](request, call)

    def _report(self, request: TextRequest, call: Caller[ReportNews]) -> Seconds:
        begin = time.perf_counter()

        def seconds() -> float:
            return time.perf_counter() - begin

        for frame in self._frames(request["text"], call, seconds):
            if call.stopped:
                break
            call.tell(frame)
        return {"seconds": seconds()}

    def _frames(self, text: str, call: Caller[ReportNews], seconds: Callable[[], float]) -> Iterator[ReportNews]:
        """All that is found; ``seconds`` says how long that has taken."""
        checked = check(text)
        mistakes = sorted(checked["mistakes"], key=lambda mistake: mistake["severity"])  # errors before warnings
        yield {
            "type": "checked", "ok": checked["ok"], "mistakes": mistakes[:MISTAKES_SHOWN], "count": len(mistakes),
            "seconds": seconds(),
        }  # fmt: skip
        if not checked["ok"]:
            return
        game = self._game(text)
        yield {"type": "board", **first_position(game), "seconds": seconds()}
        for part, data, final in self._parts(game, call):
            yield {"type": "report", "part": part, "data": data, "final": final, "seconds": seconds()}

    def _parts(self, game: RulesGame[RuleSheet], call: Caller[ReportNews]) -> Iterator[Part]:
        """The parts of the report, the quick ones first."""
        compiled = self._compiled(game)
        yield "speed", compiled, True
        try:
            for part, data in random_parts(game, Effort.for_game(game), compiled):
                yield part, data, True
        except IllFormedGameError:
            pass  # what is wrong is found, with the moves that lead there, by the next part
        flaws = flaws_of(game, call)
        yield "flaws", {"flaws": flaws}, True
        yield from _slow_parts(game, call, sound=not flaws)

    def _game(self, text: str) -> RulesGame[RuleSheet]:
        game = self._games.get(text)
        if game is None:
            game = self._games[text] = written_game(text)
        self._games.move_to_end(text)
        if len(self._games) > GAMES_KEPT:
            self._games.popitem(last=False)
        return game

    @staticmethod
    def _compiled(game: RulesGame[RuleSheet]) -> Speed:
        """Compiles a game, if that can be done with little, and tells of it."""
        if not game.engine.batch:
            return {"compiled": False}
        circuit = game.compiled.circuit
        return {
            "compiled": True,
            "gates": circuit.gates,
            "fluents": len(circuit.fluents),
            "moves": sum(map(len, circuit.moves)),
        }


def written_game(text: str) -> RulesGame[RuleSheet]:
    """The game of rules that somebody is typing.

    Every version that is ever typed comes along here: nothing is kept on disk for later, and no machine code is made
    beyond what the table needs.
    """
    reasoner = load_rules(Source(text, "rules"), budget=UPLOADED)
    return RulesGame(reasoner, compiler=_compiled_quickly, backend=Backend.TABLE)


def _compiled_quickly(sheet: RuleSheet) -> CompiledCircuit:
    return compile_circuit(sheet, seconds=COMPILING_SECONDS, memory_bytes=COMPILING_BYTES)


def _warm(request: NoRequest, call: Caller[None]) -> None:
    """Has everything loaded that a report needs."""
    game = open_game({"name": WARMING})
    first_position(game)
    list(random_parts(game, Effort(64, 64, 0.0, 4, 4, 10)))
    make_agent("uct", game, 0, 0)


def first_position(game: Any) -> FirstPosition:
    """The board at the beginning and what can be played there."""
    info, state = game.info, game.initial_state()
    over = game.is_terminal(state)
    legal: list[list[str]] = [[] if over else list(game.legal_moves(state, role)) for role in range(len(info.roles))]
    places = MovePlaces(game, state)

    def shown(moves: list[str]) -> list[ShownMove]:
        return [{"move": move, "label": label(move), "places": places.of(move)} for move in moves[:MOVES_SHOWN]]

    return {
        "svg": board(game, state),
        "roles": list(info.roles),
        "colours": colours(info.roles),
        "over": over,
        "players": len(info.players),
        "turns": info.turns.value if info.turns else None if len(info.players) > 1 else turns_of(info).value,
        "hidden": info.hidden,
        "legal": [{"count": len(moves), "moves": shown(moves)} for moves in legal],
    }


def flaws_of(game: RulesGame[RuleSheet], call: Caller[ReportNews]) -> list[Flaw]:
    """What goes wrong in games played one by one for a moment: nobody can move, goals are missing or differ."""
    end = time.perf_counter() + PLAYTEST_SECONDS
    flaws: dict[str, Flaw] = {}
    for seed in range(PLAYTEST_GAMES):
        for flaw in playtest(game, 1, seed, game.info.max_steps or 200).flaws:
            if not flaw.message.startswith("The game has not ended"):  # its length tells that better
                flaws.setdefault(
                    flaw.message, {"message": flaw.message, "moves": [list(joint) for joint in flaw.moves]}
                )
        if time.perf_counter() > end or call.stopped:
            break
    return list(flaws.values())


def _slow_parts(game: RulesGame[RuleSheet], call: Caller[ReportNews], *, sound: bool) -> Iterator[Part]:
    """The parts that take seconds: what the rules show, and what thought is worth."""
    if not game.engine.batch:
        reason = "The rules are too large to compile in a few seconds, so this is left out."
        yield "structure", {"left_out": reason}, True
        yield "skill", {"left_out": reason}, True
        return
    circuit = game.compiled.circuit
    yield "structure", {"findings": findings(circuit, structure(circuit, seconds=STRUCTURE_SECONDS))}, True
    if not sound:
        yield "skill", {"left_out": "Games go wrong (see above), so this is left out."}, True
        return
    try:
        for data in Ladder(game).play(SKILL_SECONDS, lambda: call.stopped):
            yield "skill", data, data["final"]
    except UnsuitableGameError as error:
        yield "skill", {"left_out": str(error)}, True
    except LudensError as error:
        yield "skill", {"left_out": f"This could not be measured: {error}"}, True
