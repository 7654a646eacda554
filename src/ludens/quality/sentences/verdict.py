"""The one verdict on a game, by the best evidence there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludens.game import Move
from ludens.quality.figures import Figures
from ludens.quality.sentences.play import thought_is_idle
from ludens.quality.sentences.statement import (
    BAD,
    FAIR,
    GOOD,
    TOLD,
    Statement,
    Topic,
    all_positions,
    basis_of,
    best_first,
    count,
    figure,
    goals_of,
    label,
    measured_goals,
)
from ludens.quality.standing import AHEAD, EVEN, Strength, standing


def verdict(figures: Figures) -> Statement | None:
    for look in (_broken, _empty, _alone, _solved, _measured):
        found = look(figures)
        if found is not None:
            return found
    return None


def _said(kind: str, text: str, proven: bool, basis: str, claims: Mapping[str, str] | None = None) -> Statement:
    return Statement(Topic.VERDICT, kind, text, proven, basis, claims or {})


def _broken(figures: Figures) -> Statement | None:
    """Games that go wrong, or that never end."""
    whole, random = figures.whole, figures.random
    if figures.wrong:
        return _said(BAD, f"Not playable yet: {figures.wrong[0].message}", True, "a game shows it", {"sound": "no"})
    if whole is not None and whole.stuck:
        text = "Not playable yet: games can reach a position in which somebody cannot move, or an end without goals."
        return _said(BAD, text, True, all_positions(whole.positions), {"sound": "no"})
    if whole is not None and whole.shortest is None:
        text = "No game can ever end: add a rule that ends it, such as a clock."
        return _said(BAD, text, True, all_positions(whole.positions), {"ends": "never"})
    if random is not None and random.games and not random.ended:
        text = f"No random game ended within {random.cut:,} moves: add a rule that ends the game, such as a clock."
        return _said(BAD, text, False, f"{random.games:,} random games")
    return None


def _empty(figures: Figures) -> Statement | None:
    """Nothing to decide, or nothing that matters."""
    whole, choices = figures.whole, figures.choices
    if choices is not None and choices.most <= 1:
        basis = all_positions(whole.positions) if choices.exact and whole else f"{choices.games} random games"
        return _said(BAD, "Nobody ever has a choice: the game plays itself.", choices.exact, basis, {"choice": "never"})
    if whole is not None and len(whole.goal_sets) == 1:
        (goals,) = whole.goal_sets
        told = goals_of(figures, [goals[role] for role in figures.info.players])
        return _said(BAD, f"Every game ends alike, whatever is played: {told}.", True, all_positions(whole.positions),
                     {"results": "one"})  # fmt: skip
    return None


def _alone(figures: Figures) -> Statement | None:
    if len(figures.players) != 1:
        return None
    proof, random, skill = figures.proof, figures.random, figures.skill
    role = figures.info.players[0]
    if proof is not None:
        best = proof.goals[role]
        claims = {"best": f"{best:g}"}
        basis = all_positions(proof.positions)
        if random is not None and random.goals[0].low > 90:
            return _said(
                FAIR,
                f"The best result is {best:g}, and random moves nearly reach it: too easy.",
                True,
                basis,
                claims,
            )
        if best <= 0:
            return _said(BAD, "It cannot be solved: no play brings anything.", True, basis, claims)
        kind = GOOD if best == 100 else FAIR
        return _said(
            kind,
            f"The best result is {best:g}, in {count(proof.length, 'move')} at the earliest found.",
            True,
            basis,
            claims,
        )
    if skill is not None and skill.alone:
        (_, least), (name, most) = skill.alone[0], skill.alone[-1]
        if most.low > least.high:
            return _said(
                GOOD,
                f"Thought pays: random moves bring {least.mean:.0f}, {name} {most.mean:.0f}.",
                False,
                f"{most.games} games each",
            )
        if most.mean >= 99 and least.mean >= 90:
            return _said(
                FAIR, "Too easy: random moves do nearly as well as thought.", False, f"{most.games} games each"
            )
    if random is None or not random.goals:
        return None
    goal = random.goals[0]
    if goal.high < 0.5:
        text = "Random moves bring nothing: a hard puzzle, or one that cannot be solved."
        return _said(TOLD, text, goal.exact, basis_of(random.goals))
    kind = FAIR if goal.low > 90 else TOLD
    return _said(kind, f"Random moves bring {figure(goal)} of 100.", goal.exact, basis_of(random.goals))


def _solved(figures: Figures) -> Statement | None:
    proof = figures.proof
    if proof is None:
        return None
    found = standing(figures)
    assert found is not None
    basis = f"solved: {count(proof.positions, 'position')}"
    names = figures.info.roles
    claims = {"best_play": found.answer(figures)}
    best, values = best_first(figures)
    total = len(values)
    if found.leader is None:
        text = "With best play nobody wins." if found.drawn else f"With best play {goals_of(figures, found.goals)}."
        if values:
            text += f" {_keeping(best, total, 'keeps', 'keep')} that result."
        return _said(GOOD, text, True, basis, claims)
    leader = names[found.leader]
    wins = "wins" if found.won else "comes out ahead"
    if proof.mover is None or not values:
        return _said(FAIR, f"{leader} {wins} with best play.", True, basis, claims)
    if found.leader != proof.mover:
        kept = " whatever the first move is" if len(best) == total else ""
        return _said(FAIR, f"{leader} {wins} with best play{',' if kept else ''}{kept}.", True, basis, claims)
    if len(best) == total:
        return _said(
            BAD if total > 1 else FAIR,
            f"{leader} {wins} with best play, whatever it plays first.",
            True,
            basis,
            claims,
        )
    return _said(
        FAIR,
        f"{leader} {wins} with best play. {_keeping(best, total, 'keeps', 'keep')} the win.",
        True,
        basis,
        claims,
    )


def _keeping(best: Sequence[Move], total: int, one: str, several: str) -> str:
    if len(best) == total:
        return f"Every first move {one}"
    if len(best) == 1:
        return f"Only one of {total} first moves, {label(best[0])}, {one}"
    return f"{len(best)} of {total} first moves {several}"


def _measured(figures: Figures) -> Statement | None:
    found = standing(figures)
    if found is None:
        return None
    told = measured_goals(figures, found.estimates)
    who = {
        Strength.STRONG: "among the strongest players tried",
        Strength.THINKING: "among players who think a little",
        Strength.RANDOM: "in random play",
    }[found.strength]
    basis = basis_of(found.estimates)
    if luck := thought_is_idle(figures.skill):
        return _said(
            BAD,
            f"Thought hardly beats random moves: luck decides, or nothing does. {who.capitalize()}: {told}.",
            False,
            luck,
        )
    if found.strength is Strength.RANDOM:
        claims = {"lead random": found.answer(figures)}
        leads = "No side is" if found.leader is None else f"{found.answer(figures)} is"
        text = f"{leads} ahead in random play: {told}. Better play may tell otherwise."
        return _said(TOLD, text, all(goal.exact for goal in found.estimates), basis, claims)
    if found.leader is not None:
        leader = figures.info.roles[found.leader]
        far = found.lead > AHEAD
        text = f"{leader} is {'far ' if far else ''}ahead {who}: {told}."
        return _said(BAD if far else FAIR, text, False, basis, {f"lead {found.strength.value}": leader})
    drawn = figures.thinking is not None and figures.thinking.decisive.high < 0.3
    if drawn and figures.thinking is not None:
        share = 1 - figures.thinking.decisive.mean
        return _said(FAIR, f"Even, but {share:.0%} of the games end without a winner.", False, basis)
    if found.lead <= EVEN:
        return _said(
            GOOD,
            f"No side is clearly better off {who}: {told}.",
            False,
            basis,
            {f"lead {found.strength.value}": "nobody"},
        )
    return _said(
        TOLD,
        f"Who is better off {who} is not clear yet: {told}.",
        False,
        basis,
        {f"lead {found.strength.value}": "nobody"},
    )
