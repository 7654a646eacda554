"""Games as the processes of the studio open them: those that are offered by name, others by their rules."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.gdl import Budget, Source, load_rules
from ludens.studio.frames.games import GameSpec, spec_key
from ludens.studio.games.offered_games import check_offered_game

UPLOADED = Budget(seconds=5.0, facts=500_000)
"""What one question to rules may cost that anybody can have written."""


def open_game(spec: GameSpec) -> LoadedGame[Any]:
    """The game of a description; raises LudensError when there is none."""
    if "rules" in spec:
        return RulesGame(load_rules(Source(spec["rules"], spec["title"]), budget=UPLOADED))
    check_offered_game(spec["name"])
    return load(spec["name"])


class OpenedGames:
    """The games used lately."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, LoadedGame[Any]] = OrderedDict()

    def get(self, spec: GameSpec) -> LoadedGame[Any]:
        """The game of a description, opened if it is not yet."""
        key = spec_key(spec)
        game = self._games.get(key)
        if game is None:
            game = self._games[key] = open_game(spec)
        self._games.move_to_end(key)
        if len(self._games) > self._most:
            self._games.popitem(last=False)
        return game
