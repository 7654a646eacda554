"""What a process does that reports on rules while they are written: mistakes, the board, then figure after figure."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ludens.boards import picture
from ludens.boards.svg.document import as_svg
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.stages import CompiledCircuit
from ludens.engine.backend import Backend
from ludens.games.rules_game import RulesGame
from ludens.gdl import Source, load_rules
from ludens.gdl.terms import RuleSheet
from ludens.players import make_agent
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.quality.as_data import statement_data
from ludens.quality.proof import proof
from ludens.quality.report import BRIEF, Effort, Reporting
from ludens.quality.sentences.statement import Statement
from ludens.quality.statements import statements
from ludens.quality.variants import sliders_of
from ludens.studio.design.parts import Parts, slider_data
from ludens.studio.frames.design import FirstPosition, ReportNews, ShownMove, Speed
from ludens.studio.frames.questions import REPORT, WARM, Caller, NoRequest, ReportRequest, Seconds
from ludens.studio.games.opened_games import UPLOADED, open_game
from ludens.studio.work.drawing import MovePlaces, colours, label
from ludens.studio.work.table_work import check, turns_of

COMPILING_SECONDS, COMPILING_BYTES = 8.0, 1 << 30
GAMES_KEPT = 4
MOVES_SHOWN = 300
MISTAKES_SHOWN = 500

WARMING = "tic_tac_toe"


class DesignWork:
    """Reports on rules."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, RulesGame[RuleSheet]] = OrderedDict()
        self._tasks = dict((WARM.answered_by(_warm), REPORT.answered_by(self._report)))

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request: ``warm`` gets everything ready, ``report`` tells the news of a report."""
        return self._tasks[what](request, call)

    def _report(self, request: ReportRequest, call: Caller[ReportNews]) -> Seconds:
        begin = time.perf_counter()

        def seconds() -> float:
            return time.perf_counter() - begin

        for frame in self._frames(request, call, seconds):
            if call.stopped:
                break
            call.tell(frame)
        return {"seconds": seconds()}

    def _frames(
        self, request: ReportRequest, call: Caller[ReportNews], seconds: Callable[[], float]
    ) -> Iterator[ReportNews]:
        """All that is found; ``seconds`` says how long that has taken."""
        text, effort = request["text"], BRIEF if request["brief"] else Effort()
        checked = check(text)
        mistakes = sorted(checked["mistakes"], key=lambda mistake: mistake["severity"])  # errors before warnings
        yield {
            "type": "checked", "ok": checked["ok"], "mistakes": mistakes[:MISTAKES_SHOWN], "count": len(mistakes),
            "sliders": [slider_data(each) for each in sliders_of(text)],
            "seconds": seconds(),
        }  # fmt: skip
        if not checked["ok"]:
            return
        game = self._game(text)
        yield {"type": "board", **first_position(game), "seconds": seconds()}
        yield from self._parts(game, effort, call, seconds)

    def _parts(
        self, game: RulesGame[RuleSheet], effort: Effort, call: Caller[ReportNews], seconds: Callable[[], float]
    ) -> Iterator[ReportNews]:
        """The parts of the report, and after each what can be said by then, if that has changed."""
        compiled = self._compiled(game)
        yield {"type": "report", "part": "speed", "data": compiled, "final": False, "seconds": seconds()}
        reporting, parts = Reporting(game, effort, lambda: call.stopped), Parts(game, compiled)
        said: list[Statement] = []
        for part, final in reporting.parts():
            data = parts.data(part, reporting.figures)
            if data is not None:
                yield {"type": "report", "part": part, "data": data, "final": final, "seconds": seconds()}
            if part == "proof" and reporting.figures.proof is not None:
                first = parts.data("first_move", reporting.figures)
                if first is not None:
                    yield {"type": "report", "part": "first_move", "data": first, "final": True, "seconds": seconds()}
            now = statements(reporting.figures)
            if now != said:
                said = now
                listed = [statement_data(each) for each in said]
                yield {"type": "judgement", "statements": listed, "seconds": seconds()}

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
    proof(game, 1.0)
    quick = Reporting(game, replace(BRIEF, thinking_seconds=0.1, proof_seconds=0.0))
    for _ in quick.parts():
        statements(quick.figures)
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
        # Rows and columns as the rules name them, as everything on this page.
        "svg": as_svg(replace(picture(game, state, hints=False), turn=())),
        "roles": list(info.roles),
        "colours": colours(info.roles),
        "over": over,
        "players": len(info.players),
        "turns": info.turns.value if info.turns else None if len(info.players) > 1 else turns_of(info).value,
        "hidden": info.hidden,
        "legal": [{"count": len(moves), "moves": shown(moves)} for moves in legal],
    }
