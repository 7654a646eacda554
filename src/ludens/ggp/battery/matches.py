"""Whole matches, in games of all kinds and by short clocks."""

from __future__ import annotations

from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.gdl import Source, load_rules
from ludens.ggp.battery.examiner import SHORT, Check, DoubtError, Examiner, FailedError, Level, Rehearsal
from ludens.ggp.battery.sheets import MIXED_CASE, WALK, huge_rules
from ludens.ggp.conversation import Clocks, Phase, Reply
from ludens.ggp.messages import Play, write_message
from ludens.ggp.vocabularies import ScrambledVocabulary

HUGE_CHARACTERS = 1_000_000


async def _first_seat(examiner: Examiner) -> str:
    return await Rehearsal(examiner, "tic_tac_toe", 0, SHORT).play_out()


async def _second_seat(examiner: Examiner) -> str:
    return await Rehearsal(examiner, "tic_tac_toe", 1, SHORT).play_out()


async def _preview(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, Clocks(start=5.0, play=1.0, preview=5.0))
    try:
        await rehearsal.step()
    except FailedError as error:
        raise DoubtError(f"PREVIEW, which few managers send, is not answered by 'done': {error}") from None
    await rehearsal.play_out()
    return "A preview of the rules does not get in the way of the match."


async def _simultaneous(examiner: Examiner) -> str:
    return await Rehearsal(examiner, "rock_paper_scissors", 1, SHORT).play_out()


async def _alone(examiner: Examiner) -> str:
    return await Rehearsal(examiner, "lights_on", 0, SHORT).play_out()


async def _many_roles(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "connect_four(players=3)", 1, Clocks(start=10.0, play=1.0))
    return f"{len(rehearsal.game.info.roles)} roles: {await rehearsal.play_out()}"


async def _start_clock(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "reversi", 0, Clocks(start=2.0, play=1.0))
    reply = await rehearsal.ask(rehearsal.request)
    if not isinstance(reply.content, str):
        raise FailedError(f"START with 2 s for reversi: {reply.content[1]}; there is no grace at the start.")
    rehearsal.talk.hear({rehearsal.role: reply})
    for _ in range(3):
        await rehearsal.step()
    return f"Ready for reversi {reply.seconds:.2f} s after START, with 2 s on the clock."


async def _play_clock(examiner: Examiner) -> str:
    return await Rehearsal(examiner, "connect_four", 0, SHORT).play_out()


async def _spelling(examiner: Examiner) -> str:
    game = RulesGame(load_rules(Source(MIXED_CASE, "a sheet in mixed case")))
    for role in (0, 1):
        rehearsal = Rehearsal(examiner, game, role, SHORT)
        await rehearsal.begin()
        reply = await rehearsal.ask(rehearsal.request)
        text = reply.content if isinstance(reply.content, str) else reply.content[1]
        written = [rehearsal.vocabulary.write(move) for move in game.legal_moves(rehearsal.talk.state, role)]
        if text.replace("( ", "(").replace(" )", ")").strip() not in written:
            raise FailedError(f"Where case counts, {text.strip()[:60]!r} is illegal; the sheet writes {written[0]!r}.")
        rehearsal.talk.hear({role: reply})
        await rehearsal.play_out()
    return "Moves are spelt as the rulesheet spells them."


async def _scrambled(examiner: Examiner) -> str:
    for name in ("tic_tac_toe", "rock_paper_scissors"):
        game = load_rulesheet(name)
        vocabulary = ScrambledVocabulary(game.sheet.source, "examination")
        await Rehearsal(examiner, game, 1, SHORT, vocabulary).play_out()
    return "It plays scrambled rules like any others."


async def _replaced(examiner: Examiner) -> str:
    """A manager that makes another move than the player answered: what counts is what the next PLAY says."""
    game = RulesGame(load_rules(Source(WALK, "a walk")))
    rehearsal = Rehearsal(examiner, game, 0, SHORT)
    await rehearsal.begin()
    while rehearsal.talk.phase is Phase.PLAY:
        await rehearsal.step(replaced=True)
    await rehearsal.play_out()
    return "It follows the moves that the manager reports, not those it sent."


async def _loose_moves(examiner: Examiner) -> str:
    """The spacing and the small letters of real servers."""
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 1, SHORT)
    await rehearsal.begin()
    while rehearsal.talk.phase is Phase.PLAY:
        text = write_message(rehearsal.request.message)
        moves = rehearsal.request.message.moves if isinstance(rehearsal.request.message, Play) else None
        loose = text.replace("PLAY", "play").replace("NIL", "nil").replace("( ( ", "((").replace(" ) )", "))")
        reply = await examiner.text(loose if moves else loose.replace("nil", "()"), rehearsal.request.seconds)
        rehearsal.talk.hear({rehearsal.role: Reply(reply)})
        if rehearsal.talk.faults:
            raise FailedError(f"{loose!r} was answered by {reply[:60]!r}.")
    await rehearsal.play_out()
    return "PLAY is understood with irregular spacing, and with () for NIL."


async def _huge_rules(examiner: Examiner) -> str:
    rules = huge_rules(load_rulesheet("tic_tac_toe").sheet.source.text, HUGE_CHARACTERS)
    game = RulesGame(load_rules(Source(rules, "tic_tac_toe with a megabyte of useless facts")))
    rehearsal = Rehearsal(examiner, game, 0, Clocks(start=20.0, play=5.0))
    try:
        await rehearsal.play_out()
    except FailedError as error:
        raise DoubtError(f"It cannot play a megabyte of rules: {error}") from None
    return "A megabyte of rules is no problem."


async def _hidden(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "kuhn_poker", rehearsed_role("kuhn_poker"), SHORT)
    try:
        return await rehearsal.play_out()
    except FailedError as error:
        raise DoubtError(f"It does not play games of hidden information (GDL-II): {error}") from None


def rehearsed_role(game: str) -> int:
    """The first role that somebody plays."""
    return load_rulesheet(game).info.players[0]


MUST, SHOULD = Level.MUST, Level.SHOULD

CHECKS = (
    Check("first_seat", "a match in the first seat", MUST, _first_seat),
    Check("second_seat", "a match in the second seat", MUST, _second_seat),
    Check("simultaneous", "moves at the same time", MUST, _simultaneous),
    Check("alone", "a game for one", MUST, _alone),
    Check("many_roles", "a game for many", MUST, _many_roles),
    Check("spelling", "spelling of moves", MUST, _spelling),
    Check("scrambled", "scrambled rules", MUST, _scrambled),
    Check("loose_moves", "irregular PLAY", MUST, _loose_moves),
    Check("replaced", "moves replaced by the manager", MUST, _replaced),
    Check("start_clock", "a short start clock", MUST, _start_clock),
    Check("play_clock", "a short play clock", MUST, _play_clock),
    Check("preview", "PREVIEW", SHOULD, _preview),
    Check("huge_rules", "huge rules", SHOULD, _huge_rules),
    Check("hidden", "hidden information", SHOULD, _hidden),
)
