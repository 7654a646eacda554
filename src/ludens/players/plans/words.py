"""Plans, and what is known of them, in plain words."""

from __future__ import annotations

from ludens.names import split_name

AGENTS = {
    "uct": "UCT",
    "uct_rave": "RAVE",
    "grave": "GRAVE",
    "proving_tree": "UCT with alpha-beta beside it",
    "factored": "by parts",
    "duct": "decoupled UCT with a drawn move",
    "regret_matching": "regret matching",
    "exp3": "Exp3",
    "equilibrium_first": "an equilibrium, or decoupled UCT",
    "apprentice": "a tree with a trained network",
    "sequential_uct": "UCT as if roles chose one after the other",
}
"""Of agents whose names do not speak for themselves."""

PLAYOUTS = {
    "random": "are random",
    "preferred": "prefer good moves",
    "decisive": "win at once",
    "foresight": "win at once and prevent it",
    "careful": "do not end the game without a win",
    "mast": "prefer moves good on average",
    "softmax": "draw moves by their average",
    "ngrams": "prefer good replies",
    "history": "prefer moves of won games",
    "proximity": "prefer moves near the last one",
    "captures": "prefer captures",
    "policy": "prefer what searches chose",
}
"""What playouts do; several names are joined by +."""

OPTIONS = {
    "policy=grave": "GRAVE",
    "share=0": "",
    "tuned=true": "bounds by variance",
    "scaled=true": "exploration by the scale of goals",
    "evaluation=learnt": "a learnt evaluation",
    "heuristic=learnt": "a learnt evaluation carried up the tree",
    "choice=secure": "a secure final move",
    "choice=visits": "the move visited most",
    "adapt=tree": "numbers that it adapts",
    "adapt=leaves": "playouts that it adapts",
    "adapt=both": "numbers and playouts that it adapts",
    "initial=parent": "new moves a little below the average",
    "initial=even": "new moves counted as even",
    "initial=grandfather": "new moves as two steps earlier",
}
"""Of options whose values do not: others are told as they are written."""


def plan_in_words(text: str) -> str:
    """A plan as one would tell it: ``uct(exploration=0.7)`` is UCT with exploration 0.7."""
    name, given = split_name(text) or (text, {})
    base = AGENTS.get(name, name.replace("_", " "))
    if name == "proving_tree" and float(given.get("share", "1")) == 0:
        base = "UCT"  # alpha-beta has no part in it
    told = [_option_in_words(key, value) for key, value in given.items()]
    return (", " if " with " in base else " with ").join(filter(None, (base, ", ".join(filter(None, told)))))


def _option_in_words(key: str, value: str) -> str:
    if key == "playout":
        return "playouts that " + " and ".join(PLAYOUTS.get(part, part) for part in value.split("+"))
    if key == "share" and float(value) > 0:
        return f"{100 * float(value):.0f} % of the clock for alpha-beta"
    if key == "blend":
        return f"{100 * float(value):.0f} % of it by playouts"
    return OPTIONS.get(f"{key}={value}", f"{key} {value}")


def percent(score: float, margin: float) -> str:
    """A score from 0 to 1 and its margin, such as ``64 ± 4 %``."""
    return f"{100 * score:.0f} ± {max(1.0, 100 * margin):.0f} %"
