"""The lines that a referee and a program exchange: a word, and what it is about. ``docs/protocol.md`` tells all.

A line has one text of its own at its end, so that moves may hold whatever they like but line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Limit, LudensError, Observation

VERSION = 1

GREETING = "ludens"
"""The first word of all, with the version."""

LONGEST_LINE = 1 << 22
"""Characters: rules are one line."""

COMMENT = re.compile(r";[^\n]*")


class ProtocolError(LudensError):
    """A line that means nothing where it stands."""


def split_line(line: str) -> tuple[str, str]:
    """The word of a line, in lower case, and the rest."""
    word, _, rest = line.strip().partition(" ")
    return word.lower(), rest.strip()


def game_lines(game: LoadedGame[Any], role: int, seed: int | None) -> Iterator[str]:
    """What a program is told of a game before it begins."""
    info = game.info
    yield f"game {one_line(info.name)}"
    for name in info.roles:
        yield f"role {one_line(name)}"
    if info.chance_role is not None:
        yield f"chance {info.chance_role}"
    if info.hidden:
        yield "hidden"
    rules = rules_of(game)
    if rules is not None:
        yield f"rules {rules}"
    yield f"seat {role}"
    if seed is not None:
        yield f"seed {seed}"
    yield "begin"


def rules_of(game: LoadedGame[Any]) -> str | None:
    """The rulesheet of a game in one line, without comments; None for a game that has none in GDL."""
    from ludens.gdl.terms import RuleSheet  # noqa: PLC0415

    sheet = getattr(game, "sheet", None)
    return compact_rules(sheet.source.text) if isinstance(sheet, RuleSheet) else None


def compact_rules(text: str) -> str:
    """A rulesheet in one line, without comments."""
    return " ".join(COMMENT.sub(" ", text).split())


def played_lines(history: Sequence[JointMove]) -> Iterator[str]:
    """Joint moves, a line for each role."""
    for joint in history:
        for role, move in enumerate(joint):
            yield f"played {role} {move}"


def seen_lines(observations: Sequence[Observation]) -> Iterator[str]:
    """What a role has done and seen, joint move by joint move."""
    for each in observations:
        yield f"did {each.move}"
        for percept in each.percepts:
            yield f"saw {one_line(percept)}"


def limit_words(limit: Limit) -> str:
    """What is allowed for a move: ``seconds 1.5 playouts 1000``."""
    known = {"seconds": limit.seconds, "playouts": limit.playouts, "depth": limit.depth}
    return " ".join(f"{name} {value:g}" if name == "seconds" else f"{name} {value}"
                    for name, value in known.items() if value is not None)  # fmt: skip


def read_limit(text: str) -> Limit:
    """The limit in such words; unknown ones are passed over. Raises ProtocolError for what is not a number."""
    words = text.split()
    given = dict(zip(words[::2], words[1::2], strict=False))
    try:
        seconds = float(given["seconds"]) if "seconds" in given else None
        playouts, depth = (int(given[name]) if name in given else None for name in ("playouts", "depth"))
    except ValueError:
        raise ProtocolError(f"'{text}' is no limit; it should look like 'seconds 1.5 playouts 1000'.") from None
    return Limit(seconds, playouts, depth)


def one_line(text: str) -> str:
    """The text with line breaks as spaces."""
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
