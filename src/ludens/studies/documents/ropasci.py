"""The study of simultaneous tree search in RoPaSci 360: Yu and Krishnan 2021."""

from __future__ import annotations

from ludens.arena.clock import Terms
from ludens.game import Limit
from ludens.games.ropasci.layout import TURNS
from ludens.players.game_lengths import GameLengths
from ludens.players.ropasci.ropasci_agent import KNOWN_LENGTHS
from ludens.studies.documents.ropasci_figures import (
    MINIMAX,
    measure_bounds,
    measure_choices,
    measure_minimax,
    measure_playouts,
)
from ludens.studies.documents.ropasci_learning import measure_fitted, measure_labels, measure_learnt
from ludens.studies.published import Published
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Measurement, Study, playouts

GAME = "ropasci"
DOCUMENT = "ropasci_document(game_seconds=0)"
"""The document's player; the clock of every move is that of the match."""

GAME_TURNS = 70
"""Of a game between the document's player and those it is compared with."""

SECONDS, FULL_SECONDS = 0.04, 0.05
"""For a move, quick and full. The course's 60 s for a game are 0.8 s for each of so many turns, in Python.

In 0.05 s the compiled player makes some 300 simulations of about 90 turns; no player in Python does so in 0.8 s.
"""

PATIENCE = 8
"""How many times as long the more patient of two players thinks."""

CONDITIONS = "60 s of processor time for a game, Python; the number of games is not given"
WINS_MORE = Published("wins more")


def _terms(seconds: float) -> Terms:
    """A clock for every move. Minimax always finishes its first depth, however long that takes on a busy machine."""
    return Terms(limit=Limit(seconds=seconds), grace_seconds=10.0)


CLOCK = ByMode(_terms(SECONDS), _terms(FULL_SECONDS))


def _variant(**options: object) -> str:
    """The document's player with some of its options changed."""
    return f"ropasci_document({', '.join(f'{name}={value}' for name, value in {'game_seconds': 0, **options}.items())})"


def _whole(seconds: float) -> float:
    """The time of a whole game that gives each move so many seconds."""
    return round(seconds / GameLengths(KNOWN_LENGTHS, TURNS).share(1.0, 1.0, 0), 3)


def _against(
    what: str, opponent: str, games: ByMode[int], published: Published | None = None, agent: str = DOCUMENT
) -> Comparison:
    return Comparison(
        what=what,
        game=GAME,
        agent=agent,
        opponent=opponent,
        games=games,
        terms=CLOCK,
        opening=1,
        published=published,
    )


def _algorithms() -> Experiment:
    return Experiment(
        name="algorithms",
        title="SM-MCTS against SM-minimax",
        about=(
            "`ropasci_document` is decoupled UCT on the moves that the document's rules leave, with heavy playouts; "
            f"`{MINIMAX}` solves a matrix game at every position, and stops with the document's six figures, whose "
            "weights were learnt. Random play and the rules by themselves are there for comparison. A draw counts half."
        ),
        conditions=CONDITIONS,
        comparisons=(
            _against("SM-MCTS v SM-minimax", MINIMAX, ByMode(10, 1000), WINS_MORE),
            _against("SM-MCTS v random moves", "random", ByMode(4, 1000)),
            _against("SM-MCTS v its own rules without search", "ropasci_greedy", ByMode(6, 1000)),
            _against("SM-minimax v its rival's rules without search", "ropasci_greedy", ByMode(4, 1000), agent=MINIMAX),
        ),
        measurements=(
            Measurement(what="how deep SM-minimax looks", measure=measure_minimax),
            Measurement(what="tighter bounds", measure=measure_bounds),
        ),
    )


def _pruning() -> Experiment:
    return Experiment(
        name="pruning",
        title="Which moves are looked at: rules, evaluation, or all",
        about=(
            "The same player with another choice of moves in its tree: those that rules think greedy, those that the "
            "evaluation values most, or all legal moves. Playouts are heavy in all of them."
        ),
        conditions=CONDITIONS,
        comparisons=(
            _against("rules v evaluation", _variant(pruning="evaluation"), ByMode(10, 1000), WINS_MORE),
            _against("rules v all moves", _variant(pruning="none"), ByMode(8, 1000), Published("all are too many")),
        ),
        measurements=(Measurement(what="choices of a turn", measure=measure_choices),),
    )


def _few_simulations() -> Experiment:
    """Rules against evaluation with as few simulations as a player in Python makes."""
    return Experiment(
        name="few_simulations",
        title="Rules against evaluation, with few and many simulations",
        about=(
            "The document limited its simulations heavily, to how many is not stated. Both sides make the same number "
            "of simulations a move."
        ),
        conditions=f"{CONDITIONS}; rules win more than the evaluation",
        comparisons=tuple(
            Comparison(
                what=f"{count:,} simulations a move",
                game=GAME,
                agent=DOCUMENT,
                opponent=_variant(pruning="evaluation"),
                games=ByMode(8, 1000),
                terms=playouts(count),
                opening=1,
                place=count,
            )
            for count in (10, 30, 100, 300)
        ),
        axis=Axis("simulations a move", logarithmic=True),
    )


OPPONENTS = {
    "ropasci_aggressive": "who attacks",
    "ropasci_patient": "who waits",
    "ropasci_repeater": "who repeats itself",
}
"""Players of the course's kind with a strategy of their own."""


def _opponents() -> Experiment:
    """Shortcoming 4: both sides are taken to share one strategy."""
    return Experiment(
        name="opponents",
        title="Opponents with another strategy",
        about=(
            "The document takes both sides to play alike, and counts that as a shortcoming. Here its player meets "
            "opponents with strategies of their own; then itself, once with all of the opponent's moves in its tree "
            "instead of the greedy ones."
        ),
        conditions="named as a shortcoming, not measured",
        comparisons=(
            *(_against(f"SM-MCTS v one {words}", name, ByMode(4, 1000)) for name, words in OPPONENTS.items()),
            _against("expecting any move v expecting greedy ones", DOCUMENT, ByMode(6, 1000),
                     agent=_variant(opponent="none")),
            _against("expecting any move v one who attacks", "ropasci_aggressive", ByMode(4, 1000),
                     agent=_variant(opponent="none")),
        ),
    )  # fmt: skip


def _playouts() -> Experiment:
    return Experiment(
        name="playouts",
        title="Light and heavy playouts",
        about=(
            "Playouts from the first position: light ones make any legal move, heavy ones one that the document's "
            "rules leave. Here a light move is drawn without listing the legal moves, and it takes most of the time of "
            "a heavy one to tell which moves are greedy; the last row lists the moves of every turn first, as "
            "a program in Python does. What draws light playouts is counted, too."
        ),
        conditions="no figures; random games are said to be drawn often, as they reach 360 turns, and to cost much",
        measurements=(Measurement(what="playouts", measure=measure_playouts),),
    )


def _strength() -> Experiment:
    return Experiment(
        name="strength",
        title="Heavy playouts and more time, at play",
        about=(
            "The document's player against itself with light playouts, at equal time; and against itself with a clock "
            f"for the whole game that gives it a {PATIENCE}th of the time for a move, on average."
        ),
        conditions=f"{CONDITIONS}; stronger moves are expected of longer search, without figures",
        comparisons=(
            _against(
                "heavy v light playouts", _variant(policy="uniform"), ByMode(8, 1000), Published("heavy is better")
            ),
            Comparison(
                what=f"{PATIENCE} times the time of the other",
                game=GAME,
                agent=DOCUMENT,
                opponent=_variant(game_seconds=_whole(SECONDS / PATIENCE)),
                games=ByMode(10, 1000),
                terms=ByMode(_terms(SECONDS), _terms(SECONDS)),
                opening=1,
                published=Published("stronger"),
            ),
        ),
    )


def _learning() -> Experiment:
    """The evaluation that could not be learnt."""
    return Experiment(
        name="learning",
        title="Learning the weights of the evaluation",
        about=(
            "The document could not learn the weights of its six figures, for want of true utilities. First: how many "
            "positions get a utility in its way. Then weights that need none: fitted by least squares to how one game "
            "from each position ended, and by temporal differences from games of the evaluation against itself. All "
            "are played one turn ahead, in a matrix game of at most 12 moves a side; *rules* draws from the moves that "
            "the document's rules leave, *regression* is `evaluation=ropasci`."
        ),
        conditions="weights could not be learnt",
        measurements=(
            Measurement(what="how many positions get a utility", measure=measure_labels),
            Measurement(what="weights fitted to labels", measure=measure_fitted),
            Measurement(what="weights by temporal differences", measure=measure_learnt),
        ),
    )


STUDY = Study(
    name="ropasci",
    document="Alec Yu and Sharan Krishnan, *Artificial Intelligence Project Part B* (RoPaSci 360), University of "
    "Melbourne, 2021",
    question="Tree search or minimax, where both sides move at the same time and have hundreds of moves?",
    experiments=(_algorithms(), _pruning(), _few_simulations(), _opponents(), _playouts(), _strength(), _learning()),
    caveats=(
        "The document gives no numbers of games, moves kept or simulations, and no constant of exploration; those are "
        "ours. It tells who won more, not by how much.",
        "Its authors could not learn weights for the evaluation; ours are fitted to the results of heavy playouts, so "
        "minimax and pruning by evaluation should be stronger here than theirs were.",
        "Their players were written in Python and had seconds for what takes compiled kernels milliseconds.",
        "Light playouts draw from distinct actions, as the rules have it: the course's own program lists some swings "
        "twice.",
    ),
)
