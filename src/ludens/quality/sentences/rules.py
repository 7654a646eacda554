"""Sentences about what the rules allow: flaws, how long games are, how much there is to choose, idle rules."""

from __future__ import annotations

from collections.abc import Iterator

from ludens.game import Move
from ludens.quality.figures import Figures
from ludens.quality.sentences.statement import (
    BAD,
    FAIR,
    GOOD,
    SHOWN,
    TOLD,
    Statement,
    Topic,
    all_positions,
    count,
    label,
)

LISTED = 6


def flaws(figures: Figures) -> Iterator[Statement]:
    if figures.wrong:
        yield Statement(
            Topic.FLAWS, BAD, "Something goes wrong in these games.", True, "games show it", {"sound": "no"}
        )
    elif figures.whole is not None and not figures.whole.stuck:
        basis = all_positions(figures.whole.positions)
        text = "Nothing can go wrong: in every position all can move, and every end has goals."
        yield Statement(Topic.FLAWS, GOOD, text, True, basis, {"sound": "yes"})


def length(figures: Figures) -> Iterator[Statement]:
    lengths = figures.lengths
    if lengths is None:
        return
    basis = f"{lengths.games:,} random games"
    mean = f", {lengths.mean:.1f} on average in random play" if lengths.ended else ""
    whole = figures.whole
    if lengths.bounds is not None and whole is not None:
        shortest, longest = lengths.bounds
        if longest is None:
            text = f"A game takes at least {count(shortest, 'move')} and can go on for ever{mean}."
            yield Statement(Topic.LENGTH, FAIR, text, True, all_positions(whole.positions), {"ends": "not always"})
            return
        span = str(shortest) if shortest == longest else f"{shortest} to {longest}"
        short = lengths.ended and lengths.mean < 3
        moves = f"{span} {'move' if span == '1' else 'moves'}{mean if shortest < longest else ''}"
        text = f"Every game ends{', but soon' if short else ''}: {moves}."
        yield Statement(
            Topic.LENGTH,
            FAIR if short else GOOD,
            text,
            True,
            all_positions(whole.positions),
            {"ends": "always", "lengths": f"{shortest} {longest}"},
        )
        return
    if whole is not None and whole.shortest is None:
        yield Statement(Topic.LENGTH, BAD, "No game can end.", True, all_positions(whole.positions), {"ends": "never"})
        return
    unended = 1 - lengths.ended / max(1, lengths.games)
    bound = figures.structure.max_steps if figures.structure is not None else None
    if not lengths.ended:
        text, kind = f"No random game ended within {lengths.cut:,} moves.", BAD
    elif unended > 0:
        text = f"{unended:.2%} of the random games had not ended after {lengths.cut:,} moves; "
        text += f"the others took {lengths.mean:.1f} on average."
        kind = FAIR
    else:
        seen = f"{min(lengths.counts)} to {max(lengths.counts)} moves{mean}"
        if bound is not None:
            yield Statement(
                Topic.LENGTH,
                GOOD,
                f"Every game ends, after at most {bound} moves; seen: {seen}.",
                True,
                "proved from the rules",
                {"ends": "always"},
            )
            return
        long = lengths.mean > 200
        text = f"All random games ended{', but they take long' if long else ''}: {seen}."
        kind = FAIR if long else GOOD
    yield Statement(Topic.LENGTH, kind, text, False, basis)


def choices(figures: Figures) -> Iterator[Statement]:
    choices = figures.choices
    if choices is None or not choices.by_step:
        return
    basis = f"{choices.games} random games"
    mean = sum(choices.by_step) / len(choices.by_step)
    if choices.most <= 1:
        exact = choices.exact and figures.whole is not None
        where = all_positions(figures.whole.positions) if exact and figures.whole else basis
        yield Statement(Topic.CHOICES, BAD, "Nobody ever has a choice.", exact, where, {"choice": "never"})
    elif mean < 2:
        yield Statement(
            Topic.CHOICES,
            FAIR,
            f"There is little to choose: {mean:.1f} moves on average, at most {choices.most}.",
            False,
            basis,
            {"choice": "sometimes"},
        )
    else:
        text = f"{mean:.1f} moves to choose from on average, at most {choices.most}{'' if choices.exact else ' seen'}."
        if choices.decided is not None and choices.decided > 0.7:
            text += f" {choices.decided:.0%} of random games are all but decided half-way."
        yield Statement(Topic.CHOICES, TOLD, text, False, basis, {"choice": "sometimes"})


def idle(figures: Figures) -> Iterator[Statement]:
    idle = figures.idle
    never = _never_legal(figures)
    moves = ""
    if never:
        more = f", … ({len(never)} in all)" if len(never) > SHOWN else ""
        moves = f"Never legal: {', '.join(map(label, never[:SHOWN]))}{more}."
    if idle is None:
        if moves:
            yield Statement(Topic.IDLE, FAIR, moves, True, "proved from the rules", {"dead": "|".join(never)})
        return
    claims = {"dead": "|".join(never)} if never else {}
    if not idle.rules:
        text = f"Every rule applies in some game.{' ' if moves else ''}{moves}"
        yield Statement(Topic.IDLE, FAIR if moves else GOOD, text, True, "games show it", {**claims, "idle": ""})
        return
    shown = "; ".join(f"line {rule.line}: {rule.head}" for rule in idle.rules[:LISTED])
    more = f"; and {len(idle.rules) - LISTED} more" if len(idle.rules) > LISTED else ""
    number = "One rule" if len(idle.rules) == 1 else f"{len(idle.rules)} rules"
    lines = " ".join(f"{rule.line}:{rule.column}" for rule in idle.rules)
    if idle.exact:
        text = f"{number} can never apply ({shown}{more}). {moves}".strip()
        yield Statement(Topic.IDLE, FAIR, text, True, all_positions(idle.positions), {**claims, "idle": lines})
    else:
        text = f"{number} never applied in random games ({shown}{more}). {moves}".strip()
        yield Statement(Topic.IDLE, TOLD, text, False, f"{idle.positions:,} positions", claims)


def _never_legal(figures: Figures) -> list[Move]:
    """Moves that are never legal for anybody, for certain."""
    return [] if figures.whole is None else list(figures.whole.never)
