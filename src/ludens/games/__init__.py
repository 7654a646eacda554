"""The built-in games, one file each, and the one way to load any game."""

from __future__ import annotations

from ludens.games import (
    bidding_tic_tac_toe,
    blocker,
    blocks,
    breakthrough,
    cephalopod,
    checkers_small,
    connect_four,
    double_tic_tac_toe,
    eight_puzzle,
    free_for_all,
    goofspiel,
    hex,
    kuhn_poker,
    liars_dice,
    lights_on,
    minefield,
    monty_hall,
    nim,
    odd,
    oshi_zumo,
    pentago,
    pentago_swap,
    prisoners_dilemma,
    reversi,
    rock_paper_scissors,
    ropasci,
    sheep,
    tic_tac_toe,
    tron,
)
from ludens.games.catalogue import BuiltIn, Native

GAMES: dict[str, BuiltIn | Native] = {
    game.name: game
    for game in (
        bidding_tic_tac_toe.GAME,
        blocker.GAME,
        blocks.GAME,
        breakthrough.GAME,
        cephalopod.GAME,
        checkers_small.GAME,
        connect_four.GAME,
        double_tic_tac_toe.GAME,
        eight_puzzle.GAME,
        free_for_all.GAME,
        goofspiel.GAME,
        hex.GAME,
        kuhn_poker.GAME,
        liars_dice.GAME,
        lights_on.GAME,
        minefield.GAME,
        monty_hall.GAME,
        nim.GAME,
        odd.GAME,
        oshi_zumo.GAME,
        pentago.GAME,
        pentago_swap.GAME,
        prisoners_dilemma.GAME,
        reversi.GAME,
        rock_paper_scissors.GAME,
        ropasci.GAME,
        sheep.GAME,
        tic_tac_toe.GAME,
        tron.GAME,
    )
}

RULESHEETS: dict[str, BuiltIn] = {name: game for name, game in GAMES.items() if isinstance(game, BuiltIn)}
"""Those of them that are given by a rulesheet."""
