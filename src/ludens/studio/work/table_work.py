"""What a table process does: knows the rules, draws positions, and tells what can be played. It never searches."""

from __future__ import annotations

import random
import sys
from collections import OrderedDict
from typing import Any, Literal, TypeGuard

from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.game import GameInfo, LudensError, ParameterError, Turns
from ludens.games.catalogue import BuiltIn, Entry, Flag, OneOf, Parameter, Whole
from ludens.games.how_to_play import how_to_play
from ludens.gdl import Source, read_rules
from ludens.gdl.mistakes import MistakesError, Problem, errors
from ludens.gdl.terms import RuleSheet
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames import games
from ludens.studio.frames.games import Checked, Description, GameSpec, Instructions, Mistake
from ludens.studio.frames.positions import About, LookedAt, View
from ludens.studio.frames.questions import (
    ABOUT,
    CHECK,
    DESCRIBE,
    INSTRUCT,
    LOOK,
    PICTURE,
    TYPED,
    VIEW,
    Caller,
    GameRequest,
    LookRequest,
    NameRequest,
    PositionRequest,
    TextRequest,
    TypedRequest,
)
from ludens.studio.games.offered_games import check_offered_game
from ludens.studio.games.opened_games import OpenedGames, open_game
from ludens.studio.work.drawing import card
from ludens.studio.work.views import Followed, about, looked_at, view

GAMES_KEPT = 32
MATCHES_KEPT = 64

MISTAKES_TOLD = 1_000

PICTURE_SEED = 5
SHOWN = 0.45
"""The part of a random game after which the picture of a game is drawn."""


class TableWork:
    """Answers questions about games."""

    def __init__(self) -> None:
        self._games = OpenedGames(GAMES_KEPT)
        self._followed: OrderedDict[str, Followed] = OrderedDict()
        self._tasks = dict(
            (
                VIEW.answered_by(self._view),
                LOOK.answered_by(self._look),
                ABOUT.answered_by(self._about),
                INSTRUCT.answered_by(self._instructions),
                TYPED.answered_by(self._typed),
                DESCRIBE.answered_by(_described),
                PICTURE.answered_by(_drawn),
                CHECK.answered_by(_checked),
            )
        )

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request."""
        return self._tasks[what](request, call)

    def _view(self, request: PositionRequest, call: Caller[None]) -> View:
        return view(self._at(request), request["person"], request["advised"])

    def _look(self, request: LookRequest, call: Caller[None]) -> LookedAt:
        followed = self._at(request)
        ply = request["ply"]
        if not 0 <= ply <= len(followed.session.moves):
            raise ParameterError(f"There is no position after {ply} moves.")
        return looked_at(followed.session, ply, request["person"], request["best"])

    def _about(self, request: GameRequest, call: Caller[None]) -> About:
        return about(self._games.get(request["game"]).info)

    def _instructions(self, request: GameRequest, call: Caller[None]) -> Instructions:
        spec = request["game"]
        told = how_to_play(self._games.get(spec), spec["title"] if "rules" in spec else "")
        return {
            "title": told.title,
            "goal": told.goal,
            "turn": list(told.turn),
            "end": list(told.end),
            "roles": dict(told.roles),
            "words": list(told.words),
            "origin": told.origin.value,
        }

    def _typed(self, request: TypedRequest, call: Caller[None]) -> list[list[str]]:
        """The joint moves of a text."""
        session: Session[Any] = Session(self._games.get(request["game"]))
        play_typed(session, request["text"])
        return [list(joint) for joint in session.moves]

    def _at(self, request: PositionRequest) -> Followed:
        """The game of a match, at the position after the moves of the request."""
        match = request["match"]
        followed = self._followed.get(match)
        if followed is None:
            followed = self._followed[match] = Followed(Session(self._games.get(request["game"])))
        self._followed.move_to_end(match)
        if len(self._followed) > MATCHES_KEPT:
            self._followed.popitem(last=False)
        followed.follow([tuple(joint) for joint in request["moves"]])
        return followed


def _described(request: NameRequest, call: Caller[None]) -> Description:
    return describe(check_offered_game(request["name"])[0])


def _drawn(request: GameRequest, call: Caller[None]) -> str:
    return picture(request["game"])


def _checked(request: TextRequest, call: Caller[None]) -> Checked:
    """What is wrong with rules, with the first mistakes alone where there are very many."""
    found = check(request["text"])
    return {**found, "mistakes": found["mistakes"][:MISTAKES_TOLD]}


def describe(entry: Entry) -> Description:
    """What the gallery tells of a built-in game."""
    info = open_game({"name": entry.name}).info
    return {
        "name": entry.name,
        "title": entry.title,
        "summary": entry.summary,
        "page": _page(entry),
        "roles": list(info.roles),
        "players": len(info.players),
        "most_players": max([len(info.players), *(each.highest for each in entry.parameters if _counts_players(each))]),
        "turns": turns_of(info).value,
        "native": not isinstance(entry, BuiltIn),
        "hidden": info.hidden,
        "parameters": [_parameter(parameter) for parameter in entry.parameters],
    }


def turns_of(info: GameInfo) -> Turns:
    """Who has a choice, as far as the game says so; several at once is the careful answer."""
    if len(info.players) == 1:
        return Turns.SINGLE
    return info.turns or Turns.SIMULTANEOUS


def _page(entry: Entry) -> str:
    """What the game's own file says about it."""
    maker = entry.rules if isinstance(entry, BuiltIn) else getattr(entry, "make", None)
    module = sys.modules.get(getattr(maker, "__module__", "") or "")
    return (module.__doc__ or entry.summary).strip() if module else entry.summary


def _parameter(parameter: Parameter) -> games.Parameter:
    kind: Literal["int", "bool", "text"] = "text" if isinstance(parameter.default, str) else "int"
    if isinstance(parameter, Flag):
        kind = "bool"
    return {
        "name": parameter.name,
        "default": parameter.default,
        "kind": kind,
        "lowest": parameter.lowest if isinstance(parameter, Whole) else None,
        "highest": parameter.highest if isinstance(parameter, Whole) else None,
        "values": [str(value) for value in parameter.values] if isinstance(parameter, OneOf) else [],
        "help": parameter.choices,
    }


def _counts_players(parameter: Parameter) -> TypeGuard[Whole]:
    return isinstance(parameter, Whole) and parameter.name == "players"


def picture(spec: GameSpec) -> str:
    """A position from the middle of a game, for the gallery; always the same one."""
    game = open_game(spec)
    chance, session = random.Random(PICTURE_SEED), Session(game)
    while not session.is_over and len(session.moves) < 200:
        legal = [game.legal_moves(session.state, role) for role in range(len(game.info.roles))]
        session.play(tuple(chance.choice(moves) for moves in legal))
    ply = max(1, round(SHOWN * len(session.moves))) if session.moves else 0
    return card(game, session.states[ply], session.moves[ply - 1] if ply else (), session.states[:ply])


def check(text: str) -> Checked:
    """The mistakes in a rulesheet, by place, and its roles if it can be played."""
    source = Source(text)
    try:
        sheet, problems = read_rules(source)
    except MistakesError as error:
        return {"ok": False, "mistakes": [_mistake(problem) for problem in error.problems], "roles": []}
    roles: list[str] = []
    if not errors(problems):
        try:
            roles = _roles(sheet)
        except MistakesError as error:
            problems += error.problems
    return {"ok": not errors(problems), "mistakes": [_mistake(problem) for problem in problems], "roles": roles}


def _mistake(problem: Problem) -> Mistake:
    line, column = problem.place
    return {
        "line": line,
        "column": column,
        "message": problem.message,
        "severity": problem.severity.value,
        "code": problem.code,
    }


def _roles(sheet: RuleSheet) -> list[str]:
    try:
        game = open_game({"title": sheet.source.name, "rules": sheet.source.text})
    except MistakesError:
        raise
    except LudensError:
        return []
    return list(game.info.roles)
