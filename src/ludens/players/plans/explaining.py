"""Why a plan is played, in one sentence."""

from __future__ import annotations

from ludens.players.plans.belief import Belief, Trial, doubted
from ludens.players.plans.candidates import REFERENCE, Family
from ludens.players.plans.evidence import Evidence, Result, evidence
from ludens.players.plans.trials import Contest
from ludens.players.plans.words import percent, plan_in_words
from ludens.search.rules_digest import rules_digest

NOTHING_BETTER = "nothing is known to play this game better"


def reason(contest: Contest, plan: str, family: Family, table: Evidence | None = None) -> str:
    """What speaks for a plan: games of this very game, the table as a whole, or that nothing speaks for another."""
    table = evidence() if table is None else table
    if plan in {contest.default, REFERENCE}:
        trials = 2 * sum(trial.pairs for trial in contest.kept.all)
        return NOTHING_BETTER + (f", by {trials} trial games" if trials else "")
    rows = [row for row in table.of_plan(plan, family.name) if row.rules == rules_digest(contest.game)]
    told = [_of_result(row) for row in sorted(rows, key=lambda row: -row.pairs)[:1]]
    told += [_of_trial(trial) for trial in contest.trials if trial.plan == plan]
    return "; ".join(told) if told else _expected(contest, plan, family, table)


def in_prospect(belief: Belief, plan: str) -> str:
    """What a plan would bring once the game has been learnt, and how that is done."""
    score = percent(*belief.score(plan))
    return f"{plan_in_words(plan)} is expected to score {score} against plain UCT: 'ludens learn GAME' learns the game"


def _expected(contest: Contest, plan: str, family: Family, table: Evidence) -> str:
    others = table.of_plan(plan, family.name)
    games = 2 * sum(row.pairs for row in others)
    expected = percent(*contest.belief.score(plan))
    return (
        f"{expected} expected against plain UCT, by {games} games of {len({row.rules for row in others})} other games, "
        "similar ones first"
    )


def _of_result(row: Result) -> str:
    score = percent(row.score, 1.96 * doubted(row.pairs, row.error))
    return f"{score} against plain UCT in {2 * row.pairs} games of this very game at {row.clock:g} s"


def _of_trial(trial: Trial) -> str:
    against = "plain UCT" if trial.against == REFERENCE else plan_in_words(trial.against)
    score = percent(trial.score, 1.96 * doubted(trial.pairs, trial.error))
    return f"{score} against {against} in {2 * trial.pairs} trial games at {trial.clock:g} s"
