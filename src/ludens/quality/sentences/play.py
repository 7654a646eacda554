"""Sentences about play: balance, first moves, the swap rule, the course of games, skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludens.game import Move
from ludens.quality.figures import Figures, Skill
from ludens.quality.sentences.statement import (
    BAD,
    FAIR,
    GOOD,
    TOLD,
    Statement,
    Topic,
    basis_of,
    best_first,
    count,
    figure,
    label,
    listed,
    measured_goals,
    share,
)
from ludens.quality.standing import EVEN, Standing, Strength, standing
from ludens.quality.swap import EXACTLY, swap

CLEARLY = 2.0
"""Points of 100 by which a trap looks better."""

CLEAR, LITTLE = 0.5, 0.65
"""A step of skill is clear when its whole interval is above the first, and small when it is below the second."""


def balance(figures: Figures) -> Iterator[Statement]:
    random = figures.random
    if random is None or (random.games and not random.ended) or len(figures.players) < 2:
        return
    told = measured_goals(figures, random.goals)
    basis = basis_of(random.goals)
    proven = all(goal.exact for goal in random.goals)
    drawn = f", {random.draws.mean:.0%} of the games drawn" if random.draws.mean >= 0.005 else ""
    mine, found = Standing.of(figures, Strength.RANDOM, random.goals), standing(figures)
    claims = {"lead random": mine.answer(figures)}
    text = f"Random moves bring {told}{drawn}."
    if found is not None and found.strength is not Strength.RANDOM and found.leader != mine.leader and mine.lead > EVEN:
        truth = "best play" if found.strength is Strength.PROOF else "better play"
        text += f" That misleads: {truth} tells otherwise."
    yield Statement(Topic.BALANCE, TOLD, text, proven, basis, claims)


def first_move(figures: Figures) -> Iterator[Statement]:
    proof, first = figures.proof, figures.first
    best, values = best_first(figures)
    if proof is not None and proof.mover is not None and len(values) > 1:
        yield _proven_first_move(figures, best, values)
    elif first is not None and len(first.worth) > 1:
        worth = first.worth
        ranked = sorted(worth, key=lambda move: -worth[move].mean)
        top, low = worth[ranked[0]], worth[ranked[-1]]
        role = figures.info.roles[first.role]
        basis = "exact" if first.exact else f"{min(each.games for each in worth.values()):,} random games each"
        gap = top.low - low.high
        if gap <= 0.005:
            same = first.exact and top.mean - low.mean < 0.005
            text = (
                "All first moves are worth the same in random play."
                if same
                else "No first move stands out in random play."
            )
            yield Statement(Topic.FIRST_MOVE, TOLD, text, first.exact, basis)
        else:
            alike = [move for move in ranked if worth[move].high >= top.low]
            text = f"In random play {listed(alike)} {'brings' if len(alike) == 1 else 'bring'} {role} most "
            text += f"({top.mean:.0f} of 100), {label(ranked[-1])} least ({low.mean:.0f})."
            yield Statement(Topic.FIRST_MOVE, TOLD, text, first.exact, basis)


def _proven_first_move(figures: Figures, best: Sequence[Move], values: Mapping[Move, float]) -> Statement:
    proof = figures.proof
    assert proof is not None
    assert proof.mover is not None
    basis = f"solved: {count(proof.positions, 'position')}"
    claims = {"best_first": " ".join(sorted(best))}
    if len(best) == len(values):
        return Statement(
            Topic.FIRST_MOVE, TOLD, "All first moves are equally good with best play.", True, basis, claims
        )
    top = values[best[0]]
    worse = [move for move in values if values[move] < top]
    verb = "lose" if all(values[move] == 0 for move in worse) else "throw something away"
    text = f"{listed(best)} {'is' if len(best) == 1 else 'are'} best; {_rest(len(worse), verb)}."
    found = traps(figures)
    if found:
        text += f" {count(len(found), 'trap')}: {listed(found)} {'looks' if len(found) == 1 else 'look'} better than "
        text += f"{'that' if len(best) == 1 else 'some of these'} in random play."
    return Statement(Topic.FIRST_MOVE, FAIR if found else TOLD, text, True, basis, claims)


def traps(figures: Figures) -> list[Move]:
    """First moves that are not best, proven, and look better in random play than a best one."""
    best, values = best_first(figures)
    first = figures.first
    if first is None or figures.proof is None or first.role != figures.proof.mover or not best:
        return []
    least = min(first.worth[move].high for move in best if move in first.worth)
    worse = [move for move in values if move not in best and move in first.worth]
    return sorted(
        (move for move in worse if first.worth[move].low > least + CLEARLY), key=lambda move: -first.worth[move].mean
    )


def _rest(number: int, verb: str) -> str:
    return (
        f"the other {number} {verb}"
        if number > 1
        else f"the other {'loses' if verb == 'lose' else 'throws something away'}"
    )


def swap_rule(figures: Figures) -> Iterator[Statement]:
    found = swap(figures)
    if found is None:
        return
    first = figures.info.roles[found.first]
    if found.proven:
        plain, pie = found.plain.mean, found.swapped.mean
        half = found.total / 2
        if abs(plain - half) < EXACTLY and abs(pie - half) < EXACTLY:
            text = "Fair with best play, with and without the swap rule."
            kind = GOOD
        elif abs(pie - half) < EXACTLY:
            text, kind = (
                f"The swap rule would make it fair: after {listed(found.even)} neither side is better off.",
                TOLD,
            )
        elif plain > half > pie:
            text, kind = "The swap rule would only hand the advantage to whoever may swap: no first move is even.", TOLD
        else:
            text, kind = f"{first} gets {plain:g} of {found.total:g} with best play, {pie:g} with the swap rule.", TOLD
        yield Statement(
            Topic.SWAP,
            kind,
            text,
            True,
            f"solved: {count(figures.proof.positions if figures.proof else 0, 'position')}",
        )
        return
    text = f"{first}, who moves first, gets {figure(found.plain)} of {found.total:g} among players who think a little; "
    text += f"{found.swapped.low:.0f} to {found.swapped.high:.0f} if the other may swap sides after the first move."
    yield Statement(Topic.SWAP, TOLD, text, False, f"{found.swapped.games} games for each first move")


def course(figures: Figures) -> Iterator[Statement]:
    found = figures.thinking
    if found is None or (figures.choices is not None and figures.choices.most <= 1):
        return
    decisive, drama = found.decisive, found.drama
    text = f"{decisive.mean:.0%} of the games have one winner"
    kind = FAIR if decisive.high < 0.3 else TOLD
    if drama is not None and drama.games >= 20:
        lively = " (whoever leads wins)" if drama.high < 0.1 else ""
        kind = GOOD if drama.low > 0.25 and decisive.low > 0.5 else kind
        text += f"; in {drama.mean:.0%} of these the winner had been clearly behind{lively}"
    text += f". The lead changes {found.changes:.1f} times a game, and a game takes {found.length:.1f} moves."
    yield Statement(Topic.COURSE, kind, text, False, f"{found.games} games of players who think a little")


def skill(figures: Figures) -> Iterator[Statement]:
    skill = figures.skill
    if skill is None or (figures.choices is not None and figures.choices.most <= 1):
        return
    if skill.alone:
        yield from _skill_alone(skill)
        return
    basis = f"{min(step.share.games for step in skill.steps)} games each"
    shares = [step.share for step in skill.steps]
    own = _against_the_proof(figures, skill)
    told = "; ".join(f"{step.stronger} against {step.weaker}: {share(step.share)}" for step in skill.steps)
    if thought_is_idle(skill):
        yield Statement(
            Topic.SKILL, BAD, f"Thought hardly beats random moves ({told}).{own}", False, basis, {"thought": "no"}
        )
    elif shares[0].low <= CLEAR:
        yield Statement(Topic.SKILL, TOLD, f"Whether thought pays is not clear yet ({told}).{own}", False, basis)
    elif all(share.low > CLEAR for share in shares):
        yield Statement(
            Topic.SKILL,
            GOOD,
            f"Thought pays, and more thought pays more ({told}).{own}",
            False,
            basis,
            {"thought": "yes"},
        )
    elif shares[1].high < LITTLE:
        yield Statement(
            Topic.SKILL,
            FAIR,
            f"A little thought beats none, but more adds little ({told}).{own}",
            False,
            basis,
            {"thought": "yes"},
        )
    else:
        yield Statement(
            Topic.SKILL,
            TOLD,
            f"A little thought beats none; whether more pays is not clear yet ({told}).{own}",
            False,
            basis,
            {"thought": "yes"},
        )


def _against_the_proof(figures: Figures, skill: Skill) -> str:
    """What is to be said where the strongest players, against themselves, do not get what best play would."""
    found = standing(figures)
    if found is None or found.strength is not Strength.PROOF or not skill.goals:
        return ""
    if all(goal.low <= truth <= goal.high for goal, truth in zip(skill.goals, found.goals, strict=True)):
        return ""
    return f" Against itself {skill.level} gets {measured_goals(figures, skill.goals)}: it does not find best play yet."


def _skill_alone(skill: Skill) -> Iterator[Statement]:
    told = ", ".join(f"{name} {figure(goal)}" for name, goal in skill.alone)
    least, most = skill.alone[0][1], skill.alone[-1][1]
    basis = f"{most.games} games each"
    if most.low > least.high:
        yield Statement(Topic.SKILL, GOOD, f"Thought pays: {told}.", False, basis, {"thought": "yes"})
    else:
        yield Statement(Topic.SKILL, TOLD, f"No difference can be seen yet: {told}.", False, basis)


def thought_is_idle(skill: Skill | None) -> str:
    """On what it rests that thought hardly beats random moves; nothing where it does, or where that is not known."""
    if skill is None or not skill.steps or skill.steps[0].share.high >= LITTLE:
        return ""
    return f"{skill.steps[0].share.games} games"
