"""Records in the JSON of ggp.org's match archives, as Tiltyard and the base servers of GGP wrote it; and back.

Times are milliseconds since 1970. What that form has no place for is lost on the way there: options of agents, seeds,
search facts. Who played what, when, with which errors, and what everybody got, is kept.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from ludens.arena.clock import Terms
from ludens.arena.record import (
    CHANCE,
    AgentCard,
    Cause,
    Fault,
    FaultKind,
    Forfeit,
    MatchRecord,
    Thought,
    replay,
)
from ludens.arena.referee import forfeited_goals
from ludens.game import Game, JointMove, Limit, LudensError, Move, S, SourceError
from ludens.games.loading import is_address
from ludens.gdl.parser import parse_ground_terms
from ludens.rules.source import Source

PREFIX = "ludens."
"""Of the ids of our own matches there."""

REPOSITORY = "games.ggp.org"
"""Where an address ends in the rulesheet, and its folder is the game's description."""


def as_ggp(record: MatchRecord, game: Game[S]) -> dict[str, object]:
    """The match in the form of ggp.org; raises SourceError where moves or goals are not those of the game."""
    states = replay(record, game)
    over = not record.forfeits and not record.cut
    found: dict[str, object] = {
        "matchId": f"{PREFIX}{record.id}",
        "randomToken": hashlib.sha256(record.id.encode()).hexdigest()[:32],
        "startTime": round(record.begun * 1000),
        "gameName": record.game,
        "gameRoleNames": list(record.roles),
        "playerNamesFromHost": [card.name for card in record.agents],
        "isPlayerHuman": [False] * len(record.roles),
        "previewClock": -1,
        "startClock": math.ceil(record.terms.start_seconds),
        "playClock": math.ceil(record.terms.limit.seconds or 0),
        "scrambled": False,
        "isCompleted": over,
        "isAborted": not over,
        "moves": [list(joint) for joint in record.moves],
        "states": [f"( {game.text(state)} )" for state in states],
        "stateTimes": _state_times(record),
        "errors": _errors(record),
    }
    if is_address(record.game):
        found["gameMetaURL"] = _meta_address(record.game)
    if record.rules is not None:
        found["gameRulesheetHash"] = record.rules
    if over:
        found["goalValues"] = [round(goal) for goal in record.goals]
    return found


def from_ggp(data: Mapping[str, Any], name: str, game: Game[S], rules: str | None = None) -> MatchRecord:
    """The record of a match in the form of ggp.org; ``name`` is that of the game, ``rules`` the digest of its rules.

    Raises SourceError when it is none, or not of this game; all moves and goals are checked against the rules.
    """
    try:
        record = _read(data, name, game, rules)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise SourceError(f"This is not a match in the form of ggp.org: {type(error).__name__} {error}.") from None
    replay(record, game)
    return record


def game_of_match(data: Mapping[str, Any]) -> str | None:
    """What a match says of its game: the name that we gave it, or the address of its description."""
    named = data.get("gameName") or data.get("gameMetaURL")
    return named if isinstance(named, str) else None


def _meta_address(address: str) -> str:
    parts = urlsplit(address)
    return urljoin(address, ".") if parts.hostname == REPOSITORY and parts.path.endswith(".kif") else address


def _state_times(record: MatchRecord) -> list[int]:
    spent = [max((thought.seconds for thought in turn), default=0.0) for turn in record.thoughts]
    moments = itertools.accumulate([0.0] * record.opening + spent, initial=record.begun)
    return [round(moment * 1000) for moment in moments]


def _errors(record: MatchRecord) -> list[list[str]]:
    """As the reference server keeps them: those of the start come first, then one list for each joint move."""
    rows = len(record.moves) + 1 + bool(record.forfeits)
    errors: list[list[str]] = [[""] * len(record.roles) for _ in range(rows)]
    for fault in record.faults:
        errors[fault.step + 1][fault.role] = f"{fault.kind.value} {fault.detail}"
    for forfeit in record.forfeits:
        errors[forfeit.step + 1][forfeit.role] = f"{forfeit.cause.value}: {forfeit.detail}"
    return errors


def _read(data: Mapping[str, Any], name: str, game: Game[S], rules: str | None) -> MatchRecord:
    info = game.info
    if "gameRoleNames" in data and tuple(map(str, data["gameRoleNames"])) != info.roles:
        raise SourceError(f"This match is of another game: {name} has the roles {', '.join(info.roles)}.")
    if rules is not None and data.get("gameRulesheetHash", rules) != rules:
        raise SourceError(f"This match was played by other rules than those of {name}.")
    moves = tuple(_joint(game, joint) for joint in data["moves"])
    seats, begun = len(info.roles), int(data["startTime"]) / 1000
    forfeits, faults = _failures(data.get("errors", ()))
    over = bool(data["isCompleted"])
    goals = tuple(map(float, data["goalValues"])) if over else ()
    if not over:
        goals = forfeited_goals(seats, {each.role for each in forfeits}, info.chance_role)
    times = [int(moment) / 1000 for moment in data.get("stateTimes", ())] or [begun]
    spent = [round(max(0.0, later - sooner), 3) for sooner, later in itertools.pairwise(times)]
    spent = (spent + [0.0] * len(moves))[: len(moves)]
    record = MatchRecord(
        id=str(data["matchId"]).removeprefix(PREFIX),
        game=name,
        rules=rules,
        roles=info.roles,
        agents=_cards(data.get("playerNamesFromHost", ()), info.roles, info.chance_role),
        terms=_terms(data),
        seed=0,
        number=0,
        opening=0,
        moves=moves,
        thoughts=tuple((Thought(seconds),) * seats for seconds in spent),
        goals=tuple(goals),
        forfeits=forfeits,
        faults=faults,
        cut=not over and not forfeits,
        begun=begun,
        seconds=round(sum(spent), 3),
    )
    return MatchRecord.from_json(record.to_json())  # which checks that all parts fit together


def _joint(game: Game[S], written: Sequence[object]) -> JointMove:
    if isinstance(written, str) or len(written) != len(game.info.roles):
        raise ValueError("joint move")
    return tuple(_move(game, str(text)) for text in written)


def _move(game: Game[S], text: str) -> Move:
    """A move as the game writes it: servers put spaces elsewhere, ``( mark 1 1 )``."""
    if getattr(game, "sheet", None) is None:
        return text
    try:
        (term,) = parse_ground_terms(Source(text, "move"))
    except LudensError:
        raise ValueError(text) from None
    return str(term)


def _cards(names: Sequence[object], roles: Sequence[str], chance: int | None) -> tuple[AgentCard, ...]:
    listed = list(map(str, names)) or ["unknown"] * len(roles)
    if chance is not None:
        if len(listed) == len(roles):
            del listed[chance]
        listed.insert(chance, CHANCE)
    return tuple(AgentCard(name, {}, "") for name in listed)


def _terms(data: Mapping[str, Any]) -> Terms:
    play = float(data.get("playClock", 0))
    return Terms(
        limit=Limit(seconds=play if play > 0 else None), start_seconds=max(0.0, float(data.get("startClock", 0)))
    )


def _failures(errors: Sequence[Sequence[object]]) -> tuple[tuple[Forfeit, ...], tuple[Fault, ...]]:
    """Who broke off, and whose moves were made for them."""
    forfeits, faults = [], []
    for row, listed in enumerate(errors):
        for role, said in enumerate(map(str, listed)):
            kind = next((kind for kind in FaultKind if said.split(" ")[0] == kind.value), None)
            cause = next((cause for cause in Cause if said.startswith(f"{cause.value}: ")), None)
            if kind is not None:
                faults.append(Fault(role, kind, said[len(kind.value) :].strip(), row - 1))
            elif cause is not None:
                forfeits.append(Forfeit(role, cause, said[len(cause.value) + 2 :], row - 1))
    return tuple(forfeits), tuple(faults)
